import FinderChanges
import FinderEngine

/// Finds the venues of records in a dataset, by these rules in turn:
///
///     the venue with its id       if it has its name and is within 250 m
///     the rules of `data diff`    as if the record were an edition with one venue
///     the venue with its id       on the same spot; or within 10 km, with the same postcode and a similar
///                                 name, or with the same name if no other venue has it
///
/// An id alone proves little: some publishers renumber their features in each edition, and the id of a venue
/// that closed is its neighbour's in the next.
///
/// Each record is matched by itself. The publisher of the real data scatters positions again in each edition,
/// and most ids change with them. So the records of one venue may have as many ids as there were editions,
/// and all of them lead to the one venue there is now. The price: if one of two branches with the same name
/// and postcode closes, the other inherits its records.
///
///     let matching = RecordMatching(names)
///     matching.row(of: record.venue)            // 7, or nil
///
/// A venue that is not in the dataset may have closed, or may be in another dataset: only the journal of
/// `finder news` shows which (`NewsJournal.showsClosed`).
package final class RecordMatching {
  private let names: NameDirectory
  private var known: [RecordedVenue: Int?] = [:]

  private var store: VenueStore { names.store }

  /// In metres. The rules match no venue that was renamed and moved farther.
  private static let farthest = EditionMatching.farthestRenamed
  /// In metres. No venue moves farther and is still the same. A dataset without venues this near covers
  /// another region.
  private static let around = 10_000.0

  package init(_ names: NameDirectory) { self.names = names }

  /// `nil` if the dataset does not have the venue.
  package func row(of venue: RecordedVenue) -> Int? {
    if let row = known[venue] { return row }
    let row = find(venue)
    known[venue] = .some(row)
    return row
  }

  private func find(_ venue: RecordedVenue) -> Int? {
    let sameID = names.row(ofID: venue.id)
    if let sameID, isSame(venue, sameID) { return sameID }
    return counterpart(of: venue) ?? sameID.flatMap { mayBeSame(venue, $0) ? $0 : nil }
  }

  private func isSame(_ venue: RecordedVenue, _ row: Int) -> Bool {
    let other = Venue(row: row, of: store)
    return FoldedName(venue.name ?? "") == FoldedName(other.name)
      && Self.areNear(venue.coordinate, other.coordinate)
  }

  /// Whether it may have been renamed, or moved to another postcode. Another branch of a chain may have the
  /// id of one that closed.
  private func mayBeSame(_ venue: RecordedVenue, _ row: Int) -> Bool {
    let other = Venue(row: row, of: store)
    if venue.coordinate == other.coordinate { return true }
    guard Geodesic.distance(from: venue.coordinate, to: other.coordinate) <= Self.around else {
      return false
    }
    let name = venue.name ?? ""
    let slips = name.withBytes { CloseName($0) }.slips(to: other.name.withBytes { CloseName($0) })
    if let postcode = venue.postcode, let now = other.postcode,
      Self.letters(of: postcode) == Self.letters(of: now)
    {
      return slips != nil
    }
    return slips == 0
      && [name, other.name].allSatisfy { names.rows(named: $0).allSatisfy { $0 == row } }
  }

  /// Whether the dataset has venues near this one. If not, its absence does not mean that it closed.
  package func hasVenues(around venue: RecordedVenue) -> Bool {
    var searcher = Searcher(store)
    let query = Query(from: venue.coordinate, area: .circle(radius: Self.around), limit: 1)
    return searcher.search(query).first != nil
  }

  /// The records of one venue. Records that cannot be its own are skipped without a search.
  package func records(ofRow row: Int, in log: VisitLog) -> [VisitRecord] {
    let venue = Venue(row: row, of: store)
    let (id, name, spot) = (names.id(ofRow: row), FoldedName(venue.name), venue.coordinate)
    return log.newestFirst.filter { record in
      let recorded = record.venue
      let mayBe =
        recorded.id == id || FoldedName(recorded.name ?? "") == name
        || Self.areNear(recorded.coordinate, spot)
      return mayBe && self.row(of: recorded) == row
    }
  }

  private static func areNear(_ a: Coordinate, _ b: Coordinate) -> Bool {
    // A degree of latitude is at least 110 km.
    abs(a.latitude - b.latitude) < farthest / 110_000
      && Geodesic.distance(from: a, to: b) <= farthest
  }

  private func counterpart(of venue: RecordedVenue) -> Int? {
    // A damaged snapshot may hold any numbers; the rules need valid positions.
    let rows = candidates(for: venue).filter {
      let spot = store.venue(ofRow: $0).coordinate
      return Coordinate(validLatitude: spot.latitude, longitude: spot.longitude) != nil
    }
    guard !rows.isEmpty else { return nil }
    var old = MadeVenues()
    old.append(name: venue.name ?? "", postcode: venue.postcode ?? "", at: venue.coordinate)
    let new = store.rearranged(by: rows.map { UInt32($0) })
    var matching = EditionMatching(Editions(old: old.store(), new: new))
    matching.run(usingIDs: true)
    return matching.pairs.first.map { rows[$0.new.row] }
  }

  /// Every rule needs the same name and postcode, or the same place, or a nearby one.
  private func candidates(for venue: RecordedVenue) -> [Int] {
    var searcher = Searcher(store)
    let near = searcher.rank(
      Query(from: venue.coordinate, area: .circle(radius: Self.farthest)))
    guard let name = venue.name, let postcode = venue.postcode else { return near }
    let wanted = Self.letters(of: postcode)
    let namesakes = names.rows(named: name).filter { row in
      Venue(row: row, of: store).postcode.map { Self.letters(of: $0) == wanted } ?? false
    }
    return Array(Set(near + namesakes)).sorted()
  }

  private static func letters(of postcode: String) -> [UInt8] {
    postcode.withBytes { Array(PlainPostcode($0)) }
  }
}
