import FinderEngine

/// Matches the venues of two editions, in the steps that `DatasetComparison` lists.
package struct EditionMatching {
  /// The step in which two venues were matched.
  enum Step {
    case same
    /// By an id that lasts.
    case sameID
    case moved
    case renamed
    case otherPostcode
    case movedAndRenamed
  }

  package struct Pair {
    let step: Step
    let old: EditionVenue
    package let new: EditionVenue
  }

  let editions: Editions
  package private(set) var pairs: [Pair] = []
  /// The most metres between the two of a pair; `nil` for only the steps' own limits.
  private let farthest: Double?
  private var isOldMatched: [Bool]
  private var isNewMatched: [Bool]

  /// Leaves out the venues of `pairs`, which are already matched.
  package init(
    _ editions: Editions, without pairs: [(old: EditionVenue, new: EditionVenue)] = [],
    within farthest: Double? = nil
  ) {
    (self.editions, self.farthest) = (editions, farthest)
    isOldMatched = Array(repeating: false, count: editions.old.count)
    isNewMatched = Array(repeating: false, count: editions.new.count)
    for (old, new) in pairs {
      isOldMatched[old.row] = true
      isNewMatched[new.row] = true
    }
  }

  /// Pass `usingIDs` if both are editions of one dataset.
  package mutating func run(usingIDs: Bool = false) {
    forEachShared([.name, .postcode, .position]) { $0.matchSame($1, $2) }
    if usingIDs { matchIDs() }
    forEachShared([.name, .postcode]) { $0.matchMoved($1, $2) }
    forEachShared([.position, .postcode]) { $0.matchRenamed($1, $2) }
    forEachShared([.name, .position]) { $0.matchOtherPostcode($1, $2) }
    matchMovedAndRenamed()
  }

  /// Venues without a partner, in the order of the files.
  var left: [EditionVenue] {
    var left: [EditionVenue] = []
    left.reserveCapacity(isOldMatched.count + isNewMatched.count)
    for row in isOldMatched.indices where !isOldMatched[row] { left.append(EditionVenue(old: row)) }
    for row in isNewMatched.indices where !isNewMatched[row] { left.append(EditionVenue(new: row)) }
    return left
  }

  private mutating func forEachShared(
    _ parts: VenueKeyParts,
    _ match: (inout EditionMatching, _ old: Editions.Group, _ new: Editions.Group) -> Void
  ) {
    let editions = editions
    editions.forEachShared(parts, of: left) { match(&self, $0, $1) }
  }

  private mutating func matchSame(_ old: Editions.Group, _ new: Editions.Group) {
    for (a, b) in pairsByContents(old, new) { add(.same, a, b) }
  }

  private mutating func matchIDs() {
    for (a, b) in LastingIDs(editions, of: left).pairs(within: Self.farthestRenamed) {
      add(.sameID, a, b)
    }
  }

  /// Two venues without a name or a postcode are not alike because both lack it.
  private mutating func matchMoved(_ old: Editions.Group, _ new: Editions.Group) {
    guard editions.hasNameAndPostcode(old[0]) else { return }
    if old.count == 1, new.count == 1 {
      if isInReach(old[0], new[0]) { add(.moved, old[0], new[0]) }
      return
    }
    let (from, to) = (spots(old), spots(new))
    let pairs = NearestPairs.of(
      from.map { NearestPairs.Spot(position: $0.position, count: $0.venues.count) },
      to.map { NearestPairs.Spot(position: $0.position, count: $0.venues.count) })
    var (usedOld, usedNew) = (from.map { _ in 0 }, to.map { _ in 0 })
    for pair in pairs {
      for _ in 0..<pair.count {
        let a = from[pair.first].venues[usedOld[pair.first]]
        let b = to[pair.second].venues[usedNew[pair.second]]
        if isInReach(a, b) { add(.moved, a, b) }
        usedOld[pair.first] += 1
        usedNew[pair.second] += 1
      }
    }
  }

  private mutating func matchRenamed(_ old: Editions.Group, _ new: Editions.Group) {
    for (a, b) in RenamedPairs(editions, old, new).pairs { add(.renamed, a, b) }
  }

  /// Registers write a name in capitals one year and with an apostrophe the next, and survey the place again.
  private mutating func matchMovedAndRenamed() {
    let farthest = min(farthest ?? .infinity, Self.farthestRenamed)
    for (a, b) in RenamedPairs.ofPostcodes(editions, left, within: farthest) {
      add(.movedAndRenamed, a, b)
    }
  }

  private func isInReach(_ a: EditionVenue, _ b: EditionVenue) -> Bool {
    guard let farthest else { return true }
    return Geodesic.distance(from: editions.position(a), to: editions.position(b)) <= farthest
  }

  /// In metres. The postcode of one street is shorter; in the country, one postcode may hold two venues with
  /// the same name.
  package static let farthestRenamed = 250.0

  private mutating func matchOtherPostcode(_ old: Editions.Group, _ new: Editions.Group) {
    for (a, b) in zip(editions.sorted(old, by: .postcode), editions.sorted(new, by: .postcode)) {
      add(.otherPostcode, a.venue, b.venue)
    }
  }

  /// Pairs venues with the same name, postcode and position: first those that are the same in
  /// everything.
  private func pairsByContents(
    _ old: Editions.Group, _ new: Editions.Group
  ) -> [(EditionVenue, EditionVenue)] {
    if old.count == 1, new.count == 1 { return [(old[0], new[0])] }
    var (first, second) = (fingerprinted(old), fingerprinted(new))
    var pairs: [(EditionVenue, EditionVenue)] = []
    var (restOfOld, restOfNew): ([EditionVenue], [EditionVenue]) = ([], [])
    while let a = first.last, let b = second.last {
      if a.print == b.print { pairs.append((a.venue, b.venue)) }
      if a.print > b.print { restOfOld.append(a.venue) }
      if a.print < b.print { restOfNew.append(b.venue) }
      if a.print >= b.print { first.removeLast() }
      if a.print <= b.print { second.removeLast() }
    }
    restOfOld += first.reversed().map(\.venue)
    restOfNew += second.reversed().map(\.venue)
    return pairs + zip(restOfOld, restOfNew)
  }

  /// In reverse order: the last in the file comes first.
  private func fingerprinted(_ venues: Editions.Group) -> [(print: UInt64, venue: EditionVenue)] {
    venues.map { (editions.contents($0).fingerprint, $0) }
      .sorted { $0.print == $1.print ? $0.venue.bits > $1.venue.bits : $0.print < $1.print }
  }

  /// By position; at one position, in the order of the file.
  private func spots(_ venues: Editions.Group) -> [(position: Coordinate, venues: [EditionVenue])] {
    var spots: [(position: Coordinate, venues: [EditionVenue])] = []
    for (_, venue) in editions.sorted(venues, by: .position) {
      let position = editions.position(venue)
      if spots.last?.position != position { spots.append((position, [])) }
      spots[spots.count - 1].venues.append(venue)
    }
    return spots
  }

  private mutating func add(_ step: Step, _ old: EditionVenue, _ new: EditionVenue) {
    isOldMatched[old.row] = true
    isNewMatched[new.row] = true
    pairs.append(Pair(step: step, old: old, new: new))
  }

  typealias Change = DatasetComparison.Change

  /// The differences within pairs, and the venues that only one edition has.
  func changes() -> (changes: [Change], unchanged: Int) {
    var changes = pairs.compactMap(change)
    let unchanged = pairs.count - changes.count
    changes += left.map { venue in
      venue.isNew ? change(.opened, nil, venue) : change(.closed, venue, nil)
    }
    return (changes, unchanged)
  }

  /// `nil` if nothing differs.
  private func change(of pair: Pair) -> Change? {
    let (old, new) = (pair.old, pair.new)
    switch pair.step {
    case .same:
      let fields = editions.differingFields(old, new)
      return fields.isEmpty ? nil : change(.changed, old, new, fields: fields)
    case .sameID: return changeByID(old, new)
    case .otherPostcode:
      return change(
        .changed, old, new, fields: ["postcode"] + editions.differingFields(old, new))
    case .renamed:
      return change(
        .renamed, old, new, isRenamed: true, fields: editions.differingFields(old, new))
    case .moved, .movedAndRenamed:
      let isRenamed = pair.step == .movedAndRenamed
      return change(
        .moved, old, new,
        path: Geodesic.inverse(from: editions.position(old), to: editions.position(new)),
        isRenamed: isRenamed,
        fields: (isRenamed ? ["name"] : [])
          + editions.differingFields(old, new, hasMoved: true))
    }
  }

  /// The name, the postcode and the position may all have changed.
  private func changeByID(_ old: EditionVenue, _ new: EditionVenue) -> Change {
    let isRenamed = !editions.agree(old, new, in: .name)
    let hasMoved = !editions.agree(old, new, in: .position)
    var fields = isRenamed && hasMoved ? ["name"] : []
    if !editions.agree(old, new, in: .postcode) { fields.append("postcode") }
    return change(
      hasMoved ? .moved : isRenamed ? .renamed : .changed, old, new,
      path: hasMoved
        ? Geodesic.inverse(from: editions.position(old), to: editions.position(new)) : nil,
      isRenamed: isRenamed,
      fields: fields + editions.differingFields(old, new, hasMoved: hasMoved))
  }

  private func change(
    _ kind: DatasetComparison.Kind, _ old: EditionVenue?, _ new: EditionVenue?,
    path: Geodesic.Path? = nil, isRenamed: Bool = false, fields: [String] = []
  ) -> Change {
    Change(
      kind: kind, old: old?.row, new: new?.row, path: path, isRenamed: isRenamed, fields: fields)
  }
}

