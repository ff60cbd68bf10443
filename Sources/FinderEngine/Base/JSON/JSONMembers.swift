/// The members of an object by their keys' bytes; the last of several equal keys counts, as in most readers.
package struct JSONMembers {
  package private(set) var members: [(key: [UInt8], value: JSONSpan)] = []

  package init(members: [(key: [UInt8], value: JSONSpan)]) { self.members = members }

  package init(
    of object: JSONSpan, in text: JSONCursor,
    where isWanted: (JSONStringSpan, JSONSpan) -> Bool = { _, _ in true }
  ) {
    text.forEachMember(of: object) { key, value in
      guard isWanted(key, value) else { return }
      members.append((text.decoded(key), value))
    }
    guard members.count > 1 else { return }
    members.sort { a, b in
      a.key == b.key ? a.value.start > b.value.start : a.key.lexicographicallyPrecedes(b.key)
    }
    var last: [UInt8]?
    members.removeAll { member in
      defer { last = member.key }
      return member.key == last
    }
  }
}

extension JSONCursor {
  /// An id's characters: the text between a string's quotes, or a number's digits.
  package func idToken(_ id: JSONSpan) -> JSONStringSpan {
    guard base[id.start] == UInt8(ascii: "\"") else {
      return JSONStringSpan(start: id.start, end: id.end, hasEscapes: false)
    }
    let inside = JSONSpan(start: id.start + 1, end: id.end - 1)
    let hasEscapes = memchr(base + inside.start, 0x5C, inside.count) != nil
    return JSONStringSpan(start: inside.start, end: inside.end, hasEscapes: hasEscapes)
  }

  /// A whole number, or one in a string; `nil` for anything else.
  package func integer(_ value: JSONSpan) -> Int? {
    Int(String(decoding: rawBytes(idToken(value)), as: UTF8.self))
  }

  /// Null, or an empty text, list or object.
  package func isEmpty(_ value: JSONSpan) -> Bool {
    switch base[value.start] {
    case UInt8(ascii: "n"): true
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"): value.end - value.start == 2
    default: false
    }
  }

  /// Calls `body` with each member of the object at `span`, which was read before: its key and the extent of
  /// its value. `none` has no members.
  package func forEachMember(of span: JSONSpan, _ body: (JSONStringSpan, JSONSpan) -> Void) {
    guard !span.isNone else { return }
    var cursor = moved(to: span.start)
    // It was read once before, so it cannot fail, unless the file is forged; then it just ends.
    try? cursor.readObject { (key, cursor) throws(ParseError) in
      body(key, try cursor.spanOfValue())
    }
  }
}

extension ByteBuffer {
  /// A string's text, nothing for null, and any other value unchanged, on one line.
  mutating func append(cellOf value: JSONSpan, in cursor: JSONCursor) {
    switch cursor.base[value.start] {
    case UInt8(ascii: "\""): cursor.withDecoded(cursor.idToken(value)) { append($0) }
    case UInt8(ascii: "n"): break
    default: append(json: cursor.bytes(of: value))
    }
  }
}
