import CommandLineKit
import FinderEngine
import FinderOwn

enum History {
  private static let from = Option(
    "from", value: "POINT", summary: "where walks start; the same as the argument POINT",
    group: "Point", completes: .points, otherWords: "at")
  private static let period = Option(
    "by", value: "PERIOD", choices: HistoryPeriod.allCases.map(\.rawValue),
    summary: "count the records in each", group: "Records", isEveryday: true,
    otherWords: "per group-by")
  static let since = Option(
    "since", value: "DATE",
    summary: "only from this day on: 2026-11-22, yesterday, 30d, 8w, 2026-11 or 2026",
    group: "Records", isEveryday: true,
    otherWords: "after begin start")
  static let until = Option(
    "until", value: "DATE",
    summary: "only up to this day, or to the last day of 2026-11 or 2026", group: "Records",
    isEveryday: true,
    otherWords: "before end to")
  static let kind = Option(
    "kind", value: "KIND", choices: VisitRecord.Kind.allCases.map(\.rawValue),
    summary: "only visits or only reviews", group: "Records", isEveryday: true,
    otherWords: "type only")

  static let command = Command.command(
    "history", summary: "your visits and reviews by date",
    otherWords: "log diary journal timeline",
    heading: CommandHeading.own, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      With a point, history shows the walk from it to each venue, one way, and what it burns: \
      estimates, for 1.2 times the straight line and a person of 70 kg at 4.8 km/h, net of rest, \
      unless 'finder config' says otherwise.

      With --by there is a row for each month or year that has a record. A visit and a review of one \
      venue on one day are one meal: it counts once in the walks, and once in the bars that a \
      terminal shows.
      """,
    usage: ["[POINT] [OPTIONS]"],
    examples: """
      finder history # everything, newest first
      finder history London --since 2025-01-01 # with the walks from there
      finder history --by month # a small chart in a terminal
      finder history --by year --json # for programs
      """,
    options: [from, period, since, until, kind, Options.outside] + ReviewOptions.printing,
    arguments: [Options.pointArgument], run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let (first, last) = try days(invocation)
    let kind = invocation[kind].flatMap(VisitRecord.Kind.init(rawValue:))
    let period = invocation[period].flatMap(HistoryPeriod.init(rawValue:))
    let point = try point(invocation)
    let data = SearchData(invocation)
    let place = try point.ruledIfGiven(data)
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path])
    let style = try invocation.tableStyle(output)
    let walk = try place.map {
      RecordWalk(point: $0.ruling.point, figures: try invocation.walkFigures())
    }
    let log = try VisitLog(in: try invocation.ownFolder())
    invocation.note(faultsIn: log)
    let records = log.newestFirst.filter { record in
      (kind == nil || record.kind == kind) && (first.map { record.date >= $0 } ?? true)
        && (last.map { record.date <= $0 } ?? true)
    }
    let hasBars = output.isTerminal
    var answer = try data.answerByName { names in
      let book = RecordBook(log, in: names, of: source, invocation)
      guard let period else {
        return RecordRows(book: book, records: records, walk: walk).answer(invocation, style)
      }
      return HistorySums(records, by: period, book, walk)
        .answer(invocation, style, hasBars: hasBars)
    }
    let isTable = invocation.format() == .table
    if let note = place?.given.note("walking from", isTable: isTable) { answer.notes.append(note) }
    if isTable {
      if let walk, answer.found > 0 { answer.notes.append(walk.note) }
      if answer.found == 0 { answer.notes.append("no visit or review found") }
    }
    return try data.finish(answer, to: output)
  }

  /// The first and last day to count.
  private static func days(
    _ invocation: Invocation
  ) throws -> (first: CalendarDate?, last: CalendarDate?) {
    let (first, last) = (try invocation.limit(since, .first), try invocation.limit(until, .last))
    if let first, let last, first > last {
      throw invocation.error(
        since, "\(first.text()) is after --until \(last.text()), so no day lies between them")
    }
    return (first, last)
  }

  private static func point(_ invocation: Invocation) throws -> PointRequest {
    guard let from = invocation.word(from) else { return PointRequest(invocation) }
    guard invocation.words(Options.pointArgument).isEmpty else {
      throw invocation.error("give the point once: as POINT or with --from")
    }
    return PointRequest(invocation, [from])
  }
}