/// Matches venues by ids that last. Those that `data fetch` writes, `osm:node/123` and `fhrs:123`, are the
/// register's own numbers. A venue that keeps its number and stays where it was is the same, whatever its
/// name.
///
/// An id that several venues of an edition share identifies none of them.
struct LastingIDs {
  private let editions: Editions
  private var old: [String: EditionVenue] = [:]
  private var new: [String: EditionVenue] = [:]

  private static let beginnings: [[UInt8]] = [Array("osm:".utf8), Array("fhrs:".utf8)]
  private static let longest = 64

  init(_ editions: Editions, of venues: [EditionVenue]) {
    self.editions = editions
    var (doublesOfOld, doublesOfNew) = (Set<String>(), Set<String>())
    for venue in venues {
      guard let id = Self.id(of: editions.venue(venue)) else { continue }
      if venue.isNew {
        if new.updateValue(venue, forKey: id) != nil { doublesOfNew.insert(id) }
      } else {
        if old.updateValue(venue, forKey: id) != nil { doublesOfOld.insert(id) }
      }
    }
    for id in doublesOfOld { old[id] = nil }
    for id in doublesOfNew { new[id] = nil }
  }

  /// In the order of the old edition. A register may reuse a number for another place, so pairs farther apart
  /// than `farthest` metres are left out.
  func pairs(within farthest: Double) -> [(old: EditionVenue, new: EditionVenue)] {
    var pairs: [(old: EditionVenue, new: EditionVenue)] = []
    for (id, venue) in old {
      guard let other = new[id],
        Geodesic.distance(from: editions.position(venue), to: editions.position(other)) <= farthest
      else { continue }
      pairs.append((venue, other))
    }
    return pairs.sorted { $0.old.bits < $1.old.bits }
  }

  private static func id(of venue: Venue) -> String? {
    // Derived ids are made from name and place.
    guard !venue.idKey.isDerived else { return nil }
    let feature = venue.readFeature()
    guard !feature.id.isNone else { return nil }
    let cursor = venue.cursor
    return cursor.withDecoded(cursor.idToken(feature.id)) { bytes in
      guard bytes.count <= longest, beginnings.contains(where: { bytes.starts(with: $0) }) else {
        return nil
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
