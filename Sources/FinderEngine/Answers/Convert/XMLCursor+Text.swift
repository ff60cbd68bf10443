extension XMLCursor {
  /// Appends what text means: entities resolved, line ends made one kind.
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
