import FinderEngine

/// A search that other programs do as well, just as they do it.
struct PeerSearch: Sendable {
  let name: String
  /// How many venues it finds. Rows go into an array that serves one point after another, as with the
  /// others.
  let count: @Sendable (inout Searcher, inout [Int], Coordinate) -> Int

  static let mile = 1609.344

  /// Edges of the plain sum and difference, as the others take them: finder's own map views have
  /// theirs tidied to 1e-9 degree.
  static func box(around point: Coordinate) -> BoundingBox {
    BoundingBox(
      south: point.latitude - 0.0125, west: point.longitude - 0.0125,
      north: point.latitude + 0.0125, east: point.longitude + 0.0125)
  }

  static let all = [
    PeerSearch(name: "nearest 10, exact order") { searcher, rows, point in
      searcher.rank(Query(from: point, limit: 10), into: &rows)
      return rows.count
    },
    PeerSearch(name: "count within a mile") { searcher, _, point in
      searcher.count(Query(from: point, area: .circle(radius: mile)))
    },
    PeerSearch(name: "count in a 0.025 degree box") { searcher, _, point in
      searcher.count(Query(from: point, area: .box(box(around: point))))
    },
  ]
}

/// Finder's answers in the others' terms, for them to check theirs against.
///
/// They measure along a sphere, which is up to 0.56 % off, and may have another tenth. So the thirty
/// that finder ranks first are measured along their sphere, and its ten nearest must be theirs; and
/// so is what finder lists within 1.01 miles, to say which of that lies within their mile.
struct PeerAnswers {
  private var searcher: Searcher
  private let venues: [Coordinate]

  private static let earthRadius = 6371008.8

  init(_ store: VenueStore) {
    searcher = Searcher(store)
    venues = store.coordinates
  }

  /// Ten distances in metres from the nearest on, the count within a mile, the count in the box.
  mutating func row(of point: Coordinate) -> [Double] {
    let nearest = searcher.rank(Query(from: point, limit: 30))
    let distances = nearest.map { 2 * Self.earthRadius * asin(chord(from: point, to: $0) / 2) }
      .sorted().prefix(10)
    let missing = [Double](repeating: .infinity, count: 10 - distances.count)
    let around = searcher.rank(Query(from: point, area: .circle(radius: PeerSearch.mile * 1.01)))
    let reach = 2 * sin(PeerSearch.mile / Self.earthRadius / 2)
    let withinMile = around.filter { chord(from: point, to: $0) <= reach }.count
    let box = Query(from: point, area: .box(PeerSearch.box(around: point)))
    return distances + missing + [Double(withinMile), Double(searcher.count(box))]
  }

  /// Straight through a sphere of radius 1.
  private func chord(from point: Coordinate, to row: Int) -> Double {
    let a = unit(point)
    let b = unit(venues[row])
    let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
    return (x * x + y * y + z * z).squareRoot()
  }

  private func unit(_ point: Coordinate) -> (x: Double, y: Double, z: Double) {
    let latitude = point.latitude * .pi / 180
    let longitude = point.longitude * .pi / 180
    return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
