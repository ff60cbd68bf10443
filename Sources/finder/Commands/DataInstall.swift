import CommandLineKit
import FinderEngine

/// `finder data install`: make a dataset the one that queries use.
enum DataInstall {
  private static let file = Argument(
    "FILE", kind: .path, summary: "GeoJSON, plain or gzip; - for standard input")

  static let command = Command.command(
    "install", summary: "make a dataset the one that queries use",
    about: """
      The dataset is read whole first: one that is not GeoJSON, or has no venue that can be used, \
      changes nothing. It is then put into the data folder ($XDG_DATA_HOME/finder, else \
      ~/.local/share/finder) in one step, so that at any moment the old one is there or the new one, \
      whole. The one before is kept for 'finder data rollback'. What was installed goes before a \
      venues.geojson that was put into the data folder by hand; --data and FINDER_DATA go before \
      both.
      """,
    examples: [
      Example("finder data install venues.geojson", "queries use a copy of it from now on"),
      Example(
        "gzip -c venues.geojson | finder data install - --json",
        "from a pipe, packed as it is, and the record of it for programs"),
    ],
    options: InstallOptions.common, arguments: [file],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation[file] ?? "-"
    let source = DatasetSource(kind: path == "-" ? .stdin : .option, path: path)
    if source.kind == .stdin { try invocation.refuseTerminal() }
    let output = try Output(invocation, inputs: [path])
    // Read before the folder is locked: a pipe may take its time.
    let candidate = try DatasetCandidate(
      try DatasetLoader.bytes(of: source), named: source.displayName)
    let installer = try invocation.installer()
    let hasChanged = try installer.install(candidate, from: .init(source: absolute(source)))
    invocation.tell(of: candidate, from: source)
    invocation.tellOfOtherData(installer)
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    return try invocation.answer(
      dataset, "install", changed: hasChanged, sentence: sentence(dataset, hasChanged), to: output)
  }

  private static func sentence(_ dataset: InstalledDataset, _ hasChanged: Bool) -> String {
    hasChanged
      ? "installed \(dataset.current.shown)\(dataset.keptClause)"
      : "nothing changed: the \(dataset.current.shown) are installed already"
  }

  /// As it can be found from any folder.
  private static func absolute(_ source: DatasetSource) -> String {
    guard source.kind != .stdin else { return "-" }
    guard let resolved = realpath(source.path, nil) else { return source.path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
