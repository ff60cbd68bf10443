/// Pairs venues of which at least one has no whole postcode: those of the same name within 150 m.
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
    let postcode: PostcodeStart
    var isTaken = false
  }

  private let editions: Editions
  private let names: HouseNames
  private var candidates: [Candidate]
  private(set) var pairs: [(EditionVenue, EditionVenue)] = []

  init(_ editions: Editions, _ venues: [EditionVenue], _ names: HouseNames) {
    (self.editions, self.names) = (editions, names)
    let keys = Self.keys(editions, venues)
    candidates = zip(venues, keys).compactMap { venue, key in
      guard let key else { return nil }
      return Candidate(
        venue: venue, key: key, position: editions.position(venue),
        postcode: editions.postcodeStart(venue))
    }
    candidates.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      let order = a.position.order(b.position)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
    pair()
  }

  /// By the letters of the names; on several threads, since reading names takes longest.
  private static func keys(_ editions: Editions, _ venues: [EditionVenue]) -> [UInt64?] {
    [UInt64?](unsafeUninitializedCapacity: venues.count) { keys, count in
      count = venues.count
      guard let base = keys.baseAddress else { return }
      let ranges = Parallel.ranges(of: count, atLeast: 1 << 12)
      Parallel.run(ranges.count) { part in
        let names = HouseNames()
        for place in ranges[part] {
          var key: UInt64?
          editions.venue(venues[place]).withName { key = names.read($0).coreKey }
          (base + place).initialize(to: key)
        }
      }
    }
  }

  private struct Found: Comparable {
    let isFar: Bool
    let slips: Int
    let metres: Double
    let first: Int
    let second: Int

    static func < (a: Found, b: Found) -> Bool {
      a.isFar != b.isFar
        ? b.isFar : (a.slips, a.metres, a.first, a.second) < (b.slips, b.metres, b.first, b.second)
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
    guard one.venue.isNew != other.venue.isNew,
      !(one.postcode.isOfWhole && other.postcode.isOfWhole),
      one.postcode.mayBeOne(with: other.postcode)
    else { return nil }
    let metres = Geodesic.distance(from: one.position, to: other.position)
    guard metres <= HousePairs.farthest, let slips = slips(one.venue, other.venue) else {
      return nil
    }
    // `Crown - Fried Chicken` across the street is no `The Crown`.
    let isFar = metres > HousePairs.near
    return isFar && slips == 2
      ? nil : Found(isFar: isFar, slips: slips, metres: metres, first: a, second: b)
  }

  /// 0 for the same words, 1 where one has more of trade or address, 2 where one has more after a dash;
  /// `nil` where they are no one's.
  private func slips(_ a: EditionVenue, _ b: EditionVenue) -> Int? {
    let one = name(a)
    let hadBreak = names.hadBreak
    let other = name(b)
    guard one.core == other.core, one.slips(to: other) == 0 else { return nil }
    guard one.extras.count != other.extras.count else { return 0 }
    return hadBreak || names.hadBreak ? 2 : 1
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
