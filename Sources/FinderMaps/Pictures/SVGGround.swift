import FinderEngine

/// The base map of a scene: a group for each kind, drawn from the bottom up.
struct SVGGround {
  private let scene: MapScene
  private let frame: PictureFrame
  /// Ids must be unique in the document, so only a kind's first group has one.
  private var named: [MapShape.Kind] = []

  init(_ scene: MapScene) {
    self.scene = scene
    frame = PictureFrame(scene.view)
  }

  mutating func append(to buffer: inout ByteBuffer) {
    buffer.append("<rect id=\"ground\"")
    SVGText.append("width", Double(scene.view.width), to: &buffer)
    SVGText.append("height", Double(scene.view.height), to: &buffer)
    SVGStyle(fill: scene.hasLand ? .sea : .ground).append(to: &buffer)
    buffer.append("/>\n")
    var open: (kind: MapShape.Kind, isClosed: Bool, hasEdge: Bool)?
    for shape in scene.shapes {
      if open == nil || open! != (shape.kind, shape.isClosed, shape.hasEdge) {
        if open != nil { buffer.append("</g>\n") }
        appendGroup(of: shape, to: &buffer)
        open = (shape.kind, shape.isClosed, shape.hasEdge)
      }
      append(shape, to: &buffer)
    }
    if open != nil { buffer.append("</g>\n") }
  }

  private mutating func appendGroup(of shape: MapShape, to buffer: inout ByteBuffer) {
    buffer.append("<g")
    if !named.contains(shape.kind) {
      named.append(shape.kind)
      buffer.append(" id=\"")
      buffer.append(text: shape.kind.rawValue)
      buffer.append("\"")
    }
    let colour = PictureStyle.colour(of: shape.kind)
    let isFilled = shape.isClosed && shape.kind.isArea
    var style = SVGStyle(fill: isFilled ? colour : nil)
    if shape.hasEdge,
      let stroke = PictureStyle.stroke(of: shape.kind, zoom: scene.view.zoom)
    {
      style.stroke = shape.kind.isArea ? .coast : colour
      (style.width, style.dash) = (stroke.width, stroke.dash)
    }
    style.append(to: &buffer)
    if isFilled { SVGText.append("fill-rule", "evenodd", to: &buffer) }
    SVGText.append("stroke-linejoin", "round", to: &buffer)
    buffer.append(">\n")
  }

  private func append(_ shape: MapShape, to buffer: inout ByteBuffer) {
    let start = buffer.count
    buffer.append("<path d=\"")
    let opened = buffer.count
    var path = SVGPath()
    for line in shape.lines {
      if shape.isClosed {
        path.append(frame.cut(ring: line), isClosed: true, to: &buffer)
      } else {
        path.append(line, in: frame, to: &buffer)
      }
    }
    // None of it is in the view.
    if buffer.count == opened { return buffer.truncate(to: start) }
    buffer.append("\"/>\n")
  }
}
