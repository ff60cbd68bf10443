/// The nearest candidates so far for a small limit, kept without a branch that could be guessed
/// wrongly; in a heap, nearly each step of a candidate is one.
///
/// The squared chords of the nearest stand in ascending order. A new one goes to its place as through a
/// row of sieves: each place keeps the smaller of what it has and what comes from the left, whatever
/// that is. The last 8 bits of a key, 6 parts in 10^14, give way to the candidate's number among all
/// that were let in (`seen`), which tells at the end whose key it is.
///
/// As in `CandidateList`, what is so little farther than the last that its exact distance may yet put
/// it in belongs to the answer; it is in `seen`, too. Should more be let in than `seen` holds (hundreds
/// of venues on one spot), the list gives up, and `CandidateList` takes its place.
struct NearestFew: CandidateCollector {
  static let largestLimit = 16
  static let capacity = 256
  private static let numberBits: UInt64 = 0xFF

  private let keys: UnsafeMutablePointer<Double>
  private let seen: UnsafeMutablePointer<Candidate>
  private let limit: Int
  private let reach: Double
  private var count = 0
  private var nearestDropped = Double.infinity
  private(set) var bound: Double
  private(set) var hasGivenUp = false

  /// `keys` has room for `limit`, `seen` for `capacity`.
  @inline(__always)
  init(
    limit: Int, reach: Double, keys: UnsafeMutablePointer<Double>,
    seen: UnsafeMutablePointer<Candidate>
  ) {
    self.limit = limit
    self.reach = reach
    self.keys = keys
    self.seen = seen
    bound = reach
    for place in 0..<limit { keys[place] = .infinity }
  }

  @inline(__always)
  mutating func insert(_ candidate: Candidate) {
    guard count < Self.capacity else { return giveUp() }
    seen[count] = candidate
    let key = key(of: count)
    count += 1
    var place = limit - 1
    var here = keys[place]
    nearestDropped = Self.smaller(nearestDropped, Self.larger(here, key))
    while place > 0 {
      let left = keys[place - 1]
      keys[place] = Self.smaller(here, Self.larger(left, key))
      here = left
      place -= 1
    }
    keys[0] = Self.smaller(here, key)
    if count >= limit { tighten() }
  }

  @inline(__always) private static func smaller(_ a: Double, _ b: Double) -> Double {
    a < b ? a : b
  }
  @inline(__always) private static func larger(_ a: Double, _ b: Double) -> Double {
    a > b ? a : b
  }

  @inline(__always) private func key(of number: Int) -> Double {
    let bits = seen[number].squaredChord.bitPattern & ~Self.numberBits
    return Double(bitPattern: bits | UInt64(truncatingIfNeeded: number))
  }

  @inline(__always) private mutating func tighten() {
    // The most that the last key may have been before its bits were taken.
    let last = Double(bitPattern: keys[limit - 1].bitPattern | Self.numberBits)
    bound = Self.smaller(reach, ChordBounds.squaredChordInDoubt(last))
  }

  @inline(never) private mutating func giveUp() {
    hasGivenUp = true
    bound = -1
  }

  /// Appends all that may be among the nearest, by chord, and equal chords by row.
  @inline(__always) func finish(into found: inout [Candidate]) {
    for place in 0..<min(limit, count) {
      found.append(seen[Int(keys[place].bitPattern & Self.numberBits)])
    }
    if nearestDropped <= bound { appendDropped(to: &found) }
    found.putIntoOrderByChord()
  }

  @inline(never) private func appendDropped(to found: inout [Candidate]) {
    for number in 0..<count where key(of: number) > keys[limit - 1] {
      if seen[number].squaredChord <= bound { found.append(seen[number]) }
    }
  }
}

extension [Candidate] {
  /// For what is in order already but for a few neighbours.
  mutating func putIntoOrderByChord() {
    withUnsafeMutableBufferPointer { all in
      for later in all.indices.dropFirst() {
        let moving = all[later]
        var place = later
        while place > 0, moving.precedesByChord(all[place - 1]) {
          all[place] = all[place - 1]
          place -= 1
        }
        all[place] = moving
      }
    }
  }
}

/// Room for what a search lets in, used again for the next.
struct NearestFewMemory {
  private var seen = [Candidate](
    repeating: Candidate(squaredChord: 0, row: 0), count: NearestFew.capacity)

  /// False, and nothing gathered, where that takes a `CandidateList`.
  @inline(__always)
  mutating func gather(
    from index: SpatialIndex, to point: Cartesian, limit: Int, reach: Double,
    filter: some RowFilter, into found: inout [Candidate]
  ) -> Bool {
    seen.withUnsafeMutableBufferPointer { seen in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: NearestFew.largestLimit) { keys in
        var list = NearestFew(
          limit: limit, reach: reach, keys: keys.baseAddress!, seen: seen.baseAddress!)
        index.gatherNearest(to: point, filter: filter, into: &list)
        guard !list.hasGivenUp else { return false }
        list.finish(into: &found)
        return true
      }
    }
  }
}
