import CommandLineKit
import FinderEngine

enum DataValidate {
  static let command = Command.command(
    "validate", summary: "every feature that cannot be used, and why",
    otherWords: "lint verify",
    about: """
      Where neither FILE, --data nor FINDER_DATA names a dataset, it reads standard input if that is \
      a pipe or a file, and otherwise the dataset that queries use. The last line says what was read.
      """,
    examples: [
      Example("finder data validate venues.geojson", "exits with 65 if there is any"),
      Example(
        "finder data convert venues.csv | finder data validate", "what comes through the pipe"),
      Example("finder data validate venues.geojson --format ndjson", "one JSON object a fault"),
    ],
    options: Options.common.with(formats: [.table, .json, .ndjson, .csv, .tsv])
      .without(Options.units, Options.colour),
    arguments: [DataFile.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let source = try source(invocation)
    let hasHeader = !invocation.has(Options.noHeader)
    let output = try Output(invocation, inputs: [source.path])
    let report = try DatasetValidation(source)
    var buffer = ByteBuffer()
    switch invocation.format() {
    case .json: appendDocument(report, to: &buffer)
    case .ndjson: buffer.appendLines(report.faults) { append($1, to: &$0) }
    case .csv: appendRows(report, .csv, hasHeader, to: &buffer)
    case .tsv: appendRows(report, .tsv, hasHeader, to: &buffer)
    default: appendText(report, source, to: &buffer)
    }
    try output.write(buffer)
    try output.finish()
    if report.tally.looksSwapped { invocation.diagnostics.note(swappedIn: source) }
    return report.faults.isEmpty
      ? invocation.exitCode(found: report.tally.features) : .badData
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

  private static func appendText(
    _ report: DatasetValidation, _ source: DatasetSource, to buffer: inout ByteBuffer
  ) {
    let name = UsageError.escape(source.displayName)
    buffer.appendLines(report.faults) {
      $0.append(text: "\(name): \($1.position): feature \($1.feature) \($1.fault.explanation)")
    }
    let total = report.tally.features
    let verdict =
      report.faults.isEmpty
      ? "no fault in \(counted(total, "feature"))"
      : "\(report.faults.count) of \(counted(total, "feature")) cannot be used "
        + "(\(report.tally.reasons))"
    buffer.append(text: "\(name): \(verdict)\n")
  }

  private static func append(_ found: DatasetValidation.Found, to buffer: inout ByteBuffer) {
    buffer.appendObject { buffer in
      buffer.append(key: "feature", integer: found.feature)
      buffer.append(key: "line", integer: found.position.line)
      buffer.append(key: "column", integer: found.position.column)
      buffer.append(key: "byte", integer: found.position.offset)
      buffer.append(key: "fault", string: found.fault.name)
      buffer.append(key: "explanation", string: found.fault.explanation)
    }
  }

  private static func appendDocument(
    _ report: DatasetValidation, to buffer: inout ByteBuffer
  ) {
    buffer.appendObject { buffer in
      buffer.append(key: "features", integer: report.tally.features)
      buffer.append(key: "usable", integer: report.tally.features - report.faults.count)
      buffer.append(key: "looks_swapped", bool: report.tally.looksSwapped)
      buffer.append(key: "faults", elements: report.faults.count, indent: "\n  ") {
        append(report.faults[$1], to: &$0)
      }
      buffer.append(key: "counts", object: { $0.append(counts: report.tally.reasonCounts) })
    }
    buffer.append("\n")
  }

  private static func appendRows(
    _ report: DatasetValidation, _ style: DelimitedStyle, _ hasHeader: Bool,
    to buffer: inout ByteBuffer
  ) {
    if hasHeader { buffer.append(row: ["feature", "line", "column", "byte", "fault"], style) }
    for found in report.faults {
      let place = found.position
      let cells = [found.feature, place.line, place.column, place.offset].map { String($0) }
      buffer.append(row: cells + [found.fault.name], style)
    }
  }
}
