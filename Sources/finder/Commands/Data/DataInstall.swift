import CommandLineKit
import FinderEngine

enum DataInstall {
  private static let file = Argument(
    "FILE", isPath: true, completes: .datasets,
    summary: "GeoJSON, plain or gzip; - for standard input")

  static let command = Command.command(
    "install", summary: "make a dataset the one that queries use",
    otherWords: "add use load",
    exits: [.nothingFound, .unavailable],
    about: """
      The whole dataset is read first. Nothing is changed if it is not GeoJSON or has no usable \
      venue. It is then put into the data folder ($XDG_DATA_HOME/finder, else \
      ~/.local/share/finder) in one step, so that the whole old edition or the whole new one is \
      there at any moment. The old one is kept for 'finder data rollback'. Queries prefer the \
      installed dataset to a venues.geojson that you put into the data folder, and --data and \
      FINDER_DATA to both. What changed from the old edition is noted for 'finder news'.
      """,
    examples: """
      finder data install venues.geojson # queries use a copy of it from now on
      gzip -c venues.geojson | finder data install - --json # from a pipe, kept compressed; its record
        as JSON
      """,
    options: InstallOptions.common, arguments: [file],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.path(file) ?? "-"
    let source = DatasetSource(named: path)
    if source.kind == .stdin { try invocation.refuseTerminal() }
    let output = try Output(invocation, inputs: [path])
    // Read before the folder is locked, because a pipe may be slow.
    let candidate = try DatasetCandidate(
      try DatasetLoader.bytes(of: source), named: source.displayName)
    let installer = try invocation.installer()
    let origin = source.kind == .stdin ? "-" : "\(path.resolved ?? path)"
    let hasChanged = try installer.install(candidate, from: .init(source: origin))
    invocation.diagnostics.note(faultsIn: candidate.tally, of: source)
    return try invocation.answer(installer, "install", changed: hasChanged, to: output) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : "nothing changed: the \(dataset.current.shown) are installed already"
    }
  }
}
