import FinderEngine

/// What the journal records about one venue of the installed dataset.
///
/// It follows the changes back from the newest edition: each gives the venue's state before it. Between two
/// of them a publisher may have scattered positions, which changes an id derived from them. So a venue is
/// identified by its id, or else by its name and postcode up to 100 m away, the nearest if there are several.
package final class VenueStory {
  /// Its changes, the newest first.
  package private(set) var items: [NewsItem] = []
  /// The earliest day of the editions that had it, in seconds since 1970; `nil` if the journal does not reach
  /// back to the first of them. A later edition may have an earlier day.
  package private(set) var knownSince: Int?

  package var isEmpty: Bool { items.isEmpty && knownSince == nil }

  private let journal: NewsJournal
  /// The places of other venues with its name and postcode. A change nearer to one of those is not this
  /// venue's.
  private lazy var rivals = findRivals()
  private let findRivals: () -> [Coordinate]

  package init(
    of venue: Venue, id: String, in journal: NewsJournal, rivals: @escaping () -> [Coordinate]
  ) {
    (self.journal, findRivals) = (journal, rivals)
    var state = NewsVenue(
      id: id, name: venue.name, postcode: venue.postcode ?? "", place: venue.coordinate)
    var edition = journal.editions.count
    while let item = last(of: state, before: edition) {
      guard isWhole(item.edition + 1..<edition) else { return }
      items.append(item)
      guard let before = item.before else {
        knownSince = firstDay(from: item.edition)
        return
      }
      (state, edition) = (before, item.edition)
    }
    // Nothing is known before the first edition.
    if journal.editions[0].keyBefore == 0, isWhole(1..<max(1, edition)) {
      knownSince = firstDay(from: 0)
    }
  }

  private func firstDay(from edition: Int) -> Int? {
    (edition..<journal.editions.count).map { journal.day(ofEdition: $0) }.min()
  }

  private func isWhole(_ editions: Range<Int>) -> Bool {
    editions.allSatisfy { journal.followsOn($0) }
  }

  private func last(of venue: NewsVenue, before edition: Int) -> NewsItem? {
    var entries = journal.entries(withKey: NewsKeys.key(ofID: venue.id))
    if let key = NewsKeys.key(ofName: venue.name, postcode: venue.postcode) {
      entries += journal.entries(withKey: key)
    }
    var best: NewsItem?
    var nearest = 0.0
    for entry in entries where entry < journal.starts[edition] {
      let newest = best?.edition ?? -1
      guard journal.edition(ofEntry: entry) >= newest, let item = journal.item(entry),
        let distance = distance(venue, item), item.edition > newest || distance < nearest
      else { continue }
      (best, nearest) = (item, distance)
    }
    return best
  }

  /// -1 for the same id; `nil` if the change is of another venue. Some publishers renumber their features, so
  /// the name must be the same too; the journal has every change of a name.
  private func distance(_ venue: NewsVenue, _ item: NewsItem) -> Double? {
    guard item.kind != .closed else { return nil }
    guard item.venue.name == venue.name else { return nil }
    if item.venue.id == venue.id { return -1 }
    guard
      NewsKeys.plain(item.venue.postcode) == NewsKeys.plain(venue.postcode)
    else { return nil }
    let origin = GeodesicOrigin(item.venue.place)
    let metres = origin.distance(to: venue.place)
    guard metres < NewsChanges.shortestMove else { return nil }
    return rivals.contains { origin.distance(to: $0) < metres } ? nil : metres
  }
}

extension NameDirectory {
  /// The places of other venues with the name and postcode of this one.
  package func places(alike row: Int) -> [Coordinate] {
    let venue = Venue(row: row, of: store)
    let postcode = NewsKeys.plain(venue.postcode ?? "")
    return rows(named: venue.name).compactMap { other in
      let candidate = Venue(row: other, of: store)
      let isAlike =
        other != row && candidate.name == venue.name
        && NewsKeys.plain(candidate.postcode ?? "") == postcode
      return isAlike ? candidate.coordinate : nil
    }
  }
}
