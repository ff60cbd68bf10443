extension Editions {
  /// Calls `body` with each group of venues that agree in these parts and has some of both editions,
  /// in the order of their files.
  ///
  /// It sorts hashes, so that a million equal venues cost no more than a million different ones.
  /// Venues whose hashes collide, as in a file made for that, are sorted by the parts themselves.
  func forEachShared(
    _ parts: VenueKeyParts, of venues: [EditionVenue],
    _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void
  ) {
    var entries = sharedHashes(parts, of: venues)
    entries.sort { $0.hash == $1.hash ? $0.venue.bits < $1.venue.bits : $0.hash < $1.hash }
    entries.forEachRun {
      $0.hash == $1.hash
    } do: { run in
      guard hasBothEditions(run.first?.venue, run.last?.venue) else { return }
      forEachGroup(parts, of: run.map(\.venue), body)
    }
  }

  /// Those whose hash, or one with the same 20 bits, is in the other edition too. Between two registers,
  /// whose positions are never the same, hardly any are left to be sorted.
  private func sharedHashes(
    _ parts: VenueKeyParts, of venues: [EditionVenue]
  ) -> [(hash: UInt64, venue: EditionVenue)] {
    let entries = venues.map { (hash: hash($0, parts), venue: $0) }
    var (inOld, inNew) = (HashMarks(), HashMarks())
    for entry in entries {
      if entry.venue.isNew { inNew.insert(entry.hash) } else { inOld.insert(entry.hash) }
    }
    return entries.filter { ($0.venue.isNew ? inOld : inNew).mayContain($0.hash) }
  }

  private func forEachGroup(
    _ parts: VenueKeyParts, of venues: [EditionVenue],
    _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void
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
      splitByEdition(group.map(\.venue), body)
    }
  }

  private func splitByEdition(
    _ group: [EditionVenue],
    _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void
  ) {
    guard hasBothEditions(group.first, group.last) else { return }
    let firstNew = group.firstIndex(where: \.isNew) ?? group.endIndex
    body(Array(group[..<firstNew]), Array(group[firstNew...]))
  }

  /// Of a group in the order of the files.
  private func hasBothEditions(_ first: EditionVenue?, _ last: EditionVenue?) -> Bool {
    first?.isNew == false && last?.isNew == true
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
