/// A file that appears complete or not at all. It is written under another name in the same folder, since a
/// file can be renamed only within its file system, and then renamed in one step.
///
///     guard let file = ReplacementFile(for: path, mode: 0o644) else { … errno … }
///     FileWriting.all(bytes, to: file.descriptor)
///     let error = file.commit()
///
/// Without `commit`, nothing is left behind.
package final class ReplacementFile {
  package let path: FilePath
  package var descriptor: CInt { file.descriptor }
  private let file: TemporaryFile
  private var isDone = false

  /// `nil` with `errno` set if it cannot be created.
  package init?(for path: FilePath, mode: mode_t) {
    // Otherwise a name that is too long would be refused only by the rename, after all the work.
    if stat(ofLink: path) == nil, errno == ENAMETOOLONG { return nil }
    guard let file = TemporaryFile(in: path.folderPrefix, mode: mode) else { return nil }
    self.path = path
    self.file = file
  }

  deinit {
    guard !isDone else { return }
    close(descriptor)
    file.path.removeFile()
    file.forgetName()
  }

  /// Renames the file to its final name. With `isSynced`, it is on the disk before that. Returns the system's
  /// error number, 0 if all went well.
  package func commit(isSynced: Bool = false) -> CInt {
    var error = isSynced && fsync(descriptor) != 0 ? errno : 0
    // Closed before the rename, since closing can fail; but still locked, so no sweep removes it.
    let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0, !file.path.rename(to: path) { error = errno }
    close(lock)
    if error != 0 { file.path.removeFile() }
    isDone = true
    file.forgetName()
    return error
  }

  /// Writes a file that is there completely or not at all, even if the machine stops at any moment: when this
  /// returns, the file and the folder's new entry are on the disk. An exact mode is that of the file being
  /// replaced; to any other, the process's umask applies.
  package static func write(
    _ bytes: Bytes, to path: FilePath, mode: mode_t = 0o644, isExact: Bool = false
  ) throws(FileError) {
    guard let file = ReplacementFile(for: path, mode: mode) else {
      throw .cannotCreate(path: "\(path)", errno: errno)
    }
    if isExact { fchmod(file.descriptor, mode) }
    let isWritten = FileWriting.all(UnsafeRawBufferPointer(bytes), to: file.descriptor)
    let error = isWritten ? file.commit(isSynced: true) : errno
    guard error == 0 else { throw .cannotWrite(path: "\(path)", errno: error) }
    try Folder.sync("\(path.folderPrefix).")
  }

  static func write(_ text: String, to path: FilePath) throws(FileError) {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(FileError) in
      try write(bytes, to: path)
    }
  }
}
