import FinderEngine

// Finds what changed from one edition of a dataset to the next.
//
// Few venues have a permanent number, so they are matched in steps, by what they have in common. A
// venue that finds a partner takes no part in later steps:
//
//     name, postcode, position   the same venue: unchanged, or changed in something else
//     an id that lasts           moved, renamed or changed, if within 250 m (`LastingIDs`)
//     name, postcode             moved, if it has both: the nearest pair first, of several
//     position, postcode         renamed, if the names are close (`CloseName`)
//     name, position             changed: the postcode
//     postcode, within 250 m     moved and renamed, if the names are close
//     nothing                    closed, if it is in the old edition; opened, if in the new one
//
// Editions are multisets: if two of three equal venues are left, one is closed. Names are compared
// as they are printed, and postcodes by their letters and digits. Differences in white space, or in
// a postcode's case and spacing, do not count.
//
//     let comparison = DatasetComparison(from: old, to: new)
//     comparison.count(of: .opened)   // 3
//
// These rules always hold. Every venue of both editions is in exactly one pair or change. Comparing the other
// way round gives the same pairs, with opened and closed swapped. Comparing an edition with itself, or with a
// reordered one, gives no change. Every step sorts, which is O(n log n). The work inside a group is limited
// (`NearestPairs`, `RenamedPairs`), so no edition, even a hostile one, takes time in the square of its size.

/// The changes to venues between two editions of a dataset.
package struct DatasetComparison: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case opened
    case closed
    case moved
    case renamed
    case changed
  }

  package struct Change: Sendable {
    package let kind: Kind
    /// Rows of the editions' stores.
    package let old: Int?
    package let new: Int?
    /// From the old place to the new.
    package let path: Geodesic.Path?
    /// Whether the venue was renamed; also true if it moved at the same time.
    package let isRenamed: Bool
    /// The properties and other members of the feature that differ, except those that the kind implies: for a
    /// venue that moved, its geometry. A moved venue's name is listed if it changed.
    package let fields: [String]
  }

  package let old: VenueStore
  package let new: VenueStore
  /// Pairs in which nothing differs.
  package private(set) var unchanged = 0
  /// By kind, then by name, postcode and position, with old values before new ones.
  package private(set) var changes: [Change] = []

  package var isSame: Bool { changes.isEmpty }

  package func count(of kind: Kind) -> Int { changes.reduce(0) { $1.kind == kind ? $0 + 1 : $0 } }

  package func oldVenue(_ change: Change) -> Venue? { change.old.map { Venue(row: $0, of: old) } }
  package func newVenue(_ change: Change) -> Venue? { change.new.map { Venue(row: $0, of: new) } }

  package init(from old: VenueStore, to new: VenueStore) { self.init(Editions(old: old, new: new)) }

  init(_ editions: Editions) {
    old = editions.old
    new = editions.new
    var matching = EditionMatching(editions)
    matching.run(usingIDs: true)
    let found = matching.changes()
    unchanged = found.unchanged
    changes = ChangeOrder.sorted(found.changes, editions)
  }
}

/// Sorts by kind, then by name, postcode and position, and last by the order in the files.
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

  /// The exact order of changes of one kind.
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
