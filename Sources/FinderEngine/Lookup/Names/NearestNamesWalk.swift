/// What a walk through the index finds of the nearest venue of each group. Where it has looked at a great
/// many rows, and still lacks groups, it gives up: all venues near are of the same few.
struct NearestNamesWalk: CrowdCollector {
  private(set) var candidates: [NearestNames.Nearest] = []
  private(set) var groups: NearestGroups
  private(set) var bound = Double.infinity
  private let names: NamesWanted
  private let table: NameTable
  private let wanted: Int
  private var rowsLeft: Int

  /// A row takes some 20 ns.
  private static let mostRows = 1 << 15

  init(_ names: NamesWanted, wanted: Int, of rows: Int) {
    self.names = names
    self.wanted = wanted
    table = names.table
    groups = NearestGroups(wanted: wanted)
    rowsLeft = min(Self.mostRows, rows / 4)
  }

  /// Whether it was not given up.
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

  /// However many stand on one spot, only as many of their groups count as are wanted, the first by their
  /// leaders.
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
