/// Held by the one process that changes a data folder, or some of what is in it under a name of its own.
/// It is released when that process ends, however it ends.
package final class FolderLock {
  private let descriptor: CInt

  /// Waits for up to `patience` seconds while another process has it, and calls `whenWaiting`
  /// first.
  package init(
    _ folder: FilePath, name: String = ".lock", patience: Double, whenWaiting: () -> Void
  ) throws(FileError) {
    let path: FilePath = "\(folder)/\(name)"
    // A link might lead to a file that another program locks, or make one anywhere.
    descriptor = path.open(O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard descriptor >= 0 else {
      let error = errno
      throw error == ELOOP && stat(ofLink: path)?.isLink == true
        ? .lockIsLink(path: "\(path)") : .cannotCreate(path: "\(path)", errno: error)
    }
    var waited = 0.0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EINTR { continue }
      guard error == EWOULDBLOCK else { throw .cannotWrite(path: "\(path)", errno: error) }
      guard waited < patience else { throw .busy(folder: "\(folder)") }
      if waited == 0 { whenWaiting() }
      usleep(50_000)
      waited += 0.05
    }
  }

  deinit { close(descriptor) }
}
