package enum Folder {
  /// Makes a folder and at most two above it, for their owner only, as the XDG specification asks. It makes
  /// no more, since a missing home folder should stay missing.
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

  /// How much a user may still write to the disk of a folder, or of the folder above if it does not exist
  /// yet; 0 if that is not known.
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

  /// The entries of a folder, including `.` and `..`; none if it cannot be listed.
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

  /// Waits until a folder's entries, or a file written by another process, are on the disk.
  package static func sync(_ path: FilePath) throws(FileError) {
    let descriptor = path.open(O_RDONLY)
    guard descriptor >= 0 else {
      // A folder may be writable but not readable, as drop boxes are.
      guard errno != EACCES else { return }
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
    defer { close(descriptor) }
    // Some file systems do not support this, and say so.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
  }
}
