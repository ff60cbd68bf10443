import FinderEngine

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

  /// Where it is now, or was.
  func coordinate(of record: VisitRecord) -> Coordinate {
    row(of: record).map { names.store.venue(ofRow: $0).coordinate } ?? record.venue.coordinate
  }

  /// Of the venue of that id or name, now or when it was recorded.
  func records(of text: String) -> [VisitRecord] {
    let id = PointForm.venueID(text) ?? text
    let name = PointForm.venueID(text) == nil ? FoldedName(text) : nil
    return log.newestFirst.filter { record in
      if record.venue.id == id || name == FoldedName(record.venue.name ?? "") { return true }
      guard let row = row(of: record) else { return false }
      return names.id(ofRow: row) == id
        || name == FoldedName(names.store.venue(ofRow: row).name)
    }
  }

  /// The members of a record, and what has become of its venue: whether it closed, or has another id.
  func append(_ record: VisitRecord, to output: inout ByteBuffer) {
    record.append(membersTo: &output)
    guard let row = row(of: record) else { return output.append(key: "closed", bool: true) }
    let id = names.id(ofRow: row)
    if id != record.venue.id { output.append(key: "venue_id_now", string: id) }
  }
}
