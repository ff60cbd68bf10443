import FinderEngine

/// Bytes on their way to a terminal that may take them in pieces.
struct ScreenOutput: ~Copyable {
  private let descriptor: CInt
  private var bytes = ByteBuffer(capacity: 1 << 14)
  /// How many of them were written.
  private var start = 0

  init(descriptor: CInt) { self.descriptor = descriptor }

  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ body: (inout ByteBuffer) -> Void) { body(&bytes) }

  mutating func forget() {
    bytes.truncate()
    start = 0
  }

  /// As much as is taken now. False where the terminal is gone.
  mutating func write() -> Bool {
    while !isEmpty {
      let rest = UnsafeBufferPointer(rebasing: bytes.bytes[start...])
      let count = FinderEngine.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        start += count
      } else if count < 0, errno == EAGAIN {
        return true
      } else if count >= 0 || errno != EINTR {
        return false
      }
    }
    forget()
    return true
  }
}
