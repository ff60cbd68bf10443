/// What readers of geometries have in common: they walk through texts, collections and members, and each
/// handles objects in its own way.
package protocol GeometryWalk {
  var cursor: JSONCursor { get set }

  /// Reads the object that begins here, or throws if it does not read such objects.
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

  /// Reads the objects in the array with that key.
  package mutating func readObjects(in key: StaticString) throws(ParseError) {
    try readMember(key) { walk throws(ParseError) in
      try walk.readElements { walk throws(ParseError) in try walk.readObject() }
    }
  }

  /// Reads one member of the object that begins here, and passes all others.
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
