import FinderEngine

/// Paints the parts of a scene on a canvas, in order.
struct ScenePainter: ~Copyable {
  private let scene: MapScene
  private let scale: Int
  var canvas: Canvas
  private var area: AreaFill
  private var discs: [(radius: Double, stamp: DiscStamp)] = []

  init(_ scene: MapScene, scale: Int) {
    (self.scene, self.scale) = (scene, scale)
    let (width, height) = (scene.view.width * scale, scene.view.height * scale)
    canvas = Canvas(
      width: width, height: height, parts: scale == 1 ? 2 : 4,
      filledWith: scene.hasLand ? .sea : .ground)
    area = AreaFill(width: width, height: height, lines: canvas.table.parts)
  }

  /// `ground` paints over the ground, below everything else.
  mutating func paint(_ ground: (inout ScenePainter) -> Void = { _ in }) {
    for shape in scene.shapes { paint(shape) }
    ground(&self)
    if let way = scene.way, way.kind.isBelowVenues { paint(way) }
    paintDots()
    if let way = scene.way, !way.kind.isBelowVenues { paint(way) }
    for group in scene.groups { paint(group) }
    for label in scene.labels { paint(label) }
    paintPins()
    paintCaptions()
  }

  /// Draws only the edges and lines, over whatever covers them.
  mutating func paintLines() {
    for shape in scene.shapes { paint(shape, fills: false) }
  }

  private mutating func paint(_ shape: MapShape, fills: Bool = true) {
    let colour = PictureStyle.colour(of: shape.kind)
    if fills, shape.isClosed, shape.kind.isArea {
      for ring in shape.lines { area.add(scaled(ring)) }
      area.paint(colour, on: &canvas, by: .evenOdd)
    }
    guard shape.hasEdge, let stroke = PictureStyle.stroke(of: shape.kind, zoom: scene.view.zoom)
    else { return }
    paint(
      shape.lines, isClosed: shape.isClosed, stroke, shape.kind.isArea ? .coast : colour)
  }

  private mutating func paint(
    _ lines: [[MapPlace]], isClosed: Bool, _ stroke: Stroke, _ colour: MapColour
  ) {
    let times = Double(scale)
    let dash = stroke.dash.map { (on: $0.on * times, off: $0.off * times) }
    let scaled = Stroke(width: stroke.width * times, dash: dash)
    for line in lines { scaled.add(line, isClosed: isClosed, scale: times, to: &area) }
    area.paint(colour, on: &canvas, by: .union)
  }

  private func scaled(_ ring: [MapPlace]) -> [MapPlace] {
    guard scale > 1 else { return ring }
    return ring.map { MapPlace(x: $0.x * Double(scale), y: $0.y * Double(scale)) }
  }

  private mutating func paint(_ way: MapWayInView) {
    let stroke = PictureStyle.stroke(of: way)
    paint(way.lines, isClosed: false, Stroke(width: stroke.width + 2, dash: nil), .rim)
    paint(way.lines, isClosed: false, stroke, .way)
  }

  /// There are many discs, but of few sizes, so a size is computed once.
  private mutating func disc(_ radius: Double) -> DiscStamp {
    if let known = discs.first(where: { $0.radius == radius }) { return known.stamp }
    let stamp = DiscStamp(
      radius: radius * Double(scale), scale: scale, parts: canvas.table.parts)
    discs.append((radius, stamp))
    return stamp
  }

  private mutating func stamp(_ stamp: DiscStamp, at place: MapPlace, _ ink: MapColour) {
    canvas.stamp(stamp, x: Canvas.pixel(place.x), y: Canvas.pixel(place.y), scale: scale, ink)
  }

  /// Crowds come last, to be on top.
  private mutating func paintDots() {
    let zoom = scene.view.zoom
    let radius = PictureStyle.dotRadius(zoom: zoom)
    guard radius >= 1 else { return paintPixels() }
    let (dot, rim) = (disc(radius), disc(radius + 1))
    for (shade, colour) in PictureStyle.dotColours.enumerated() {
      for place in scene.dots where PictureStyle.shade(place) == shade {
        let (x, y) = (Int(place.x), Int(place.y))
        if PictureStyle.hasRim(zoom: zoom) { canvas.stamp(rim, x: x, y: y, scale: scale, .dotRim) }
        canvas.stamp(dot, x: x, y: y, scale: scale, colour)
      }
    }
  }

  /// For dots that each cover exactly one pixel, painted in their order.
  private mutating func paintPixels() {
    var shades: UInt8 = 0
    for dot in scene.dots { shades |= 1 << UInt8(PictureStyle.shade(dot)) }
    // Colours are added to the table in their own order.
    var indices: [UInt8] = []
    for (shade, colour) in PictureStyle.dotColours.enumerated() {
      indices.append(shades >> UInt8(shade) & 1 == 1 ? canvas.table.index(of: colour) : 0)
    }
    for dot in scene.dots {
      canvas.fill(
        x: Int(dot.x) * scale, y: Int(dot.y) * scale, width: scale, height: scale,
        index: indices[PictureStyle.shade(dot)])
    }
  }

  private mutating func paint(_ group: MapGroup) {
    let radius = PictureStyle.groupRadius(group.text)
    stamp(disc(radius), at: group.place, .groupRim)
    stamp(disc(radius - 1.5), at: group.place, .group)
    canvas.draw(
      group.text, at: middle(group.place), scale: scale, .groupText, halo: nil, isBold: true)
  }

