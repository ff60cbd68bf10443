import CommandLineKit
import FinderEngine
import FinderOwn

enum VisitGroup {
  static let command = Command.group(
    "visit", summary: "record where you have been", otherWords: "visits visited went checkin",
    heading: CommandHeading.own, exits: [ExitCode.unavailable.rawValue],
    about: """
      A visit is a venue and a day, and a note if you like. 'finder visit list' and 'finder history' \
      show visits, 'finder show' the visits to one venue, and 'near --not-visited' finds venues you have \
      not been to. 'finder review edit ID' changes a visit. 'finder help review' explains how visits are kept.
      """,
    examples: """
      finder visit add zrz7p23dmzwy # today, by the venue's id
      finder visit list # the visits, newest first
      """,
    commands: [add, ReviewList.visits, ReviewChanges.remove("visit")])

  private static let add = Command.command(
    "add", summary: "record a visit",
    exits: [.nothingFound, .outsideCamera],
    about: """
      If several venues have the name, or it is a chain's, the one nearest to the point is taken; \
      without a point they are listed, and finder exits with 64. The id of the record is printed \
      once it is on disk; a note names the venue. Two visits to one venue on one day are both \
      kept, and a note says so.
      """,
    usage: ["VENUE [POINT] [OPTIONS]"],
    examples: """
      finder visit add zrz7p23dmzwy --note 'with Ann' # today
      finder visit add 'Hoagie Yard' London --date 2025-06-14 # the nearest branch, on that day
      """,
    options: [ReviewOptions.date, ReviewOptions.note] + ReviewOptions.place,
    arguments: [ReviewOptions.venue, Options.pointArgument], run: runAdd)

  private static func runAdd(_ invocation: Invocation) throws -> ExitCode {
    var draft = VisitDraft()
    draft.date = try invocation.date(ReviewOptions.date)
    draft.text = try invocation.words(of: ReviewOptions.note)
    let text = invocation[ReviewOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(ReviewOptions.venue, "is empty") }
    let request = PointRequest(invocation)
    let data = SearchData(invocation)
    let venue = try invocation.venueToRecord(text, data, request)
    let record = draft.record(.visit, of: venue.venue)
    let earlier = try invocation.visit(repeatedBy: record, data)
    try invocation.keep(record)
    invocation.diagnostics.note("visited \(venue.shown)")
    if let earlier {
      invocation.diagnostics.note(
        "a visit on that day was there already, \(earlier.id); "
          + "'finder visit remove \(record.id)' removes this one")
    }
    return try invocation.printID(of: record, data)
  }
}

extension Invocation {
  /// An earlier visit to the venue on the same day. It is only used for a note, so --quiet skips the search.
  fileprivate func visit(
    repeatedBy record: VisitRecord, _ data: SearchData
  ) throws -> VisitRecord? {
    guard !diagnostics.isQuiet else { return nil }
    let visits = try data.answerByName { names -> VenueVisits? in
      guard let row = RecordMatching(names).row(of: record.venue) else { return nil }
      return try VenueVisits(ofRow: row, in: names, self)
    }
    for note in visits?.notes ?? [] { diagnostics.note(note) }
    visits?.tallies?.keep()
    return visits?.records.first { $0.kind == .visit && $0.date == record.date }
  }
}
