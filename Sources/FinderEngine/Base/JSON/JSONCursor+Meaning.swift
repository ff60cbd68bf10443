extension JSONCursor {
  /// Whether the string says `word`, escapes and all.
  @inline(__always)
  package func string(_ span: JSONStringSpan, is word: StaticString) -> Bool {
    withDecoded(span) { $0.equals(word) }
  }

  /// The string's UTF-8 with its escapes resolved.
  package func decoded(_ span: JSONStringSpan) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(span.count)
    JSONString.decode(rawBytes(span), into: &bytes)
    return bytes
  }

  /// Calls `body` with what the string means; without escapes that is what stands in the text.
  @inline(__always)
  package func withDecoded<Result>(
    _ span: JSONStringSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    span.hasEscapes
      ? decoded(span).withUnsafeBufferPointer(body)
      : body(rawBytes(span))
  }

  package func rawBytes(_ span: JSONStringSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + span.start, count: span.count)
  }
}
