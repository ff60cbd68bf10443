/// What lies beneath the venues: an outline of the coast, or a file of the user's. It is projected once,
/// for any number of views.
package struct BaseMap: Sendable {
  /// In a few words, such as 'rough outline'.
  package let credit: String
  /// How far it may be off, in metres: it is not drawn where that would be seen.
  package let error: Double
  private let shapes: [ProjectedShape]
  private let hasLand: Bool

  package init(_ shapes: [BaseShape], credit: String, error: Double = 0) {
    (self.credit, self.error) = (credit, error)
    // What is drawn first lies beneath; otherwise in their own order.
    let order = MapShape.Kind.allCases
    self.shapes = order.flatMap { kind in
      shapes.filter { $0.kind == kind }.map { ProjectedShape($0) }
    }
    hasLand = shapes.contains { $0.kind == .land }
  }

  package static let none = BaseMap([], credit: "")

  /// A view this low would show that the coast is elsewhere: an error as long as a twelfth of its
  /// height.
  private func isTooRough(for view: MapView) -> Bool {
    error * 12 > view.metresPerPixel * Double(view.height)
  }

  /// What of it is in the view, no finer than the view's pixels.
  func draw(into scene: inout MapScene) {
    guard !shapes.isEmpty, !isTooRough(for: scene.view) else { return }
    scene.hasLand = hasLand
    scene.credit = credit
    for shape in shapes {
      if let drawn = shape.drawn(in: scene.view) { scene.shapes.append(drawn) }
    }
  }
}

/// A shape as shares of the world's square.
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
    lines = shape.lines.map { line in
      var last: Double?
      return line.map { point in
        var x = MapView.column(point.longitude)
        // Of two ways round the world a line takes the shorter one.
        if let last { x -= (x - last).rounded() }
        last = x
        let place = MapPlace(x: x, y: MapView.row(point.latitude))
        low = MapPlace(x: min(low.x, place.x), y: min(low.y, place.y))
        high = MapPlace(x: max(high.x, place.x), y: max(high.y, place.y))
        return place
      }
    }
    (self.low, self.high) = (low, high)
  }

  /// `nil` where none of it is in the view.
  func drawn(in view: MapView) -> MapShape? {
    guard low.x <= high.x else { return nil }
    // The turn of the world that is nearest to the view's middle.
    let middle = MapPlace(x: (low.x + high.x) / 2, y: low.y)
    let turn =
      (view.place(column: middle.x - middle.x.rounded(.down), row: 0).x
        - view.place(ofShares: middle).x)
    let first = view.place(ofShares: low)
    let last = view.place(ofShares: high)
    guard first.x + turn < Double(view.width), last.x + turn > 0, first.y < Double(view.height),
      last.y > 0
    else { return nil }
    let simple = lines.map { simplified($0, view, turn) }.filter { $0.count > 1 }
    return simple.isEmpty
      ? nil : MapShape(kind: kind, lines: simple, isClosed: isClosed, hasEdge: hasEdge)
  }

  /// Without the points within half a pixel of the one before.
  private func simplified(_ line: [MapPlace], _ view: MapView, _ turn: Double) -> [MapPlace] {
    var kept: [MapPlace] = []
    kept.reserveCapacity(line.count)
    for (number, point) in line.enumerated() {
      var place = view.place(ofShares: point)
      place.x += turn
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
