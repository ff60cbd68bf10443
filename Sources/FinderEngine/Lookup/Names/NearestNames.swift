/// The nearest venue of each wanted chain or name.
///
/// If these have a good part of all venues, some are near, and a walk through the index finds them. If they
/// have few, that walk would visit most of the index; then all their distances are computed, from rough
/// positions grouped by name (`NamePlaces`).
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

  /// Up to this many distances are faster to compute than the walk, which examines about 64 rows for each
  /// wanted one if one in 64 is wanted.
  private var few: Int { max(1 << 11, store.count / 64) }

  /// In exact order; equal distances by name. There may be more than wanted, and some groups twice, each with
  /// its nearest first.
  func search(atLeast wanted: Int) -> [Nearest] {
    guard wanted > 0 else { return [] }
    if let index = store.index, wanted <= NearestGroups.most, names.rowCount > few {
      var walk = NearestNamesWalk(names, wanted: wanted, of: index.count)
      index.gatherNearestOfCrowds(to: Cartesian(point), filter: names, into: &walk)
      if walk.isWhole { return exact(walk.candidates, walk.groups) }
    }
    return exactOfAll(wanted)
  }

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
      // This takes square roots, and few names change it.
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

  /// Of the candidates, those that may still be the nearest of their group and among the nearest overall.
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
      // Many venues may be at one place.
      let coordinate = store.coordinate(ofRow: nearest[i].row)
      if last?.coordinate != coordinate { last = (coordinate, origin.distance(to: coordinate)) }
      nearest[i].distance = last?.distance ?? 0
    }
    return nearest.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
  }
}

/// Finds the nearest venue of each group by a walk through the index. If it has examined very many rows and
/// still lacks groups, it gives up: all venues nearby belong to the same few.
struct NearestNamesWalk: CrowdCollector {
  private(set) var candidates: [NearestNames.Nearest] = []
  private(set) var groups: NearestGroups
  private(set) var bound = Double.infinity
  private let names: NamesWanted
  private let table: NameTable
  private let wanted: Int
  private var rowsLeft: Int

  /// A row takes about 20 ns.
  private static let mostRows = 1 << 15

  init(_ names: NamesWanted, wanted: Int, of rows: Int) {
    self.names = names
    self.wanted = wanted
    table = names.table
    groups = NearestGroups(wanted: wanted)
    rowsLeft = min(Self.mostRows, rows / 4)
  }

  /// Whether it did not give up.
  var isWhole: Bool { rowsLeft >= 0 }

  mutating func insert(
    _ rows: Range<Int>, of index: SpatialIndex, target: CartesianPairs, filter: some RowFilter
  ) {
    rowsLeft -= rows.count
    guard isWhole else {
      bound = -1
      return
    }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: SpatialIndex.leafCapacity) { chords in
      var near = index.squaredChords(
        of: rows, to: target, within: bound, into: chords.baseAddress!)
      while near != 0 {
        let place = near.trailingZeroBitCount
        near &= near - 1
        let row = rows.lowerBound + place
        if let name = table.name(ofRow: row), names.contains(name) {
          insert(name, row, chords[place])
        }
      }
    }
  }

  private mutating func insert(_ name: Int, _ row: Int, _ squaredChord: Double) {
    let group = names.group(of: name)
    let least = groups.least(of: group)
    guard squaredChord <= min(bound, ChordBounds.squaredChordInDoubt(least)) else { return }
    candidates.append(
      NearestNames.Nearest(name: names.leader(of: name), row: row, squaredChord: squaredChord))
    groups.note(group, squaredChord)
    bound = ChordBounds.squaredChordInDoubt(groups.bound)
  }

  /// However many venues are at one place, only as many of their groups are taken as are wanted, in the order
  /// of their leaders.
  mutating func insert(
    crowd rows: Range<Int>, squaredChord: Double, of index: SpatialIndex, filter: some RowFilter
  ) {
    var first: [(leader: Int, row: Int)] = []
    for row in rows {
      guard let name = table.name(ofRow: row) else { continue }
      let leader = names.leader(of: name)
      guard first.count < wanted || leader < first[wanted - 1].leader else { continue }
      let place = firstPlace(in: 0..<first.count) { first[$0].leader >= leader }
      guard place == first.count || first[place].leader != leader, names.contains(name) else {
        continue
      }
      first.insert((leader, row), at: place)
      if first.count > wanted { first.removeLast() }
    }
    for (leader, row) in first { insert(leader, row, squaredChord) }
  }
}

/// The squared distances to the nearest few groups so far; for each group, the least.
struct NearestGroups {
  typealias Group = NameTable.Group

  private let wanted: Int
  /// In ascending order, at most as many as wanted.
  private var nearest: [(group: Group, square: Double)] = []
  /// A name without a chain comes only once.
  private var leastOfChain: [Int: Double] = [:]

  /// With more than this, they are not kept in order, and there is no bound.
  static let most = 1024

  init(wanted: Int) { self.wanted = wanted }

  /// The distance of the last wanted group; infinite while there are fewer.
  private(set) var bound = Double.infinity

  /// The least distance of a chain so far; infinite for names.
  func least(of group: Group) -> Double {
    guard case .chain(let chain) = group else { return .infinity }
    return leastOfChain[chain] ?? .infinity
  }

  mutating func note(_ group: Group, _ square: Double) {
    if case .chain(let chain) = group {
      guard square < leastOfChain[chain] ?? .infinity else { return }
      leastOfChain[chain] = square
    }
    guard wanted <= Self.most, square < bound else { return }
    if let known = nearest.firstIndex(where: { $0.group == group }) {
      guard square < nearest[known].square else { return }
      nearest.remove(at: known)
    }
    let place = firstPlace(in: 0..<nearest.count) { nearest[$0].square > square }
    nearest.insert((group, square), at: place)
    if nearest.count > wanted { nearest.removeLast() }
    if nearest.count == wanted { bound = nearest[wanted - 1].square }
  }
}
