import FinderEngine

/// A file under a temporary name, which goes when the process is stopped before it is finished.
final class PendingFile {
  let descriptor: CInt
  private let temporaryPath: String
  private let finalPath: String
  private var isDone = false

  /// `nil` with `errno` set where it cannot be created.
  init?(for path: String) {
    // Through a link to the file behind it: the link is to stay one.
    finalPath =
      realpath(path, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      } ?? path
    temporaryPath = Self.temporaryPath(beside: finalPath)
    let mode = Self.mode(of: finalPath)
    StopSignals.remove(temporaryPath)
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else {
      let error = errno
      StopSignals.forget()
      errno = error
      return nil
    }
    // The umask took bits away that the file it replaces has.
    if let mode { fchmod(descriptor, mode) }
  }

  deinit {
    if !isDone, descriptor >= 0 {
      close(descriptor)
      unlink(temporaryPath)
      StopSignals.forget()
    }
  }

  /// Returns the system's error number, 0 where all went well.
  func commit() -> CInt {
    let isWhole = close(descriptor) == 0 && rename(temporaryPath, finalPath) == 0
    let error = isWhole ? 0 : errno
    if !isWhole { unlink(temporaryPath) }
    isDone = true
    StopSignals.forget()
    return error
  }

  /// In the same folder, since a file can be renamed only within its file system.
  private static func temporaryPath(beside path: String) -> String {
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let name = path[folderEnd...].prefix(100)
    return "\(path[..<folderEnd]).\(name).\(getpid()).tmp"
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}

/// Removes an unfinished file when a signal stops the process, then lets the signal do its work, so
/// that the shell sees 130 or 143.
private enum StopSignals {
  static func remove(_ path: String) {
    unfinishedPath = strdup(path)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { signal(number, stopped) }
  }

  static func forget() {
    let path = unfinishedPath
    unfinishedPath = nil
    free(path)
  }

  /// As under nohup; it is to stay so.
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
nonisolated(unsafe) private var unfinishedPath: UnsafeMutablePointer<CChar>?

private func stopped(by number: CInt) {
  if let unfinishedPath { unlink(unfinishedPath) }
  signal(number, SIG_DFL)
  raise(number)
}
