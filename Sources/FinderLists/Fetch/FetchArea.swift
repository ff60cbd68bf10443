import FinderEngine

package enum FetchArea: Equatable, Sendable {
  case circle(Coordinate, radius: Double)
  case box(BoundingBox)

  /// In square kilometres. Greater London has 1,572, Yorkshire 11,900.
  package static let mostAtOnce = 2_500.0
  package static let mostInAll = 25_000.0

  private static let earthRadius = 6371.0088

  package var squareKilometres: Double {
    switch self {
    case .circle(_, let radius): return Double.pi * radius * radius / 1e6
    case .box(let box):
      let height = sin(box.north * Angle.degree) - sin(box.south * Angle.degree)
      let width = box.longitudeWidth * Angle.degree
      return Self.earthRadius * Self.earthRadius * height * width
    }
  }

  /// The radius of a circle with that area.
  package static func radius(ofSquareKilometres area: Double) -> Double {
    (area / .pi).squareRoot() * 1000
  }

  var box: BoundingBox {
    let (center, radius): (Coordinate, Double)
    switch self {
    case .box(let box): return box
    case .circle(let point, let metres): (center, radius) = (point, metres)
    }
    // A degree of latitude is at least 110,574 m; a degree of longitude, at least that times the cosine.
    let height = radius / 110_500
    let south = max(center.latitude - height, -90)
    let north = min(center.latitude + height, 90)
    let narrowest = cos(max(abs(south), abs(north)) * Angle.degree)
    let width = height / max(narrowest, 1e-9)
    guard width < 180 else { return BoundingBox(south: south, west: -180, north: north, east: 180) }
    let (west, east) = (center.longitude - width, center.longitude + width)
    return BoundingBox(
      south: south, west: west < -180 ? west + 360 : west, north: north,
      east: east > 180 ? east - 360 : east)
  }

  /// The radius to ask a server for. Servers measure on a sphere: on Overpass's, with a radius of 6,371 km, 1
  /// km along a meridian at the equator is 1.0056 km here. With this margin, no venue at the edge is missed.
  static func asked(_ radius: Double) -> Double { radius * 1.006 + 1 }

  /// A circle around all of it, if it is not wider than an eighth of the globe.
  var circle: (center: Coordinate, radius: Double) {
    switch self {
    case .circle(let center, let radius): return (center, radius)
    case .box(let box):
      let center = box.center
      let corners = [box.south, box.north].flatMap { latitude in
        [box.west, box.east].map { Coordinate(latitude: latitude, longitude: $0) }
      }
      let farthest = corners.map { Geodesic.distance(from: center, to: $0) }.max() ?? 0
      return (center, farthest * 1.001)
    }
  }

  /// The areas to request one by one. Each is small enough for a request, and none crosses the antimeridian,
  /// which Overpass does not support.
  var parts: [FetchArea] {
    if case .circle = self, squareKilometres <= Self.mostAtOnce { return [self] }
    let box = box
    guard box.crossesAntimeridian else { return Self.tiles(of: box) }
    let west = BoundingBox(south: box.south, west: box.west, north: box.north, east: 180)
    let east = BoundingBox(south: box.south, west: -180, north: box.north, east: box.east)
    return Self.tiles(of: west) + Self.tiles(of: east)
  }

  /// Halves the box along its longer side until all pieces are small enough.
  private static func tiles(of box: BoundingBox) -> [FetchArea] {
    guard FetchArea.box(box).squareKilometres > mostAtOnce else { return [.box(box)] }
    let middle = box.center
    let width = box.longitudeWidth * cos(middle.latitude * Angle.degree)
    var (first, second) = (box, box)
    if width > box.north - box.south {
      (first.east, second.west) = (middle.longitude, middle.longitude)
    } else {
      (first.north, second.south) = (middle.latitude, middle.latitude)
    }
    return tiles(of: first) + tiles(of: second)
  }
}

extension FetchArea {
  package var description: String {
    switch self {
    case .circle(let center, let radius):
      return "within \(shown(metres: radius)) of \(shown(center))"
    case .box(let box):
      return "in the box " + box.edges.map { shown($0) }.joined(separator: ",")
    }
  }

  /// As in `circle=51.5,-0.12,5000` or `box=-0.2,51.4,0,51.6`.
  var text: String {
    let (name, numbers): (String, [Double]) =
      switch self {
      case .circle(let center, let radius): ("circle", [center.latitude, center.longitude, radius])
      case .box(let box): ("box", box.edges)
      }
    return "\(name)=" + numbers.map { shown($0) }.joined(separator: ",")
  }

  init?(_ name: String, _ text: String) {
    let cells = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = cells.compactMap { DecimalNumber.parse(String($0)) }
    guard numbers.count == cells.count else { return nil }
    switch (name, numbers.count) {
    case ("circle", 3):
      guard let center = Coordinate(validLatitude: numbers[0], longitude: numbers[1]),
        numbers[2] > 0
      else { return nil }
      self = .circle(center, radius: numbers[2])
    case ("box", 4):
      guard let box = BoundingBox(edges: numbers), box.south < box.north else { return nil }
      self = .box(box)
    default: return nil
    }
  }
}

/// Tests whether venues are in an area; the bounds are computed once.
struct FetchAreaTest {
  private let area: FetchArea?
  private var center = Cartesian(Coordinate(latitude: 0, longitude: 0))
  /// Squared chords: everything up to the first is inside, everything beyond the second is outside.
  private var (inside, outside) = (-1.0, Double.infinity)

  /// Without an area, everything is inside.
  init(_ area: FetchArea?) {
    self.area = area
    guard case .circle(let point, let radius)? = area else { return }
    center = Cartesian(point)
    let (within, reaching) = (ChordBounds.chordWithin(radius), ChordBounds.chordReaching(radius))
    inside = within < 0 ? -1 : within * within
    outside = reaching * reaching
  }

  func contains(_ point: Coordinate) -> Bool {
    switch area {
    case nil: return true
    case .box(let box): return box.contains(point)
    case .circle(let middle, let radius):
      let chord = center.squaredChord(to: Cartesian(point))
      if chord <= inside { return true }
      return chord <= outside && Geodesic.distance(from: middle, to: point) <= radius
    }
  }
}
