import CommandLineKit
import FinderEngine

// What `data install`, `data update` and `data rollback` have in common.

extension Invocation {
  func dataFolder() throws -> FilePath {
    guard let folder = locator.dataFolder else { throw InstallError.noDataFolder }
    return folder
  }

  /// The data folder, locked. A note says so if another finder has to be waited for.
  func installer() throws -> DatasetInstaller {
    let diagnostics = diagnostics
    let installer = try DatasetInstaller(folder: try dataFolder(), cache: cache) {
      diagnostics.note("waiting for another finder that is changing the installed dataset")
    }
    keepEarlierNews(of: installer)
    return installer
  }

  /// Why queries may use another dataset all the same.
  private func noteOtherData(_ installer: DatasetInstaller) {
    if let path = environment("FINDER_DATA"), !path.isEmpty {
      diagnostics.note(
        "queries use \(UsageError.show("\(path)")) as long as FINDER_DATA names it")
    }
    if let path = installer.handPlacedPath, installer.installed?.path != path {
      let isKept =
        installer.installed.flatMap { dataset in dataset.previous.map(dataset.path) } == path
      diagnostics.note(
        "queries no longer use \(path), which was not installed by finder"
          + (isKept ? "; 'finder data rollback' goes back to it" : ""))
    }
  }

  /// The answer, and then what `finder news` is to tell.
  func answer(
    _ installer: DatasetInstaller, _ action: String, changed: Bool, to output: Output,
    sentence: (InstalledDataset) -> String
  ) throws -> ExitCode {
    guard let dataset = installer.installed else { throw InstallError.noDataFolder }
    noteOtherData(installer)
    if installer.lacksSnapshot {
      diagnostics.note(
        "no snapshot could be kept beside the dataset: the first query has to read all of it")
    }
    try write(
      UsageError.escape(sentence(dataset)) + "\n",
      or: [
        { $0.append(key: "action", string: action) },
        { $0.append(key: "changed", bool: changed) },
        { $0.append(key: "path", string: "\(dataset.path)") },
        { $0.append(key: "current", edition: dataset.current) },
        { $0.append(key: "previous", edition: dataset.previous) },
      ],
      to: output)
    return try keepNews(
      of: installer, after: action == "rollback" ? .rollback : .install, closing: output,
      before: exitCode(found: changed ? 1 : 0))
  }
}

extension EditionRecord {
  /// `54754 venues from https://…`
  var shown: String {
    "\(counted(venues, "venue")) from \(source == "-" ? "standard input" : source)"
  }
}

extension InstalledDataset {
  /// What a rollback would go back to, as the end of a sentence.
  var keptClause: String {
    previous.map { "; 'finder data rollback' goes back to \($0.shown)" } ?? ""
  }
}
