/// The nearest venue alone, which is what most streams of points ask for, without the lists and the
/// sorting that several venues need.
///
/// It stands for `Searcher` with a limit of 1 and answers only where one venue is nearest beyond doubt,
/// or several of one spot, the first row of which has the first name (`VenueStore.arranged`).
/// Where the exact order has to be worked out, `nil` leaves it to `Searcher`: of 20,000 points near real
/// venues that was 293.
struct NearestOne {
  private let store: VenueStore
  private let index: SpatialIndex
  /// The store's columns, verified as a whole.
  private let latitude: UnsafePointer<Double>
  private let longitude: UnsafePointer<Double>

  /// `nil` where the store has no index, or not more venues than are looked for.
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
  /// The row alone and the square of its chord, in a search that begins with a row that may be the nearest:
  /// whatever is farther is not looked at.
  @inline(__always)
  func row(from here: Cartesian, startingWith guess: Int) -> (row: Int, squaredChord: Double)? {
    var nearest = NearestAndRival(latitude: latitude, longitude: longitude)
    nearest.insert(
      Candidate(squaredChord: index.squaredChord(from: here, toRow: guess), row: guess))
    index.gatherNearest(to: here, filter: AllRows(), into: &nearest)
    return nearest.row.map { ($0, index.squaredChord(from: here, toRow: $0)) }
  }
}

/// The nearest so far, with all that stands on its spot, and the nearest of the others.
private struct NearestAndRival: SingleCollector {
  /// By row; pointers, because to ask the store counts its owners, of one spot once a venue.
  let latitude: UnsafePointer<Double>
  let longitude: UnsafePointer<Double>
  private(set) var bound = Double.infinity
  private var nearest = Double.infinity
  private var rival = Double.infinity
  private var firstRow = -1
  /// How many have come of its spot.
  private var companions = 0

  /// Of a crowd, `Searcher` finds the first without a look at all of it.
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

  /// `nil` where another may be nearer by the geodesic, or there is a crowd.
  @inline(__always) var row: Int? { firstRow >= 0 && rival > bound ? firstRow : nil }
}
