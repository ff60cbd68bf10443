import CommandLineKit
import FinderEngine
import FinderLists

enum DataImport {
  private static let list = Argument(
    "LIST", isPath: true, summary: "CSV or TSV with a column of postcodes; - for standard input")
  private static let positions = Option(
    "positions", value: "FILE",
    summary: "the positions of postcodes, or the word gazetteer; the first that has one is used",
    group: "Import", isEveryday: true, isRepeatable: true, isPath: true, defaultText: "gazetteer")
  private static let unplaced = Option(
    "unplaced", value: "FILE", summary: "write the rows that cannot be placed to FILE",
    group: "Import", isEveryday: true, isPath: true)
  private static let nameColumn = ListOptions.nameColumn.with(summary: "the column of names")
  private static let postcodeColumn = ListOptions.postcodeColumn.with(
    summary: "the column of postcodes")
  private static let encoding = ListOptions.encoding.with(summary: "the encoding of text in LIST")

  static let command = Command.command(
    "import", summary: "make a dataset from a list with postcodes",
    otherWords: "geocode join",
    exits: [],
    about: """
      Positions come from other datasets with postcodes (GeoJSON), from tables of outward codes, \
      from Code-Point Open, ONSPD and NSPL, or from any CSV with a postcode and a position: easting \
      and northing, which are preferred, or lat and lon. Any of these may be gzip. Without \
      --positions, and with --positions gazetteer after all FILEs, they come from the gazetteer \
      ('finder data gazetteer'); a FILE of that name is ./gazetteer.

      A venue is placed by its full postcode, otherwise in the middle of its sector, otherwise by \
      its outward code; position_from says which. Postcodes are repaired by rule: letter case, \
      spaces, and O and I for 0 and 1 or the reverse, where only a digit or only a letter fits; \
      postcode_given keeps the original. Rows that cannot be placed are counted, and written to the \
      FILE of --unplaced; they do not change the exit code. 'finder help lists' says more.
      """,
    usage: ["LIST [--positions FILE]… [OPTIONS]"],
    examples: """
      finder data import list.csv --positions postcodes.csv --output venues.geojson # a dataset for
        --data
      finder data import list.csv --positions postcodes.csv --positions outcodes.csv --unplaced lost.csv
        > venues.geojson # the second table is for postcodes that the first lacks
      """,
    options: [positions, unplaced, nameColumn, postcodeColumn, encoding, ListOptions.tsvEscapes]
      + ListOptions.writing.seldom(ListOptions.precision),
    arguments: [list],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.path(list) ?? "-"
    let gazetteer = try gazetteer(invocation)
    let tables = invocation.paths(positions).filter { $0 != gazetteerWord }
    guard ([path] + tables).count(where: { $0 == "-" }) <= 1 else {
      throw invocation.error("only one of LIST and --positions can be standard input")
    }
    if path == "-" || tables.contains("-") { try invocation.refuseTerminal() }
    let settings = try invocation.listOutput()
    let output = try Output(invocation, inputs: [path] + tables)
    let rejects = try rejects(invocation, inputs: [path] + tables, output)

    let diagnostics = invocation.diagnostics
    let progress = Progress(isQuiet: invocation.has(Options.quiet))
    let stream = try ListStream(path, encoding: invocation.encoding)
    let rows = try ListImport(
      stream, positions: try read(tables, gazetteer, diagnostics), settings,
      name: invocation[nameColumn], postcode: invocation[postcodeColumn],
      hasEscapes: invocation.has(ListOptions.tsvEscapes)
    ) { share, count in
      progress.show(venues: count, share: share)
    }
    if !rows.hasNames {
      diagnostics.note("no column looks like names; choose one with --name-column")
    }
    let summary = try rows.run(
      write: { try output.write($0) }, reject: rejects.map { file in { try file.write($0) } },
      fault: { line, problem in
        progress.wipe()
        diagnostics.say("\(stream.name): line \(line): \(problem)")
      })
    progress.wipe()
    try rejects?.finish()
    try output.finish()
    report(summary, keepsUnplaced: rejects != nil, diagnostics)
    return summary.tally.count(of: .malformed) > 0 ? .badData : .success
  }

