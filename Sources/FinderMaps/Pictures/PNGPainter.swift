import FinderEngine

/// Paints a scene as PNG: as wide and high as its view, times the scale.
///
///     var buffer = ByteBuffer()
///     PNGPainter.append(scene, scale: 2, title: "Restaurants", to: &buffer)
///
/// The same scene gives the same bytes.
package enum PNGPainter {
  /// The largest width and height in pixels, scale included: 64 MB while it is painted.
  package static let largestSide = 8192

  package static func append(
    _ scene: MapScene, scale: Int, title: String = "", to buffer: inout ByteBuffer
  ) {
    precondition(scale > 0 && scene.view.width > 0 && scene.view.height > 0)
    var painter = ScenePainter(scene, scale: scale)
    painter.paint()
    PNGWriter.append(painter.canvas, scale: scale, title: title, to: &buffer)
  }
}
