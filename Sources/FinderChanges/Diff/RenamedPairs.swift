import FinderEngine

/// Pairs venues with one postcode whose names are close (`CloseName`), the closest names first. Both are at
/// one spot, or within some metres of each other; then, of equally close names, the nearer come first.
///
/// Names that are the same but for case, punctuation and words that say nothing are paired at once, however
/// many there are at the spot. If few are left, each is compared with each; the real data has at most 23
/// venues on one spot. If a file has thousands there, each is compared only with its neighbours in the
/// alphabet, so the work stays in proportion.
struct RenamedPairs {
  typealias Pair = (old: EditionVenue, new: EditionVenue)
  /// Reads a name. Each thread makes one for itself.
  typealias Reader = (Bytes) -> CloseName

  private static let mostPairs = 1024
  private static let neighbours = 8

  private struct Candidate {
    let venue: EditionVenue
    let name: [UInt8]
    let close: CloseName
    let position: Coordinate
    var isTaken = false
  }

  /// `nil` if all are at one spot.
  private let farthest: Double?
  private var candidates: [Candidate]
  private(set) var pairs: [Pair] = []

  /// Pairs venues within each postcode that both editions have, on several threads, since reading names takes
  /// longest.
  static func ofPostcodes(
    _ editions: Editions, _ venues: [EditionVenue], within farthest: Double,
    by makeReader: () -> Reader = { { CloseName($0) } }
  ) -> [Pair] {
    editions.collectShared([.postcode], of: venues) {
      let reader = makeReader()
      return { old, new, pairs in
        guard editions.hasPostcode(old[0]) else { return }
        pairs += RenamedPairs(editions, old, new, within: farthest, by: reader).pairs
      }
    }
  }

  init(
    _ editions: Editions, _ old: Editions.Group, _ new: Editions.Group,
    within farthest: Double? = nil,
    by close: Reader = { CloseName($0) }
  ) {
    self.farthest = farthest
    candidates = (Array(old) + Array(new)).map { venue in
      var name: [UInt8] = []
      editions.withName(venue) { name = Array($0) }
      let close = name.withUnsafeBufferPointer(close)
      return Candidate(
        venue: venue, name: name, close: close, position: editions.position(venue))
    }
    // Sorts by core, then by name, then by position, then in the order of the files.
    candidates.sort { a, b in
      if a.close.core != b.close.core {
        return a.close.core.lexicographicallyPrecedes(b.close.core)
      }
      if a.name != b.name { return a.name.lexicographicallyPrecedes(b.name) }
      let order = a.position.order(b.position)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
    if farthest == nil { pairSameCores() }
    candidates.removeAll { $0.isTaken || $0.close.core.isEmpty }
    pairCloseOnes()
  }

  /// For each core, pairs the first by name with the first, and so on.
  private mutating func pairSameCores() {
    candidates.forEachRun {
      $0.close.core == $1.close.core
    } do: { run in
      guard run.first?.close.core.isEmpty == false else { return }
      let old = run.indices.filter { !run[$0].venue.isNew }
      let new = run.indices.filter { run[$0].venue.isNew }
      for (a, b) in zip(old, new) { pair(a, b) }
    }
  }

  private mutating func pairCloseOnes() {
    let old = candidates.count { !$0.venue.isNew }
    let new = candidates.count - old
    guard old > 0, new > 0 else { return }
    let isFew = old * new <= Self.mostPairs
    var found: [(slips: Int, metres: Double, first: Int, second: Int)] = []
    for first in candidates.indices {
      let end = isFew ? candidates.count : min(candidates.count, first + 1 + Self.neighbours)
      for second in (first + 1)..<max(first + 1, end)
      where candidates[first].venue.isNew != candidates[second].venue.isNew {
        if let slips = candidates[first].close.slips(to: candidates[second].close),
          let metres = metres(first, second)
        {
          found.append((slips, metres, first, second))
        }
      }
    }
    // The numbers follow cores and names, so the pairs do not depend on which edition is called the old one.
    for pair in found.sorted(by: <)
    where !candidates[pair.first].isTaken && !candidates[pair.second].isTaken {
      self.pair(pair.first, pair.second)
    }
  }

  /// The distance between two venues; `nil` if they are too far apart.
  private func metres(_ a: Int, _ b: Int) -> Double? {
    guard let farthest else { return 0 }
    let metres = Geodesic.distance(from: candidates[a].position, to: candidates[b].position)
    return metres <= farthest ? metres : nil
  }

  private mutating func pair(_ a: Int, _ b: Int) {
    candidates[a].isTaken = true
    candidates[b].isTaken = true
    let (first, second) = (candidates[a].venue, candidates[b].venue)
    pairs.append(first.isNew ? (second, first) : (first, second))
  }
}
