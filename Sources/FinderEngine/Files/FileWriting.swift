enum FileWriting {
  /// All of it, or false; `errno` then says why.
  static func all(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
