/// Held by the only process that may change a data folder, or a named part of it. It is released when that
/// process ends, however it ends.
package final class FolderLock {
  private let path: FilePath
  private let descriptor: CInt

  /// Waits for up to `patience` seconds while another process has it, after calling `whenWaiting`.
  package init(
    _ folder: FilePath, name: String = ".lock", patience: Double, whenWaiting: () -> Void
  ) throws(FileError) {
    path = "\(folder)/\(name)"
    var left = patience
    var descriptor: CInt
    var tries = 0
    repeat {
      descriptor = try Self.open(path)
      do {
        try Self.lock(descriptor, path, folder, &left, isFirst: left == patience, whenWaiting)
      } catch {
        close(descriptor)
        throw error
      }
      // The previous holder may have removed the file since it was opened here; then other processes lock a
      // new one. Some file systems give every file the same number, so after a hundred tries the lock is
      // accepted.
      tries += 1
      if Self.isThere(descriptor, path) || tries > 100 { break }
      close(descriptor)
    } while true
    self.descriptor = descriptor
  }

  private static func open(_ path: FilePath) throws(FileError) -> CInt {
    // A link might lead to a file that another program locks, or create one anywhere.
    let descriptor = path.open(O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard descriptor < 0 else { return descriptor }
    let error = errno
    throw error == ELOOP && stat(ofLink: path)?.isLink == true
      ? .lockIsLink(path: "\(path)") : .cannotCreate(path: "\(path)", errno: error)
  }

  private static func lock(
    _ descriptor: CInt, _ path: FilePath, _ folder: FilePath, _ left: inout Double, isFirst: Bool,
    _ whenWaiting: () -> Void
  ) throws(FileError) {
    var isFirst = isFirst
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EINTR { continue }
      guard error == EWOULDBLOCK else { throw .cannotWrite(path: "\(path)", errno: error) }
      guard left > 0 else { throw .busy(folder: "\(folder)") }
      if isFirst { whenWaiting() }
      isFirst = false
      usleep(50_000)
      left -= 0.05
    }
  }

  private static func isThere(_ descriptor: CInt, _ path: FilePath) -> Bool {
    guard let own = stat(of: descriptor), let other = stat(ofLink: path) else { return false }
    return own.isSameFile(as: other)
  }

  /// Removes the file, which frees its name. The lock is held as long as this object exists, but later
  /// processes do not see it.
  package func removeFile() { path.removeFile() }

  deinit { close(descriptor) }
}
