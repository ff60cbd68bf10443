/// The first few characters at an offset, made suitable for one line of a message.
package func excerpt(of text: Bytes, at offset: Int) -> String {
  guard offset < text.count else { return "the end" }
  let start = text[offset...].prefix(20)
  let end = start.firstIndex { $0 < 0x20 && $0 != UInt8(ascii: "\t") } ?? start.endIndex
  guard end > offset else {
    let byte = text[offset]
    if byte == 0x0A || byte == 0x0D { return "the end of the line" }
    return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  var shown = String(decoding: text[offset..<end], as: UTF8.self)
  // A character cut in two at the end decodes to a replacement that is not in the text.
  if end == start.endIndex, end < text.count {
    while shown.count > 1, shown.unicodeScalars.last == "\u{FFFD}" { shown.removeLast() }
  }
  let goesOn = end < text.count && text[end] >= 0x20
  return "'" + fitForMessage(shown) + (goesOn ? "…'" : "'")
}

/// Words from a file, for a one-line message in a terminal: white space becomes spaces, anything that would
/// control the terminal or reverse the line's order is dropped, and long text is cut.
package func fitForMessage(_ words: String) -> String {
  let longest = 60
  let scalars = words.unicodeScalars
  var fit = String.UnicodeScalarView()
  for scalar in scalars.prefix(longest) {
    switch ShownScalar(scalar.value) {
    case .text: fit.append(scalar)
    case .space: fit.append(" ")
    case .leftOut: fit.append("\u{FFFD}")
    }
  }
  if scalars.dropFirst(longest).first != nil { fit.append("…") }
  return String(fit)
}

/// How a character from a file is shown to people: the one place that decides.
///
/// White space is Unicode's White_Space, including U+00A0, tab and newline. Left out are the other control
/// characters (Cc), those with the property Bidi_Control, and those without width, which could hide in a
/// text: the soft hyphen, U+200B, U+2060, U+FEFF, and the tags, U+E0000 to U+E007F. The joiners U+200C and
/// U+200D stay, since emoji and Persian need them.
enum ShownScalar {
  case text
  case space
  case leftOut

  init(_ scalar: UInt32) {
    self =
      switch scalar {
      case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
        0x3000:
        .space
      case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        .leftOut
      case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xE_0000...0xE_007F: .leftOut
      default: .text
      }
  }
}
