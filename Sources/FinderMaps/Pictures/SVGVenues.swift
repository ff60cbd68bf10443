import FinderEngine

/// Writes a scene's dots and groups of venues, and the way to or past them.
enum SVGVenues {
  static func append(_ scene: MapScene, to buffer: inout ByteBuffer) {
    if let way = scene.way, way.kind.isBelowVenues {
      appendWay(way, in: scene.view, to: &buffer)
    }
    appendDots(scene, to: &buffer)
    if let way = scene.way, !way.kind.isBelowVenues {
      appendWay(way, in: scene.view, to: &buffer)
    }
    if !scene.groups.isEmpty { appendGroups(scene.groups, to: &buffer) }
  }

  /// All dots of a shade are one path, since there may be thousands.
  private static func appendDots(_ scene: MapScene, to buffer: inout ByteBuffer) {
    guard !scene.dots.isEmpty else { return }
    let radius = PictureStyle.dotRadius(zoom: scene.view.zoom)
    buffer.append("<g id=\"venues\"")
    if radius >= 1 { SVGText.append("stroke-linecap", "round", to: &buffer) }
    buffer.append(">\n")
    for (shade, colour) in PictureStyle.dotColours.enumerated() {
      let dots = scene.dots.filter { PictureStyle.shade($0) == shade }
        .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
      guard !dots.isEmpty else { continue }
      if PictureStyle.hasRim(zoom: scene.view.zoom) {
        appendPath(of: dots, SVGStyle(stroke: .dotRim, width: 2 * radius + 2), to: &buffer)
      }
      appendPath(of: dots, SVGStyle(stroke: colour, width: max(2 * radius, 1)), to: &buffer)
    }
    buffer.append("</g>\n")
  }

  /// Dots of one pixel that lie side by side are one stroke.
  private static func appendPath(
    of dots: [MapDot], _ style: SVGStyle, to buffer: inout ByteBuffer
  ) {
    buffer.append("<path")
    style.append(to: &buffer)
    buffer.append(" d=\"")
    var path = SVGPath()
    var i = 0
    while i < dots.count {
      var count = 1
      if style.width > 1 {
        path.append(dotAt: dots[i], to: &buffer)
      } else {
        while i + count < dots.count, dots[i + count].y == dots[i].y,
          Int(dots[i + count].x) == Int(dots[i].x) + count
        { count += 1 }
        path.append(rowAt: dots[i], count: count, to: &buffer)
      }
      i += count
    }
    buffer.append("\"/>\n")
  }

  private static func appendWay(_ way: MapWayInView, in view: MapView, to buffer: inout ByteBuffer)
  {
    let stroke = PictureStyle.stroke(of: way)
    buffer.append("<g")
    SVGText.append("id", way.kind.isBelowVenues ? "way" : "walk", to: &buffer)
    buffer.append(" stroke-linejoin=\"round\">")
    SVGText.append(
      title: way.caption.isEmpty ? PictureStyle.name(of: way) : way.caption, to: &buffer)
    let casing = SVGStyle(stroke: .rim, width: stroke.width + 2)
    let line = SVGStyle(stroke: .way, width: stroke.width, dash: stroke.dash)
    for style in [casing, line] { SVGPath.append(way.lines, style, in: view, to: &buffer) }
    buffer.append("</g>\n")
  }

  private static func appendGroups(_ groups: [MapGroup], to buffer: inout ByteBuffer) {
    buffer.append("<g id=\"groups\"><g")
    SVGStyle(fill: .group, stroke: .groupRim, width: 1.5).append(to: &buffer)
    buffer.append(">\n")
    for group in groups {
      let radius = PictureStyle.groupRadius(group.text)
      SVGText.append(circle: group.place, radius: radius - 0.75, to: &buffer)
      buffer.append(">")
      SVGText.append(title: "\(group.count) venues", to: &buffer)
      buffer.append("</circle>\n")
    }
    buffer.append("</g><g")
    SVGStyle(fill: .groupText).append(to: &buffer)
    buffer.append(" font-weight=\"bold\" text-anchor=\"middle\">\n")
    for group in groups {
      SVGText.append(group.text, x: group.place.x, y: group.place.y + 4, to: &buffer)
    }
    buffer.append("</g></g>\n")
  }
}
