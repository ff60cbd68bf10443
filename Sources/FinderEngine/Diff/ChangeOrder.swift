/// By kind, then by name, postcode and position, and last in the order of the files.
enum ChangeOrder {
  private struct Entry {
    let rank: Int
    /// The first eight bytes of the name, which decide most comparisons.
    let prefix: UInt64
    let change: DatasetComparison.Change
  }

  static func sorted(
    _ changes: [DatasetComparison.Change], _ editions: Editions
  ) -> [DatasetComparison.Change] {
    let ranks = DatasetComparison.Kind.allCases
    let entries = changes.map { change in
      Entry(
        rank: ranks.firstIndex(of: change.kind) ?? 0,
        prefix: prefix(editions.venue(leading(change))),
        change: change)
    }
    return entries.sorted { precedes($0, $1, editions) }.map(\.change)
  }

  private static func leading(_ change: DatasetComparison.Change) -> EditionVenue {
    change.old.map { EditionVenue(old: $0) } ?? EditionVenue(new: change.new ?? 0)
  }

  private static func prefix(_ venue: Venue) -> UInt64 {
    var prefix: UInt64 = 0
    venue.withName { name in
      for i in 0..<8 { prefix = prefix << 8 | UInt64(i < name.count ? name[i] : 0) }
    }
    return prefix
  }

  private static func precedes(_ a: Entry, _ b: Entry, _ editions: Editions) -> Bool {
    if (a.rank, a.prefix) != (b.rank, b.prefix) { return (a.rank, a.prefix) < (b.rank, b.prefix) }
    let (first, second) = (leading(a.change), leading(b.change))
    let order = editions.order(first, second, [.name, .postcode, .position])
    if order != 0 { return order < 0 }
    if let one = a.change.new, let other = b.change.new, a.change.old != nil {
      let order = editions.order(
        EditionVenue(new: one), EditionVenue(new: other), [.name, .postcode, .position])
      if order != 0 { return order < 0 }
    }
    return (first.bits, a.change.new ?? 0) < (second.bits, b.change.new ?? 0)
  }
}
