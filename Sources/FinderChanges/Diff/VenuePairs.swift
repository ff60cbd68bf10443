import FinderEngine

/// Pairs venues of two sources that are the same venue, each with at most one, in these steps:
///
///     linked               one source links to the other's venue (`SourceLinks`)
///     as editions, 40 m    names, postcodes and positions agree, as in the steps of `EditionMatching`
///     the postcode, 150 m  the names are close (`RegisterNames`), the closest pair first
///     no postcode, 150 m   one has none, or only the outward code; the same names, except for words of
///                          trade and address, and within 40 m also for what follows a dash
///     as editions          at any distance, if the postcode is a whole one
///
/// So a venue next to it comes before one farther away, even if the farther name is more alike: `Costa
/// Coffee` at 2 m before `Costa` at 140 m. OpenStreetMap has a postcode for one restaurant in two.
enum VenuePairs {
  static let farthest = 150.0
  /// In metres. Most pairs of surveys put one house no farther apart than this.
  static let near = 40.0

  typealias Pair = (old: EditionVenue, new: EditionVenue)

  /// Row numbers in the first source and in the second.
  static func of(
    _ editions: Editions, linked: [(old: Int, new: Int)] = []
  ) -> [(old: Int, new: Int)] {
    var pairs: [Pair] = linked.map { (EditionVenue(old: $0.old), EditionVenue(new: $0.new)) }
    pairs += editedPairs(editions, without: pairs, within: near)
    var left = EditionMatching(editions, without: pairs).left
    pairs += RenamedPairs.ofPostcodes(editions, left, within: farthest) { RegisterNames().read }
    left = EditionMatching(editions, without: pairs).left
    pairs += PostcodelessPairs(editions, left).pairs
    pairs += editedPairs(editions, without: pairs).filter { isSameVenue($0, editions) }
    return pairs.map { ($0.old.row, $0.new.row) }
  }

  private static func editedPairs(
    _ editions: Editions, without pairs: [Pair], within farthest: Double? = nil
  ) -> [Pair] {
    var matching = EditionMatching(editions, without: pairs, within: farthest)
    matching.run()
    return matching.pairs.map { ($0.old, $0.new) }
  }

  /// Two venues with one name that are far apart are the same only if the postcode is a whole one: a district
  /// has several branches of a chain.
  private static func isSameVenue(_ pair: Pair, _ editions: Editions) -> Bool {
    editions.postcodeStart(pair.old).isOfWhole
      || Geodesic.distance(from: editions.position(pair.old), to: editions.position(pair.new))
        <= farthest
  }
}

/// Pairs venues with the same name within 150 m, if at least one of the two has no whole postcode.
///
/// Venues whose names have the same letters are sorted from south to north, and each is compared with those
/// that follow within 150 m. In a crowd of thousands on one spot, each is compared only with its neighbours,
/// so the work stays in proportion.
struct PostcodelessPairs {
  private static let neighbours = 64

  /// A name, read once: reading it again for each pair took an eighth of the merge.
  private struct ReadName {
    let name: CloseName
    let hadBreak: Bool
  }

  private struct Candidate {
    let venue: EditionVenue
    /// Equal if the cores of the names are equal.
    let key: UInt64
    let position: Coordinate
    let postcode: PostcodeStart
    /// The index of the name among those of its part.
    let name: Int
    var part = 0
    var isTaken = false
  }

  /// The names that one thread reads in one range.
  private struct Part {
    var candidates: [Candidate] = []
    var names: [ReadName] = []
  }

  /// One array per part. The names are not moved to one array, since each has reference-counted memory.
  private let names: [[ReadName]]
  private var candidates: [Candidate]
  private(set) var pairs: [(EditionVenue, EditionVenue)] = []

  init(_ editions: Editions, _ venues: [EditionVenue]) {
    let parts = Self.read(editions, venues)
    names = parts.map(\.names)
    candidates = Self.sorted(parts)
    pair()
  }

  /// The venues whose names can be compared, read on several threads, since reading names takes longest.
  private static func read(_ editions: Editions, _ venues: [EditionVenue]) -> [Part] {
    Parallel.collect(of: venues.count, atLeast: 1 << 12) { range, parts in
      let reader = RegisterNames()
      var part = Part()
      for venue in venues[range] {
        var read: CloseName?
        editions.withName(venue) { read = reader.read($0) }
        guard let name = read, let key = name.coreKey else { continue }
        part.candidates.append(
          Candidate(
            venue: venue, key: key, position: editions.position(venue),
            postcode: editions.postcodeStart(venue), name: part.names.count))
        part.names.append(ReadName(name: name, hadBreak: reader.hadBreak))
      }
      parts.append(part)
    }
  }