  /// The middle of the view's pixel, where discs have their middle too.
  private func middle(_ place: MapPlace) -> MapPlace {
    MapPlace(x: place.x.rounded(.down) + 0.5, y: place.y.rounded(.down))
  }

  private mutating func paint(_ label: MapLabel) {
    stamp(disc(PictureStyle.markRadius + 1), at: label.mark, .halo)
    stamp(disc(PictureStyle.markRadius), at: label.mark, .town)
    canvas.draw(label.text, at: label.place, scale: scale, .text, halo: .halo)
  }

  private mutating func paintPins() {
    let layout = PinLayout(scene)
    // The nearest comes last, to be on top.
    for pin in layout.pins.reversed() {
      let ink: MapColour = pin.pin.kind == .selected ? .selected : .pin
      let line = [centred(pin.pin.place), centred(pin.disc)]
      stamp(disc(PictureStyle.pinSpot + 1), at: pin.pin.place, .rim)
      stamp(disc(PinLayout.radius + 1), at: pin.disc, .rim)
      paint([line], isClosed: false, Stroke(width: PictureStyle.pinLine + 2), .rim)
      paint([line], isClosed: false, Stroke(width: PictureStyle.pinLine), ink)
      stamp(disc(PictureStyle.pinSpot), at: pin.pin.place, ink)
      stamp(disc(PinLayout.radius), at: pin.disc, ink)
      canvas.draw(
        pin.pin.letter, at: middle(pin.disc), scale: scale, .pinText, halo: nil, isBold: true)
    }
    for pin in scene.pins where pin.kind == .point { paint(point: pin) }
  }

  private func centred(_ place: MapPlace) -> MapPlace {
    MapPlace(x: place.x.rounded(.down) + 0.5, y: place.y.rounded(.down) + 0.5)
  }

  private mutating func paint(point: MapPin) {
    paint(point: point.place, PictureStyle.discs(ofPoint: point.letter))
    if point.letter.isEmpty { return }
    canvas.draw(
      point.letter, at: middle(point.place), scale: scale, .pinText, halo: nil, isBold: true)
  }

  mutating func paint(point place: MapPlace, _ discs: [(radius: Double, colour: MapColour)]) {
    for part in discs { stamp(disc(part.radius), at: place, part.colour) }
  }

  private mutating func paintCaptions() {
    let captions = PictureCaptions(scene)
    for line in captions.lines {
      paint([line.places], isClosed: false, Stroke(width: line.width + 2), .halo)
      paint(
        [line.places], isClosed: false, Stroke(width: line.width, dash: line.dash), line.colour)
    }
    for text in captions.texts {
      let half = Double(PictureFont.standard.width(of: text.text)) / 2
      let middle = MapPlace(x: text.place.x + (text.isCentred ? 0 : half), y: text.place.y)
      canvas.draw(text.text, at: middle, scale: scale, .text, halo: .halo)
    }
    guard !scene.credit.isEmpty else { return }
    let half = Double(PictureFont.standard.width(of: scene.credit)) / 2
    let place = MapPlace(x: captions.creditEnd.x - half, y: captions.creditEnd.y)
    canvas.draw(scene.credit, at: place, scale: scale, .faintText, halo: .halo)
  }
}

/// A disc of pixels with a smooth edge, computed once and stamped many times.
struct DiscStamp {
  let size: Int
  /// Row by row, how many parts of each pixel are covered.
  let covered: [UInt8]

  /// The disc's middle is the middle of a pixel if `scale` is odd, and between pixels if it is even: in both
  /// cases, the middle of a pixel of the view.
  init(radius: Double, scale: Int, parts: Int) {
    let reach = Int((radius + 0.5).rounded(.up))
    let size = 2 * reach + scale % 2
    let middle = Double(size) / 2
    let isCrisp = radius < 2
    self.size = size
    covered = (0..<size * size).map { i in
      let x = Double(i % size) + 0.5 - middle
      let y = Double(i / size) + 0.5 - middle
      let share = radius + 0.5 - (x * x + y * y).squareRoot()
      // The smallest discs have no smooth edge: with thousands of them, that would take a third more bytes.
      if isCrisp { return share >= 0.5 ? UInt8(parts) : 0 }
      return UInt8(min(max(share, 0), 1) * Double(parts) + 0.5)
    }
  }
}

extension Canvas {
  /// Places the disc's middle at the middle of a pixel of the view.
  mutating func stamp(_ stamp: DiscStamp, x: Int, y: Int, scale: Int, _ ink: MapColour) {
    let reach = stamp.size / 2
    let (left, top) = (x * scale + scale / 2 - reach, y * scale + scale / 2 - reach)
    let columns = max(0, -left)..<max(min(stamp.size, width - left), max(0, -left))
    let (whole, all) = (table.index(of: ink), table.parts)
    for row in max(0, -top)..<max(min(stamp.size, height - top), max(0, -top)) {
      let line = pixels + ((top + row) * stride + 1 + left)
      for column in columns {
        let parts = Int(stamp.covered[row * stamp.size + column])
        if parts == all {
          line[column] = whole
        } else if parts > 0 {
          line[column] = table.index(of: ink, covering: parts, over: line[column])
        }
      }
    }
  }
}
