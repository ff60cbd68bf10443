import FinderEngine

/// The text of one of the user's own files.
struct OwnText {
  let text: PaddedBytes

  enum Fault: Error {
    case malformed(ParseError)
    /// The offset of the version.
    case newer(Int)
  }

  /// Reads the text into `contents`. A text without a version, as in a list from a script or an export, is
  /// read as this version.
  func add<Contents: OwnContents>(to contents: Contents) throws(Fault) -> Contents {
    let (version, offset): (String?, Int)
    do throws(ParseError) {
      (version, offset) = try self.version()
      // In another version, the other members may mean something else.
      if version == nil || version == String(Contents.version) { return try members(contents) }
    } catch {
      throw .malformed(error)
    }
    guard let number = version.flatMap({ Int($0) }), number > Contents.version else {
      throw .malformed(ParseError(offset, "expected version \(Contents.version)"))
    }
    throw .newer(offset)
  }

  /// Finds the version, and checks the form of the whole text. If there is no version, `offset` is where the
  /// object begins.
  private func version() throws(ParseError) -> (number: String?, offset: Int) {
    var cursor = JSONCursor.start(of: text)
    var version: (number: String?, offset: Int) = (nil, cursor.position)
    try cursor.readMembers { (key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "version") else { return try cursor.skipValue() }
      let offset = cursor.position
      let digits = cursor.bytes(of: try cursor.readNumber())
      version = (String(decoding: digits, as: UTF8.self), offset)
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
    return version
  }

  private func members<Contents: OwnContents>(_ contents: Contents) throws(ParseError) -> Contents {
    var cursor = JSONCursor.start(of: text)
    var contents = contents
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "version") { return try cursor.skipValue() }
      if try !contents.take(key, &cursor) { try contents.others.take(key, &cursor) }
    }
    return contents
  }

  /// Writes the file's text, with the version first.
  static func append<Contents: OwnContents>(_ contents: Contents, to output: inout ByteBuffer) {
    var parts: [((inout ByteBuffer) -> Void)?] = [
      { $0.append(key: "version", integer: Contents.version) }
    ]
    parts += contents.members
    if !contents.others.isEmpty { parts.append { contents.others.append(to: &$0) } }
    output.appendDocument(onLines: true, parts)
  }
}

extension JSONCursor {
  /// Skips the byte order mark that some programs write.
  static func start(of text: PaddedBytes) -> JSONCursor {
    var cursor = JSONCursor(text, from: text.bytes.lengthOfByteOrderMark)
    cursor.skipWhitespace()
    return cursor
  }

  /// Like `readObject`, but refuses a repeated key. The object will be rewritten, and the first of two members
  /// with one key would be lost.
  mutating func readMembers(
    _ member: (JSONStringSpan, inout JSONCursor) throws(ParseError) -> Void
  ) throws(ParseError) {
    var keys = GrowingList<JSONStringSpan>()
    try readObject { (key, cursor) throws(ParseError) in
      keys.append(key)
      try member(key, &cursor)
    }
    let repeated = KeySet.firstRepeated(of: keys.count) { place in
      withDecoded(keys[place]) { StableHash.of($0) }
    } areSame: {
      decoded(keys[$0]) == decoded(keys[$1])
    }
    if let repeated {
      throw ParseError(keys[repeated].start - 1, "expected each key only once")
    }
  }

  mutating func readText() throws(ParseError) -> String {
    String(decoding: decoded(try readString()), as: UTF8.self)
  }

  /// A string, or `nil` for null.
  mutating func readTextOrNull() throws(ParseError) -> String? {
    if byte == UInt8(ascii: "n") {
      try skipValue()
      return nil
    }
    return try readText()
  }

  /// True or false, or `nil` for null.
  mutating func readBool() throws(ParseError) -> Bool? {
    let start = position
    let first = byte
    try skipValue()
    switch first {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    case UInt8(ascii: "n"): return nil
    default: throw ParseError(start, "expected true or false")
    }
  }
}
