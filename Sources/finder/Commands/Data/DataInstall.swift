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
    if let address = WebAddress("\(path)"), !path.isAccessible() {
      let url = address.credentials == nil ? Invocation.quoted(address.text) : "URL"
      throw invocation.error(file, "is an address; try: finder data update \(url)")
    }
    let output = try Output(invocation, inputs: [path])
    // Read before the folder is locked, because a pipe may be slow.
    let candidate = try invocation.candidate(of: source)
    let installer = try invocation.installer()
    let origin = source.kind == .stdin ? "-" : "\(path.resolved ?? path)"
    let written = source.kind == .stdin ? nil : stat(ofFile: path)
    let hasChanged = try installer.install(
      candidate,
      from: .init(
        source: origin, modified: written.map { Timestamp.text($0.modificationTime.tv_sec) }))
    invocation.diagnostics.note(faultsIn: candidate.tally, of: source)
    return try invocation.answer(installer, "install", changed: hasChanged, to: output) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : "nothing changed: the \(dataset.current.shown) are installed already"
    }
  }

}

extension Invocation {
  fileprivate func candidate(of source: DatasetSource) throws -> DatasetCandidate {
    do {
      return try DatasetCandidate(
        try DatasetLoader.bytes(of: source), named: source.displayName)
    } catch DatasetError.malformed(let path, let position, let problem, let hint?)
      where source.kind != .stdin
    {
      throw DatasetError.malformed(
        path: path, at: position, problem: problem, hint: line(for: source.path, instead: hint))
    }
  }

  /// A list, such as CSV or what Overpass answers, becomes GeoJSON on the way.
  private func line(for path: FilePath, instead hint: String) -> String {
    let list = Self.quoted("\(path)")
    guard hint == DatasetLoader.postcodeHint else {
      return "  if this is a list, try: finder data convert \(list) | finder data install -"
    }
    let what = "  this is a list with postcodes and no positions"
    if (try? gazetteer()) != nil {
      return "\(what); try: finder data import \(list) | finder data install -"
    }
    return "\(what); with a FILE of postcodes that has them, try: "
      + "finder data import \(list) --positions FILE | finder data install -"
  }
}
