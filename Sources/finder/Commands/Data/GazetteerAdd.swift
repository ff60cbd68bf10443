import CommandLineKit
import FinderEngine
import FinderLists

enum GazetteerAdd {
  private static let files = Argument(
    "FILE", isRepeatable: true, isPath: true,
    summary: "a table, a zip archive or a folder of tables; - for standard input")

  private static let encoding = ListOptions.encoding.with(
    summary: "the encoding of names in tables", group: "Gazetteer")

  private static let tsvEscapes = ListOptions.tsvEscapes.with(group: "Gazetteer")

  static let command = Command.command(
    "add", summary: "add postcodes and places to the gazetteer",
    otherWords: "install import load",
    exits: [],
    about: """
      The content decides what each FILE is: Code-Point Open and OS Open Names (the zip archive as \
      it comes, or its tables), ONSPD and NSPL, GeoNames (GB.txt), or any CSV or TSV with a \
      header, a position and a postcode or a name. All are read before anything is changed. A \
      source is named after its FILE, without the folder, and replaces an earlier source of that \
      name, wherever that came from; two of the same name at once are refused. If several have a \
      postcode, one still in use wins over one taken out of use, and then the file added last \
      wins. Rows that cannot be used are counted.
      """,
    examples: """
      finder data gazetteer add places.csv # a table of your own
      finder data gazetteer add codepo_gb.zip opname_csv_gb.zip # Great Britain's postcodes and places,
        as the Ordnance Survey publishes them
      finder data gazetteer add - < GB.txt # from standard input
      """,
    options: [encoding, tsvEscapes] + DataGazetteer.options, arguments: [files],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let paths = invocation.words(files).map { FilePath(bytes: $0.bytes) }
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw invocation.error("only one FILE can be standard input")
    }
    if paths.contains("-") { try invocation.refuseTerminal() }
    let output = try Output(invocation, inputs: paths)
    let dataFolder = try invocation.dataFolder()
    // Read before the folder is locked, because a pipe may be slow.
    let encoding = invocation.encoding
    let hasEscapes = invocation.has(tsvEscapes)
    let readings = try paths.map {
      try GazetteerReading($0, encoding: encoding, hasEscapes: hasEscapes)
    }
    // A source is named after its file, so the next edition of a table replaces the last.
    let names = readings.map(\.name)
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      throw invocation.error(
        "two files are called \(UsageError.quote(name)): rename one, since it "
          + "would replace the other")
    }
    let store = try invocation.gazetteerStore()
    let before = store.sources
    let added = try store.add(readings)
    for reading in readings {
      reportReading(reading, invocation.diagnostics)
      let hidden = before.first { $0.name == reading.name && $0.path != reading.resolvedPath }
      if let hidden {
        invocation.diagnostics.note("\(reading.shownPath) replaces \(hidden.path)")
      }
    }
    let lines = added.map {
      UsageError.escape("added \($0.name) (\(GazetteerReport.about($0)))") + "\n"
    }
    let report = GazetteerReport(dataFolder: dataFolder, store.sources)
    try invocation.write(lines.joined(), or: report.members, to: output)
    return .success
  }

  private static func reportReading(_ reading: GazetteerReading, _ diagnostics: Diagnostics) {
    let (tally, path) = (reading.tally, reading.shownPath)
    if tally.leftOut > 0 {
      let reasons = listed([
        ("without a position", tally.withoutPosition),
        ("without a postcode or a name", tally.withoutName), ("not UTF-8", tally.notUTF8),
        ("not readable", tally.unreadable),
      ])
      diagnostics.note(
        "\(path): left out \(tally.leftOut) of \(counted(tally.rows, "row")) (\(reasons))"
          + (tally.notUTF8 > 0 ? "; --encoding latin1 reads names in Latin-1" : ""))
    }
    if tally.unusedNames > 0 {
      let rows = counted(tally.unusedNames, "row")
      diagnostics.note("\(path): \(rows) with a postcode gave its position, and not the name")
    }
    if tally.contradictory > 0 {
      diagnostics.note(
        "\(path): in \(counted(tally.contradictory, "row")), easting and northing are "
          + "over 1 km from latitude and longitude; the eastings and northings are used")
    }
    diagnostics.note(swappedRows: tally.swapped, in: path)
    if let first = reading.passedOver.first {
      let others = reading.passedOver.count - 1
      diagnostics.note(
        "nothing in \(first) could be used"
          + (others > 0 ? ", nor in \(counted(others, "other table"))" : ""))
    }
  }
}
