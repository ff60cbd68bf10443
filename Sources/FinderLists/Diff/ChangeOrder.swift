import FinderEngine

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
    let roughly = entries.sorted { ($0.rank, $0.prefix) < ($1.rank, $1.prefix) }
    var sorted: [DatasetComparison.Change] = []
    sorted.reserveCapacity(changes.count)
    roughly.forEachRun {
      ($0.rank, $0.prefix) == ($1.rank, $1.prefix)
    } do: { run in
      sorted += run.count == 1 ? [run[run.startIndex].change] : exactly(run.map(\.change), editions)
    }
    return sorted
  }

  /// Changes of one kind.
  private static func exactly(
    _ changes: [DatasetComparison.Change], _ editions: Editions
  ) -> [DatasetComparison.Change] {
    let parts: VenueKeyParts = [.name, .postcode, .position]
    let entries = changes.map { change in
      (
        first: VenueKey(editions.venue(leading(change)), parts),
        second: change.old == nil
          ? nil : change.new.map { VenueKey(editions.venue(EditionVenue(new: $0)), parts) },
        change: change
      )
    }
    return entries.sorted { a, b in
      var order = a.first.order(b.first)
      if order == 0, let one = a.second, let other = b.second { order = one.order(other) }
      return order == 0
        ? (leading(a.change).bits, a.change.new ?? 0) < (leading(b.change).bits, b.change.new ?? 0)
        : order < 0
    }.map(\.change)
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
}
