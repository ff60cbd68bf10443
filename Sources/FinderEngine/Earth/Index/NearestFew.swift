import CVector

/// The nearest candidates so far for a small limit.
///
/// Their squared chords are the keys of a `Sieve`. The last 8 bits of a key, 6 parts in 10^14, are replaced
/// by the candidate's number among all that were let in (`seen`). At the end, that number identifies the
/// key's candidate.
///
/// As in `CandidateList`, candidates so little farther than the last that they may still belong to the answer
/// by their exact distance are kept; they are in `seen`, too. If more are let in than `seen` can hold
/// (hundreds of venues at one spot), the list gives up, and `CandidateList` takes over.
struct NearestFew: CandidateCollector {
  static let largestLimit = Sieve.places
  static let capacity = 256
  private static let numberBits: UInt64 = 0xFF

  /// The buffers of a search: `seen`, then the chords of one leaf, where the keys are stored at the end.
  private let seen: UnsafeMutablePointer<Candidate>
  private let chords: UnsafeMutablePointer<Double>
  private let limit: Int
  private let reach: Double
  private var sieve: Sieve
  private var count = 0
  private(set) var bound: Double
  private(set) var hasGivenUp = false

  /// `seen` has room for `capacity`, and `chords` for the largest leaf.
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

  /// Computes the chords of the whole leaf first, then takes those within the bound one by one. The bound is
  /// not updated meanwhile: candidates that it would have excluded do no harm.
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
    // The maximum that the last key may have been before its bits were replaced.
    let last = Double(bitPattern: sieve.last.bitPattern | Self.numberBits)
    let inDoubt = ChordBounds.squaredChordInDoubt(last)
    bound = inDoubt < reach ? inDoubt : reach
  }

  @inline(never) private mutating func giveUp() {
    hasGivenUp = true
    bound = -1
  }

  /// Appends all candidates that may be among the nearest, by chord, then by row.
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

/// Memory for the candidates of a search, reused for the next.
struct NearestFewMemory {
  private var seen = [Candidate](
    repeating: Candidate(squaredChord: 0, row: 0), count: NearestFew.capacity)

  /// Returns false, with nothing gathered, if `CandidateList` is needed instead.
  @inline(__always)
  mutating func gather(
    from index: SpatialIndex, to point: Cartesian, limit: Int, reach: Double,
    filter: some RowFilter, into found: inout [Candidate]
  ) -> Bool {
    seen.withUnsafeMutableBufferPointer { seen in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: SpatialIndex.leafCapacity) {
        chords in
        var list = NearestFew(
          limit: limit, reach: reach, seen: seen.baseAddress!, chords: chords.baseAddress!)
        index.gatherNearest(to: point, filter: filter, into: &list)
        guard !list.hasGivenUp else { return false }
        list.finish(into: &found)
        return true
      }
    }
  }
}

/// The smallest of many keys, in ascending order, kept without a branch that could be mispredicted; in a
/// heap, nearly every step of a key is such a branch.
///
/// A new key reaches its place as if through a row of sieves: each place keeps the smaller of its own key and
/// the one that comes from the left. There are always 16 places, in eight registers. With a smaller limit,
/// the places on the left hold keys that nothing can pass.
struct Sieve {
  typealias Pair = SIMD2<Double>

  static let places = 16

  private var a, b, c, d, e, f, g, h: Pair
  /// The smallest key that no longer has a place, or never had one.
  private(set) var smallestDropped = Double.infinity

  /// The largest key kept; infinite until `limit` keys have been inserted.
  @inline(__always) var last: Double { h.y }

  @inline(__always)
  init(limit: Int) {
    func pair(_ number: Int) -> Pair {
      let blocked = Self.places - limit
      return Pair(
        2 * number < blocked ? -.infinity : .infinity,
        2 * number + 1 < blocked ? -.infinity : .infinity)
    }
    (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3))
    (e, f, g, h) = (pair(4), pair(5), pair(6), pair(7))
  }

  @inline(__always)
  mutating func insert(_ key: Double) {
    let new = Pair(repeating: key)
    let overLast = cvector_larger2(h, new).y
    smallestDropped = overLast < smallestDropped ? overLast : smallestDropped
    h = Self.passed(new, from: g, into: h)
    g = Self.passed(new, from: f, into: g)
    f = Self.passed(new, from: e, into: f)
    e = Self.passed(new, from: d, into: e)
    d = Self.passed(new, from: c, into: d)
    c = Self.passed(new, from: b, into: c)
    b = Self.passed(new, from: a, into: b)
    a = Self.passed(new, from: Pair(repeating: -.infinity), into: a)
  }

  /// What two places keep, if the second of `before` and the first of `here` are to their left.
  @inline(__always)
  private static func passed(_ new: Pair, from before: Pair, into here: Pair) -> Pair {
    cvector_smaller2(here, cvector_larger2(Pair(before.y, here.x), new))
  }

  /// All places from the left, including blocked ones.
  @inline(__always)
  func store(to keys: UnsafeMutablePointer<Double>) {
    withUnsafeBytes(of: (a, b, c, d, e, f, g, h)) {
      UnsafeMutableRawPointer(keys).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }
}
