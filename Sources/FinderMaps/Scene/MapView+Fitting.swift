import FinderEngine

extension MapView {
  /// A view this high is what the camera of the app that finder descends from sees from its least
  /// distance, 500 m, through a lens of 30 degrees: 2 · tan 15° of the distance.
  package static let heightByDistance = 0.536

  /// The view in which all the points can be seen, with a margin of a tenth on each side, and no nearer
  /// than the camera may go.
  package init(fitting points: [Coordinate], width: Int, height: Int) {
    var (low, high) = (MapPlace(x: .infinity, y: .infinity), MapPlace(x: -.infinity, y: -.infinity))
    let first = points.first.map { Self.column($0.longitude) } ?? 0.5
    for point in points {
      // Of two ways round the world the shorter one.
      var x = Self.column(point.longitude)
      x -= (x - first).rounded()
      let y = Self.row(point.latitude)
      low = MapPlace(x: min(low.x, x), y: min(low.y, y))
      high = MapPlace(x: max(high.x, x), y: max(high.y, y))
    }
    if points.isEmpty { (low, high) = (MapPlace(x: 0, y: 0), MapPlace(x: 1, y: 1)) }
    self.init(low, high, margin: 0.1, width: width, height: height)
  }

  /// The view that shows a box, and what lies beside it where the shapes differ.
  package init(showing box: BoundingBox, margin: Double = 0, width: Int, height: Int) {
    let west = Self.column(box.west)
    let east = Self.column(box.east) + (box.crossesAntimeridian ? 1 : 0)
    self.init(
      MapPlace(x: west, y: Self.row(box.north)), MapPlace(x: east, y: Self.row(box.south)),
      margin: margin, width: width, height: height)
  }

  /// The view that shows all within so many metres of a point.
  package init(around center: Coordinate, radius: Double, width: Int, height: Int) {
    self.init(center: center, worldWidth: Self.tile, width: width, height: height)
    let wanted = 2 * radius * 1.05 / Double(min(width, height))
    zoom(by: metresPerPixel / max(wanted, 1e-9))
  }

  private init(_ low: MapPlace, _ high: MapPlace, margin: Double, width: Int, height: Int) {
    let share = 1 - 2 * margin
    let middle = MapPlace(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    let column = middle.x - middle.x.rounded(.down)
    let center = Coordinate(
      latitude: Self.latitude(ofRow: middle.y), longitude: column * 360 - 180)
    let across = Double(width) * share / max(high.x - low.x, 1e-12)
    let along = Double(height) * share / max(high.y - low.y, 1e-12)
    self.init(center: center, worldWidth: Self.tile, width: width, height: height)
    zoom(by: min(across, along) / Self.tile)
  }

  /// Makes the world larger by a factor, around the view's middle: no larger than the camera's least
  /// distance allows, and no smaller than half the view.
  package mutating func zoom(by factor: Double) {
    var width = worldWidth * factor
    let nearest = Camera.distanceRange.lowerBound * Self.heightByDistance
    let metres = metresPerPixel * worldWidth
    width = min(width, metres * Double(height) / nearest)
    width = max(width, Double(min(self.width, height)) / 2)
    self = MapView(center: center, worldWidth: width, width: self.width, height: height)
  }
}
