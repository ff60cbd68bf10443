import FinderEngine

/// The part of the world that a map shows, and its size: a window of `width` by `height` pixels into the
/// square of Web Mercator. A pixel is whatever a painter draws with: a braille dot, a pixel of a PNG, a unit
/// of an SVG.
///
///     let view = MapView(center: point, zoom: 12, width: 1024, height: 768)
///     let place = view.place(of: venue)          // in pixels from the top left corner
///     let box = view.box                         // what is visible, in degrees
///
/// x grows eastwards and y southwards. A view may cross the antimeridian; it is then one piece in pixels, but
/// two boxes in degrees.
package struct MapView: Equatable, Sendable {
  /// The width of the world at zoom 0, in pixels.
  package static let tile = 256.0
  /// The latitude of the square's northern edge. Anything beyond is drawn on the edge.
  package static let northernmost = 85.0511287798066

  package private(set) var center: Coordinate
  /// The width of the whole world, in pixels.
  package private(set) var worldWidth: Double
  package var width: Int
  package var height: Int
  /// The view's top left corner in the world's square, in pixels.
  private var left = 0.0
  private var top = 0.0

  package init(center: Coordinate, worldWidth: Double, width: Int, height: Int) {
    (self.center, self.worldWidth) = (center, worldWidth)
    (self.width, self.height) = (width, height)
    (left, top) = (Self.column(center.longitude), Self.row(center.latitude))
    left = left * worldWidth - Double(width) / 2
    top = top * worldWidth - Double(height) / 2
  }

  package init(center: Coordinate, zoom: Double, width: Int, height: Int) {
    self.init(
      center: center, worldWidth: Self.tile * exp2(zoom), width: width, height: height)
  }

  /// A view of whole cells. The world is 2^`level` cells wide, and the view reaches from the cell at the top
  /// left corner of `view` to the cell at its bottom right corner. If `view` is wider than the world, each
  /// cell is there once, in the copy of the world around the middle.
  init(cellsAt level: Int, of view: MapView) {
    worldWidth = exp2(Double(level))
    let share = worldWidth / view.worldWidth
    let spare = max(Double(view.width) - view.worldWidth, 0) / 2
    left = ((view.left + spare) * share).rounded(.down)
    top = max((view.top * share).rounded(.down), 0)
    let right = ((view.left + Double(view.width)) * share).rounded(.up)
    width = Int(min(right - left, worldWidth))
    let bottom = ((view.top + Double(view.height)) * share).rounded(.up)
    height = Int(max(min(bottom, worldWidth) - top, 1))
    center = view.center
    center = coordinate(of: MapPlace(x: Double(width) / 2, y: Double(height) / 2))
  }

  /// The column and row of the first whole cell.
  var firstCell: (Int, Int) { (Int(left), Int(top)) }

  package var zoom: Double { log2(worldWidth / Self.tile) }

  /// The longitude as a fraction of the world's width, from the antimeridian eastwards.
  @inline(__always) package static func column(_ longitude: Double) -> Double {
    (longitude + 180) / 360
  }

  /// The latitude as a fraction of the square's height, from the north.
  package static func row(_ latitude: Double) -> Double {
    // Uses the sine: the tangent and its inverse hyperbolic sine take twice as long.
    let sine = sin(min(max(latitude, -northernmost), northernmost) * Angle.degree)
    return 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
  }

  /// The same from the latitude's tangent.
  static func row(tangent: Double) -> Double { 0.5 - asinh(tangent) / (2 * .pi) }

  /// The place of a point, on the side of the antimeridian that is nearer to the view's middle.
  package func place(of point: Coordinate) -> MapPlace {
    place(column: Self.column(point.longitude), row: Self.row(point.latitude))
  }

  /// The same from fractions of the world's square.
  @inline(__always) package func place(column: Double, row: Double) -> MapPlace {
    var x = column * worldWidth - left
    let middle = Double(width) / 2
    if x - middle > worldWidth / 2 { x -= worldWidth }
    if middle - x > worldWidth / 2 { x += worldWidth }
    return MapPlace(x: x, y: row * worldWidth - top)
  }

  /// A place of this view in another view of the same world.
  @inline(__always) func place(_ place: MapPlace, in other: MapView) -> MapPlace {
    let share = other.worldWidth / worldWidth
    return MapPlace(
      x: (place.x + left) * share - other.left, y: (place.y + top) * share - other.top)
  }

  /// The place from fractions of the world's square, in the copy of the world that they say.
  @inline(__always) func place(ofShares place: MapPlace) -> MapPlace {
    MapPlace(x: place.x * worldWidth - left, y: place.y * worldWidth - top)
  }

  @inline(__always) package func contains(_ place: MapPlace) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x < Double(width) && place.y < Double(height)
  }

  package func coordinate(of place: MapPlace) -> Coordinate {
    let column = (place.x + left) / worldWidth
    let row = min(max((place.y + top) / worldWidth, 0), 1)
    return Coordinate(
      latitude: Self.latitude(ofRow: row),
      longitude: (column - column.rounded(.down)) * 360 - 180)
  }

  package static func latitude(ofRow row: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * row))) / Angle.degree
  }

  /// The visible part in degrees. West may be greater than east.
  package var box: BoundingBox {
    let northWest = coordinate(of: MapPlace(x: 0, y: 0))
    let southEast = coordinate(of: MapPlace(x: Double(width), y: Double(height)))
    let isWhole = Double(width) >= worldWidth
    return BoundingBox(
      south: southEast.latitude, west: isWhole ? -180 : northWest.longitude,
      north: northWest.latitude, east: isWhole ? 180 : southEast.longitude)
  }

  /// Whether it is taller than any view in which the app shows single venues.
  package var isTooTallForVenues: Bool {
    let box = box
    return box.north - box.south > Camera.widestLatitudeForVenues
  }

  /// Metres per pixel at the view's middle.
  package var metresPerPixel: Double {
    let around = 2 * Double.pi * Geodesic.equatorialRadius
    return around * cos(center.latitude * Angle.degree) / worldWidth
  }

  /// How high the view of a camera is, as a multiple of its distance: 2 · tan 15°, for a lens of 30 degrees.
  /// The camera is that of the app that finder descends from, and comes no nearer than 500 m.
  package static let heightByDistance = 0.536

  /// The view that shows all the points, with a margin of a tenth on each side, and no closer than the camera
  /// may go.
  package init(fitting points: [Coordinate], width: Int, height: Int) {
    var (low, high) = (MapPlace(x: .infinity, y: .infinity), MapPlace(x: -.infinity, y: -.infinity))
    let first = points.first.map { Self.column($0.longitude) } ?? 0.5
    for point in points {
      // Take the shorter way round the world.
      var x = Self.column(point.longitude)
      x -= (x - first).rounded()
      let y = Self.row(point.latitude)
      low = MapPlace(x: min(low.x, x), y: min(low.y, y))
      high = MapPlace(x: max(high.x, x), y: max(high.y, y))
    }
    if points.isEmpty { (low, high) = (MapPlace(x: 0, y: 0), MapPlace(x: 1, y: 1)) }
    self.init(low, high, margin: 0.1, width: width, height: height)
  }

  /// The view that shows a box, and more on two sides if the shapes differ.
  package init(showing box: BoundingBox, margin: Double = 0, width: Int, height: Int) {
    let west = Self.column(box.west)
    let east = Self.column(box.east) + (box.crossesAntimeridian ? 1 : 0)
    self.init(
      MapPlace(x: west, y: Self.row(box.north)), MapPlace(x: east, y: Self.row(box.south)),
      margin: margin, width: width, height: height)
  }

  /// The view that shows everything within a radius, in metres, around a point.
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

  /// Enlarges the world by a factor, around the view's middle: no larger than the camera's least distance
  /// allows, and no smaller than half the view.
  package mutating func zoom(by factor: Double) {
    var width = worldWidth * factor
    let nearest = Camera.distanceRange.lowerBound * Self.heightByDistance
    let metres = metresPerPixel * worldWidth
    width = min(width, metres * Double(height) / nearest)
    width = max(width, Double(min(self.width, height)) / 2)
    self = MapView(center: center, worldWidth: width, width: self.width, height: height)
  }
}

/// A place on a map, in pixels from the top left corner.
package struct MapPlace: Equatable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  func isNearer(to place: MapPlace, than other: MapPlace) -> Bool {
    let (own, others) = (offset(to: place), other.offset(to: place))
    return own.x * own.x + own.y * own.y < others.x * others.x + others.y * others.y
  }

  private func offset(to place: MapPlace) -> MapPlace { MapPlace(x: place.x - x, y: place.y - y) }
}
