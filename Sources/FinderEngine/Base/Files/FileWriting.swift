package enum FileWriting {
  /// Writes all bytes, at the file's position or at `place`; false with the reason in `errno`.
  package static func all(
    _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at place: Int? = nil
  ) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let most = min(rest.count, 1 << 30)
      let count =
        if let place {
          pwrite(descriptor, rest.baseAddress, most, off_t(place + bytes.count - rest.count))
        } else {
          write(descriptor, rest.baseAddress, most)
        }
      if count < 0, FileReading.isToBeRepeated(descriptor, POLLOUT) { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
