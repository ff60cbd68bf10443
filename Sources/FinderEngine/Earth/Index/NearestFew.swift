/// The nearest candidates so far for a small limit.
///
/// Their squared chords are the keys of a `Sieve`. The last 8 bits of a key, 6 parts in 10^14, are
/// replaced by the candidate's number among all that were let in (`seen`). At the end that number
/// shows whose key it is.
///
/// As in `CandidateList`, candidates so little farther than the last that their exact distance may
/// still bring them in belong to the answer; they are in `seen`, too. If more are let in than
/// `seen` can hold (hundreds of venues on one spot), the list gives up, and `CandidateList` takes
/// its place.
struct NearestFew: CandidateCollector {
  static let largestLimit = Sieve.places
  static let capacity = 256
  private static let numberBits: UInt64 = 0xFF

  /// What a search writes to: `seen`, then the chords of one leaf, which at the end are the keys.
  private let seen: UnsafeMutablePointer<Candidate>
  private let chords: UnsafeMutablePointer<Double>
  private let limit: Int
  private let reach: Double
  private var sieve: Sieve
  private var count = 0
  private(set) var bound: Double
  private(set) var hasGivenUp = false

  /// `seen` has room for `capacity`, `chords` for the most that a leaf holds.
  @inline(__always)
  init(
    limit: Int, reach: Double, seen: UnsafeMutablePointer<Candidate>,
    chords: UnsafeMutablePointer<Double>
  ) {
    self.limit = limit
    self.reach = reach
    self.seen = seen
    self.chords = chords
    sieve = Sieve(limit: limit)
    bound = reach
  }

  /// Computes the chords of the whole leaf first, then takes those within the bound one by one. The
  /// bound stays as it is meanwhile: candidates that it would have kept out do no harm.
  @inline(__always)
  mutating func insert(
    _ rows: Range<Int>, of index: SpatialIndex, target: CartesianPairs, filter: some RowFilter
  ) {
    guard count + rows.count <= Self.capacity else { return giveUp() }
    var near = index.squaredChords(of: rows, to: target, within: bound, into: chords)
    guard near != 0 else { return }
    var sieve = sieve
    repeat {
      let place = near.trailingZeroBitCount
      near &= near &- 1
      let row = rows.lowerBound &+ place
      guard filter.accepts(row) else { continue }
      let chord = chords[place]
      seen[count] = Candidate(squaredChord: chord, row: row)
      sieve.insert(Self.key(chord, number: count))
      count &+= 1
    } while near != 0
    self.sieve = sieve
    if count >= limit { tighten() }
  }

  @inline(__always) private static func key(_ squaredChord: Double, number: Int) -> Double {
    let bits = squaredChord.bitPattern & ~numberBits
    return Double(bitPattern: bits | UInt64(truncatingIfNeeded: number))
  }

  @inline(__always) private mutating func tighten() {
    // The most that the last key may have been before its bits were taken.
    let last = Double(bitPattern: sieve.last.bitPattern | Self.numberBits)
    let inDoubt = ChordBounds.squaredChordInDoubt(last)
    bound = inDoubt < reach ? inDoubt : reach
  }

  @inline(never) private mutating func giveUp() {
    hasGivenUp = true
    bound = -1
  }

  /// Appends all that may be among the nearest, by chord, and equal chords by row.
  @inline(__always) func finish(into found: inout [Candidate]) {
    sieve.store(to: chords)
    let keys = chords + (Sieve.places - limit)
    withUnsafeTemporaryAllocation(of: Candidate.self, capacity: Sieve.places) { nearest in
      let kept = min(limit, count)
      for place in 0..<kept {
        nearest[place] = seen[Int(keys[place].bitPattern & Self.numberBits)]
      }
      let inOrder = UnsafeMutableBufferPointer(rebasing: nearest[..<kept])
      inOrder.insertionSortByChord()
      found.append(contentsOf: inOrder)
    }
    if sieve.smallestDropped <= bound { appendDropped(to: &found) }
  }

  /// What is kept of `seen` moves to its front, again without a branch.
  @inline(never) private func appendDropped(to found: inout [Candidate]) {
    var kept = 0
    for number in 0..<count {
      let candidate = seen[number]
      let isDropped = Self.key(candidate.squaredChord, number: number) > sieve.last
      seen[kept] = candidate
      kept &+= isDropped ? (candidate.squaredChord <= bound ? 1 : 0) : 0
    }
    found.append(contentsOf: UnsafeBufferPointer(start: seen, count: kept))
    found.withUnsafeMutableBufferPointer { $0.insertionSortByChord() }
  }
}
