import CommandLineKit
import FinderEngine

enum GazetteerAdd {
  private static let files = Argument(
    "FILE", isRepeatable: true, isPath: true,
    summary: "a table, a zip archive or a folder of tables; - for standard input")

  static let command = Command.command(
    "add", summary: "add postcodes and places to the gazetteer",
    otherWords: "install import load",
    about: """
      Each FILE is told apart by its content: Code-Point Open and OS Open Names (the zip archive as it \
      comes, or its tables), ONSPD and NSPL, GeoNames (GB.txt), or any CSV or TSV with a header, a \
      position and a postcode or a name. All are read before anything is changed. A FILE of a name \
      that was added before takes its place. Where several have a postcode, one in use counts before \
      one that was taken out of use, and then the file that was added last. Rows that cannot be used \
      are counted.
      """,
    examples: [
      Example("finder data gazetteer add places.csv", "a table of your own"),
      Example(
        "finder data gazetteer add codepo_gb.zip opname_csv_gb.zip",
        "Great Britain's postcodes and places, as the Ordnance Survey gives them away"),
      Example("finder data gazetteer add - < GB.txt", "from standard input"),
    ],
    options: DataGazetteer.options, arguments: [files],
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
    let readings = try paths.map { try GazetteerReading($0) }
    try refuseSameNames(readings.map(\.name), invocation)
    let store = try invocation.gazetteerStore()
    let before = store.sources
    try store.add(readings)
    for reading in readings {
      tell(reading, invocation.diagnostics)
      let hidden = before.first { $0.name == reading.name && $0.path != reading.resolvedPath }
      if let hidden {
        invocation.diagnostics.note("\(reading.shownPath) takes the place of \(hidden.path)")
      }
    }
    let added = store.sources.suffix(readings.count).map {
      "added \($0.name) (\(GazetteerReport.about($0)))\n"
    }
    try invocation.write(
      GazetteerReport(dataFolder: dataFolder, store.sources),
      or: added.map { UsageError.escape(String($0.dropLast())) + "\n" }.joined(), to: output)
    return .success
  }

  /// A source has the name of its file, so that the next edition of a table takes the place of the last.
  private static func refuseSameNames(_ names: [String], _ invocation: Invocation) throws {
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      throw invocation.error(
        "two files are called \(UsageError.quote(name)): give them names of their own, since one "
          + "takes the place of the other")
    }
  }

  private static func tell(_ reading: GazetteerReading, _ diagnostics: Diagnostics) {
    let tally = reading.tally
    let reasons = listed([
      ("without a position", tally.withoutPosition),
      ("without a postcode or a name", tally.withoutName), ("not readable", tally.unreadable),
    ])
    if tally.leftOut > 0 {
      diagnostics.note(
        "\(reading.shownPath): left out \(tally.leftOut) of \(counted(tally.rows, "row")) (\(reasons))"
      )
    }
    if tally.contradictory > 0 {
      diagnostics.note(
        "\(reading.shownPath): in \(counted(tally.contradictory, "row")), easting and northing are "
          + "over 1 km from latitude and longitude; the eastings and northings are used")
    }
  }
}
