/// A file that is there whole or not at all. It is written under another name in the same folder, since
/// a file can be renamed only within its file system, and takes its place in one step.
///
///     guard let file = ReplacementFile(for: path, mode: 0o644) else { … errno … }
///     FileWriting.all(bytes, to: file.descriptor)
///     let error = file.commit()
///
/// Without `commit` it is as if nothing had been written.
package final class ReplacementFile {
  package let path: FilePath
  package let descriptor: CInt
  private let temporaryPath: FilePath
  private let noteTemporary: (FilePath?) -> Void
  private var isDone = false

  private static let prefix = ".finder."
  private static let suffix = ".tmp"
  /// More files of one name than were ever left behind.
  private static let mostAttempts = 100

  /// `nil` with `errno` set where it cannot be created. `noteTemporary` is called with the name of the
  /// unfinished file before there is one, and with `nil` once there is none any more.
  package init?(
    for path: FilePath, mode: mode_t, noteTemporary: @escaping (FilePath?) -> Void = { _ in }
  ) {
    self.path = path
    self.noteTemporary = noteTemporary
    var attempt = 0
    var (name, opened): (FilePath, CInt)
    repeat {
      attempt += 1
      name = Self.temporaryPath(beside: path, attempt)
      noteTemporary(name)
      opened = name.open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    } while opened < 0 && errno == EEXIST && attempt < Self.mostAttempts
    guard opened >= 0 else {
      let error = errno
      noteTemporary(nil)
      errno = error
      return nil
    }
    temporaryPath = name
    descriptor = opened
  }

  deinit {
    guard !isDone else { return }
    close(descriptor)
    temporaryPath.removeFile()
    noteTemporary(nil)
  }

  /// Puts the file into its place. With `isSynced` the disk has taken it before that. Returns the
  /// system's error number, 0 where all went well.
  package func commit(isSynced: Bool = false) -> CInt {
    var error = isSynced && fsync(descriptor) != 0 ? errno : 0
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0, !temporaryPath.rename(to: path) { error = errno }
    if error != 0 { temporaryPath.removeFile() }
    isDone = true
    noteTemporary(nil)
    return error
  }

  /// A process has one number, and may have several files under way.
  private static func temporaryPath(beside path: FilePath, _ attempt: Int) -> FilePath {
    let number = attempt == 1 ? "" : ".\(attempt)"
    return "\(path.folderPrefix)\(prefix)\(getpid())\(number)\(suffix)"
  }

  /// Removes what processes that were stopped have left in a folder. To be called only where nobody
  /// else writes: under the folder's lock.
  static func removeLeftovers(in folder: FilePath) {
    for name in Folder.names(in: folder) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      ("\(folder)/\(name)" as FilePath).removeFile()
    }
  }
}

extension ReplacementFile {
  /// Writes a file that is there whole or not at all even after the machine has stopped at any moment:
  /// the disk has it and the folder's new entry when this returns.
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: FilePath) throws(FileError) {
    guard let file = ReplacementFile(for: path, mode: 0o644) else {
      throw .cannotCreate(path: "\(path)", errno: errno)
    }
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
