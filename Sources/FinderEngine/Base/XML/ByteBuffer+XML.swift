extension ByteBuffer {
  /// Text as XML 1.0 has it, in an element or in an attribute's quotes.
  ///
  /// What XML cannot have even as an escape (control characters, U+FFFE and U+FFFF) is left out, and
  /// what is not UTF-8 becomes U+FFFD: one such byte would make the whole document unreadable. O(length)
  package mutating func append(xmlText text: Bytes) {
    // Text is copied in runs, up to the next character that does not stay as it is.
    var (run, place) = (0, 0)
    while place < text.count {
      let (length, escape) = Self.xmlForm(of: text, at: place)
      if let escape {
        append(Bytes(rebasing: text[run..<place]))
        append(escape)
        run = place + length
      }
      place += length
    }
    append(Bytes(rebasing: text[run...]))
  }

  package mutating func append(xmlText text: String) { text.withBytes { append(xmlText: $0) } }

  /// How many bytes the character there has, and what is written for it; `nil` where it may stand.
  private static func xmlForm(
    of text: Bytes, at place: Int
  ) -> (length: Int, escape: StaticString?) {
    switch text[place] {
    case UInt8(ascii: "&"): return (1, "&amp;")
    case UInt8(ascii: "<"): return (1, "&lt;")
    case UInt8(ascii: ">"): return (1, "&gt;")
    case UInt8(ascii: "\""): return (1, "&quot;")
    case 0x09, 0x0A: return (1, nil)
    // A reader would make a line feed of it.
    case 0x0D: return (1, "&#13;")
    case 0x00..<0x20: return (1, "")
    case 0x20..<0x80: return (1, nil)
    default:
      let length = text.utf8Length(at: place)
      guard length > 0 else { return (1, "\u{FFFD}") }
      let isForbidden =
        length == 3 && text[place] == 0xEF && text[place + 1] == 0xBF && text[place + 2] >= 0xBE
      return (length, isForbidden ? "" : nil)
    }
  }
}
