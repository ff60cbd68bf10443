import FinderEngine

/// Paints a scene as SVG 1.1, a group for each layer: names stay text, shapes can be picked up in a
/// drawing program, and nothing is fetched from anywhere.
///
///     var buffer = ByteBuffer()
///     SVGPainter.append(scene, scale: 2, title: "Restaurants", to: &buffer)
///
/// One unit is a pixel of the view, whatever the scale, which says how large the picture is shown.
/// Colours stand in attributes, for programs that know no more; browsers whose user likes it dark take
/// those of the style sheet. The same scene gives the same bytes.
package enum SVGPainter {
  package static func append(
    _ scene: MapScene, scale: Int, title: String, to buffer: inout ByteBuffer
  ) {
    precondition(scale > 0 && scene.view.width > 0 && scene.view.height > 0)
    appendOpening(scene.view, scale: scale, title: title, to: &buffer)
    SVGStyle.appendSheet(to: &buffer)
    SVGGround.append(scene, to: &buffer)
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
    // What is inside stays readable for those who cannot see it, which role="img" would not allow.
    buffer.append("\" role=\"graphics-document document\" aria-roledescription=\"map\"")
    buffer.append(" aria-labelledby=\"title\" font-size=\"11\"")
    buffer.append(" font-family=\"Arial, Helvetica, Liberation Sans, sans-serif\">\n")
    buffer.append("<title id=\"title\">")
    SVGText.append(title, to: &buffer)
    buffer.append("</title>\n")
  }
}