  private static func rejects(
    _ invocation: Invocation, inputs: [FilePath], _ output: Output
  ) throws -> Output? {
    guard invocation.has(unplaced) else { return nil }
    let rejects = try Output(invocation, unplaced, inputs: inputs)
    guard !rejects.isSameFile(as: output) else {
      throw invocation.error(unplaced, "and the output are the same file")
    }
    return rejects
  }

  private static let gazetteerWord: FilePath = "gazetteer"

  /// The gazetteer, if the user asks for it or names no positions at all.
  private static func gazetteer(_ invocation: Invocation) throws -> Gazetteer? {
    let words = invocation.paths(positions)
    guard words.isEmpty || words.contains(gazetteerWord) else { return nil }
    if let gazetteer = try invocation.gazetteer() {
      // Importing a list may read all of it, so check all of it before anything is written.
      try gazetteer.verifyAll()
      return gazetteer
    }
    guard !words.isEmpty else {
      throw invocation.error(
        "expected --positions FILE, with the positions of postcodes, or a gazetteer "
          + "('finder data gazetteer add')")
    }
    throw Failure(
      .noInput, "there is no gazetteer", hint: "  'finder data gazetteer add FILE' makes one")
  }

  private static func read(
    _ paths: [FilePath], _ gazetteer: Gazetteer?, _ diagnostics: Diagnostics
  ) throws -> PositionTable {
    var table = PositionTable(gazetteer: gazetteer)
    for path in paths {
      let name = path == "-" ? "standard input" : "\(path)"
      let tally = try PositionFile.read(path, into: &table)
      guard tally.used > 0 else {
        throw Failure(.badData, "\(name): expected rows with a postcode and a position, found none")
      }
      reportTally(tally, of: name, diagnostics)
    }
    table.addMiddles()
    return table
  }

  private static func reportTally(
    _ tally: PositionFileTally, of name: String, _ diagnostics: Diagnostics
  ) {
    let reasons = listed([
      ("without a postcode", tally.withoutPostcode), ("without a position", tally.withoutPosition),
    ])
    if !reasons.isEmpty {
      diagnostics.note(
        "\(name): left out \(tally.rows - tally.used) of \(counted(tally.rows, "row")) (\(reasons))"
      )
    }
    if let first = tally.firstContradictory {
      let rows = counted(tally.contradictory, "row")
      let tenths = Int((tally.firstDistance / 100).rounded())
      diagnostics.note(
        "\(name): in \(rows), easting and northing are over 1 km from latitude and longitude "
          + "(\(first.text): \(tenths / 10).\(tenths % 10) km); the eastings and northings are used"
      )
    }
    diagnostics.note(swappedRows: tally.swapped, in: name)
  }

  private static func report(
    _ summary: ListImport.Summary, keepsUnplaced: Bool, _ diagnostics: Diagnostics
  ) {
    let tally = summary.tally
    let faults = tally.count(of: .malformed)
    diagnostics.say(
      faults: faults,
      ending: "\(counted(faults, "row")) cannot be read"
        + (keepsUnplaced ? ", and went to the --unplaced file" : ""))
    diagnostics.note(
      "placed \(tally.placed) of \(counted(tally.rows, "venue")): "
        + "\(tally.count(at: .postcode)) by postcode, \(tally.count(at: .sector)) by sector, "
        + "\(tally.count(at: .outcode)) by outward code")
    if tally.repaired > 0 {
      let kinds = listed(PostcodeRepairs.kinds.map { ($0.name, tally.count(of: $0.repair)) })
      diagnostics.note("repaired \(counted(tally.repaired, "postcode")): \(kinds)")
    }
    if tally.unplaced > 0 {
      let reasons = listed(ImportTally.Unplaced.allCases.map { ($0.name, tally.count(of: $0)) })
      diagnostics.note(
        "\(counted(tally.unplaced, "venue")) not placed: \(reasons)"
          + (keepsUnplaced ? "" : "; --unplaced FILE keeps them"))
    }
    diagnostics.note(changesOf: summary.written)
  }
}
