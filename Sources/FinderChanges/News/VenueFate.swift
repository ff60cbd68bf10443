import FinderEngine

extension NewsJournal {
  /// Whether a venue that was known before has closed, as far as this journal shows. From the oldest edition
  /// on, each change gives the venue's next state.
  ///
  /// As in `VenueStory`, a venue is identified by its id and name, or else by its name and postcode up to 100
  /// m away. One that closed and opened again does not count as closed.
  package func showsClosed(_ venue: NewsVenue) -> Bool {
    var state = venue
    var isClosed = false
    var edition = -1
    while let item = next(of: state, after: edition, isClosed: isClosed) {
      isClosed = item.kind == .closed
      (state, edition) = (item.venue, item.edition)
    }
    return isClosed
  }

  /// The next change of the venue. If it is closed, the change is its opening again.
  private func next(of venue: NewsVenue, after edition: Int, isClosed: Bool) -> NewsItem? {
    var entries = entries(withKey: NewsKeys.key(ofID: venue.id))
    if let key = NewsKeys.key(ofName: venue.name, postcode: venue.postcode) {
      entries += self.entries(withKey: key)
    }
    var best: (item: NewsItem, metres: Double)?
    for entry in entries where entry >= starts[edition + 1] {
      guard best.map({ self.edition(ofEntry: entry) <= $0.item.edition }) ?? true,
        let item = item(entry), (item.kind == .opened) == isClosed,
        let metres = Self.distance(from: venue, to: item.before ?? item.venue)
      else { continue }
      if let best, item.edition == best.item.edition, metres >= best.metres { continue }
      best = (item, metres)
    }
    return best?.item
  }

  /// -1 for the same id and name; `nil` for another venue.
  private static func distance(from venue: NewsVenue, to other: NewsVenue) -> Double? {
    guard venue.name == other.name else { return nil }
    if venue.id == other.id { return -1 }
    guard NewsKeys.plain(venue.postcode) == NewsKeys.plain(other.postcode) else { return nil }
    let metres = Geodesic.distance(from: venue.place, to: other.place)
    return metres < NewsChanges.shortestMove ? metres : nil
  }
}
