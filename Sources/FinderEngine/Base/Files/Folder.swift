package enum Folder {
  /// Makes a folder and at most two above it, for their owner alone, as the XDG specification asks.
  /// No more: a missing home folder is meant to be missing.
  package static func make(_ path: FilePath, above levels: Int = 2) throws(FileError) {
    if path.withCString({ mkdir($0, 0o700) }) != 0 {
      let error = errno
      if error == EEXIST { return }
      guard error == ENOENT, levels > 0, let folder = path.folder, !folder.isEmpty else {
        throw .cannotCreate(path: "\(path)", errno: error)
      }
      try make(folder, above: levels - 1)
      guard path.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
        throw .cannotCreate(path: "\(path)", errno: errno)
      }
    }
    try sync("\(path.folderPrefix).")
  }

  /// What a user may still write to the disk of a folder, or of the one above where it is not there
  /// yet; 0 where that cannot be told.
  package static func freeBytes(in folder: FilePath) -> Int {
    var disk = statvfs()
    guard folder.withCString({ statvfs($0, &disk) }) == 0 else {
      guard errno == ENOENT, let above = folder.folder, !above.isEmpty else { return 0 }
      return freeBytes(in: above)
    }
    return Int(
      clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(
        by: UInt64(disk.f_frsize)
      ).partialValue)
  }

  /// What lies in a folder, `.` and `..` among it; nothing where it cannot be listed.
  package static func names(in folder: FilePath) -> [FilePath] { (try? list(folder)) ?? [] }

  package static func list(_ folder: FilePath) throws(FileError) -> [FilePath] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw .unreadable(path: "\(folder)", errno: errno)
    }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let item = readdir(stream) {
      names.append(
        withUnsafeBytes(of: item.pointee.d_name) { bytes in
          FilePath(bytes.assumingMemoryBound(to: CChar.self).baseAddress!)
        })
    }
    return names
  }

  /// Waits until the disk has taken a folder's entries, or a file that another process has written.
  package static func sync(_ path: FilePath) throws(FileError) {
    let descriptor = path.open(O_RDONLY)
    guard descriptor >= 0 else {
      // A folder may be written in and still not be listed, as drop boxes are.
      guard errno != EACCES else { return }
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
    defer { close(descriptor) }
    // Some file systems have nothing to do here, and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
  }
}
