/// Pairs the venues of one spot and postcode that have close names (`CloseName`), the closest first.
///
/// Names that are the same but for case, punctuation and words that say nothing are paired at once,
/// however many there are. Of the rest each is held against each where these are few; the real data
/// has 23 venues on one spot at most. Where somebody put thousands there, each is held against its
/// neighbours in the alphabet alone, so that the work stays in proportion.
struct RenamedPairs {
  private static let mostPairs = 1024
  private static let neighbours = 8

  private struct Candidate {
    let venue: EditionVenue
    let name: [UInt8]
    let close: CloseName
    var isTaken = false
  }

  private var candidates: [Candidate]
  private(set) var pairs: [(old: EditionVenue, new: EditionVenue)] = []

  init(_ editions: Editions, _ old: [EditionVenue], _ new: [EditionVenue]) {
    candidates = (old + new).map { venue in
      var name: [UInt8] = []
      editions.venue(venue).withName { name = Array($0) }
      let close = name.withUnsafeBufferPointer { CloseName($0) }
      return Candidate(venue: venue, name: name, close: close)
    }
    // Those of one core side by side, and of these those of one name, as the files have them.
    candidates.sort { a, b in
      if a.close.core != b.close.core {
        return a.close.core.lexicographicallyPrecedes(b.close.core)
      }
      return a.name == b.name
        ? a.venue.bits < b.venue.bits : a.name.lexicographicallyPrecedes(b.name)
    }
    pairSameCores()
    candidates.removeAll { $0.isTaken || $0.close.core.isEmpty }
    pairCloseOnes()
  }

  /// Of each core the first by name with the first, and so on.
  private mutating func pairSameCores() {
    var start = 0
    while start < candidates.count {
      var end = start + 1
      while end < candidates.count, candidates[end].close.core == candidates[start].close.core {
        end += 1
      }
      if !candidates[start].close.core.isEmpty {
        let old = (start..<end).filter { !candidates[$0].venue.isNew }
        let new = (start..<end).filter { candidates[$0].venue.isNew }
        for (a, b) in zip(old, new) { take(a, b) }
      }
      start = end
    }
  }

  private mutating func pairCloseOnes() {
    let old = candidates.indices.filter { !candidates[$0].venue.isNew }
    let isFew = old.count * (candidates.count - old.count) <= Self.mostPairs
    var found: [(slips: Int, first: Int, second: Int)] = []
    for first in candidates.indices {
      let end = isFew ? candidates.count : min(candidates.count, first + 1 + Self.neighbours)
      for second in (first + 1)..<max(first + 1, end)
      where candidates[first].venue.isNew != candidates[second].venue.isNew {
        if let slips = candidates[first].close.slips(to: candidates[second].close) {
          found.append((slips, first, second))
        }
      }
    }
    // Numbers stand in the order of cores and names, whichever edition is called the old one.
    for pair in found.sorted(by: <)
    where !candidates[pair.first].isTaken && !candidates[pair.second].isTaken {
      take(pair.first, pair.second)
    }
  }

  private mutating func take(_ a: Int, _ b: Int) {
    candidates[a].isTaken = true
    candidates[b].isTaken = true
    let (first, second) = (candidates[a].venue, candidates[b].venue)
    pairs.append(first.isNew ? (second, first) : (first, second))
  }
}
