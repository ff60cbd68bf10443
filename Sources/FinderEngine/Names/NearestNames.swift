/// The nearest venue of each chain or name among some names.
///
/// Where these have few venues, their distances are all worked out. Where they have many, the nearest few
/// rows are taken out of the index, and then more, until they are of enough names.
struct NearestNames {
  private let directory: NameDirectory
  private let names: NamesWanted
  private let point: Coordinate
  private var table: NameTable { directory.table }
  private var store: VenueStore { directory.store }

  struct Nearest {
    let name: Int
    let row: Int
    var squaredChord: Double
    var distance = 0.0
  }

  private static let few = 1024

  init(_ directory: NameDirectory, _ names: NamesWanted, from point: Coordinate) {
    self.directory = directory
    self.names = names
    self.point = point
  }

  /// In exact order, those of equal distances by name. There may be more than are wanted.
  func search(atLeast wanted: Int) -> [Nearest] {
    guard let index = store.index, wanted < store.count else {
      return exact(ofAll(names), first: wanted)
    }
    var left = names
    var nearest: [Nearest] = []
    while nearest.count < wanted, !left.hasRows(atMost: Self.few) {
      let candidates = rows(index, left)
      let found = first(of: candidates, &left)
      // Only with a forged file.
      guard !found.isEmpty || candidates.isEmpty else { break }
      nearest += found
      if candidates.count < Self.atOnce { return exact(nearest, first: wanted) }
    }
    // What is left is farther away.
    if nearest.count < wanted { nearest += ofAll(left) }
    return exact(nearest, first: wanted)
  }

  private static let atOnce = 24

  private func rows(_ index: SpatialIndex, _ wanted: NamesWanted) -> [Candidate] {
    var list = CandidateList()
    list.begin(limit: Self.atOnce, reach: .infinity)
    let place = Cartesian(point)
    index.crowds.count > 0
      ? index.gatherNearestOfCrowds(to: place, limit: Self.atOnce, filter: wanted, into: &list)
      : index.gatherNearest(to: place, filter: wanted, into: &list)
    var candidates: [Candidate] = []
    list.finish(into: &candidates)
    return candidates
  }

  private func first(of candidates: [Candidate], _ left: inout NamesWanted) -> [Nearest] {
    candidates.compactMap { candidate in
      guard let name = table.nameOfRow.value(at: candidate.row).map({ Int($0) }),
        name < table.count,
        left.found.insert(directory.group(ofName: name)).inserted
      else { return nil }
      return Nearest(name: name, row: candidate.row, squaredChord: candidate.squaredChord)
    }
  }

  private func ofAll(_ names: NamesWanted) -> [Nearest] {
    let place = Cartesian(point)
    var best: [SuggestionSearch.Group: Nearest] = [:]
    for name in names.names {
      let group = directory.group(ofName: name)
      for case let row in table.rows(of: name).lazy.map({ Int($0) }) where row < store.count {
        let squaredChord = store.squaredChord(from: place, toRow: row)
        if squaredChord < best[group]?.squaredChord ?? .infinity {
          best[group] = Nearest(name: name, row: row, squaredChord: squaredChord)
        }
      }
    }
    return best.values.sorted { ($0.squaredChord, $0.name) < ($1.squaredChord, $1.name) }
  }

  /// The first `wanted` by their distances along the ellipsoid, of those that come by their chords.
  private func exact(_ nearest: [Nearest], first wanted: Int) -> [Nearest] {
    var nearest = nearest
    if wanted < nearest.count, wanted > 0 {
      let bound = ChordBounds.squaredChordInDoubt(nearest[wanted - 1].squaredChord)
      nearest = Array(nearest.prefix { $0.squaredChord <= bound })
    }
    let origin = GeodesicOrigin(point)
    for i in nearest.indices {
      nearest[i].distance = origin.distance(to: store.coordinate(ofRow: nearest[i].row))
    }
    return nearest.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  }
}
