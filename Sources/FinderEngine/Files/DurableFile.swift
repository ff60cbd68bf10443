/// Files that are there whole or not at all, even after the machine has stopped at any moment.
enum DurableFile {
  /// Writes a file aside, has the disk take it, and puts it into its place in one step; the folder's
  /// new entry is on the disk too when this returns.
  static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to path: String
  ) throws(FileError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let temporary = "\(folder)/\(temporaryPrefix)\(getpid())\(temporarySuffix)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotCreate(path: temporary, errno: errno) }
    let isWritten =
      FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) && fsync(descriptor) == 0
    var error = isWritten ? 0 : errno
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0, rename(temporary, path) != 0 { error = errno }
    guard error == 0 else {
      unlink(temporary)
      throw .cannotWrite(path: path, errno: error)
    }
    try syncFolder(folder)
  }

  static func write(_ text: String, to path: String) throws(FileError) {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(FileError) in
      try write(bytes, to: path)
    }
  }

  /// Makes a folder and at most two above it, for their owner alone, as the XDG specification asks.
  /// No more: a home that is not there is meant not to be there.
  static func makeFolder(_ path: String) throws(FileError) {
    try makeFolder(path, above: 2)
  }

  private static func makeFolder(_ path: String, above levels: Int) throws(FileError) {
    if mkdir(path, 0o700) != 0 {
      let error = errno
      if error == EEXIST { return }
      guard error == ENOENT, levels > 0, let slash = path.lastIndex(of: "/"),
        slash > path.startIndex
      else { throw .cannotCreate(path: path, errno: error) }
      try makeFolder(String(path[..<slash]), above: levels - 1)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .cannotCreate(path: path, errno: errno)
      }
    }
    try syncFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/.")
  }

  static func syncFolder(_ path: String) throws(FileError) {
    try sync(path, O_DIRECTORY)
  }

  /// Has the disk take a file that somebody else has written.
  static func sync(_ path: String) throws(FileError) { try sync(path, 0) }

  private static func sync(_ path: String, _ kind: CInt) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | kind)
    guard descriptor >= 0 else {
      // A folder that can be written in and not be listed, as drop boxes are.
      guard errno != EACCES else { return }
      throw .cannotWrite(path: path, errno: errno)
    }
    defer { close(descriptor) }
    // Some file systems have nothing to do here, and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .cannotWrite(path: path, errno: errno)
    }
  }

  // MARK: What a process that was stopped leaves behind

  private static let temporaryPrefix = ".finder."
  private static let temporarySuffix = ".tmp"

  /// To be called only where nobody else writes: under the folder's lock.
  static func removeLeftovers(in folder: String) {
    for name in names(in: folder)
    where name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix) {
      unlink("\(folder)/\(name)")
    }
  }

  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let item = readdir(stream) {
      names.append(
        withUnsafeBytes(of: item.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}
