import CommandLineKit
import FinderEngine

/// `finder data info`: which dataset queries use, and what is in it.
enum DataInfo {
  static let command = Command.command(
    "info", summary: "which dataset queries use, and what is in it",
    examples: [
      Example("finder data info", "the dataset that queries use"),
      Example("finder data info venues.geojson --json", "another dataset, for programs"),
    ],
    options: Options.common(formats: [.table, .json, .ndjson]),
    arguments: [DataFile.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let source = try DataFile.source(invocation)
    let output = try Output(invocation, inputs: [source.path])
    // The state before this command reads anything.
    let cache =
      invocation.has(Options.noCache) ? nil : SnapshotCache(environment: { environment($0) })
    let report = DataReport(
      source: source, summary: try DatasetSummary(source), record: record(of: source),
      snapshot: cache.map { $0.state(ofFile: source.path).rawValue } ?? "off", now: time(nil))
    if invocation.format() == .table {
      try output.write(report.text)
    } else {
      var document = ByteBuffer()
      report.appendDocument(onLines: invocation.format() != .ndjson, to: &document)
      try output.write(document)
    }
    try output.finish()
    return invocation.exitCode(found: report.summary.venues)
  }

  /// Where an installed dataset came from.
  private static func record(of source: DatasetSource) -> EditionRecord? {
    guard source.kind != .stdin else { return nil }
    let locator = DatasetLocator(environment: { environment($0) }, sampleFolders: { [] })
    return locator.dataFolder.flatMap {
      InstalledDataset.record(ofFile: source.path, in: $0)
    }
  }
}
