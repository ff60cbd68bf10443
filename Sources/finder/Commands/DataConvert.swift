import CommandLineKit
import FinderEngine

/// `finder data convert`: a list of one form into another.
enum DataConvert {
  private static let file = Argument(
    "IN", kind: .path, summary: "the list, plain or gzip; - for standard input")

  static let command = Command.command(
    "convert", summary: "GeoJSON, CSV and other forms into one another",
    about: """
      What the list is, its content tells: GeoJSON of all forms; CSV or TSV with columns for the \
      latitude and longitude, or for eastings and northings; JSON objects with lat and lon, one a \
      line or in an array; an answer of Overpass; the Food Standards Agency's hygiene ratings, as \
      XML or from their API.

      Names, ids, numbers and properties go out as they came in. In CSV a property that is no \
      text stands as its JSON text; CSV that finder wrote is read back as the same features. A \
      venue without a position keeps its place, without a geometry. One whose position cannot be \
      read is left out and told, and the exit code is 65 at the end.
      """,
    usage: ["IN [OPTIONS]"],
    examples: [
      Example("finder data convert venues.geojson --format csv", "one row a venue"),
      Example(
        "finder data convert venues.csv --output venues.geojson.gz", "the format by its ending"),
      Example(
        "finder data convert venues.geojson --precision 4 --sort --dedupe --output small.geojson",
        "the same list, smaller and in order"),
    ],
    options: [
      ListOptions.latitudeColumn, ListOptions.longitudeColumn, ListOptions.nameColumn,
      ListOptions.postcodeColumn, ListOptions.encoding, ListOptions.businessType,
    ] + ListOptions.writing,
    arguments: [file],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation[file] ?? "-"
    let settings = try invocation.listOutput()
    let input = ListInput(
      columns: try invocation.listColumns(),
      businessTypes: invocation.values(ListOptions.businessType))
    if path == "-" { try invocation.refuseTerminal() }
    let stream = try ListStream(
      path, encoding: invocation[ListOptions.encoding] == "latin1" ? .latin1 : .utf8)
    let output = try Output(invocation, inputs: [path])
    let progress = Progress(isQuiet: invocation.has(Options.quiet))
    let diagnostics = invocation.diagnostics

    let conversion = ListConversion(stream, input, settings)
    conversion.progress = { progress.show(share: $0, count: $1, of: "venues") }
    defer { progress.wipe() }
    let summary = try conversion.run(
      write: { try output.write($0) },
      fault: { place, problem in
        progress.wipe()
        diagnostics.say("\(place): \(problem)")
      })
    progress.wipe()
    try output.finish()
    tell(summary, diagnostics)
    return summary.faults > 0 ? .badData : .success
  }

  private static func tell(_ summary: ListConversion.Summary, _ diagnostics: Diagnostics) {
    let tally = summary.tally
    if summary.faults > 0 {
      let unsaid = summary.faults - ListConversion.mostTold
      diagnostics.say(
        (unsaid > 0 ? "and \(unsaid) more; " : "")
          + "left out \(counted(summary.faults, "venue")) that cannot be used")
    }
    for note in summary.notes { diagnostics.note(note) }
    if summary.passedOver > 0 {
      diagnostics.note("left out \(counted(summary.passedOver, "element")) without tags")
    }
    if summary.otherTypes > 0 {
      let types =
        tally.written > 0 || summary.typesSeen.isEmpty
        ? "" : "; there are " + summary.typesSeen.map { "'\($0)'" }.joined(separator: ", ")
      diagnostics.note("left out \(counted(summary.otherTypes, "venue")) of other types\(types)")
    }
    if tally.duplicates > 0 {
      diagnostics.note("left out \(counted(tally.duplicates, "duplicate"))")
    }
    if tally.moved > 0 {
      diagnostics.note("moved \(counted(tally.moved, "venue")) by at most 25 metres")
    }
    if tally.withoutPosition > 0 {
      diagnostics.note("\(counted(tally.withoutPosition, "venue")) without a position")
    }
    if tally.membersLost > 0 {
      diagnostics.note(
        "left out \(counted(tally.membersLost, "member")) of features beside their properties: "
          + "only GeoJSON has a place for them")
    }
  }
}
