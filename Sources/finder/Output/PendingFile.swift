import FinderEngine

/// A file under a temporary name, which is removed if the process stops before it is finished.
final class PendingFile {
  let descriptor: CInt
  private let temporaryPath: String
  let finalPath: String
  private let slot: Int
  private var isDone = false

  /// `nil` with `errno` set where it cannot be created.
  init?(for path: String) {
    guard let finalPath = Self.followingLinks(path) else { return nil }
    self.finalPath = finalPath
    slot = StopSignals.freeSlot
    temporaryPath = Self.temporaryPath(beside: finalPath, number: slot + 1)
    let mode = Self.mode(of: finalPath)
    StopSignals.remove(temporaryPath, slot)
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else {
      let error = errno
      StopSignals.forget(slot)
      errno = error
      return nil
    }
    // The umask may have removed permissions that the replaced file has.
    if let mode { fchmod(descriptor, mode) }
  }

  deinit {
    if !isDone, descriptor >= 0 {
      close(descriptor)
      unlink(temporaryPath)
      StopSignals.forget(slot)
    }
  }

  /// Returns the system's error number, 0 where all went well.
  func commit() -> CInt {
    let isWhole = close(descriptor) == 0 && rename(temporaryPath, finalPath) == 0
    let error = isWhole ? 0 : errno
    if !isWhole { unlink(temporaryPath) }
    isDone = true
    StopSignals.forget(slot)
    return error
  }

  /// The file that links lead to, whether it exists or not, because a link must stay one. `nil` with
  /// `errno` set if they lead nowhere.
  private static func followingLinks(_ path: String, depth: Int = 0) -> String? {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = target.withUnsafeMutableBytes { bytes in
      readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard length > 0 else { return path }
    guard depth < 40 else {
      errno = ELOOP
      return nil
    }
    let name = String(decoding: target[..<length], as: UTF8.self)
    guard !name.hasPrefix("/") else { return followingLinks(name, depth: depth + 1) }
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return followingLinks(path[..<folderEnd] + name, depth: depth + 1)
  }

  /// In the same folder, since a file can only be renamed within its file system. A command may write
  /// several at once.
  private static func temporaryPath(beside path: String, number: Int) -> String {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = number == 1 ? "\(getpid())" : "\(getpid()).\(number)"
    return "\(path[..<folderEnd]).finder.\(name).tmp"
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}

/// Removes unfinished files when a signal stops the process. The signal then ends the process, so
/// that the shell sees 130 or 143.
private enum StopSignals {
  /// No command writes more than two files.
  static var freeSlot: Int { unfinishedPaths.0 == nil ? 0 : 1 }

  static func remove(_ path: String, _ slot: Int) {
    set(strdup(path), slot)
    // SIGPIPE comes from a note on a standard error that nobody reads any more.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] where !isIgnored(number) {
      signal(number, stopped)
    }
  }

  static func forget(_ slot: Int) {
    let path = slot == 0 ? unfinishedPaths.0 : unfinishedPaths.1
    set(nil, slot)
    free(path)
  }

  private static func set(_ path: UnsafeMutablePointer<CChar>?, _ slot: Int) {
    if slot == 0 { unfinishedPaths.0 = path } else { unfinishedPaths.1 = path }
  }

  /// As under nohup. An ignored signal stays ignored.
  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Read by the signal handler, where only the C library's simplest calls are allowed.
nonisolated(unsafe) private var unfinishedPaths:
  (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)

private func stopped(by number: CInt) {
  if let path = unfinishedPaths.0 { unlink(path) }
  if let path = unfinishedPaths.1 { unlink(path) }
  signal(number, SIG_DFL)
  raise(number)
}
