import FinderEngine

/// The map beneath the venues: the built-in outline of the coast, or a file of the user's. It is projected
/// once, and then drawn in any number of views.
package struct BaseMap: Sendable {
  /// Where the map comes from, in a few words, such as 'rough outline'.
  package let credit: String
  /// How far the map may be off, in metres. Views where that would show are drawn without it.
  package let error: Double
  private let shapes: [ProjectedShape]
  private let hasLand: Bool

  package init(_ shapes: [BaseShape], credit: String, error: Double = 0) {
    (self.credit, self.error) = (credit, error)
    // In the order in which kinds are drawn; shapes of one kind keep their order.
    let order = MapShape.Kind.allCases
    self.shapes = order.flatMap { kind in
      shapes.filter { $0.kind == kind }.map { ProjectedShape($0) }
    }
    hasLand = shapes.contains { $0.kind == .land }
  }

  package static let none = BaseMap([], credit: "")

  /// Whether the error would show, because it is more than a twelfth of the view's height.
  private func isTooRough(for view: MapView) -> Bool {
    error * 12 > view.metresPerPixel * Double(view.height)
  }

  /// Draws the part in the view, no finer than the view's pixels.
  func draw(into scene: inout MapScene) {
    guard !shapes.isEmpty, !isTooRough(for: scene.view) else { return }
    scene.hasLand = hasLand
    scene.credit = credit
    for shape in shapes {
      if let drawn = shape.drawn(in: scene.view) { scene.shapes.append(drawn) }
    }
  }
}

/// A shape in fractions of the world's square.
struct ProjectedShape: Sendable {
  let kind: MapShape.Kind
  let isClosed: Bool
  let hasEdge: Bool
  let lines: [[MapPlace]]
  let (low, high): (MapPlace, MapPlace)

  init(_ shape: BaseShape) {
    (kind, isClosed, hasEdge) = (shape.kind, shape.isClosed, shape.hasEdge)
    var low = MapPlace(x: .infinity, y: .infinity)
    var high = MapPlace(x: -.infinity, y: -.infinity)
    lines = WorldLines.places(of: shape.lines)
    for place in lines.joined() {
      low = MapPlace(x: min(low.x, place.x), y: min(low.y, place.y))
      high = MapPlace(x: max(high.x, place.x), y: max(high.y, place.y))
    }
    (self.low, self.high) = (low, high)
  }

  /// `nil` if none of it is in the view.
  func drawn(in view: MapView) -> MapShape? {
    guard low.x <= high.x else { return nil }
    let simple = turns(in: view).flatMap { turn in
      lines.map { simplified($0, view, turn * view.worldWidth) }
    }.filter { $0.count > 1 }
    return simple.isEmpty
      ? nil : MapShape(kind: kind, lines: simple, isClosed: isClosed, hasEdge: hasEdge)
  }

  /// How many worlds to move the shape east so that some of it is in the view. The copy nearest to the middle
  /// is tried and, if the view is narrower than a world, also its neighbours.
  private func turns(in view: MapView) -> [Double] {
    let middle = MapView.column(view.center.longitude)
    let nearest = (middle - (low.x + high.x) / 2).rounded()
    let (topLeft, bottomRight) = (view.place(ofShares: low), view.place(ofShares: high))
    guard topLeft.y < Double(view.height), bottomRight.y > 0 else { return [] }
    let isNarrow = view.worldWidth > Double(view.width)
    return (isNarrow ? [nearest - 1, nearest, nearest + 1] : [nearest]).filter { turn in
      let by = turn * view.worldWidth
      return topLeft.x + by < Double(view.width) && bottomRight.x + by > 0
    }
  }

  /// The line in pixels, moved east by `shift`, without points within half a pixel of the previous one.
  private func simplified(_ line: [MapPlace], _ view: MapView, _ shift: Double) -> [MapPlace] {
    var kept: [MapPlace] = []
    kept.reserveCapacity(line.count)
    for (number, point) in line.enumerated() {
      var place = view.place(ofShares: point)
      place.x += shift
      if let last = kept.last, number < line.count - 1,
        abs(place.x - last.x) < 0.5, abs(place.y - last.y) < 0.5
      {
        continue
      }
      kept.append(place)
    }
    return kept
  }
}

/// A shape of a base map, in degrees: a coast, a lake, a border.
package struct BaseShape: Equatable, Sendable {
  package var kind: MapShape.Kind
  /// Fit to be shown; empty if the shape has none.
  package let name: String
  /// The rings of an area, filled by the even-odd rule, or lines.
  package let lines: [[Coordinate]]
  /// Whether the lines are rings. The first point is not repeated at the end.
  package let isClosed: Bool
  /// Whether an area's edge is drawn. If only part of the edge should be, this is false and that part is a
  /// separate shape of lines.
  var hasEdge = true

  package init(kind: MapShape.Kind, name: String = "", lines: [[Coordinate]], isClosed: Bool) {
    (self.kind, self.name, self.lines, self.isClosed) = (kind, name, lines, isClosed)
  }
}

/// Turns lines in degrees into fractions of the world's square. A line that crosses the antimeridian
/// continues beyond the square's edge.
enum WorldLines {
  /// The lines of one shape, each moved to the copy of the world that the first is on, so that holes stay
  /// inside their area.
  static func places(of lines: [[Coordinate]]) -> [[MapPlace]] {
    var middle: Double?
    return lines.map { line in
      let places = self.places(of: line)
      guard let first = places.first?.x else { return places }
      guard let middle else {
        let xs = places.map(\.x)
        middle = (xs.min()! + xs.max()!) / 2
        return places
      }
      let turn = (middle - first).rounded(.toNearestOrEven)
      return turn == 0 ? places : places.map { MapPlace(x: $0.x + turn, y: $0.y) }
    }
  }

  /// Each step of a line takes the shorter way round the world. A step of exactly 360 degrees does not cross
  /// the antimeridian: it is the edge of something that goes all the way round, as Antarctica does.
  private static func places(of line: [Coordinate]) -> [MapPlace] {
    var last = line.first?.longitude ?? 0
    var turn = 0.0
    return line.map { point in
      let step = (point.longitude - last) / 360
      if abs(step) != 1 { turn -= step.rounded(.toNearestOrEven) }
      last = point.longitude
      return MapPlace(
        x: MapView.column(point.longitude) + turn, y: MapView.row(point.latitude))
    }
  }
}
