/// Groups the venues of two editions that agree in some parts.
///
/// It sorts hashes, so that a million equal venues cost no more than a million different ones.
/// Venues whose hashes collide, as in a file made for that, are sorted by the parts themselves.
struct VenueGroups {
  let editions: Editions
  let parts: VenueKeyParts
  private var entries: [Entry]

  private struct Entry {
    let hash: UInt64
    let venue: EditionVenue

    @inline(__always) static func precedes(_ a: Entry, _ b: Entry) -> Bool {
      a.hash == b.hash ? a.venue.bits < b.venue.bits : a.hash < b.hash
    }
  }

  init(_ editions: Editions, _ parts: VenueKeyParts, _ venues: some Sequence<EditionVenue>) {
    self.editions = editions
    self.parts = parts
    entries = venues.map { Entry(hash: editions.hash($0, parts), venue: $0) }
    entries.sort(by: Entry.precedes)
  }

  /// Calls `body` with each group that has venues of both editions, in the order of their files.
  mutating func forEachShared(_ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].hash == entries[start].hash { end += 1 }
      if end - start > 1, !entries[start].venue.isNew, entries[end - 1].venue.isNew {
        forEachGroup(in: start..<end, body)
      }
      start = end
    }
  }

  private mutating func forEachGroup(
    in run: Range<Int>, _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void
  ) {
    let first = entries[run.lowerBound].venue
    let areAlike = entries[run].dropFirst().allSatisfy { agree(first, $0.venue) }
    if areAlike { return call(body, with: run) }
    entries[run].sort { a, b in
      let order = editions.order(a.venue, b.venue, parts)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
    var start = run.lowerBound
    while start < run.upperBound {
      var end = start + 1
      while end < run.upperBound, agree(entries[start].venue, entries[end].venue) { end += 1 }
      call(body, with: start..<end)
      start = end
    }
  }

  /// Features with the same bytes agree, and comparing bytes is fastest.
  private func agree(_ a: EditionVenue, _ b: EditionVenue) -> Bool {
    editions.areWrittenAlike(a, b) || editions.order(a, b, parts) == 0
  }

  private func call(
    _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void, with group: Range<Int>
  ) {
    let venues = entries[group]
    guard !venues[group.lowerBound].venue.isNew, venues[group.upperBound - 1].venue.isNew else {
      return
    }
    let firstNew = venues.firstIndex { $0.venue.isNew } ?? group.upperBound
    body(venues[..<firstNew].map(\.venue), venues[firstNew...].map(\.venue))
  }
}
