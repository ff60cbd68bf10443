/// A hash of what a JSON value means: the same for values that `JSONComparison` calls equal.
package enum JSONFingerprint {
  package static func of(_ value: JSONSpan, in text: JSONCursor) -> UInt64 {
    var hash = StableHash()
    switch text.base[value.start] {
    case UInt8(ascii: "{"):
      let object = JSONMembers(of: value, in: text)
      hash.add(1 as UInt64)
      for member in object.members {
        member.key.withUnsafeBufferPointer { hash.add($0) }
        hash.add(of(member.value, in: text))
      }
    case UInt8(ascii: "["):
      hash.add(2 as UInt64)
      var cursor = text.moved(to: value.start)
      try? cursor.readArray { (cursor) throws(ParseError) in
        hash.add(of(try cursor.spanOfValue(), in: text))
      }
    case UInt8(ascii: "\""):
      hash.add(3 as UInt64)
      text.withDecoded(text.idToken(value)) { hash.add($0) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      hash.add(4 as UInt64)
      add(number: text.bytes(of: value), to: &hash)
    default:
      hash.add(5 as UInt64)
      hash.add(text.bytes(of: value))
    }
    return hash.value
  }

  private static func add(number: UnsafeBufferPointer<UInt8>, to hash: inout StableHash) {
    guard let decimal = PlainDecimal(number) else { return hash.add(number) }
    hash.add(UInt64(bitPattern: Int64(decimal.exponent)))
    hash.add(decimal.isNegative ? 1 as UInt64 : 0)
    decimal.digits.withUnsafeBufferPointer { hash.add($0) }
  }
}
