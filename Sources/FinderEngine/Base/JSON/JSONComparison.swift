/// Whether two JSON values mean the same, however each is written: white space, the order of an
/// object's members, escapes and the spelling of a number (`1`, `1.0`, `10e-1`) make no difference.
///
/// Both texts were read before, so they are known to be valid. First they are walked side by side, without
/// extra memory, as long as they are the same in the same order. At the first difference this walk ends for
/// good, and members are sorted by their keys at every level and compared once. The walk is never started
/// again inside a sorted value, since that would double the work with each level.
package enum JSONComparison {
  package static func areEqual(
    _ first: JSONSpan, in text: JSONCursor, _ second: JSONSpan, in other: JSONCursor
  ) -> Bool {
    sayTheSameInOrder(first, in: text, second, in: other)
      || meanTheSame(first, in: text, second, in: other)
  }

  /// If an object has a key twice, only the last one counts, which this walk ignores, so a difference that it
  /// finds may be wrong.
  private static func sayTheSameInOrder(
    _ first: JSONSpan, in text: JSONCursor, _ second: JSONSpan, in other: JSONCursor
  ) -> Bool {
    var a = text.moved(to: first.start)
    var b = other.moved(to: second.start)
    // Only a forged file can bring a text here that cannot be read.
    return (try? matches(&a, &b)) ?? false
  }

  private static func meanTheSame(
    _ first: JSONSpan, in text: JSONCursor, _ second: JSONSpan, in other: JSONCursor
  ) -> Bool {
    if text.bytes(of: first).hasSameBytes(as: other.bytes(of: second)) { return true }
    switch (text.base[first.start], other.base[second.start]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "{")):
      let mine = JSONMembers(of: first, in: text).members
      let theirs = JSONMembers(of: second, in: other).members
      return mine.count == theirs.count
        && zip(mine, theirs).allSatisfy { one, another in
          one.key == another.key && meanTheSame(one.value, in: text, another.value, in: other)
        }
    case (UInt8(ascii: "["), UInt8(ascii: "[")):
      let (mine, theirs) = (text.elements(of: first), other.elements(of: second))
      return mine.count == theirs.count
        && zip(mine, theirs).allSatisfy { meanTheSame($0, in: text, $1, in: other) }
    default: return sayTheSameInOrder(first, in: text, second, in: other)
    }
  }

  private static func matches(
    _ a: inout JSONCursor, _ b: inout JSONCursor
  ) throws(ParseError) -> Bool {
    switch a.byte {
    case UInt8(ascii: "{"): return try objectsMatch(&a, &b)
    case UInt8(ascii: "["): return try arraysMatch(&a, &b)
    case UInt8(ascii: "\""):
      guard b.byte == UInt8(ascii: "\"") else { return false }
      return stringsMatch(try a.readString(), in: a, try b.readString(), in: b)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard b.byte == UInt8(ascii: "-") || b.byte &- 0x30 < 10 else { return false }
      let (one, other) = (a.bytes(of: try a.readNumber()), b.bytes(of: try b.readNumber()))
      if one.hasSameBytes(as: other) { return true }
      guard let first = PlainDecimal(one), let second = PlainDecimal(other) else { return false }
      return first == second
    default:
      guard a.byte == b.byte else { return false }
      try a.skipValue()
      try b.skipValue()
      return true
    }
  }

  private static func arraysMatch(
    _ a: inout JSONCursor, _ b: inout JSONCursor
  ) throws(ParseError) -> Bool {
    var (isFirst, isOthersFirst) = (true, true)
    while try a.nextElement(&isFirst) {
      guard try b.nextElement(&isOthersFirst), try matches(&a, &b) else { return false }
    }
    return try !b.nextElement(&isOthersFirst)
  }

  private static func objectsMatch(
    _ a: inout JSONCursor, _ b: inout JSONCursor
  ) throws(ParseError) -> Bool {
    var (isFirst, isOthersFirst) = (true, true)
    while let key = try a.nextMember(&isFirst) {
      guard let other = try b.nextMember(&isOthersFirst), stringsMatch(key, in: a, other, in: b),
        try matches(&a, &b)
      else { return false }
    }
    return try b.nextMember(&isOthersFirst) == nil
  }

  @inline(__always)
  private static func stringsMatch(
    _ first: JSONStringSpan, in a: JSONCursor, _ second: JSONStringSpan, in b: JSONCursor
  ) -> Bool {
    a.withDecoded(first) { one in b.withDecoded(second) { other in one.hasSameBytes(as: other) } }
  }
}

extension JSONCursor {
  fileprivate func elements(of array: JSONSpan) -> [JSONSpan] {
    var elements: [JSONSpan] = []
    var cursor = moved(to: array.start)
    try? cursor.readArray { (cursor) throws(ParseError) in
      elements.append(try cursor.spanOfValue())
    }
    return elements
  }
}

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

  private static func add(number: Bytes, to hash: inout StableHash) {
    guard let decimal = PlainDecimal(number) else { return hash.add(number) }
    hash.add(UInt64(bitPattern: Int64(decimal.exponent)))
    hash.add(decimal.isNegative ? 1 as UInt64 : 0)
    decimal.digits.withUnsafeBufferPointer { hash.add($0) }
  }
}
