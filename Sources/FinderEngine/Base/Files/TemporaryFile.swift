/// A new file with a unique name. All of finder's temporary files are of this kind, with names of one form:
/// `.finder.PID.RANDOM.tmp`.
///
/// It is locked as long as its process lives, however that ends. So a file with such a name that is not
/// locked and has not been written to for an hour was left behind, and the next process that writes in its
/// folder removes it.
package final class TemporaryFile {
  let path: FilePath
  let descriptor: CInt
  private let note: UnfinishedFiles.Note

  private static let prefix = ".finder."
  private static let suffix = ".tmp"
  private static let leftAfter = 3600
  /// A name is taken, or swept before it is locked, only if something is badly wrong.
  private static let mostAttempts = 10

  /// In the folder with that prefix, which ends in a slash or is empty. `nil` with `errno` set if it cannot
  /// be created.
  init?(in prefix: FilePath, mode: mode_t) {
    Self.sweep(prefix.isEmpty ? "." : prefix)
    for _ in 0..<Self.mostAttempts {
      let name = Self.newName()
      let path: FilePath = "\(prefix)\(name)"
      let note = UnfinishedFiles.note(path)
      let descriptor = path.open(O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      if descriptor >= 0, Self.lock(descriptor) {
        (self.path, self.descriptor, self.note) = (path, descriptor, note)
        return
      }
      let error = errno
      if descriptor >= 0 { close(descriptor) }
      UnfinishedFiles.forget(note)
      errno = error
      guard descriptor >= 0 || error == EEXIST else { return nil }
    }
    return nil
  }

  /// Locks the file and checks that it still has a name: a sweep may have come first.
  private static func lock(_ descriptor: CInt) -> Bool {
    // Some file systems have no locks. There, nothing is swept either.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
    return stat(of: descriptor).map { $0.st_nlink > 0 } ?? false
  }

  private static func newName() -> String {
    "\(prefix)\(getpid()).\(String(UInt64.random(in: .min ... .max), radix: 16))\(suffix)"
  }

  /// To be called once the file has been removed or renamed.
  func forgetName() { UnfinishedFiles.forget(note) }

  static func isName(_ name: FilePath) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  /// Removes what stopped processes have left in a folder. Files of running processes stay, whatever their
  /// age. With `nil`, age does not matter: if no other process can be running, this also removes files just
  /// made, and those with a future date from before the clock was corrected.
  package static func sweep(_ folder: FilePath, olderThan seconds: Int? = leftAfter) {
    for name in Folder.names(in: folder) where isName(name) {
      let path: FilePath = "\(folder)/\(name)"
      guard let status = stat(ofLink: path), status.isRegular, status.st_uid == geteuid(),
        seconds.map({ status.modificationTime.tv_sec <= time(nil) - $0 }) ?? true
      else { continue }
      let descriptor = path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { path.removeFile() }
      close(descriptor)
    }
  }
}
