import CommandLineKit
import FinderEngine

/// `finder data import`: a list with postcodes and no positions, joined to positions.
enum DataImport {
  private static let list = Argument(
    "LIST", kind: .path, summary: "CSV or TSV with a column of postcodes; - for standard input")
  private static let positions = Option(
    "positions", value: .path("FILE"),
    summary: "where postcodes are; the first that has one holds", group: "Import",
    isRepeatable: true)
  private static let unplaced = Option(
    "unplaced", value: .path("FILE"), summary: "write the rows without a place to FILE",
    group: "Import")
  private static let nameColumn = ListOptions.nameColumn.with { $0.summary = "the column of names" }
  private static let postcodeColumn = ListOptions.postcodeColumn.with {
    $0.summary = "the column of postcodes"
  }
  private static let encoding = ListOptions.encoding.with { $0.summary = "of text in LIST" }

  static let command = Command(
    "import", summary: "a list with postcodes into a dataset",
    about: """
      Positions come from other datasets with postcodes (GeoJSON), from tables of outward codes, \
      from Code-Point Open, ONSPD and NSPL, or any CSV with a postcode and either easting and \
      northing, which are preferred, or lat and lon. Any of these may be gzip.

      A venue is placed by its full postcode, else in the middle of its sector, else of its outward \
      code; position_from says which. Postcodes are repaired by rule: letter case, spaces, O and I \
      for 0 and 1 where only a digit can stand and the reverse; postcode_given keeps what the list \
      had. Rows without a place are counted, and kept by --unplaced; they do not change the exit \
      code.
      """,
    usage: ["LIST --positions FILE [OPTIONS]"],
    examples: [
      Example(
        "finder data import list.csv --positions postcodes.csv --output venues.geojson",
        "a dataset for --data"),
      Example(
        "finder data import list.csv --positions postcodes.csv --positions outcodes.csv "
          + "--unplaced lost.csv > venues.geojson",
        "two tables; the second for what the first has not"),
    ],
    options: [positions, unplaced, nameColumn, postcodeColumn, encoding] + ListOptions.writing,
    arguments: [list])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation[list] ?? "-"
    let tables = invocation.values(positions)
    guard !tables.isEmpty else {
      throw invocation.error("expected --positions FILE: where postcodes are")
    }
    guard ([path] + tables).count(where: { $0 == "-" }) <= 1 else {
      throw invocation.error("only one of LIST and --positions can be standard input")
    }
    if path == "-" || tables.contains("-") { try invocation.refuseTerminal() }
    let settings = try invocation.listOutput()
    let output = try Output(invocation, inputs: [path] + tables)
    let rejects = try rejects(invocation, inputs: [path] + tables, output)

