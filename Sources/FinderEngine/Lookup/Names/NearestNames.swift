/// The nearest venue of each chain or name that is wanted.
///
/// Where they have a good part of all venues, some are near, and a walk through the index finds them.
/// Where they have few, it would look at most of the index; then their distances are all worked out, from
/// places that stand together by name (`NamePlaces`).
struct NearestNames {
  private let names: NamesWanted
  private let point: Coordinate
  private let table: NameTable
  private let places: NamePlaces
  private let store: VenueStore

  struct Nearest {
    /// The leader of the venue's name.
    let name: Int
    let row: Int
    let squaredChord: Double
    var distance = 0.0
  }

  init(_ directory: NameDirectory, _ names: NamesWanted, from point: Coordinate) {
    self.names = names
    self.point = point
    (table, places, store) = (directory.table, directory.places, directory.store)
  }

  /// As many distances are worked out more quickly than the walk is made, which looks at some 64 rows for
  /// each that it wants where one in 64 is wanted.
  private var few: Int { max(1 << 11, store.count / 64) }

  /// In exact order, those of equal distances by name. There may be more than are wanted, and some of a
  /// group twice, its nearest first.
  func search(atLeast wanted: Int) -> [Nearest] {
    guard wanted > 0 else { return [] }
    if let index = store.index, wanted <= NearestGroups.most, names.rowCount > few {
      var walk = NearestNamesWalk(names, wanted: wanted, of: index.count)
      index.gatherNearestOfCrowds(to: Cartesian(point), filter: names, into: &walk)
      if walk.isWhole { return exact(walk.candidates, walk.groups) }
    }
    return exactOfAll(wanted)
  }

  // MARK: All of them

  private func exactOfAll(_ wanted: Int) -> [Nearest] {
    let place = RoughPlace.Point(Cartesian(point))
    var groups = NearestGroups(wanted: wanted)
    var bound = Double.infinity
    var rough: [(name: Int, square: Double)] = []
    names.visit { name in
      let square = places.leastSquare(in: table.places(of: name), to: place)
      guard square <= bound else { return }
      rough.append((name, square))
      let last = groups.bound
      groups.note(names.group(of: name), square)
      // It takes roots, and few names change it.
      if groups.bound != last { bound = RoughPlace.squaredStepsInDoubt(groups.bound) }
    }
    var exact = NearestGroups(wanted: wanted)
    var candidates: [Nearest] = []
    for (name, square) in rough where square <= bound {
      let least = min(square, groups.least(of: names.group(of: name)))
      let farthest = RoughPlace.squaredStepsInDoubt(least)
      for place in rowsOf(name, within: farthest, of: place) {
        exact.note(names.group(of: name), place.squaredChord)
        candidates.append(place)
      }
    }
    return self.exact(candidates, exact)
  }

  private func rowsOf(
    _ name: Int, within farthest: Double, of point: RoughPlace.Point
  ) -> [Nearest] {
    let range = table.places(of: name)
    guard let rows = table.names.rows.values(in: range), let rough = places.places.values(in: range)
    else {
      return []
    }
    let place = Cartesian(self.point)
    return rough.indices.compactMap { i in
      guard rough[i].squaredSteps(to: point) <= farthest, rows[i] < store.count else { return nil }
      let row = Int(rows[i])
      return Nearest(
        name: names.leader(of: name), row: row,
        squaredChord: store.squaredChord(from: place, toRow: row))
    }
  }

  // MARK: Exactly

  /// Of candidates those that may yet be the nearest of their group, and that among the nearest.
  private func exact(_ candidates: [Nearest], _ groups: NearestGroups) -> [Nearest] {
    let bound = ChordBounds.squaredChordInDoubt(groups.bound)
    let origin = GeodesicOrigin(point)
    var nearest = candidates.filter { candidate in
      let least = groups.least(of: names.group(of: candidate.name))
      return candidate.squaredChord <= min(bound, ChordBounds.squaredChordInDoubt(least))
    }
    .sorted { ($0.squaredChord, $0.name) < ($1.squaredChord, $1.name) }
    var last: (coordinate: Coordinate, distance: Double)?
    for i in nearest.indices {
      // Many may stand on one spot.
      let coordinate = store.coordinate(ofRow: nearest[i].row)
      if last?.coordinate != coordinate {
        last = (coordinate, origin.distance(to: coordinate))
      }
      nearest[i].distance = last?.distance ?? 0
    }
    return nearest.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  }
}
