import CommandLineKit
import FinderEngine

/// `finder data info`: which dataset queries use, and what is in it.
enum DataInfo {
  static let command = Command(
    "info", summary: "which dataset queries use, and what is in it",
    examples: [
      Example("finder data info", "the dataset that queries use"),
      Example("finder data info venues.geojson --json", "another one, for programs"),
    ],
    options: Options.common(formats: [.table, .json, .ndjson]),
    arguments: [DataCommands.file])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let source = try DataCommands.source(invocation)
    let output = try Output(invocation, inputs: [source.path])
    let summary = try DatasetSummary(source)
    switch invocation.format() {
    case .table: try output.write(text(summary, source))
    case .ndjson: try output.write(json(summary, source, separator: ","))
    default: try output.write(json(summary, source, separator: ",\n "))
    }
    try output.finish()
    return invocation.exitCode(found: summary.venues)
  }

  private static func text(_ summary: DatasetSummary, _ source: DatasetSource) -> String {
    var lines = [
      "dataset    \(source.displayName)", "source     \(source.kind.rawValue)",
      "size       \(size(summary))", "features   \(summary.tally.features)",
      "venues     \(summary.venues)",
    ]
    if summary.tally.leftOut > 0 {
      lines.append("left out   \(summary.tally.leftOut) ('finder data validate' lists them)")
    }
    lines += [
      "positions  \(summary.positions) different, at most "
        + "\(counted(summary.mostOnOnePosition, "venue")) on one",
      "names      \(summary.named)", "postcodes  \(summary.withPostcode)",
    ]
    if let box = summary.extent {
      lines.append(
        "extent     \(shown(box.south))…\(shown(box.north)), \(shown(box.west))…\(shown(box.east))")
    }
    lines.append("camera     \(summary.insideCamera) inside the bounds")
    return lines.map { UsageError.escape($0) }.joined(separator: "\n") + "\n"
  }

  private static func size(_ summary: DatasetSummary) -> String {
    summary.isPacked
      ? "\(summary.fileBytes) bytes (gzip), \(summary.textBytes) unpacked"
      : "\(summary.fileBytes) bytes"
  }

  private static func json(
    _ summary: DatasetSummary, _ source: DatasetSource, separator: String
  ) -> String {
    let faults = FeatureFault.allCases.filter { summary.tally.count(of: $0) > 0 }
      .map { "\"\($0.name)\":\(summary.tally.count(of: $0))" }.joined(separator: ",")
    let extent = summary.extent.map {
      "{\"south\":\(shown($0.south)),\"west\":\(shown($0.west)),"
        + "\"north\":\(shown($0.north)),\"east\":\(shown($0.east))}"
    }
    let members = [
      "\"source\":\(finder.json(source.kind.rawValue))",
      "\"path\":\(finder.json(source.kind == .stdin ? nil : source.path))",
      "\"bytes\":\(summary.fileBytes)", "\"gzip\":\(summary.isPacked)",
      "\"unpacked_bytes\":\(summary.textBytes)", "\"features\":\(summary.tally.features)",
      "\"venues\":\(summary.venues)", "\"left_out\":\(summary.tally.leftOut)",
      "\"faults\":{\(faults)}", "\"looks_swapped\":\(summary.tally.looksSwapped)",
      "\"positions\":\(summary.positions)",
      "\"most_on_one_position\":\(summary.mostOnOnePosition)", "\"named\":\(summary.named)",
      "\"with_postcode\":\(summary.withPostcode)", "\"extent\":\(extent ?? "null")",
      "\"inside_camera_bounds\":\(summary.insideCamera)",
    ]
    return "{" + members.joined(separator: separator) + "}\n"
  }
}
