/// Finds only the nearest venue, as most streams of points need, without the lists and sorting for several
/// venues.
///
/// It replaces `Searcher` with a limit of 1, and answers only if one venue is certainly the nearest, or
/// several at one place, whose first row has the first name (`VenueStore.arranged`). If the exact order must
/// be computed, it returns `nil`, for `Searcher` to answer: 293 times for 20,000 points near real venues.
struct NearestOne {
  private let store: VenueStore
  private let index: SpatialIndex
  /// The store's columns, verified completely.
  private let latitude: UnsafePointer<Double>
  private let longitude: UnsafePointer<Double>

  /// `nil` if the store has no index, or only one venue.
  init?(_ store: VenueStore) {
    guard let index = store.index, store.count > 1 else { return nil }
    (self.store, self.index) = (store, index)
    latitude = store.columns.position.latitude.values.baseAddress!
    longitude = store.columns.position.longitude.values.baseAddress!
  }

  @inline(__always)
  func hit(from point: Coordinate, for rounding: some FigureRounding) -> Hit? {
    let figures = NearbyFigures(point)
    var nearest = NearestAndRival(latitude: latitude, longitude: longitude)
    index.gatherNearest(to: figures.here, filter: AllRows(), into: &nearest)
    guard let row = nearest.row,
      let path = figures.path(to: index.place(ofRow: row), for: rounding)
    else { return nil }
    let hit = Hit(row: row, distance: path.distance, bearing: path.bearing)
    return hit.isOfThisEarth ? hit : nil
  }
}

extension NearestOne {
  /// Only the row and the square of its chord, in a search that begins with a row that may be the nearest:
  /// anything farther away is not examined.
  @inline(__always)
  func row(from here: Cartesian, startingWith guess: Int) -> (row: Int, squaredChord: Double)? {
    var nearest = NearestAndRival(latitude: latitude, longitude: longitude)
    nearest.insert(
      Candidate(squaredChord: index.squaredChord(from: here, toRow: guess), row: guess))
    index.gatherNearest(to: here, filter: AllRows(), into: &nearest)
    return nearest.row.map { ($0, index.squaredChord(from: here, toRow: $0)) }
  }
}

/// The nearest so far, with all others at its spot, and the nearest of the rest.
private struct NearestAndRival: SingleCollector {
  /// Indexed by row. These are pointers, since asking the store would count a reference for each venue at one
  /// place.
  let latitude: UnsafePointer<Double>
  let longitude: UnsafePointer<Double>
  private(set) var bound = Double.infinity
  private var nearest = Double.infinity
  private var rival = Double.infinity
  private var firstRow = -1
  /// How many at its place have come so far.
  private var companions = 0

  /// For a larger crowd, `Searcher` finds the first without visiting all of it.
  private static let mostCompanions = 4 * SpatialIndex.leafCapacity

  @inline(__always)
  init(latitude: UnsafePointer<Double>, longitude: UnsafePointer<Double>) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  @inline(__always) mutating func insert(_ candidate: Candidate) {
    let squaredChord = candidate.squaredChord
    if squaredChord < nearest {
      rival = nearest
      nearest = squaredChord
      bound = ChordBounds.squaredChordInDoubt(squaredChord)
      firstRow = candidate.row
      companions = 0
    } else if squaredChord == nearest, standsOnTheSpot(candidate.row) {
      firstRow = min(firstRow, candidate.row)
      companions &+= 1
      if companions > Self.mostCompanions { giveUp() }
    } else {
      rival = squaredChord < rival ? squaredChord : rival
    }
  }

  @inline(never) private mutating func giveUp() {
    rival = -.infinity
    bound = -1
  }

  @inline(__always) private func standsOnTheSpot(_ row: Int) -> Bool {
    latitude[row] == latitude[firstRow] && longitude[row] == longitude[firstRow]
  }

  /// `nil` if another may be nearer along the geodesic, or there is a crowd.
  @inline(__always) var row: Int? { firstRow >= 0 && rival > bound ? firstRow : nil }
}
