/// The first few characters at an offset, made fit for one line of a message.
package func excerpt(of text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
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
  let isCut = end < text.count && text[end] >= 0x20
  return "'" + fitForMessage(shown) + (isCut ? "…'" : "'")
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
