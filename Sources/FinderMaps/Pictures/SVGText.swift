import FinderEngine

/// Text, numbers and attributes of an SVG document.
enum SVGText {
  /// Any text as character data, for an element or an attribute. Characters that XML 1.0 does not allow are
  /// left out, and so are those that reverse the order of following text; line ends and tabs become spaces.
  static func append(_ text: String, to buffer: inout ByteBuffer) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: buffer.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: break
      case 0x202A...0x202E, 0x2066...0x2069: break
      case 0x22: buffer.append("&quot;")
      case 0x26: buffer.append("&amp;")
      case 0x27: buffer.append("&#39;")
      case 0x3C: buffer.append("&lt;")
      case 0x3E: buffer.append("&gt;")
      default: for byte in UTF8.encode(scalar)! { buffer.append(byte) }
      }
    }
  }

  /// With at most two decimals, without trailing zeros, and never with an exponent. Places too far away for
  /// any picture are moved nearer, but stay outside.
  static func append(_ value: Double, to buffer: inout ByteBuffer) {
    let limited = value.isNaN ? 0 : min(max(value, -1e7), 1e7)
    buffer.append(number: (limited * 100).rounded() / 100)
  }

  static func append(_ name: StaticString, _ value: Double, to buffer: inout ByteBuffer) {
    open(name, &buffer)
    append(value, to: &buffer)
    buffer.append("\"")
  }

  static func append(_ name: StaticString, _ value: StaticString, to buffer: inout ByteBuffer) {
    open(name, &buffer)
    buffer.append(value)
    buffer.append("\"")
  }

  static func append(_ name: StaticString, _ colour: MapColour?, to buffer: inout ByteBuffer) {
    open(name, &buffer)
    if let colour { append(hex: colour.light, to: &buffer) } else { buffer.append("none") }
    buffer.append("\"")
  }

  private static func open(_ name: StaticString, _ buffer: inout ByteBuffer) {
    buffer.append(" ")
    buffer.append(name)
    buffer.append("=\"")
  }

  static func append(hex colour: UInt32, to buffer: inout ByteBuffer) {
    buffer.append("#")
    for shift in stride(from: 20, through: 0, by: -4) {
      let digit = UInt8(colour >> UInt32(shift) & 0xF)
      buffer.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  /// The element's title, which viewers show as a tooltip.
  static func append(title: String, to buffer: inout ByteBuffer) {
    buffer.append("<title>")
    append(title, to: &buffer)
    buffer.append("</title>")
  }

  static func append(_ text: String, x: Double, y: Double, to buffer: inout ByteBuffer) {
    buffer.append("<text")
    append("x", x, to: &buffer)
    append("y", y, to: &buffer)
    buffer.append(">")
    append(text, to: &buffer)
    buffer.append("</text>\n")
  }

  static func append(circle place: MapPlace, radius: Double, to buffer: inout ByteBuffer) {
    buffer.append("<circle")
    append("cx", place.x, to: &buffer)
    append("cy", place.y, to: &buffer)
    append("r", radius, to: &buffer)
  }
}
