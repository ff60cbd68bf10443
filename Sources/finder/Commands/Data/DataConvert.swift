import CommandLineKit
import FinderEngine
import FinderLists

enum DataConvert {
  static let command = Command.command(
    "convert", summary: "convert files of venues to GeoJSON, NDJSON or CSV",
    otherWords: "transform export",
    exits: [],
    about: """
      FILE may be GeoJSON of any form; CSV or TSV with columns for latitude and longitude, or \
      easting and northing; JSON objects with lat and lon, one a line or in an array; an answer \
      from Overpass; the Food Standards Agency's hygiene ratings, as XML or from its API; or \
      anything else that 'finder data install' takes, such as an extract of OpenStreetMap, and it \
      takes the same venues from it. The content decides what a FILE is. Venues that are the same in \
      several files become one.

      Names, ids, numbers and properties are written as they were read. In CSV, a property that is \
      not text is written as its JSON text; CSV that finder wrote is read back as the same \
      features. A venue that has no position in a list is kept, without a geometry. A venue whose \
      position cannot be read is left out and reported, and the exit code is then 65. 'finder help \
      lists' says more.
      """,
    usage: ["FILE… [OPTIONS]"],
    examples: """
      finder data convert venues.geojson --format csv # one row a venue
      finder data convert wales.osm.pbf --kinds pub --output pubs.csv # the pubs of an extract of
        OpenStreetMap
      finder data convert venues.csv --output venues.geojson.gz # the file's ending chooses the format
      finder data convert venues.geojson --precision 4 --sort --dedupe --output small.geojson # the same
        list, smaller and in order
      """,
    options: FileOptions.choosing.seldom(FileOptions.box, FileOptions.polygon) + FileOptions.reading
      + ListOptions.writing,
    arguments: [FileOptions.files],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let paths = try invocation.venuePaths()
    let writing = try invocation.listOutput()
    let settings = try invocation.fileSettings()
    try refuseOutput(paths, invocation)
    let inputs = try invocation.opened(paths, settings)
    if let foreign = inputs.first(where: { $0.foreignName != nil }), let error = foreign.refusal {
      throw error
    }
    let output = try Output(invocation, inputs: invocation.filesRead(paths))
    // A single list is streamed, whatever its size.
    if inputs.count == 1, inputs[0].form.isList || inputs[0].form.isRefused {
      return try convert(inputs[0], settings, writing, invocation, to: output)
    }
    let read = try ReadFiles(try invocation.venueFiles(inputs, settings), invocation)
    let summary = try write(read.document, named: read.files[0].name, writing, to: output)
    read.report.note()
    if let summary { note(summary, invocation.diagnostics) }
    return read.files.contains { $0.tally.faults > 0 } ? .badData : .success
  }

  /// Refuses `data convert IN OUT`, which other programs accept.
  private static func refuseOutput(_ paths: [FilePath], _ invocation: Invocation) throws {
    guard paths.count == 2, !invocation.has(Options.output), paths[0].isAccessible(),
      !paths[1].isAccessible(), paths[1] != "-"
    else { return }
    let (input, output) = (Invocation.quoted("\(paths[0])"), Invocation.quoted("\(paths[1])"))
    throw invocation.error(
      "\(UsageError.show("\(paths[1])")) does not exist; to write it: "
        + "finder data convert \(input) --output \(output)")
  }

  private static func convert(
    _ input: VenueInput, _ settings: VenueFile.Settings, _ writing: ListOutput,
    _ invocation: Invocation, to output: Output
  ) throws -> ExitCode {
    let progress = Progress(isQuiet: invocation.has(Options.quiet))
    let diagnostics = invocation.diagnostics
    let conversion = ListConversion(
      try input.stream(encoding: settings.encoding), settings.columns, writing)
    // Venues of other lists are written unchanged, byte for byte.
    let isChosen = input.form == .places || settings.choice.hasArea
    let taker = isChosen ? VenueTaker(settings.choice) : nil
    conversion.taker = taker
    conversion.progress = { progress.show(venues: $1, share: $0) }
    defer { progress.wipe() }
    let summary = try conversion.run(
      write: { try output.write($0) },
      fault: { place, problem in
        progress.wipe()
        diagnostics.say("\(input.name): \(place): \(problem)")
      })
    progress.wipe()
    try output.finish()
    diagnostics.say(faults: summary.faults)
    if let taker, let left = FilesReport.leftOut(taker.tally) {
      let kept = summary.tally.written + summary.tally.duplicates
      diagnostics.note("\(input.name): \(counted(kept, "venue")); \(left)")
    }
    note(summary, diagnostics)
    FilesReport.note(ifNoEffect: [input.form], invocation)
    return summary.faults > 0 ? .badData : .success
  }

  /// Writes a dataset from memory. Returns a summary if it had to be converted.
  private static func write(
    _ document: PaddedBytes, named name: String, _ writing: ListOutput, to output: Output
  ) throws -> ListConversion.Summary? {
    var summary: ListConversion.Summary?
    if writing.changesNothing {
      if writing.isPacked {
        try GzipWriter().pack(document.bytes, isLast: true) { try output.write($0) }
      } else {
        try output.write(document.bytes)
      }
      withExtendedLifetime(document) {}
    } else {
      let conversion = ListConversion(
        ListStream(UnpackedStream(document, named: name)), ListInput(), writing)
      summary = try conversion.run(write: { try output.write($0) }, fault: { _, _ in })
    }
    try output.finish()
    return summary
  }

  private static func note(_ summary: ListConversion.Summary, _ diagnostics: Diagnostics) {
    let tally = summary.tally
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

extension ListOutput {
  /// Whether a GeoJSON collection is written unchanged.
  fileprivate var changesNothing: Bool {
    format == .geojson && precision == nil && !sorts && !dropsDuplicates && spreadSeed == nil
  }
}

extension Diagnostics {
  /// Reports the changes that the user asked for.
  func note(changesOf tally: ListTally) {
    if tally.duplicates > 0 { note("left out \(counted(tally.duplicates, "duplicate"))") }
    if tally.moved > 0 { note("moved \(counted(tally.moved, "venue")) by at most 25 metres") }
  }
}
