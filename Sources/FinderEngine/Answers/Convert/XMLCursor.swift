/// A place in an XML text that moves forward token by token: as much of XML 1.0 as lists need.
///
/// Document types are not supported, so the only entities are XML's own five and numeric ones: a DOCTYPE is
/// refused, which leaves nothing to expand endlessly and nothing to fetch. Attributes are checked and
/// skipped. Comments, CDATA and processing instructions may be wherever XML allows them.
struct XMLCursor: PartCursor {
  let base: UnsafePointer<UInt8>
  let end: Int
  var position: Int

  enum Token {
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    /// Characters up to the next `<`, not yet decoded.
    case text(Range<Int>)
    case cdata(Range<Int>)
    /// A comment or processing instruction.
    case aside
  }

  init(_ text: PaddedText, from position: Int) {
    (base, end, self.position) = (text.base, text.count, position)
  }

  var byte: UInt8 { position < end ? base[position] : 0 }

  func failure(_ expected: String) -> ParseError {
    ParseError(position, position >= end ? "\(expected), but the text ends here" : expected)
  }

  func bytes(_ range: Range<Int>) -> Bytes {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  func name(_ range: Range<Int>, is word: StaticString) -> Bool { bytes(range).equals(word) }

  mutating func next() throws(ParseError) -> Token {
    guard byte == UInt8(ascii: "<") else {
      guard position < end else { throw failure("expected an element") }
      let start = position
      while position < end, base[position] != UInt8(ascii: "<") { position += 1 }
      // There may be more of it.
      guard position < end else { throw failure("expected '<'") }
      return .text(start..<position)
    }
    if starts(with: "<!--") { return try passAside(from: 4, to: "-->") }
    if starts(with: "<![CDATA[") {
      let start = position + 9
      position = try place(of: "]]>", from: start)
      defer { position += 3 }
      return .cdata(start..<position)
    }
    if starts(with: "<?") { return try passAside(from: 2, to: "?>") }
    if starts(with: "<!") {
      guard position + 9 <= end else {
        throw ParseError(end, "expected an element, but the text ends here")
      }
      throw ParseError(position, "a document type (<!DOCTYPE) is not supported")
    }
    return try readTag()
  }

  private func starts(with word: StaticString) -> Bool {
    position + word.utf8CodeUnitCount <= end
      && memcmp(base + position, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  private mutating func passAside(
    from offset: Int, to word: StaticString
  ) throws(ParseError) -> Token {
    position = try place(of: word, from: position + offset) + word.utf8CodeUnitCount
    return .aside
  }

  private func place(of word: StaticString, from start: Int) throws(ParseError) -> Int {
    var place = start
    let length = word.utf8CodeUnitCount
    while place + length <= end {
      guard let found = memchr(base + place, CInt(word.utf8Start[0]), end - place) else { break }
      place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if place + length <= end, memcmp(base + place, word.utf8Start, length) == 0 { return place }
      place += 1
    }
    throw ParseError(end, "expected '\(word)', but the text ends here")
  }

  private mutating func readTag() throws(ParseError) -> Token {
    position += 1
    let isEnd = byte == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let name = try readName()
    if isEnd {
      skipBlanks()
      guard byte == UInt8(ascii: ">") else { throw failure("expected '>'") }
      position += 1
      return .end(name: name)
    }
    while true {
      let hadBlank = skipBlanks()
      switch byte {
      case UInt8(ascii: ">"):
        position += 1
        return .start(name: name, isEmpty: false)
      case UInt8(ascii: "/"):
        position += 1
        guard byte == UInt8(ascii: ">") else { throw failure("expected '>'") }
        position += 1
        return .start(name: name, isEmpty: true)
      default:
        guard hadBlank else { throw failure("expected '>'") }
        try passAttribute()
      }
    }
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let start = position
    while position < end, base[position].isBlank { position += 1 }
    return position > start
  }

  private mutating func readName() throws(ParseError) -> Range<Int> {
    let start = position
    while position < end, isOfName(base[position]) { position += 1 }
    guard position > start, !((0x30...0x39).contains(base[start]) || base[start] == 0x2D) else {
      throw failure("expected a name")
    }
    return start..<position
  }

  private func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  private mutating func passAttribute() throws(ParseError) {
    _ = try readName()
    skipBlanks()
    guard byte == UInt8(ascii: "=") else { throw failure("expected '=' after an attribute's name") }
    position += 1
    skipBlanks()
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("expected an attribute's value in quotes")
    }
    position += 1
    while position < end, base[position] != quote {
      guard base[position] != UInt8(ascii: "<") else {
        throw ParseError(position, "'<' must be written &lt; in an attribute")
      }
      position += 1
    }
    guard position < end else { throw failure("expected a quote") }
    position += 1
  }

  /// Appends decoded text: entities are resolved, and line ends made uniform.
  func decode(_ range: Range<Int>, to output: inout ByteBuffer) throws(ParseError) {
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = base[i]
      switch byte {
      case UInt8(ascii: "&"): i = try decodeEntity(at: i, before: range.upperBound, to: &output)
      case 0x0D:
        output.append(0x0A)
        i += i + 1 < range.upperBound && base[i + 1] == 0x0A ? 2 : 1
      case 0x00..<0x20 where byte != 0x09 && byte != 0x0A:
        throw ParseError(i, "a control character cannot stand in XML")
      default:
        output.append(byte)
        i += 1
      }
    }
  }

  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
    ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
  ]

  private func decodeEntity(
    at start: Int, before limit: Int, to output: inout ByteBuffer
  ) throws(ParseError) -> Int {
    let longest = 12
    guard let semicolon = (start..<min(limit, start + longest)).first(where: { base[$0] == 0x3B })
    else { throw ParseError(start, "'&' must be written &amp;") }
    let body = start + 1..<semicolon
    if let scalar = number(body) {
      output.append(text: String(Character(scalar)))
    } else if let known = Self.entities.first(where: { name(body, is: $0.name) }) {
      output.append(known.byte)
    } else {
      throw ParseError(start, "unknown entity: XML has five, and those by number")
    }
    return semicolon + 1
  }

  /// `#233` or `#xE9`: a character that XML allows.
  private func number(_ body: Range<Int>) -> Unicode.Scalar? {
    guard body.count >= 2, base[body.lowerBound] == UInt8(ascii: "#") else { return nil }
    let isHex = base[body.lowerBound + 1] == UInt8(ascii: "x")
    let digits = String(decoding: bytes(body).dropFirst(isHex ? 2 : 1), as: UTF8.self)
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(digits, radix: isHex ? 16 : 10),
      value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D,
      value & 0xFFFE != 0xFFFE
    else { return nil }
    return Unicode.Scalar(value)
  }
}
