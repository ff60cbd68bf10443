import CommandLineKit
import FinderEngine

enum DataConvert {
  private static let file = Argument(
    "IN", isPath: true, summary: "the list, plain or gzip; - for standard input")

  static let command = Command.command(
    "convert", summary: "turn a list of any form into GeoJSON, NDJSON or CSV",
    otherWords: "transform export",
    exits: [],
    about: """
      The list may be GeoJSON of any form; CSV or TSV with columns for latitude and longitude, or \
      easting and northing; JSON objects with lat and lon, one a line or in an array; an answer \
      from Overpass; or the Food Standards Agency's hygiene ratings, as XML or from its API. Its \
      content decides which.

      Names, ids, numbers and properties are written as they were read. In CSV, a property that is \
      not text is written as its JSON text; CSV that finder wrote is read back as the same \
      features. A venue without a position is kept, without a geometry. A venue whose position \
      cannot be read is left out and reported, and the exit code is then 65. 'finder help lists' \
      says more.
      """,
    usage: ["IN [OPTIONS]"],
    examples: """
      finder data convert venues.geojson --format csv # one row a venue
      finder data convert venues.csv --output venues.geojson.gz # the ending of the file chooses the
        format
      finder data convert venues.geojson --precision 4 --sort --dedupe --output small.geojson # the same
        list, smaller and in order
      """,
    options: [
      ListOptions.latitudeColumn, ListOptions.longitudeColumn, ListOptions.nameColumn,
      ListOptions.postcodeColumn, ListOptions.encoding, ListOptions.tsvEscapes,
      ListOptions.businessType,
    ] + ListOptions.writing,
    arguments: [file],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.path(file) ?? "-"
    let settings = try invocation.listOutput()
    let input = try invocation.listInput()
    if path == "-" { try invocation.refuseTerminal() }
    let stream = try ListStream(path, encoding: invocation.encoding)
    let output = try Output(invocation, inputs: [path])
    let progress = Progress(isQuiet: invocation.has(Options.quiet))
    let diagnostics = invocation.diagnostics

    let conversion = ListConversion(stream, input, settings)
    conversion.progress = { progress.show(venues: $1, share: $0) }
    defer { progress.wipe() }
    let summary = try conversion.run(
      write: { try output.write($0) },
      fault: { place, problem in
        progress.wipe()
        diagnostics.say("\(stream.name): \(place): \(problem)")
      })
    progress.wipe()
    try output.finish()
    report(summary, diagnostics)
    return summary.faults > 0 ? .badData : .success
  }

  private static func report(_ summary: ListConversion.Summary, _ diagnostics: Diagnostics) {
    let tally = summary.tally
    if summary.faults > 0 {
      let more = summary.faults - ListPasses.mostReported
      diagnostics.say(
        (more > 0 ? "and \(more) more; " : "")
          + "left out \(counted(summary.faults, "venue")) that cannot be used")
    }
    for note in summary.notes { diagnostics.note(note) }
    if summary.passedOver > 0 {
      diagnostics.note("left out \(counted(summary.passedOver, "element")) without tags")
    }
    if summary.otherTypes > 0 {
      let types =
        tally.written > 0 || summary.typesSeen.isEmpty
        ? "" : "; the types are " + summary.typesSeen.map { "'\($0)'" }.joined(separator: ", ")
      diagnostics.note("left out \(counted(summary.otherTypes, "venue")) of other types\(types)")
    }
    diagnostics.note(changesOf: tally)
    if tally.withoutPosition > 0 {
      diagnostics.note("\(counted(tally.withoutPosition, "venue")) without a position")
    }
    if tally.membersLost > 0 {
      diagnostics.note(
        "left out \(counted(tally.membersLost, "member")) of features outside their properties: "
          + "only GeoJSON can hold them")
    }
  }
}

extension Diagnostics {
  /// What was changed on request while a list was written.
  func note(changesOf tally: ListTally) {
    if tally.duplicates > 0 { note("left out \(counted(tally.duplicates, "duplicate"))") }
    if tally.moved > 0 { note("moved \(counted(tally.moved, "venue")) by at most 25 metres") }
  }
}
