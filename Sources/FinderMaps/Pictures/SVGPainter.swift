import FinderEngine

/// Paints a scene as SVG 1.1, with a group for each layer: names stay text, shapes can be selected in a
/// drawing program, and nothing is loaded from elsewhere.
///
///     var buffer = ByteBuffer()
///     SVGPainter.append(scene, scale: 2, title: "Restaurants", to: &buffer)
///
/// One unit is a pixel of the view at any scale; the scale sets the size at which the picture is shown.
/// Colours are attributes, for simple programs; browsers in dark mode use those of the style sheet. The same
/// scene gives the same bytes.
package enum SVGPainter {
  package static func append(
    _ scene: MapScene, scale: Int, title: String, to buffer: inout ByteBuffer
  ) {
    precondition(scale > 0 && scene.view.width > 0 && scene.view.height > 0)
    appendOpening(scene.view, scale: scale, title: title, to: &buffer)
    SVGStyle.appendSheet(to: &buffer)
    var ground = SVGGround(scene)
    ground.append(to: &buffer)
    SVGVenues.append(scene, to: &buffer)
    SVGNames.append(scene, to: &buffer)
    buffer.append("</svg>\n")
  }

  private static func appendOpening(
    _ view: MapView, scale: Int, title: String, to buffer: inout ByteBuffer
  ) {
    buffer.append("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    SVGText.append("width", Double(view.width * scale), to: &buffer)
    SVGText.append("height", Double(view.height * scale), to: &buffer)
    buffer.append(" viewBox=\"0 0 ")
    buffer.append(integer: view.width)
    buffer.append(" ")
    buffer.append(integer: view.height)
    // The contents stay accessible to screen readers, which role="img" would prevent.
    buffer.append("\" role=\"graphics-document document\" aria-roledescription=\"map\"")
    buffer.append(" aria-labelledby=\"title\" font-size=\"11\"")
    buffer.append(" font-family=\"Arial, Helvetica, Liberation Sans, sans-serif\">\n")
    buffer.append("<title id=\"title\">")
    SVGText.append(title, to: &buffer)
    buffer.append("</title>\n")
  }
}

/// The paint of an element: attributes for light mode, and classes for the style sheet's dark colours.
struct SVGStyle {
  var fill: MapColour?
  var stroke: MapColour?
  var width = 1.0
  var dash: (on: Double, off: Double)?

  /// An element's attributes. No fill is stated too, since black is the default.
  func append(to buffer: inout ByteBuffer) {
    buffer.append(" class=\"")
    if let fill { Self.append("f-", fill, to: &buffer) }
    if fill != nil, stroke != nil { buffer.append(" ") }
    if let stroke { Self.append("s-", stroke, to: &buffer) }
    buffer.append("\"")
    SVGText.append("fill", fill, to: &buffer)
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

  /// For screens only, since paper is white.
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
