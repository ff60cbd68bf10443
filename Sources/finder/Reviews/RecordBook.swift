import FinderEngine
import FinderOwn

/// Records and what has become of their venues.
struct RecordBook {
  let log: VisitLog
  let matching: RecordMatching
  private let names: NameDirectory

  init(_ log: VisitLog, in names: NameDirectory) {
    (self.log, self.names) = (log, names)
    matching = RecordMatching(names)
  }

  func row(of record: VisitRecord) -> Int? { matching.place(of: record.venue).row }

  func isClosed(_ record: VisitRecord) -> Bool { row(of: record) == nil }

  /// The venue as it was called, and what has become of it.
  func shownVenue(of record: VisitRecord) -> String {
    switch matching.place(of: record.venue) {
    case .row: record.venue.shown
    case .closed: record.venue.shown + " (closed)"
    case .outside: record.venue.shown + " (not in this dataset)"
    }
  }

  /// The same in a column; empty where it is there.
  func fate(of record: VisitRecord) -> String {
    switch matching.place(of: record.venue) {
    case .row: ""
    case .closed: "closed"
    case .outside: "not here"
    }
  }

  /// The id that its venue has now, where that is another one.
  func newID(of record: VisitRecord) -> String? {
    row(of: record).map { names.id(ofRow: $0) }.flatMap { $0 == record.venue.id ? nil : $0 }
  }

  /// Where it is now, or was.
  func coordinate(of record: VisitRecord) -> Coordinate {
    row(of: record).map { names.store.venue(ofRow: $0).coordinate } ?? record.venue.coordinate
  }

  /// Of the venues that `review add` may take for that text, which are all branches where it names a
  /// chain; and of those that had that id or name when they were recorded.
  func records(of text: String) -> [VisitRecord] {
    let typedID = PointForm.venueID(text) ?? text
    let ids = [typedID, VenueByName.pastedID(typedID)]
    let isName = PointForm.venueID(text) == nil
    let name = FoldedName(text)
    let rows = Set(VenueByName(text: text, names: names).meant().rows(in: names.chains))
    let chain = isName ? names.chains.chain(named: text) : nil
    return log.newestFirst.filter { record in
      if let row = row(of: record), rows.contains(row) { return true }
      let recorded = record.venue
      guard isName, !ids.contains(recorded.id), let recordedName = recorded.name else {
        return ids.contains(recorded.id)
      }
      return FoldedName(recordedName) == name
        || row(of: record) == nil && chain != nil
          && names.chains.chain(named: recordedName) == chain
    }
  }

  /// The members of a record, and what has become of its venue: whether it closed, or has another id.
  func append(_ record: VisitRecord, to output: inout ByteBuffer) {
    record.append(membersTo: &output)
    if isClosed(record) { output.append(key: "closed", bool: true) }
    if let id = newID(of: record) { output.append(key: "venue_id_now", string: id) }
  }
}
