import FinderEngine

/// Two editions of a dataset, and comparisons between their venues.
package struct Editions {
  let old: VenueStore
  let new: VenueStore
  private let oldHashes: PartHashes
  private let newHashes: PartHashes

  /// Tests keep only a few bits of each hash, to make many collide.
  package init(old: VenueStore, new: VenueStore, hashMask: UInt64 = .max) {
    (self.old, self.new) = (old, new)
    oldHashes = PartHashes(old, mask: hashMask)
    newHashes = PartHashes(new, mask: hashMask)
  }

  func store(of venue: EditionVenue) -> VenueStore { venue.isNew ? new : old }

  func venue(_ venue: EditionVenue) -> Venue { Venue(row: venue.row, of: store(of: venue)) }

  func withName(_ venue: EditionVenue, _ body: (Bytes) -> Void) {
    // `store(of:)` would make each caller one of the store's owners, and threads would wait for one another
    // to count them.
    if venue.isNew {
      new.withTidiedName(ofRow: venue.row, body)
    } else {
      old.withTidiedName(ofRow: venue.row, body)
    }
  }

  func withPostcode(_ venue: EditionVenue, _ body: (Bytes) -> Void) {
    if venue.isNew {
      new.withTidiedPostcode(ofRow: venue.row, body)
    } else {
      old.withTidiedPostcode(ofRow: venue.row, body)
    }
  }

  func position(_ venue: EditionVenue) -> Coordinate {
    (venue.isNew ? new.coordinate(ofRow: venue.row) : old.coordinate(ofRow: venue.row)).canonical
  }

  func hash(_ venue: EditionVenue, _ parts: VenueKeyParts) -> UInt64 {
    venue.isNew
      ? newHashes.hash(ofRow: venue.row, parts) : oldHashes.hash(ofRow: venue.row, parts)
  }

  /// By these parts, then in the order of the files.
  func sorted(_ venues: Group, by parts: VenueKeyParts) -> [(key: VenueKey, venue: EditionVenue)] {
    venues.map { (key: VenueKey(venue($0), parts), venue: $0) }.sorted { a, b in
      let order = a.key.order(b.key)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
  }

  func agree(_ a: EditionVenue, _ b: EditionVenue, in parts: VenueKeyParts) -> Bool {
    if parts.contains(.position), position(a) != position(b) { return false }
    var agree = true
    if parts.contains(.name) {
      withName(a) { name in withName(b) { agree = name.hasSameBytes(as: $0) } }
    }
    guard agree, parts.contains(.postcode) else { return agree }
    withPostcode(a) { postcode in
      withPostcode(b) { agree = PlainPostcode(postcode).order(PlainPostcode($0)) == 0 }
    }
    return agree
  }

  /// Whether the two features are the same bytes in their files.
  func areWrittenAlike(_ a: EditionVenue, _ b: EditionVenue) -> Bool {
    featureBytes(a).hasSameBytes(as: featureBytes(b))
  }

  private func featureBytes(_ venue: EditionVenue) -> Bytes {
    venue.isNew ? new.featureBytes(ofRow: venue.row) : old.featureBytes(ofRow: venue.row)
  }

  func contents(_ venue: EditionVenue) -> FeatureContents {
    FeatureContents(row: venue.row, of: store(of: venue))
  }

  /// All venues of a group have the same name and postcode, so checking one of them is enough.
  func hasNameAndPostcode(_ venue: EditionVenue) -> Bool {
    var isNamed = false
    withName(venue) { isNamed = !$0.isEmpty }
    return isNamed && hasPostcode(venue)
  }

  func hasPostcode(_ venue: EditionVenue) -> Bool {
    var hasPostcode = false
    withPostcode(venue) { hasPostcode = PlainPostcode($0).contains { _ in true } }
    return hasPostcode
  }

  /// The members that differ between two venues, apart from name, postcode and position. For a venue that
  /// moved, the geometry is left out.
  func differingFields(_ a: EditionVenue, _ b: EditionVenue, hasMoved: Bool = false) -> [String] {
    if hasMoved { return contents(a).fields(differingFrom: contents(b), withGeometry: false) }
    if areWrittenAlike(a, b) { return [] }
    let (first, second) = (store(of: a), store(of: b))
    let isSame = JSONComparison.areEqual(
      first.featureSpan(ofRow: a.row), in: JSONCursor(first.text),
      second.featureSpan(ofRow: b.row), in: JSONCursor(second.text))
    return isSame ? [] : contents(a).fields(differingFrom: contents(b))
  }

  /// In the order of the files, the old edition's first. Valid only during the call that receives it.
  typealias Group = UnsafeBufferPointer<EditionVenue>

  /// Calls `body` with each group of venues that agree in these parts and come from both editions. `venues`
  /// must be in the order of the files, the old edition's first; so are the groups.
  ///
  /// It sorts hashes, so a million equal venues cost no more than a million different ones. Venues whose
  /// hashes collide, as in a file made for that, are sorted by the parts themselves.
  func forEachShared(
    _ parts: VenueKeyParts, of venues: [EditionVenue],
    _ body: (_ old: Group, _ new: Group) -> Void
  ) {
    let shared = SharedHashes(self, parts, of: venues)
    shared.forEachRun(in: 0..<shared.count) { forEachGroup(parts, of: $0, body) }
  }

  /// Collects what is found in those groups, on several threads, with a body of its own for each part of the
  /// work.
  func collectShared<Found>(
    _ parts: VenueKeyParts, of venues: [EditionVenue],
    _ makeBody: () -> (_ old: Group, _ new: Group, _ found: inout [Found]) -> Void
  ) -> [Found] {
    let shared = SharedHashes(self, parts, of: venues)
    return Parallel.collect(of: shared.count, atLeast: 1 << 9) { range, found in
      let body = makeBody()
      shared.forEachRun(in: range) { run in
        forEachGroup(parts, of: run) { body($0, $1, &found) }
      }
    }
  }

  private func forEachGroup(
    _ parts: VenueKeyParts, of venues: Group, _ body: (_ old: Group, _ new: Group) -> Void
  ) {
    // Features with the same bytes agree, and comparing bytes is fastest. Nearly all groups have two venues.
    if venues.dropFirst().allSatisfy({
      areWrittenAlike(venues[0], $0) || venues.count == 2 && agree(venues[0], $0, in: parts)
    }) {
      return splitByEdition(venues, body)
    }
    sorted(venues, by: parts).forEachRun {
      $0.key.order($1.key) == 0
    } do: { group in
      group.map(\.venue).withUnsafeBufferPointer { splitByEdition($0, body) }
    }
  }

  private func splitByEdition(_ group: Group, _ body: (_ old: Group, _ new: Group) -> Void) {
    guard let firstNew = group.firstIndex(where: \.isNew), firstNew > 0 else { return }
    body(Group(rebasing: group[..<firstNew]), Group(rebasing: group[firstNew...]))
  }
}

/// A venue of one of the two editions.
package struct EditionVenue: Equatable {
  /// The row, with a bit above it for the edition, so the old edition's venues come first.
  let bits: Int

  private static let newBit = 1 << 62

  init(old row: Int) { bits = row }
  init(new row: Int) { bits = row | Self.newBit }

  var isNew: Bool { bits >= Self.newBit }
  package var row: Int { bits & ~Self.newBit }
}

/// Venues sorted by a hash of some parts, and the hashes that both editions have. Venues with the same hash
/// stay in their order, the old edition's first.
private struct SharedHashes {
  private var venues: [EditionVenue] = []
  /// Each run has one hash, which both editions have.
  private var runs: [Range<Int>] = []

  init(_ editions: Editions, _ parts: VenueKeyParts, of venues: [EditionVenue]) {
    assert(zip(venues, venues.dropFirst()).allSatisfy { $0.bits < $1.bits })
    let entries = Self.likely(editions, parts, venues)
    let sorted = KeyedRows.sorted(entries.count) { entries[$0].hash }
    let rows = sorted.all
    self.venues = rows.map { entries[Int($0.row)].venue }
    KeyedRows.forEachRun(of: rows) { run in
      // The old ones come first.
      if !self.venues[run.lowerBound].isNew, self.venues[run.upperBound - 1].isNew {
        runs.append(run)
      }
    }
  }

  var count: Int { runs.count }

  func forEachRun(in range: Range<Int>, _ body: (Editions.Group) -> Void) {
    venues.withUnsafeBufferPointer { venues in
      for run in runs[range] { body(Editions.Group(rebasing: venues[run])) }
    }
  }

  /// Venues whose hash, or one with the same 20 bits, is in the other edition too. Between two registers,
  /// whose positions are never the same, hardly any are left to be sorted.
  private static func likely(
    _ editions: Editions, _ parts: VenueKeyParts, _ venues: [EditionVenue]
  ) -> [(hash: UInt64, venue: EditionVenue)] {
    let entries = venues.map { (hash: editions.hash($0, parts), venue: $0) }
    var (inOld, inNew) = (HashMarks(), HashMarks())
    for entry in entries {
      if entry.venue.isNew { inNew.insert(entry.hash) } else { inOld.insert(entry.hash) }
    }
    return entries.filter { ($0.venue.isNew ? inOld : inNew).mayContain($0.hash) }
  }
}

extension Array {
  /// Calls `body` with each run of elements that are like the run's first.
  func forEachRun(
    where areAlike: (Element, Element) -> Bool, do body: (ArraySlice<Element>) -> Void
  ) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, areAlike(self[start], self[end]) { end += 1 }
      body(self[start..<end])
      start = end
    }
  }
}

