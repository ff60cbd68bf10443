// Objects and arrays, step by step.

extension JSONCursor {
  /// Steps into the object that begins here, or from a member's value to the next member. Returns its
  /// key, the cursor standing on the key's value, which is to be passed before the next step; `nil`
  /// after the object's end.
  ///
  ///     var isFirst = true
  ///     while let key = try cursor.nextMember(&isFirst) { … }
  @inline(__always)
  package mutating func nextMember(_ isFirst: inout Bool) throws(ParseError) -> JSONStringSpan? {
    if isFirst {
      guard skip("{") else { throw failure("expected an object") }
      isFirst = false
      try enter()
      skipWhitespace()
      if skip("}") { return leave() }
    } else {
      skipWhitespace()
      guard skip(",") else {
        guard skip("}") else { throw failure("expected ',' or '}' after a member") }
        return leave()
      }
      skipWhitespace()
    }
    return try readKey()
  }

  /// Passes over a member's key and its colon.
  @inline(__always)
  mutating func readKey() throws(ParseError) -> JSONStringSpan {
    guard byte == UInt8(ascii: "\"") else {
      throw failure("expected a member's name in double quotes")
    }
    let key = try readString()
    skipWhitespace()
    guard skip(":") else { throw failure("expected ':' after a member's name") }
    skipWhitespace()
    return key
  }

  /// Steps onto the next element of the array that begins here, which is to be passed before the next
  /// step; false after the array's end.
  @inline(__always)
  package mutating func nextElement(_ isFirst: inout Bool) throws(ParseError) -> Bool {
    if isFirst {
      guard skip("[") else { throw failure("expected an array") }
      isFirst = false
      try enter()
      skipWhitespace()
      guard skip("]") else { return true }
    } else {
      skipWhitespace()
      if skip(",") {
        skipWhitespace()
        return true
      }
      guard skip("]") else { throw failure("expected ',' or ']' after an element") }
    }
    depth -= 1
    return false
  }

  /// Calls `member` with each key, the cursor standing on the key's value, which `member` must pass.
  @inline(__always)
  package mutating func readObject(
    _ member: (JSONStringSpan, inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while let key = try nextMember(&isFirst) { try member(key, &self) }
  }

  /// Calls `element` with the cursor on each element, which `element` must pass.
  @inline(__always)
  package mutating func readArray(
    _ element: (inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while try nextElement(&isFirst) { try element(&self) }
  }

  @inline(__always) private mutating func enter() throws(ParseError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      position -= 1
      throw ParseError(position, "nested more than \(Self.maximumDepth) levels deep")
    }
  }

  @inline(__always) private mutating func leave() -> JSONStringSpan? {
    depth -= 1
    return nil
  }
}
