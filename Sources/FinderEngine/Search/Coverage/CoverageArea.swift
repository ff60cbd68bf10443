/// A part of the earth to be covered: where its cells are, and where the emptiest place may be.
package enum CoverageArea: Sendable {
  case box(BoundingBox)
  case polygon(Polygon)
  /// Everything within a distance of a point, by the geodesic.
  case circle(Coordinate, radius: Double)

  /// A box that contains all of it.
  package var box: BoundingBox {
    switch self {
    case .box(let box): box
    case .polygon(let polygon): polygon.box
    case .circle(let center, let radius): Self.box(around: center, radius: radius)
    }
  }

  /// The longitude where its box begins, and its width in degrees. A circle has its centre in the middle.
  var breadth: (west: Double, across: Double) {
    let box = box
    guard case .circle(let center, _) = self else { return (box.west, box.longitudeWidth) }
    return (center.longitude - box.longitudeWidth / 2, box.longitudeWidth)
  }

  /// Edges are inside.
  package func contains(_ point: Coordinate) -> Bool {
    switch self {
    case .box(let box): box.contains(point)
    case .polygon(let polygon): polygon.contains(point)
    case .circle(let center, let radius): Geodesic.distance(from: center, to: point) <= radius
    }
  }

  /// No path from one parallel to another is shorter than the meridian. Two points at least p from the axis
  /// and a turn of t apart are at least 2 p sin(t / 2) apart in a straight line.
  private static func box(around center: Coordinate, radius: Double) -> BoundingBox {
    let middle = MeridianArc.length(to: center.latitude)
    // The margin is a tenth of a micrometre, more than the rounding error.
    let (low, high) = (middle - radius - 1e-7, middle + radius + 1e-7)
    var box = BoundingBox(
      south: MeridianArc.latitude(at: low), west: -180, north: MeridianArc.latitude(at: high),
      east: 180)
    guard abs(low) < MeridianArc.quarter, abs(high) < MeridianArc.quarter else { return box }
    let fromAxis = MeridianArc.parallelRadius(at: max(abs(box.south), abs(box.north)))
    guard radius < 2 * fromAxis else { return box }
    let width = 2 * asin(radius / (2 * fromAxis)) / Angle.degree + 1e-12
    guard width < 180 else { return box }
    box.west = CoverageGrid.turned(center.longitude - width)
    box.east = CoverageGrid.turned(center.longitude + width)
    return box
  }
}

// MARK: Parts

extension CoverageArea {
  /// A rectangle of degrees that does not cross the antimeridian.
  struct Block {
    var box: BoundingBox

    /// The maximum distance of its points from its middle: the path that changes latitude and longitude at
    /// the same rate is no longer than the hypotenuse of the longest meridian arc and the longest parallel.
    var reach: Double {
      let height = (box.north - box.south) / 2 * Angle.degree * Self.flattestMeridian
      let width = (box.east - box.west) / 2 * Angle.degree * widestParallel
      return (height * height + width * width).squareRoot() * (1 + 1e-9) + 1e-6
    }

    /// a² / b, at the poles.
    private static let flattestMeridian =
      Geodesic.equatorialRadius / (1 - Geodesic.flattening)

    private var widestParallel: Double {
      if box.south <= 0, box.north >= 0 { return Geodesic.equatorialRadius }
      return MeridianArc.parallelRadius(at: min(abs(box.south), abs(box.north)))
    }

    var middle: Coordinate { box.center }

    /// The two halves of its longer side.
    var halves: (Block, Block) {
      let height = (box.north - box.south) * 110_574
      let width = (box.east - box.west) * Angle.degree * widestParallel
      let middle = middle
      var (first, second) = (self, self)
      if height > width {
        (first.box.north, second.box.south) = (middle.latitude, middle.latitude)
      } else {
        (first.box.east, second.box.west) = (middle.longitude, middle.longitude)
      }
      return (first, second)
    }
  }

  /// Those of a box; those of a polygon are found as places of its edges.
  var corners: [Coordinate] {
    guard case .box(let box) = self else { return [] }
    return [box.south, box.north].flatMap { latitude in
      [box.west, box.east].map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }

  /// Blocks that cover it.
  var blocks: [Block] {
    let box = box
    guard box.crossesAntimeridian else { return [Block(box: box)] }
    var (west, east) = (box, box)
    (west.east, east.west) = (180, -180)
    return [Block(box: west), Block(box: east)]
  }

  /// Some place of the area in the block or, for a circle, close to it: the middle if it is inside. `nil` if
  /// no place of the block is in the area.
  func place(in block: Block) -> Coordinate? {
    let middle = block.middle
    switch self {
    case .box: return middle
    case .polygon(let polygon):
      switch polygon.relation(to: block.box) {
      case .outside: return nil
      case .inside: return middle
      case .unclear:
        if polygon.contains(middle) { return middle }
        // If no edge passes through the block, all of it is outside, like its middle.
        return polygon.edgePlace(in: block.box)
      }
    case .circle(let center, let radius):
      let origin = GeodesicOrigin(center)
      let distance = origin.distance(to: middle)
      if distance <= radius { return middle }
      guard distance <= radius + block.reach else { return nil }
      return Self.rim(of: origin, center, radius, towards: middle)
    }
  }

  /// The last place within the radius on the way from the centre to a point, approximately.
  private static func rim(
    of origin: GeodesicOrigin, _ center: Coordinate, _ radius: Double, towards point: Coordinate
  ) -> Coordinate {
    var turn = point.longitude - center.longitude
    turn -= (turn / 360).rounded() * 360
    func place(_ share: Double) -> Coordinate {
      Coordinate(
        latitude: center.latitude + share * (point.latitude - center.latitude),
        longitude: CoverageGrid.turned(center.longitude + share * turn))
    }
    var (inside, outside) = (0.0, 1.0)
    for _ in 0..<48 {
      let share = (inside + outside) / 2
      if origin.distance(to: place(share)) <= radius { inside = share } else { outside = share }
    }
    return place(inside)
  }
}
