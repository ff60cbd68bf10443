/// A venue's name in its dataset's text, with what decides the order of venues at the same
/// distance.
struct VenueName {
  private let cursor: JSONCursor
  private let token: JSONStringSpan
  private let position: UInt32

  @inline(__always)
  init(_ text: PaddedBytes, _ token: JSONStringSpan, position: UInt32) {
    cursor = JSONCursor(text)
    self.token = token
    self.position = position
  }

  /// Calls `body` with the name as its dataset has it, with escapes resolved.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    cursor.withDecoded(token, body)
  }

  /// By the names' bytes, then in the dataset's order.
  func precedes(_ other: VenueName) -> Bool {
    let order = withBytes { first in other.withBytes { first.order($0) } }
    return order != 0 ? order < 0 : position < other.position
  }
}
