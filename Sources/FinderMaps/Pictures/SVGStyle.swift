import FinderEngine

/// The paint of an element: attributes for the light of day, and classes by which the style sheet has
/// its colours for the dark.
struct SVGStyle {
  var fill: MapColour?
  var stroke: MapColour?
  var width = 1.0
  var dash: (on: Double, off: Double)?

  /// An element's attributes. What has no fill says so, since black is the standard.
  func append(to buffer: inout ByteBuffer) {
    buffer.append(" class=\"")
    if let fill { Self.append("f-", fill, to: &buffer) }
    if fill != nil, stroke != nil { buffer.append(" ") }
    if let stroke { Self.append("s-", stroke, to: &buffer) }
    buffer.append("\"")
    if let fill {
      SVGText.append("fill", fill, to: &buffer)
    } else {
      SVGText.append("fill", "none", to: &buffer)
    }
    guard let stroke else { return }
    SVGText.append("stroke", stroke, to: &buffer)
    SVGText.append("stroke-width", width, to: &buffer)
    guard let dash else { return }
    buffer.append(" stroke-dasharray=\"")
    SVGText.append(dash.on, to: &buffer)
    buffer.append(" ")
    SVGText.append(dash.off, to: &buffer)
    buffer.append("\"")
  }

  private static func append(
    _ prefix: StaticString, _ colour: MapColour, to buffer: inout ByteBuffer
  ) {
    buffer.append(prefix)
    buffer.append(colour.name)
  }

  // MARK: The style sheet

  /// For screens only: paper is white.
  static func appendSheet(to buffer: inout ByteBuffer) {
    buffer.append("<style>@media screen and (prefers-color-scheme:dark){\n")
    for colour in MapColour.allCases {
      append(".f-", "fill", colour, to: &buffer)
      append(".s-", "stroke", colour, to: &buffer)
      buffer.append("\n")
    }
    buffer.append("}</style>\n")
  }

  private static func append(
    _ prefix: StaticString, _ property: StaticString, _ colour: MapColour,
    to buffer: inout ByteBuffer
  ) {
    append(prefix, colour, to: &buffer)
    buffer.append("{")
    buffer.append(property)
    buffer.append(":")
    SVGText.append(hex: colour.dark, to: &buffer)
    buffer.append("}")
  }
}
