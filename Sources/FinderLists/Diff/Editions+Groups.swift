import FinderEngine

extension Editions {
  /// In the order of the files, the old edition's first. Not to be used after the call that it is given to.
  typealias Group = UnsafeBufferPointer<EditionVenue>

  /// Calls `body` with each group of venues that agree in these parts and has some of both editions,
  /// in the order of their files, in which `venues` come, the old edition's first.
  ///
  /// It sorts hashes, so that a million equal venues cost no more than a million different ones.
  /// Venues whose hashes collide, as in a file made for that, are sorted by the parts themselves.
  func forEachShared(
    _ parts: VenueKeyParts, of venues: [EditionVenue],
    _ body: (_ old: Group, _ new: Group) -> Void
  ) {
    let shared = SharedHashes(self, parts, of: venues)
    shared.forEachRun(in: 0..<shared.count) { forEachGroup(parts, of: $0, body) }
  }

  /// What is found in those groups, on several threads, with a body of its own for each part of the work.
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
    // Features with the same bytes agree, and comparing bytes is fastest. Nearly all groups have two.
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

/// Venues in the order of a hash of some parts, and which of them share one between the editions. Those of one
/// hash stay in their order, the old edition's first.
private struct SharedHashes {
  private var venues: [EditionVenue] = []
  /// Of one hash each, which both editions have.
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

  /// Those whose hash, or one with the same 20 bits, is in the other edition too. Between two registers,
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
  /// Calls `body` with each run of elements that are like the first of it.
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

/// Which hashes there are, by 20 bits of each.
private struct HashMarks {
  private var words = [UInt64](repeating: 0, count: 1 << 14)

  mutating func insert(_ hash: UInt64) { words[Int(hash >> 6 & 0x3FFF)] |= 1 << (hash & 63) }

  func mayContain(_ hash: UInt64) -> Bool { words[Int(hash >> 6 & 0x3FFF)] >> (hash & 63) & 1 == 1 }
}