  /// By key, then by position, then in the order of the files.
  private static func sorted(_ parts: [Part]) -> [Candidate] {
    var all: [Candidate] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.candidates.count })
    for (number, part) in parts.enumerated() {
      for var candidate in part.candidates {
        candidate.part = number
        all.append(candidate)
      }
    }
    let rows = KeyedRows.sorted(all.count) { all[$0].key }
    var candidates = rows.all.map { all[Int($0.row)] }
    KeyedRows.forEachRun(of: rows.all) { run in
      guard run.count > 1 else { return }
      candidates[run].sort { a, b in
        let order = a.position.order(b.position)
        return order == 0 ? a.venue.bits < b.venue.bits : order < 0
      }
    }
    return candidates
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
    let found = Parallel.collect(of: candidates.count, atLeast: 1 << 12) { range, found in
      for first in range { find(first, in: &found) }
    }
    for pair in found.sorted()
    where !candidates[pair.first].isTaken && !candidates[pair.second].isTaken {
      candidates[pair.first].isTaken = true
      candidates[pair.second].isTaken = true
      let (a, b) = (candidates[pair.first].venue, candidates[pair.second].venue)
      pairs.append(a.isNew ? (b, a) : (a, b))
    }
  }

  private func find(_ first: Int, in found: inout [Found]) {
    let end = min(candidates.count, first + 1 + Self.neighbours)
    for second in (first + 1)..<max(first + 1, end) {
      guard candidates[second].key == candidates[first].key, isInReach(first, second) else {
        return
      }
      if let pair = self.found(first, second) { found.append(pair) }
    }
  }

  /// Checks only the latitudes: a degree is at least 110,574 m.
  private func isInReach(_ a: Int, _ b: Int) -> Bool {
    abs(candidates[b].position.latitude - candidates[a].position.latitude) * 110_574
      <= VenuePairs.farthest
  }

  private func found(_ a: Int, _ b: Int) -> Found? {
    let (one, other) = (candidates[a], candidates[b])
    guard one.venue.isNew != other.venue.isNew,
      !(one.postcode.isOfWhole && other.postcode.isOfWhole),
      one.postcode.mayBeOne(with: other.postcode)
    else { return nil }
    let metres = Geodesic.distance(from: one.position, to: other.position)
    guard metres <= VenuePairs.farthest, let slips = slips(one, other) else { return nil }
    // `Crown - Fried Chicken` across the street is not `The Crown`.
    let isFar = metres > VenuePairs.near
    return isFar && slips == 2
      ? nil : Found(isFar: isFar, slips: slips, metres: metres, first: a, second: b)
  }

  /// 0 for the same words, 1 if one has more words of trade or address, 2 if one has more after a dash; `nil`
  /// if the names do not belong to one venue.
  private func slips(_ a: Candidate, _ b: Candidate) -> Int? {
    let (one, other) = (names[a.part][a.name], names[b.part][b.name])
    guard one.name.core == other.name.core, one.name.slips(to: other.name) == 0 else { return nil }
    guard one.name.extras.count != other.name.extras.count else { return 0 }
    return one.hadBreak || other.hadBreak ? 2 : 1
  }
}

extension CloseName {
  /// Equal for equal cores; `nil` if the core is empty.
  fileprivate var coreKey: UInt64? {
    guard !core.isEmpty else { return nil }
    var hash = StableHash()
    for letter in core { hash.add(UInt64(letter)) }
    return hash.value
  }
}

/// The first half of a postcode, as in `WC2N`, without case and spaces; 0 if there is none.
struct PostcodeStart {
  private(set) var letters: UInt64 = 0
  /// Whether an inward code follows: a digit and two letters.
  private(set) var isOfWhole = false

  /// False if the two postcodes are of different places.
  func mayBeOne(with other: PostcodeStart) -> Bool {
    letters == 0 || other.letters == 0 || letters == other.letters
  }
}

extension Editions {
  func postcodeStart(_ venue: EditionVenue) -> PostcodeStart {
    var code = PostcodeStart()
    withPostcode(venue) { code = PostcodeStart($0) }
    return code
  }
}

extension PostcodeStart {
  init(_ postcode: Bytes) {
    var (count, last) = (0, UInt32(0))
    for letter in PlainPostcode(postcode) {
      letters = letters << 8 | UInt64(letter)
      last = last << 8 | UInt32(letter)
      count += 1
    }
    let isDigit = { (byte: UInt32) in (0x30...0x39).contains(byte & 0xFF) }
    isOfWhole = count >= 5 && isDigit(last >> 16) && !isDigit(last >> 8) && !isDigit(last)
    if isOfWhole { letters >>= 24 }
  }
}
