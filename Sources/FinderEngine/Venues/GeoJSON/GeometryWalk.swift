/// What readers of geometries have in common: the way through texts, collections and members, to what
/// each makes of an object.
package protocol GeometryWalk {
  var cursor: JSONCursor { get set }

  /// Reads the object that begins here, or throws where it is none of those that it reads.
  mutating func readObject(_ type: String, at start: Int) throws(ParseError)
}

extension GeometryWalk {
  /// Reads one text, or several one after another.
  package mutating func readTexts(_ text: PaddedBytes) throws(ParseError) {
    cursor.position = text.bytes.lengthOfByteOrderMark
    repeat {
      while cursor.byte == 0x1E || cursor.byte.isBlank { cursor.position += 1 }
      try readObject()
    } while !cursor.isAtEnd()
  }

  package mutating func readObject() throws(ParseError) {
    let start = cursor.position
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a GeoJSON object ('{')")
    }
    guard let type = try cursor.typeAhead() else {
      throw ParseError(start, "expected GeoJSON, but this object has no 'type'")
    }
    try readObject(String(decoding: cursor.decoded(type), as: UTF8.self), at: start)
  }

  /// Reads the objects in the array of that name.
  package mutating func readObjects(in key: StaticString) throws(ParseError) {
    try readMember(key) { walk throws(ParseError) in
      try walk.readElements { walk throws(ParseError) in try walk.readObject() }
    }
  }

  /// Reads the one member of the object that begins here, and passes over all others.
  package mutating func readMember(
    _ wanted: StaticString, _ read: (inout Self) throws(ParseError) -> Void
  ) throws(ParseError) {
    let start = cursor.position
    var (isFirst, isRead) = (true, false)
    while let key = try cursor.nextMember(&isFirst) {
      guard cursor.string(key, is: wanted) else {
        try cursor.passForeignMember(key)
        continue
      }
      guard !isRead else { throw cursor.failure("expected '\(wanted)' only once") }
      isRead = true
      try read(&self)
    }
    guard isRead else { throw ParseError(start, "expected '\(wanted)' in this object") }
  }

  package mutating func readElements(
    _ read: (inout Self) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try read(&self) }
  }
}
