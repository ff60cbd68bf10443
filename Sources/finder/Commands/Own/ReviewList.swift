import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewList {
  private static let venue = Argument(
    "VENUE", isRequired: false, completes: .names, joins: { _ in .perhaps },
    summary: "only venues with this id or name, or of this chain")

  static let list = Command.command(
    "list", summary: "show the reviews, newest first", otherWords: "ls all",
    exits: [.nothingFound],
    about: """
      RATING has a + where you would recommend the venue, and a - where you would not. \
      \(closedAndMissing)
      """,
    usage: ["[VENUE] [OPTIONS]"],
    examples: """
      finder review list # all of them
      finder review list 'Broou Sandwich Co' # one venue, or all of that name
      finder review list --format csv # for a spreadsheet
      """,
    options: options, arguments: [venue], run: { try runList($0, .review) })

  static let visits = Command.command(
    "list", summary: "show the visits, newest first", otherWords: "ls all",
    exits: [.nothingFound],
    about: """
      The same as 'finder history --kind visit', which also has the walks. \(closedAndMissing)
      """,
    usage: ["[VENUE] [OPTIONS]"],
    examples: """
      finder visit list # all of them
      finder visit list 'Broou Sandwich Co' --json # one venue, for programs
      """,
    options: options, arguments: [venue], run: { try runList($0, .visit) })

  private static let closedAndMissing = """
    A venue that is not in this dataset is shown as closed if 'finder news' saw it close, and as \
    missing if not. JSON has the records of 'finder review export', with up to three more keys: \
    "missing" is true for both, "closed" only for venues that news saw close, and "venue_id_now" is \
    the new id if it changed.
    """
  private static let options = ReviewOptions.printing.without(Options.units)

  static let show = Command.command(
    "show", summary: "show one review or visit in full", otherWords: "get open view",
    exits: [.nothingFound],
    examples: """
      finder review show 20250614-7rje6gph # everything it holds
      finder review show 20250614-7rje6gph --json # for programs
      """,
    options: Options.document.without(Options.units, Options.colour, Options.exitStatus),
    arguments: [ReviewOptions.record], run: runShow)

  private static func runList(
    _ invocation: Invocation, _ kind: VisitRecord.Kind
  ) throws -> ExitCode {
    try invocation.checkResultOptions()
    let wanted = invocation[venue]
    let source = try invocation.dataSource()
    let output = try Output(invocation, inputs: [source.path])
    let style = try invocation.tableStyle(output)
    let log = try VisitLog(in: try invocation.ownFolder())
    invocation.note(faultsIn: log)
    let data = SearchData(invocation)
    var answer = try data.answerByName { names in
      let book = RecordBook(log, in: names, of: source, invocation)
      let all = wanted.map { book.records(of: $0) } ?? log.newestFirst
      let rows = RecordRows(book: book, records: all.filter { $0.kind == kind }, kind: kind)
      return rows.answer(invocation, style)
    }
    if answer.found == 0, invocation.format() == .table { answer.notes.append("no \(kind) found") }
    return try data.finish(answer, to: output)
  }

  private static func runShow(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkOutputEnding()
    let source = try invocation.dataSource()
    let output = try Output(invocation, inputs: [source.path])
    let folder = try invocation.ownFolder()
    let log = try VisitLog(in: folder)
    let record = try invocation.record(invocation[ReviewOptions.record] ?? "", in: log)
    let data = SearchData(invocation)
    let answer = try data.answerByName { names in
      let book = RecordBook(log, in: names, of: source, invocation)
      var bytes = ByteBuffer(capacity: 4096)
      if invocation.format() == .table {
        bytes.append(text: text(of: record, book, folder))
      } else {
        bytes.appendObject { book.append(record, to: &$0) }
        bytes.append("\n")
      }
      return Answer(found: 1, bytes: bytes)
    }
    return try data.finish(answer, to: output)
  }

  private static func text(
    of record: VisitRecord, _ book: RecordBook, _ folder: FilePath
  ) -> String {
    let venue = record.venue
    let rows: [(name: String, text: String)] = [
      ("id", record.id), ("kind", record.kind.rawValue), ("date", record.date.text()),
      ("venue", book.shownVenue(of: record)),
      ("postcode", venue.postcode ?? ""), ("venue id", venue.id),
      ("rating", record.rating.map { "\($0) of 5" } ?? ""),
      ("recommend", record.recommend.map { $0 ? "yes" : "no" } ?? ""),
      ("service", record.service?.rawValue ?? ""),
    ]
    let missing = VisitLog.missingPhotos(of: [record], in: folder)
    let photos = record.photos.map { name in
      (
        name: "photo",
        text: "\(folder)/photos/\(name)" + (missing.contains(name) ? " (missing)" : "")
      )
    }
    let facts = (rows + photos).map { (name: $0.name, text: TidyText.string($0.text)) }
    let lines = (record.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .map { TidyText.string(String($0)) + "\n" }
    return labelled(facts.filter { !$0.text.isEmpty })
      + (record.text == nil ? "" : "\n" + lines.joined())
  }
}