/// Marks which hashes there are, by 20 bits of each.
private struct HashMarks {
  private var words = [UInt64](repeating: 0, count: 1 << 14)

  mutating func insert(_ hash: UInt64) { words[Int(hash >> 6 & 0x3FFF)] |= 1 << (hash & 63) }

  func mayContain(_ hash: UInt64) -> Bool { words[Int(hash >> 6 & 0x3FFF)] >> (hash & 63) & 1 == 1 }
}

/// Hashes of the parts that are compared, by row. They are computed once, on several threads, and combined
/// for each step.
struct PartHashes {
  private struct Parts {
    var name: UInt64 = 0
    var postcode: UInt64 = 0
    var position: UInt64 = 0
  }

  private let rows: [Parts]
  private let mask: UInt64

  init(_ store: VenueStore, mask: UInt64) {
    self.mask = mask
    rows = [Parts](unsafeUninitializedCapacity: store.count) { rows, count in
      count = store.count
      guard let base = rows.baseAddress else { return }
      let ranges = Parallel.ranges(of: count, atLeast: 1 << 12)
      Parallel.run(ranges.count) { part in
        for row in ranges[part] {
          (base + row).initialize(to: Self.parts(ofRow: row, in: store))
        }
      }
    }
  }

  private static func parts(ofRow row: Int, in store: VenueStore) -> Parts {
    var (name, postcode, place) = (StableHash(), StableHash(), StableHash())
    store.withTidiedName(ofRow: row) { name.add($0) }
    store.withTidiedPostcode(ofRow: row) { postcode.add(postcode: $0) }
    let position = store.coordinate(ofRow: row).canonical
    place.add(position.latitude.bitPattern)
    place.add(position.longitude.bitPattern)
    return Parts(name: name.value, postcode: postcode.value, position: place.value)
  }

  func hash(ofRow row: Int, _ parts: VenueKeyParts) -> UInt64 {
    var hash = StableHash()
    if parts.contains(.name) { hash.add(rows[row].name) }
    if parts.contains(.postcode) { hash.add(rows[row].postcode) }
    if parts.contains(.position) { hash.add(rows[row].position) }
    return hash.value & mask
  }
}

extension StableHash {
  fileprivate mutating func add(postcode bytes: Bytes) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in PlainPostcode(bytes) {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { add(word) }
    }
    add(word)
    add(count)
  }
}
