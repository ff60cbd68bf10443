package enum FileWriting {
  /// Writes all of it, or returns false with the reason in `errno`.
  package static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
      if count < 0, FileReading.isToBeRepeated(descriptor, POLLOUT) { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// The same at a place of a file.
  static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at place: Int) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = pwrite(
        descriptor, rest.baseAddress, min(rest.count, 1 << 30),
        off_t(place + bytes.count - rest.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
