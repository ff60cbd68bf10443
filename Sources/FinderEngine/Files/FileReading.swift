/// Reading whole files and streams by the system's own calls.
enum FileReading {
  /// All bytes of a regular file, a pipe or a device.
  static func contents(ofFile path: String) throws(FileError) -> PaddedBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    return try contents(of: descriptor, named: path)
  }

  static func contents(of descriptor: CInt, named path: String) throws(FileError) -> PaddedBytes {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .unreadable(path: path, errno: EISDIR) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    // One byte more than the file has, so that its end is noticed without growing.
    let expected = isRegular ? Int(status.st_size) + 1 : 1 << 20
    guard var bytes = GrowingBytes(capacity: expected) else {
      throw .unreadable(path: path, errno: ENOMEM)
    }
    while true {
      guard let space = bytes.freeSpace() else { throw .unreadable(path: path, errno: ENOMEM) }
      let got = read(descriptor, space.baseAddress!, min(space.count, 1 << 30))
      if got == 0 { return bytes.padded() }
      if got > 0 {
        bytes.filled(got)
      } else if errno != EINTR {
        throw .unreadable(path: path, errno: errno)
      }
    }
  }
}
