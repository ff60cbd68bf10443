import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists

enum DataInfo {
  static let command = Command.command(
    "info", summary: "which dataset queries use, and what is in it",
    otherWords: "stats status describe",
    exits: [.nothingFound],
    examples: """
      finder data info # the dataset that queries use
      finder data info venues.geojson --json # another dataset, for programs
      """,
    options: Options.document.without(Options.units, Options.colour),
    arguments: [DataFile.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let source = try DataFile.source(invocation)
    let output = try Output(invocation, inputs: [source.path])
    // The state before this command reads anything.
    let snapshot =
      invocation.cache.map {
        DatasetLoader.snapshotState(of: source, in: $0).rawValue
      } ?? "off"
    let folder = invocation.locator.dataFolder
    let summary = try DatasetSummary(source)
    let report = DataReport(
      source: source, summary: summary, filters: DatasetFilters(of: summary.store),
      record: source.kind == .stdin
        ? nil : folder.flatMap { InstalledDataset.record(ofFile: source.path, in: $0) },
      // If the journal cannot be read, `finder news` says so.
      journal: source.kind == .installed ? folder.flatMap { try? NewsJournal.open(in: $0) } : nil,
      snapshot: snapshot, refusal: invocation.cache?.refusal, now: time(nil))
    try invocation.write(report.text, or: report.members, to: output)
    if report.summary.tally.looksSwapped { invocation.diagnostics.note(swappedIn: source) }
    return invocation.exitCode(found: report.summary.venues)
  }
}

enum DataFile {
  static let argument = Argument(
    "FILE", isRequired: false, isPath: true, completes: .datasets,
    summary: "the dataset; by default the one queries use")

  static func source(_ invocation: Invocation) throws -> DatasetSource {
    let path = invocation.path(argument)
    guard path == nil || !invocation.has(Options.data) else {
      throw invocation.error("name the dataset once: \(UsageError.show("\(path ?? "")")) or --data")
    }
    return try invocation.dataSource(argument: path)
  }
}
