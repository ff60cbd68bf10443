/// Objects and arrays. Members and elements place their own commas, depending on the byte before them: none
/// follows an opening bracket or the space at the beginning of a line, and no value ends in one of these.
///
///     output.appendObject { output in
///       output.append(key: "lat", number: point.latitude)
///       output.append(key: "venues", elements: hits.count) { output, place in … }
///     }
extension ByteBuffer {
  /// A member up to its value.
  @inline(__always) package mutating func append(key: StaticString) {
    append(rawKey: key.bytes)
  }

  package mutating func append(keyText: String) {
    appendComma()
    append(jsonString: keyText)
    append(":")
  }

  /// A member whose key is already spelled as JSON, without its quotes.
  @inline(__always) package mutating func append(rawKey key: Bytes) {
    reserve(key.count + 4)
    appendReservedComma()
    appendReserved(UInt8(ascii: "\""))
    if let source = key.baseAddress { (base + used).update(from: source, count: key.count) }
    used &+= key.count
    appendReserved(UInt8(ascii: "\""))
    appendReserved(UInt8(ascii: ":"))
  }

  /// The comma before an element, if one is needed.
  @inline(__always) package mutating func appendComma() {
    reserve(1)
    appendReservedComma()
  }

  /// Always writes the comma, and counts it only if it is needed, so no branch is mispredicted.
  @inline(__always) private mutating func appendReservedComma() {
    assert(used > 0)
    base[used] = UInt8(ascii: ",")
    let last = base[used &- 1]
    // `[` and `{` differ in one bit.
    used &+= last | 0x20 == UInt8(ascii: "{") || last == UInt8(ascii: " ") ? 0 : 1
  }

  @inline(__always)
  package mutating func appendObject(_ members: (inout ByteBuffer) throws -> Void) rethrows {
    append("{")
    try members(&self)
    append("}")
  }

  /// A whole document on one line, with its members one after another. With `onLines`, each part of them is
  /// on a line of its own.
  package mutating func appendDocument(onLines: Bool, _ parts: [((inout ByteBuffer) -> Void)?]) {
    append("{")
    let start = count
    for part in parts {
      guard let part else { continue }
      if onLines, count > start { appendLineBreak() }
      part(&self)
    }
    append("}\n")
  }

  /// Between two members, when each is on its own line.
  package mutating func appendLineBreak() { append(",\n ") }

  /// `indent` comes before each element, after the comma.
  ///
  /// Elements are numbered, not passed as a sequence: the first use of a generic function of another module
  /// costs the runtime 110,000 instructions, an eighth of what `near` takes.
  @inline(__always)
  package mutating func appendArray(
    _ count: Int, indent: StaticString = "",
    _ element: (inout ByteBuffer, Int) throws -> Void
  ) rethrows {
    append("[")
    for place in 0..<count {
      appendComma()
      append(indent)
      try element(&self, place)
    }
    append("]")
  }

  /// `null` if there is none.
  @inline(__always) package mutating func append(key: StaticString, number: Double?) {
    append(key: key)
    if let number { append(number: number) } else { append("null") }
  }

  @inline(__always) package mutating func append(key: StaticString, tenths: Double) {
    append(key: key)
    append(tenthsOf: tenths)
  }

  @inline(__always) package mutating func append(key: StaticString, integer: Int?) {
    append(key: key)
    if let integer { append(integer: integer) } else { append("null") }
  }

  package mutating func append(key: StaticString, bool: Bool) {
    append(key: key)
    append(bool ? "true" : "false")
  }

  package mutating func append(key: StaticString, string: String?) {
    append(key: key)
    if let string { append(jsonString: string) } else { append("null") }
  }

  package mutating func append(counts: [(name: String, count: Int)]) {
    for (name, count) in counts {
      append(keyText: name)
      append(integer: count)
    }
  }

  @inline(__always)
  package mutating func append(key: StaticString, json value: Bytes) {
    append(key: key)
    append(json: value)
  }

  @inline(__always)
  package mutating func append(
    key: StaticString, object members: (inout ByteBuffer) throws -> Void
  ) rethrows {
    append(key: key)
    try appendObject(members)
  }

  @inline(__always)
  package mutating func append(
    key: StaticString, elements count: Int, indent: StaticString = "",
    _ element: (inout ByteBuffer, Int) throws -> Void
  ) rethrows {
    append(key: key)
    try appendArray(count, indent: indent, element)
  }
}
