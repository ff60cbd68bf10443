import CommandLineKit
import FinderEngine

/// `finder visit`: that one was there.
enum VisitGroup {
  static let command = Command.group(
    "visit", summary: "keep where you have been", otherWords: "visits visited went checkin",
    about: """
      A visit is a venue and a day, and a note if you like. 'finder history' shows visits and \
      reviews, 'finder show' those of a venue, and 'near --not-visited' finds where you have not \
      been. What is kept, and where, says 'finder help review'.
      """,
    examples: [
      Example("finder visit add zrz7p23dmzwy", "today, by the venue's id"),
      Example("finder history --kind visit", "the visits, newest first"),
    ],
    commands: [add])

  private static let add = Command.command(
    "add", summary: "keep that you were at a venue",
    about: """
      Of several venues with a name, or of a chain, the one nearest to the point is meant; without a \
      point they are listed, and finder exits with 64. The id of the record is printed once the disk \
      has it.
      """,
    usage: ["VENUE [POINT] [OPTIONS]"],
    examples: [
      Example("finder visit add zrz7p23dmzwy --note 'with Ann'", "today"),
      Example(
        "finder visit add 'Hoagie Yard' 51.5074,-0.1278 --date 2025-06-14",
        "the nearest branch, on that day"),
    ],
    options: [ReviewOptions.date, ReviewOptions.note] + ReviewOptions.place,
    arguments: [ReviewOptions.venue, Options.pointArgument], run: runAdd)

  private static func runAdd(_ invocation: Invocation) throws -> ExitCode {
    var draft = VisitDraft()
    draft.date = try invocation.date(ReviewOptions.date)
    draft.text = try invocation.words(of: ReviewOptions.note)
    let text = invocation[ReviewOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(ReviewOptions.venue, "is empty") }
    let data = QueryData(invocation)
    let point = try invocation.pointOfVenue(data, invocation.words(Options.pointArgument))
    let venue = try invocation.recordedVenue(text, data, point)
    return try invocation.keep(draft.record(.visit, of: venue), [], data)
  }
}
