/// A box of latitudes and longitudes, found in the tree of places in space.
///
/// Latitude grows with z, so two latitudes are two heights. A meridian is a half-plane through the
/// earth's axis, so two longitudes cut out a wedge, wherever the date line runs. Heights and wedge
/// sort out whole boxes of the tree, with 4 m to spare for the rounding of Float; each row left over is
/// compared in degrees, exactly as it was written.
struct BoxRegion: SearchRegion {
  private let box: BoundingBox
  private let lowest: Float
  private let highest: Float
  /// `nil` where every longitude is inside.
  private let wedge: Wedge?
  private let latitude: Column<Double>
  private let longitude: Column<Double>

  private static let slack: Float = 4

  init(_ box: BoundingBox, store: VenueStore) {
    self.box = box
    lowest = Float(Cartesian(Coordinate(latitude: box.south, longitude: 0)).z)
    highest = Float(Cartesian(Coordinate(latitude: box.north, longitude: 0)).z)
    wedge = box.longitudeWidth < 360 ? Wedge(box) : nil
    latitude = store.columns.latitude
    longitude = store.columns.longitude
  }

  func relation(to node: NodeBox) -> RegionRelation {
    if node.high.z < lowest - Self.slack || node.low.z > highest + Self.slack { return .outside }
    let isInHeights = node.low.z > lowest + Self.slack && node.high.z < highest - Self.slack
    switch wedge?.relation(to: node, slack: Self.slack) ?? .inside {
    case .outside: return .outside
    case .inside: return isInHeights ? .inside : .partly
    case .partly: return .partly
    }
  }

  var window: DegreeWindow { DegreeWindow(box) }

  func contains(row: Int) -> Bool {
    box.contains(Coordinate(latitude: latitude[row], longitude: longitude[row]))
  }
}

/// The space between two half-planes that meet in the earth's axis.
private struct Wedge {
  /// Points east of the western meridian have a positive product with the first, points west of
  /// the eastern one with the second, as long as they are less than half the globe away.
  let eastOfWest: Side
  let westOfEast: Side
  /// Up to 180° a point must be on the right side of both; beyond that of either.
  let isNarrow: Bool

  init(_ box: BoundingBox) {
    let west = Cartesian(Coordinate(latitude: 0, longitude: box.west))
    let east = Cartesian(Coordinate(latitude: 0, longitude: box.east))
    let radius = Geodesic.equatorialRadius
    eastOfWest = Side(x: Float(-west.y / radius), y: Float(west.x / radius))
    westOfEast = Side(x: Float(east.y / radius), y: Float(-east.x / radius))
    isNarrow = box.longitudeWidth <= 180
  }

  struct Side {
    /// A unit vector at right angles to the half-plane.
    let x: Float
    let y: Float

    func most(in box: NodeBox) -> Float {
      x * (x > 0 ? box.high.x : box.low.x) + y * (y > 0 ? box.high.y : box.low.y)
    }

    func least(in box: NodeBox) -> Float {
      x * (x > 0 ? box.low.x : box.high.x) + y * (y > 0 ? box.low.y : box.high.y)
    }
  }

  func relation(to box: NodeBox, slack: Float) -> RegionRelation {
    let mayReachFirst = eastOfWest.most(in: box) >= -slack
    let mayReachSecond = westOfEast.most(in: box) >= -slack
    let isInFirst = eastOfWest.least(in: box) > slack
    let isInSecond = westOfEast.least(in: box) > slack
    if isNarrow {
      guard mayReachFirst, mayReachSecond else { return .outside }
      return isInFirst && isInSecond ? .inside : .partly
    }
    guard mayReachFirst || mayReachSecond else { return .outside }
    return isInFirst || isInSecond ? .inside : .partly
  }
}
