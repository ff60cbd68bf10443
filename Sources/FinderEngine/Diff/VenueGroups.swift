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
  }

  init(_ editions: Editions, _ parts: VenueKeyParts, _ venues: some Sequence<EditionVenue>) {
    self.editions = editions
    self.parts = parts
    entries = venues.map { Entry(hash: editions.hash($0, parts), venue: $0) }
    entries.sort { $0.hash == $1.hash ? $0.venue.bits < $1.venue.bits : $0.hash < $1.hash }
  }

  /// Calls `body` with each group that has venues of both editions, in the order of their files.
  func forEachShared(_ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void) {
    entries.forEachRun(where: { $0.hash == $1.hash }) { run in
      guard hasBothEditions(run.first?.venue, run.last?.venue) else { return }
      forEachGroup(in: run.map(\.venue), body)
    }
  }

  private func forEachGroup(
    in venues: [EditionVenue], _ body: (_ old: [EditionVenue], _ new: [EditionVenue]) -> Void
  ) {
    let areAlike = venues.dropFirst().allSatisfy { agree(venues[0], $0) }
    let sorted = areAlike ? venues : editions.sorted(venues, by: parts)
    sorted.forEachRun(where: { areAlike || agree($0, $1) }) { group in
      guard hasBothEditions(group.first, group.last) else { return }
      let firstNew = group.firstIndex(where: \.isNew) ?? group.endIndex
      body(Array(group[..<firstNew]), Array(group[firstNew...]))
    }
  }

  /// Of a group in the order of the files.
  private func hasBothEditions(_ first: EditionVenue?, _ last: EditionVenue?) -> Bool {
    first?.isNew == false && last?.isNew == true
  }

  /// Features with the same bytes agree, and comparing bytes is fastest.
  private func agree(_ a: EditionVenue, _ b: EditionVenue) -> Bool {
    editions.areWrittenAlike(a, b) || editions.order(a, b, parts) == 0
  }
}

extension Array {
  /// Calls `body` with each run of elements that are like the first of it.
  func forEachRun(
    where areAlike: (Element, Element) -> Bool, _ body: (ArraySlice<Element>) -> Void
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
