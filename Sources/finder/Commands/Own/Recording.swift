import CommandLineKit
import FinderEngine
import FinderOwn

// What `finder visit` and `finder review add` share.

extension Invocation {
  /// The one venue that the text means. If there are several, the point decides; the camera bounds apply to
  /// it, as in `show`.
  func venueToRecord(
    _ text: String, _ data: SearchData, _ point: PointRequest
  ) throws -> (venue: RecordedVenue, shown: String) {
    let place = try point.ruledIfGiven(data)
    if let note = place?.given.note(isTable: false) { diagnostics.note(note) }
    let spot = place?.ruling.point
    let units = try figures().units
    let (venue, shown, note) = try data.answerByName { names in
      let wanted = VenueByName(text: text, names: names, point: spot, units: units)
      let found = try wanted.one()
      let venue = RecordedVenue(names.store.venue(ofRow: found.row), id: names.id(ofRow: found.row))
      guard venue.isShort else {
        throw Failure(.badData, "expected a venue \(RecordedVenue.limit)")
      }
      // `The Bucks Head, WC1H 1AG, 53 m away`: shows at once if it is the wrong venue.
      var parts = [venue.shown, TidyText.string(venue.postcode ?? "")]
      if let hit = found.hit { parts.append("\(readable(hit.distance, units)) away") }
      return (venue, parts.filter { !$0.isEmpty }.joined(separator: ", "), wanted.note)
    }
    if let note { diagnostics.note(note) }
    return (venue, shown)
  }

  /// Keeps a record. It is on disk when this returns.
  func keep(_ record: VisitRecord, _ photos: [CleanPhoto] = []) throws {
    try VisitLog.add(record, photos, in: try ownFolder(), whenWaiting: noteWaiting)
  }

  func printID(of record: VisitRecord, _ data: SearchData) throws -> ExitCode {
    let output = Output()
    do { try output.write(record.id + "\n") } catch let failure as Failure
      where failure.code == .writeFailed
    {
      // A user who tried again would record it twice.
      throw Failure(failure.code, failure.message, hint: "  the record \(record.id) was kept")
    }
    return try data.keep(closing: output, before: .success)
  }
}
