/// A rectangle of latitudes and longitudes, edges included.
///
/// `west > east` means that the box crosses the antimeridian, as in RFC 7946.
public struct BoundingBox: Equatable, Sendable {
  /// The lowest latitude.
  public var south: Double
  /// The longitude of the western edge, where the box begins going east.
  public var west: Double
  /// The highest latitude.
  public var north: Double
  /// The longitude of the eastern edge, where it ends.
  public var east: Double

  /// Uses the edges as given: the caller must make sure that `south` is not above `north`.
  public init(south: Double, west: Double, north: Double, east: Double) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  /// West, south, east and north, as in GeoJSON and on the command line.
  package var edges: [Double] { [west, south, east, north] }

  /// `nil` unless these are four numbers in range, with the south not above the north.
  package init?(edges: [Double]) {
    guard edges.count == 4, Coordinate(validLatitude: edges[1], longitude: edges[0]) != nil,
      Coordinate(validLatitude: edges[3], longitude: edges[2]) != nil, edges[1] <= edges[3]
    else { return nil }
    self.init(south: edges[1], west: edges[0], north: edges[3], east: edges[2])
  }

  package var crossesAntimeridian: Bool { west > east }

  /// The degrees of longitude from the western edge eastwards to the eastern one.
  package var longitudeWidth: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// The box crosses the antimeridian and spans all but a few degrees: west and east are perhaps swapped.
  package var isAroundTheEarth: Bool { crossesAntimeridian && longitudeWidth > 350 }

  package var center: Coordinate {
    let middle = (west + east) / 2
    let longitude = crossesAntimeridian ? (middle > 0 ? middle - 180 : middle + 180) : middle
    return Coordinate(latitude: (south + north) / 2, longitude: longitude)
  }

  /// Edges count as inside. O(1). The meridians -180 and 180 are one: a venue written with either is on an
  /// edge at the other.
  public func contains(_ point: Coordinate) -> Bool {
    guard point.latitude >= south, point.latitude <= north else { return false }
    if containsLongitude(point.longitude) { return true }
    return abs(point.longitude) == 180 && containsLongitude(-point.longitude)
  }

  /// With latitudes and longitudes swapped, which may put them out of range.
  package var swapped: BoundingBox {
    BoundingBox(south: min(west, east), west: south, north: max(west, east), east: north)
  }

  /// Whether the two have a point in common. This box must not cross the antimeridian; the other may. O(1).
  func intersects(_ other: BoundingBox) -> Bool {
    guard other.south <= north, other.north >= south else { return false }
    return other.crossesAntimeridian
      ? other.west <= east || other.east >= west
      : other.west <= east && other.east >= west
  }

  /// Inside out, so that extending it over a first point makes it that point.
  @inline(__always) package static var empty: BoundingBox {
    BoundingBox(south: .infinity, west: .infinity, north: -.infinity, east: -.infinity)
  }

  @inline(__always) mutating func extend(over point: Coordinate) {
    south = min(south, point.latitude)
    north = max(north, point.latitude)
    west = min(west, point.longitude)
    east = max(east, point.longitude)
  }

  /// The other box may be empty; neither may cross the antimeridian.
  mutating func extend(over other: BoundingBox) {
    guard !other.isEmpty else { return }
    extend(over: Coordinate(latitude: other.south, longitude: other.west))
    extend(over: Coordinate(latitude: other.north, longitude: other.east))
  }

  var isEmpty: Bool { south > north }

  private func containsLongitude(_ longitude: Double) -> Bool {
    crossesAntimeridian
      ? longitude >= west || longitude <= east
      : longitude >= west && longitude <= east
  }
}

/// The narrowest box of several points: it begins after the widest gap between them, so a box that crosses
/// the antimeridian stays small.
package struct NarrowestBox {
  private static let stripCount = 720
  /// The westernmost and easternmost point in each strip of half a degree of longitude.
  private var west = [Double](repeating: .infinity, count: stripCount)
  private var east = [Double](repeating: -.infinity, count: stripCount)
  private var north = -Double.infinity
  private var south = Double.infinity

  package init() {}

  package mutating func add(_ point: Coordinate) {
    let strip = min(Int((point.longitude + 180) * 2), Self.stripCount - 1)
    west[strip] = min(west[strip], point.longitude)
    east[strip] = max(east[strip], point.longitude)
    (north, south) = (max(north, point.latitude), min(south, point.latitude))
  }

  /// `nil` if there are no points.
  package var box: BoundingBox? {
    let filled = west.indices.filter { west[$0].isFinite }
    guard let first = filled.first, let last = filled.last else { return nil }
    // Starts with the gap from the last strip round to the first.
    var (start, end, widest) = (first, last, first + Self.stripCount - last)
    for (before, after) in zip(filled, filled.dropFirst()) where after - before > widest {
      (start, end, widest) = (after, before, after - before)
    }
    return BoundingBox(south: south, west: west[start], north: north, east: east[end])
  }
}
