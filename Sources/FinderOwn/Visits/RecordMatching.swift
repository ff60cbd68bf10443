import FinderChanges
import FinderEngine

/// Where the venues of records are in a dataset:
///
///     the venue with its id       if it has its name and is within 250 m
///     the rules of `data diff`    as if the record were an edition with one venue
///     the venue with its id       on the very spot; or within 10 km, if its name is close and its postcode
///                                 the same, or its name the same and no other venue's
///
/// An id alone proves little: some publishers number their features anew in each edition, and the id of
/// a venue that closed is its neighbour's in the next.
///
/// Each record is looked for by itself. The publisher of the real data scatters positions anew in each
/// edition, and most ids with them, so the records of one venue have as many ids as there were editions:
/// all of them lead to the one venue that there is now. The price: of two branches with one name and
/// postcode, of which one closed, the other one inherits its records.
///
///     let matching = RecordMatching(names)
///     matching.row(of: record.venue)            // 7, or nil
///
/// A venue that the dataset does not have may have closed, or be in another dataset: only the journal of
/// `finder news` can tell (`NewsJournal.sawClose`).
package final class RecordMatching {
  private let names: NameDirectory
  private var known: [RecordedVenue: Int?] = [:]

  private var store: VenueStore { names.store }

  /// Metres: nothing moves and is renamed over a longer way, by the rules.
  private static let farthest = EditionMatching.farthestRenamed
  /// Metres: no venue moves farther and is the same, and a dataset without any so near is of elsewhere.
  private static let around = 10_000.0

  package init(_ names: NameDirectory) { self.names = names }

  /// `nil` where the dataset does not have it.
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

  /// That it was renamed, or moved to where another postcode is. Of a chain another branch may have the
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

  /// Where it has none, a venue is no more closed than all others of that region.
  package func hasVenues(around venue: RecordedVenue) -> Bool {
    var searcher = Searcher(store)
    let query = Query(from: venue.coordinate, area: .circle(radius: Self.around), limit: 1)
    return searcher.search(query).first != nil
  }

  /// Those of one venue, of which all that cannot be are passed over without a search.
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
    // No degree of latitude is shorter than 110 km.
    abs(a.latitude - b.latitude) < farthest / 110_000
      && Geodesic.distance(from: a, to: b) <= farthest
  }

  private func counterpart(of venue: RecordedVenue) -> Int? {
    // A damaged snapshot may hold any numbers; the rules need real positions.
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

  /// Every rule asks for the same name and postcode, or the same place, or the neighbourhood.
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
