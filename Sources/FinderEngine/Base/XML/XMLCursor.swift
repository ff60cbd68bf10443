/// A place in an XML text that moves forward token by token: as much of XML 1.0 as lists and tracks need.
///
/// There are no document types, and so no entities but the five that XML has and those by number:
/// a DOCTYPE is refused, which leaves nothing to expand without end and nothing to fetch. Attributes
/// are checked as they are passed over, and looked up only where they are wanted. Comments, CDATA and
/// processing instructions may stand where XML lets them. Each step takes time for its token alone, and
/// no memory.
struct XMLCursor {
  let base: UnsafePointer<UInt8>
  let end: Int
  var position: Int

  private typealias Attribute = (name: Range<Int>, value: Range<Int>)

  // Of the start that was read last: how many attributes it has, where they end, and the first two of them, which
  // are all that most have.
  private var attributes = 0
  private var attributesEnd = 0
  private var (first, second): (Attribute, Attribute) = ((0..<0, 0..<0), (0..<0, 0..<0))

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

  /// Without the prefix of its namespace.
  func local(_ name: Range<Int>) -> Range<Int> {
    let bytes = bytes(name)
    let colon = bytes.place(of: UInt8(ascii: ":"), from: 0)
    return colon + 1 < bytes.count ? name.lowerBound + colon + 1..<name.upperBound : name
  }

  mutating func next() throws(ParseError) -> Token {
    guard byte == UInt8(ascii: "<") else {
      guard position < end else { throw failure("expected an element") }
      let start = position
      skipText()
      // More of it may follow.
      guard position < end else { throw failure("expected '<'") }
      return .text(start..<position)
    }
    // Most marks are those of elements.
    switch position + 1 < end ? base[position + 1] : 0 {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return try readOther()
    default: return try readTag()
    }
  }

  /// Up to the next mark, or to the end.
  @inline(__always) mutating func skipText() {
    guard byte != UInt8(ascii: "<") else { return }
    let mark = memchr(base + position, CInt(UInt8(ascii: "<")), end - position)
    position = mark.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? end
  }

  /// Passes over the end of that element, if it is here and as short as most are: `</name>`.
  @inline(__always) mutating func skipEnd(of name: Range<Int>) -> Bool {
    let after = position + 2 + name.count
    guard after < end, base[position] == UInt8(ascii: "<"), base[position + 1] == UInt8(ascii: "/"),
      base[after] == UInt8(ascii: ">"),
      memcmp(base + position + 2, base + name.lowerBound, name.count) == 0
    else { return false }
    position = after + 1
    return true
  }

  /// Passes over an element with nothing in it but text, if one is here and written as most are:
  /// `<ele>12.5</ele>`.
  @inline(__always) mutating func skipLeaf() -> Bool {
    let start = position + 1
    var after = start
    while after < end, Self.isOfName(base[after]) { after += 1 }
    let length = after - start
    guard length > 0, after < end, base[after] == UInt8(ascii: ">"), Self.mayBegin(base[start]),
      let mark = memchr(base + after, CInt(UInt8(ascii: "<")), end - after)
    else { return false }
    let close = UnsafeRawPointer(mark) - UnsafeRawPointer(base)
    let last = close + 2 + length
    guard last < end, base[close + 1] == UInt8(ascii: "/"), base[last] == UInt8(ascii: ">"),
      memcmp(base + close + 2, base + start, length) == 0
    else { return false }
    position = last + 1
    return true
  }

  private mutating func readOther() throws(ParseError) -> Token {
    if starts(with: "<!--") { return try passAside(from: 4, to: "-->") }
    if starts(with: "<![CDATA[") {
      let start = position + 9
      position = try place(of: "]]>", from: start)
      defer { position += 3 }
      return .cdata(start..<position)
    }
    if starts(with: "<?") { return try passAside(from: 2, to: "?>") }
    guard position + 9 <= end else {
      throw ParseError(end, "expected an element, but the text ends here")
    }
    throw ParseError(position, "a document type (<!DOCTYPE) is not supported")
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
    attributes = 0
    while true {
      let hadBlank = skipBlanks()
      switch byte {
      case UInt8(ascii: ">"):
        attributesEnd = position
        position += 1
        return .start(name: name, isEmpty: false)
      case UInt8(ascii: "/"):
        attributesEnd = position
        position += 1
        guard byte == UInt8(ascii: ">") else { throw failure("expected '>'") }
        position += 1
        return .start(name: name, isEmpty: true)
      default:
        guard hadBlank else { throw failure("expected '>'") }
        let attribute = try readAttribute()
        if attributes == 0 { first = attribute } else if attributes == 1 { second = attribute }
        attributes += 1
      }
    }
  }

  /// The value, not yet decoded, of an attribute of the start that was read last; `nil` where it has none of
  /// that name. O(length of the start)
  func attribute(_ name: StaticString) throws(ParseError) -> Range<Int>? {
    var found: Range<Int>?
    func take(_ attribute: Attribute) throws(ParseError) {
      guard self.name(attribute.name, is: name) else { return }
      guard found == nil else {
        throw ParseError(attribute.name.lowerBound, "expected the attribute '\(name)' only once")
      }
      found = attribute.value
    }
    if attributes > 0 { try take(first) }
    if attributes > 1 { try take(second) }
    guard attributes > 2 else { return found }
    var cursor = self
    cursor.position = second.value.upperBound + 1
    while cursor.skipBlanks(), cursor.position < attributesEnd {
      try take(try cursor.readAttribute())
    }
    return found
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let start = position
    while position < end, base[position].isBlank { position += 1 }
    return position > start
  }

  private mutating func readName() throws(ParseError) -> Range<Int> {
    let start = position
    while position < end, Self.isOfName(base[position]) { position += 1 }
    guard position > start, Self.mayBegin(base[start]) else { throw failure("expected a name") }
    return start..<position
  }

  /// Of a name, the first byte of those that may stand in one.
  @inline(__always) private static func mayBegin(_ byte: UInt8) -> Bool {
    !(0x30...0x39).contains(byte) && byte != 0x2D
  }

  /// Letters, digits, `-`, `.`, `_`, `:`, and all that is not ASCII: a bit each, as a switch over them takes
  /// an eighth of the time that a track takes.
  @inline(__always) private static func isOfName(_ byte: UInt8) -> Bool {
    let bits: UInt64 = byte & 0x40 == 0 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte >= 0x80 || bits >> UInt64(byte & 0x3F) & 1 == 1
  }

  private mutating func readAttribute() throws(ParseError) -> Attribute {
    let name = try readName()
    skipBlanks()
    guard byte == UInt8(ascii: "=") else { throw failure("expected '=' after an attribute's name") }
    position += 1
    skipBlanks()
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("expected an attribute's value in quotes")
    }
    position += 1
    let start = position
    while position < end, base[position] != quote {
      guard base[position] != UInt8(ascii: "<") else {
        throw ParseError(position, "'<' must be written &lt; in an attribute")
      }
      position += 1
    }
    guard position < end else { throw failure("expected a quote") }
    position += 1
    return (name, start..<position - 1)
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
        throw ParseError(i, "a control character is not allowed in XML")
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
