import CommandLineKit
import FinderEngine
import FinderLists

enum DataValidate {
  private static let hours = Option(
    "hours", summary: "also opening hours that cannot be read, with the column", group: "Faults",
    isEveryday: true,
    otherWords: "opening-hours")
  private static let attributes = Option(
    "attributes", summary: "the share of venues with names, postcodes, hours, phones and so on",
    group: "Faults", isEveryday: true, otherWords: "completeness coverage stats share")

  static let command = Command.command(
    "validate", summary: "every feature that cannot be used, and why",
    otherWords: "lint verify",
    exits: [.nothingFound],
    about: """
      Where neither FILE, --data nor FINDER_DATA names a dataset, it reads standard input if that is \
      a pipe or a file, and otherwise the dataset that queries use. The last line says what was read.
      """,
    examples: """
      finder data validate venues.geojson # exits with 65 if there are any
      finder data convert venues.csv | finder data validate # what comes through the pipe
      finder data validate venues.geojson --format ndjson # one JSON object a fault
      finder data validate venues.geojson --hours # opening hours that finder cannot read
      finder data validate venues.geojson --attributes # what a dataset is good for
      """,
    options: [hours, attributes]
      + Options.common.with(formats: [.table, .json, .ndjson, .csv, .tsv])
      .without(Options.units, Options.colour),
    arguments: [DataFile.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let format = invocation.format()
    guard !invocation.has(attributes) || format == .table || format == .json else {
      throw invocation.error(attributes, "cannot be written as \(format.rawValue)")
    }
    let source = try source(invocation)
    let output = try Output(invocation, inputs: [source.path])
    let text = try DatasetLoader.text(of: source)
    let report = try Report(source, text, invocation)
    var buffer = ByteBuffer()
    switch format {
    case .table: report.append(textTo: &buffer, source)
    case .json: report.append(documentTo: &buffer)
    default:
      let hasHours = report.hours != nil
      buffer.append(
        report.rows, as: format, hasHeader: invocation.hasHeader,
        columns: ValidateRow.columns(hours: hasHours), cells: { $0.cells(hours: hasHours) },
        members: { $1.append(membersTo: &$0) })
    }
    try output.finish(with: buffer)
    if report.usable.tally.looksSwapped { invocation.diagnostics.note(swappedIn: source) }
    return report.rows.isEmpty
      ? invocation.exitCode(found: report.usable.tally.features) : .badData
  }

  private static func source(_ invocation: Invocation) throws -> DatasetSource {
    let isNamed =
      invocation[DataFile.argument] != nil || invocation.has(Options.data)
      || environment("FINDER_DATA")?.isEmpty == false
    guard !isNamed, stat(of: STDIN_FILENO)?.isPipeOrFile == true else {
      return try DataFile.source(invocation)
    }
    invocation.diagnostics.note("reading standard input; name a FILE to check that instead")
    return DatasetSource(named: "-")
  }

  private struct Report {
    let usable: DatasetValidation
    let hours: HoursValidation?
    let attributes: DatasetAttributes?
    let rows: [ValidateRow]

    init(_ source: DatasetSource, _ text: PaddedBytes, _ invocation: Invocation) throws {
      usable = try DatasetValidation(source, text)
      hours = invocation.has(DataValidate.hours) ? try HoursValidation(source, text) : nil
      attributes =
        invocation.has(DataValidate.attributes) ? try DatasetAttributes(source, text) : nil
      rows = ValidateRow.all(usable, hours)
    }

    func append(textTo output: inout ByteBuffer, _ source: DatasetSource) {
      let name = UsageError.escape(source.displayName)
      output.appendLines(rows) { $1.append(textTo: &$0, name) }
      let total = counted(usable.tally.features, "feature")
      let verdict =
        rows.isEmpty
        ? "no faults in \(total)"
        : usable.faults.isEmpty
          ? "\(total) can be used, with hours that cannot be read"
          : "\(usable.faults.count) of \(total) cannot be used (\(usable.tally.reasons))"
      output.append(text: "\(name): \(verdict)\n")
      if let hours { output.append(text: "\(name): \(verdictOn(hours))\n") }
      if let attributes { attributes.append(tableTo: &output) }
    }

    private func verdictOn(_ hours: HoursValidation) -> String {
      switch (hours.count, hours.faults.count) {
      case (0, _): "no venue has opening hours"
      case (let count, 0): "the opening hours of \(counted(count, "venue")) can all be read"
      case (let count, let faults):
        "the opening hours of \(faults) of \(counted(count, "venue")) cannot be read"
      }
    }

    func append(documentTo output: inout ByteBuffer) {
      output.appendObject { output in
        output.append(key: "features", integer: usable.tally.features)
        output.append(key: "usable", integer: usable.tally.features - usable.faults.count)
        output.append(key: "looks_swapped", bool: usable.tally.looksSwapped)
        output.append(key: "faults", elements: rows.count, indent: "\n  ") {
          let row = rows[$1]
          $0.appendObject { row.append(membersTo: &$0) }
        }
        var counts = usable.tally.reasonCounts
        if let hours { counts.append(("hours", hours.faults.count)) }
        output.append(key: "counts", object: { $0.append(counts: counts) })
        if let attributes { attributes.append(jsonTo: &output) }
      }
      output.append("\n")
    }
  }
}
