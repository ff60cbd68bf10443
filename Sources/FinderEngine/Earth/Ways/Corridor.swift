/// Everything within a given distance of a way, along the geodesic from its nearest place; the edge counts as
/// inside.
///
/// A class, so that the area of a query stays small.
public final class Corridor: Equatable, Sendable {
  package let way: Way
  /// In metres.
  package let reach: Double

  package init(_ way: Way, reach: Double) { (self.way, self.reach) = (way, reach) }

  public func contains(_ point: Coordinate) -> Bool { contains(point, nil) }

  /// Adds the geodesics that it computes to `geodesics`.
  func contains(_ point: Coordinate, _ geodesics: GeodesicCount?) -> Bool {
    way.distance(to: point, within: reach, geodesics: geodesics) != nil
  }

  public static func == (one: Corridor, other: Corridor) -> Bool {
    one === other
      || one.reach == other.reach && one.way.pieceStarts == other.way.pieceStarts
        && one.way.points == other.way.points && one.way.first == other.way.first
  }
}

/// A corridor, searched for in the tree of places in space: boxes of that tree are compared with the boxes of
/// the way's own tree, and the remaining rows are measured one by one.
struct CorridorRegion: SearchRegion {
  private let corridor: Corridor
  private let positions: DegreeColumns
  private let isRough: Bool
  private let chord: Double
  private let geodesics: GeodesicCount?

  /// `isRough`: for a caller that measures the rows anyway, all rows of a box that is near enough count as
  /// inside.
  init(
    _ corridor: Corridor, of positions: DegreeColumns, isRough: Bool = false,
    geodesics: GeodesicCount? = nil
  ) {
    (self.corridor, self.positions, self.isRough) = (corridor, positions, isRough)
    self.geodesics = geodesics
    chord = ChordBounds.chordReaching(corridor.reach)
  }

  func relation(to quad: BoxQuad) -> QuadRelation {
    var outside = BoxQuad.Mask(repeating: false)
    for lane in 0..<4 {
      outside[lane] = !corridor.way.tree.mayReach(SpaceBox(quad[lane]), chord: chord)
    }
    return QuadRelation(outside: outside, inside: BoxQuad.Mask(repeating: false))
  }

  /// Around a pole and across the antimeridian, all longitudes.
  var window: DegreeWindow {
    let box = corridor.way.tree.box
    let (low, high) = (box.low, box.high)
    let everywhere = DegreeWindow(BoundingBox(south: -90, west: -180, north: 90, east: 180))
    guard chord < 1e7 else { return everywhere }
    // A Float is good to half a metre here.
    let around = PlaceBox(
      low: (Float(low.x - chord) - 1, Float(low.y - chord) - 1, Float(low.z - chord) - 1),
      high: (Float(high.x + chord) + 1, Float(high.y + chord) + 1, Float(high.z + chord) + 1))
    return BoundingBox(surrounding: around).map { DegreeWindow($0) } ?? everywhere
  }

  func contains(rowsFrom row: Int, before end: Int) -> RowMask {
    if isRough { return RowMask(repeating: true) }
    return mask(rowsFrom: row, before: end) {
      corridor.contains(positions.coordinate(ofRow: $0), geodesics)
    }
  }
}
