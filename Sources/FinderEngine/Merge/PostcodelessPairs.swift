/// Pairs venues of which at least one has no postcode: those of the same name within 150 m.
///
/// Those with the same letters of the name are sorted from south to north, and each is held against the
/// next ones as far as 150 m. Of a crowd of thousands on one spot each is held against its neighbours
/// only, so that the work stays in proportion.
struct PostcodelessPairs {
  private static let neighbours = 64

  private struct Candidate {
    let venue: EditionVenue
    let key: UInt64
    let position: Coordinate
    let hasPostcode: Bool
    var isTaken = false
  }

  private let editions: Editions
  private let names: HouseNames
  private var candidates: [Candidate]
  private(set) var pairs: [(EditionVenue, EditionVenue)] = []

  init(_ editions: Editions, _ venues: [EditionVenue], _ names: HouseNames) {
    (self.editions, self.names) = (editions, names)
    candidates = venues.compactMap { venue in
      var key: UInt64?
      editions.venue(venue).withName { key = names.read($0).coreKey }
      return key.map {
        Candidate(
          venue: venue, key: $0, position: editions.position(venue),
          hasPostcode: editions.hasPostcode(venue))
      }
    }
    candidates.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let order = a.position.order(b.position)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
    pair()
  }

  private struct Found: Comparable {
    let slips: Int
    let metres: Double
    let first: Int
    let second: Int

    static func < (a: Found, b: Found) -> Bool {
      (a.slips, a.metres, a.first, a.second) < (b.slips, b.metres, b.first, b.second)
    }
  }

  private mutating func pair() {
    var found: [Found] = []
    for first in candidates.indices {
      let end = min(candidates.count, first + 1 + Self.neighbours)
      for second in (first + 1)..<max(first + 1, end) {
        guard candidates[second].key == candidates[first].key,
          isInReach(first, second)
        else { break }
        if let pair = self.found(first, second) { found.append(pair) }
      }
    }
    for pair in found.sorted()
    where !candidates[pair.first].isTaken && !candidates[pair.second].isTaken {
      candidates[pair.first].isTaken = true
      candidates[pair.second].isTaken = true
      let (a, b) = (candidates[pair.first].venue, candidates[pair.second].venue)
      pairs.append(a.isNew ? (b, a) : (a, b))
    }
  }

  /// By the latitudes alone: a degree is at least 110,574 m.
  private func isInReach(_ a: Int, _ b: Int) -> Bool {
    abs(candidates[b].position.latitude - candidates[a].position.latitude) * 110_574
      <= HousePairs.farthest
  }

  private func found(_ a: Int, _ b: Int) -> Found? {
    let (one, other) = (candidates[a], candidates[b])
    guard one.venue.isNew != other.venue.isNew, !one.hasPostcode || !other.hasPostcode else {
      return nil
    }
    let metres = Geodesic.distance(from: one.position, to: other.position)
    guard metres <= HousePairs.farthest, let slips = slips(one.venue, other.venue) else {
      return nil
    }
    return Found(slips: slips, metres: metres, first: a, second: b)
  }

  /// 0 for the same words, 1 where one has more; `nil` where they are no one's.
  private func slips(_ a: EditionVenue, _ b: EditionVenue) -> Int? {
    let (one, other) = (name(a), name(b))
    guard one.core == other.core, one.slips(to: other) == 0 else { return nil }
    return one.extras.count == other.extras.count ? 0 : 1
  }

  private func name(_ venue: EditionVenue) -> CloseName {
    var name = CloseName(core: [])
    editions.venue(venue).withName { name = names.read($0) }
    return name
  }
}

extension CloseName {
  /// The same for equal cores; `nil` where there is none.
  fileprivate var coreKey: UInt64? {
    guard !core.isEmpty else { return nil }
    var hash = StableHash()
    for letter in core { hash.add(UInt64(letter)) }
    return hash.value
  }
}
