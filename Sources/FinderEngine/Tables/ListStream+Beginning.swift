extension ListStream {
  /// What the first bytes of a list show it to be.
  package enum Kind: Sendable {
    case rows
    case json
    case xml
  }

  /// Reads the first bytes, skips a byte order mark, and finds out by the first character what the list
  /// is. What is evidently no text is refused here.
  package func begin() throws -> Kind {
    // Of what is no text at all the message names the format, not the first byte that does not fit.
    let checks = checksText
    checksText = false
    while window.count < 16, !isAtEnd { try fill() }
    if let name = ForeignFormat.name(of: UnsafeBufferPointer(window)) {
      throw failure("expected text, found \(name)", at: 0)
    }
    checksText = checks
    if checks { try check() }
    use(UnsafeBufferPointer(window).lengthOfByteOrderMark)
    while true {
      let first = window.first { !$0.isBlank }
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: return .json
      case UInt8(ascii: "<"): return .xml
      case nil where !isAtEnd && !isFull: try fill()
      case nil: throw failure("expected a list, but there is nothing but white space", at: 0)
      default: return .rows
      }
    }
  }
}
