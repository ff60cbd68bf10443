package enum Folder {
  /// Makes a folder and at most two above it, for their owner alone, as the XDG specification asks.
  /// No more: a missing home folder is meant to be missing.
  static func make(_ path: String, above levels: Int = 2) throws(FileError) {
    if mkdir(path, 0o700) != 0 {
      let error = errno
      if error == EEXIST { return }
      guard error == ENOENT, levels > 0, let slash = path.lastIndex(of: "/"),
        slash > path.startIndex
      else { throw .cannotCreate(path: path, errno: error) }
      try make(String(path[..<slash]), above: levels - 1)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .cannotCreate(path: path, errno: errno)
      }
    }
    try sync(of(path) + "/.")
  }

  /// The folder in which a path with a slash lies.
  static func of(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// What lies in a folder, `.` and `..` among it; nothing where it cannot be listed.
  package static func names(in folder: String) -> [String] {
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

  // MARK: Onto the disk

  /// Waits until the disk has taken a folder's entries, or a file that another process has written.
  static func sync(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // A folder may be written in and still not be listed, as drop boxes are.
      guard errno != EACCES else { return }
      throw .cannotWrite(path: path, errno: errno)
    }
    defer { close(descriptor) }
    // Some file systems have nothing to do here, and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .cannotWrite(path: path, errno: errno)
    }
  }
}
