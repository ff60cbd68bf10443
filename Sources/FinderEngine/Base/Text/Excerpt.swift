/// The first few characters at an offset, made fit for one line of a message.
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
  // A character cut in two at the end decodes to a replacement that never stood there.
  if end == start.endIndex, end < text.count {
    while shown.count > 1, shown.unicodeScalars.last == "\u{FFFD}" { shown.removeLast() }
  }
  let goesOn = end < text.count && text[end] >= 0x20
  return "'" + fitForMessage(shown) + (goesOn ? "…'" : "'")
}

/// Words out of a file, for a message of one line on somebody's terminal: white space as spaces, and
/// nothing that would steer the terminal or turn the line's order round; cut where they go on.
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

/// What becomes of a character out of a file where people read it: the one place that decides.
///
/// White space is what Unicode calls White_Space, U+00A0, tab and newline among it. Left out are the
/// other control characters (Cc), those with the property Bidi_Control, and those that take no room and
/// so hide in a text: the soft hyphen, U+200B, U+2060, U+FEFF, and the tags, U+E0000 to U+E007F. The
/// joiners U+200C and U+200D stay, which emoji and Persian need.
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
