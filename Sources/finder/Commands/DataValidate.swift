import CommandLineKit
import FinderEngine

/// `finder data validate`: every feature that cannot be used, and why.
enum DataValidate {
  static let command = Command.command(
    "validate", summary: "every feature that cannot be used, and why",
    examples: [
      Example("finder data validate venues.geojson", "exits with 65 if there is any"),
      Example("finder data validate venues.geojson --format ndjson", "one JSON object a fault"),
    ],
    options: Options.common(formats: [.table, .json, .ndjson, .csv, .tsv]),
    arguments: [DataFile.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let source = try DataFile.source(invocation)
    let output = try Output(invocation, inputs: [source.path])
    let report = try DatasetValidation(source)
    var buffer = ByteBuffer()
    switch invocation.format() {
    case .json: appendDocument(report, to: &buffer)
    case .ndjson: for found in report.faults { buffer.append(text: object(found) + "\n") }
    case .csv: appendRows(report, .csv, to: &buffer)
    case .tsv: appendRows(report, .tsv, to: &buffer)
    default: appendText(report, source, to: &buffer)
    }
    try output.write(buffer)
    try output.finish()
    if report.tally.looksSwapped { invocation.diagnostics.note(swappedIn: source) }
    return report.faults.isEmpty
      ? invocation.exitCode(found: report.tally.features) : .badData
  }

  private static func appendText(
    _ report: DatasetValidation, _ source: DatasetSource, to buffer: inout ByteBuffer
  ) {
    for found in report.faults {
      buffer.append(
        text: "\(found.position): feature \(found.feature) \(found.fault.explanation)\n")
    }
    let total = report.tally.features
    let verdict =
      report.faults.isEmpty
      ? "no fault in \(counted(total, "feature"))"
      : "\(report.faults.count) of \(counted(total, "feature")) cannot be used "
        + "(\(report.tally.reasons))"
    buffer.append(text: UsageError.escape("\(source.displayName): \(verdict)") + "\n")
  }

  private static func object(_ found: DatasetValidation.Found) -> String {
    "{\"feature\":\(found.feature),\"line\":\(found.position.line),"
      + "\"column\":\(found.position.column),\"byte\":\(found.position.offset),"
      + "\"fault\":\"\(found.fault.name)\",\"explanation\":\(json(found.fault.explanation))}"
  }

  private static func appendDocument(
    _ report: DatasetValidation, to buffer: inout ByteBuffer
  ) {
    buffer.append(text: "{\"features\":\(report.tally.features),\"usable\":")
    buffer.append(integer: report.tally.features - report.faults.count)
    buffer.append(text: ",\"looks_swapped\":\(report.tally.looksSwapped),\"faults\":[")
    for (i, found) in report.faults.enumerated() {
      buffer.append(text: (i == 0 ? "\n  " : ",\n  ") + object(found))
    }
    buffer.append(text: "],\"counts\":{\(report.tally.reasonMembers)}}\n")
  }

  private static func appendRows(
    _ report: DatasetValidation, _ style: DelimitedStyle, to buffer: inout ByteBuffer
  ) {
    let separator = style == .csv ? "," : "\t"
    let columns = ["feature", "line", "column", "byte", "fault"]
    buffer.append(text: columns.joined(separator: separator) + "\n")
    for found in report.faults {
      let place = found.position
      let cells = [found.feature, place.line, place.column, place.offset].map { String($0) }
      buffer.append(text: (cells + [found.fault.name]).joined(separator: separator) + "\n")
    }
  }
}