    let stream = try ListStream(
      path, encoding: invocation[encoding] == "latin1" ? .latin1 : .utf8)
    let work = ImportWork(
      output: output, rejects: rejects, diagnostics: invocation.diagnostics,
      progress: Progress(isQuiet: invocation.has(Options.quiet)))
    let outcome = try work.run(
      stream, try read(tables, invocation.diagnostics), settings, name: invocation[nameColumn],
      postcode: invocation[postcodeColumn])
    try rejects?.finish()
    try output.finish()
    tell(outcome, keepsUnplaced: rejects != nil, invocation.diagnostics)
    return outcome.faults > 0 ? .badData : .success
  }

  private static func rejects(
    _ invocation: Invocation, inputs: [String], _ output: Output
  ) throws -> Output? {
    guard invocation.has(unplaced) else { return nil }
    let rejects = try Output(invocation, unplaced, inputs: inputs)
    guard !rejects.overlaps(output) else {
      throw invocation.error(unplaced, "and the output lead to the same place")
    }
    return rejects
  }

  // MARK: Positions

  private static func read(
    _ paths: [String], _ diagnostics: Diagnostics
  ) throws -> PositionTable {
    var table = PositionTable()
    for path in paths {
      let name = path == "-" ? "standard input" : path
      let tally = try PositionFile.read(path, into: &table)
      guard tally.used > 0 else {
        throw Failure(.badData, "\(name): expected rows with a postcode and a position, found none")
      }
      tell(tally, of: name, diagnostics)
    }
    table.settle()
    return table
  }

  private static func tell(
    _ tally: PositionFileTally, of name: String, _ diagnostics: Diagnostics
  ) {
    let reasons = [
      (tally.withoutPostcode, "without a postcode"), (tally.withoutPosition, "without a position"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !reasons.isEmpty {
      diagnostics.note(
        "\(name): left out \(tally.rows - tally.used) of \(counted(tally.rows, "row")) "
          + "(\(reasons.joined(separator: ", ")))")
    }
    if let first = tally.firstContradictory {
      let rows = counted(tally.contradictory, "row")
      let tenths = Int((tally.firstDistance / 100).rounded())
      diagnostics.note(
        "\(name): in \(rows) eastings and northings are over 1 km from latitude and longitude "
          + "(\(first.text): \(tenths / 10).\(tenths % 10) km); eastings and northings are taken")
    }
  }

  // MARK: What became of the rows

  private static func tell(
    _ outcome: ImportWork.Outcome, keepsUnplaced: Bool, _ diagnostics: Diagnostics
  ) {
    let tally = outcome.tally
    let levels = [
      (Postcode.Level.postcode, "by postcode"), (.sector, "by sector"),
      (.outcode, "by outward code"),
    ].map { "\(tally.count(at: $0.0)) \($0.1)" }
    diagnostics.note(
      "placed \(tally.placed) of \(counted(tally.rows, "venue")): "
        + levels.joined(separator: ", "))
    if tally.repaired > 0 {
      let kinds = PostcodeRepairs.kinds.filter { tally.count(of: $0.repair) > 0 }
        .map { "\(tally.count(of: $0.repair)) \($0.name)" }
      diagnostics.note(
        "repaired \(counted(tally.repaired, "postcode")): \(kinds.joined(separator: ", "))")
    }
    if tally.unplaced > 0 {
      let reasons = ImportTally.Unplaced.allCases.filter { tally.count(of: $0) > 0 }
        .map { "\(tally.count(of: $0)) \($0.name)" }
      diagnostics.note(
        "\(counted(tally.unplaced, "venue")) without a place: \(reasons.joined(separator: ", "))"
          + (keepsUnplaced ? "" : "; --unplaced FILE keeps them"))
    }
    if outcome.written.duplicates > 0 {
      diagnostics.note("left out \(counted(outcome.written.duplicates, "duplicate"))")
    }
    if outcome.written.moved > 0 {
      diagnostics.note("moved \(counted(outcome.written.moved, "venue")) by at most 25 metres")
    }
  }
}

/// Takes a list from its first row to its last.
private struct ImportWork {
  let output: Output
  /// For the rows without a place.
  let rejects: Output?
  let diagnostics: Diagnostics
  let progress: Progress

  struct Outcome {
    let tally: ImportTally
    let written: ListTally
    /// Rows that cannot be read.
    let faults: Int
  }

  private static let mostTold = 10

  func run(
    _ stream: ListStream, _ table: consuming PositionTable, _ settings: ListOutput, name: String?,
    postcode: String?
  ) throws -> Outcome {
    // CSV has to know its columns before its first row.
    let mayComeTwice = settings.format == .csv && !settings.sorts && settings.spreadSeed == nil
    let rows = try ListImport(
      stream, positions: table, name: name, postcode: postcode, mayComeTwice: mayComeTwice)
    if !rows.hasNames {
      diagnostics.note("the list has no column of names that is known; --name-column names it")
    }
    let writer = RecordWriter(settings, comesTwice: mayComeTwice) { try output.write($0) }
    rows.beforeReading = { share, count in
      try writer.flush()
      progress.show(share: share, count: count, of: "venues")
    }
    defer { rows.beforeReading = nil }
    let faults = try place(rows, writer)
    try writer.finish()
    if writer.needsThemAgain {
      try rows.readAgain()
      try writer.begin()
      var record = ListRecord()
      while try rows.nextPlaced(&record) { try writer.append(&record) }
      try writer.finish()
    }
    progress.wipe()
    if faults > 0 {
      let unsaid = faults - Self.mostTold
      diagnostics.say(
        (unsaid > 0 ? "and \(unsaid) more; " : "")
          + "\(counted(faults, "row")) cannot be read\(rejects == nil ? "" : ", and went to the others without a place")"
      )
    }
    return Outcome(tally: rows.tally, written: writer.tally, faults: faults)
  }

  /// Returns how many rows cannot be read.
  private func place(_ rows: ListImport, _ writer: RecordWriter) throws -> Int {
    var lost = ByteBuffer(capacity: 1 << 16)
    if rejects != nil { rows.appendHeader(to: &lost) }
    var faults = 0
    var record = ListRecord()
    while true {
      switch try rows.next(&record) {
      case .placed:
        try writer.append(&record)
        continue
      case .unplaced: break
      case .fault(let problem):
        faults += 1
        if faults <= Self.mostTold {
          progress.wipe()
          diagnostics.say("line \(rows.line): \(problem)")
        }
      case .end:
        try rejects?.write(lost)
        return faults
      }
      guard let rejects else { continue }
      rows.appendRow(to: &lost)
      if lost.count >= 1 << 16 {
        try rejects.write(lost)
        lost.truncate()
      }
    }
  }
}
