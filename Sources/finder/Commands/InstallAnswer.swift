import CommandLineKit
import FinderEngine

// What `data install`, `data update` and `data rollback` have in common.

enum InstallOptions {
  /// These commands choose the dataset that queries use, so `--data` has no place here.
  static var common: [Option] {
    Options.common(formats: [.table, .json, .ndjson])
      .filter { ![Options.data.name, Options.noCache.name].contains($0.name) }
      .map { option in
        switch option.name {
        case Options.exitStatus.name:
          option.with { $0.summary = "exit with 1 if nothing changed" }
        case Options.output.name:
          option.with {
            $0.summary = "write to FILE, whole or not at all, after the change is made"
          }
        default: option
        }
      }
  }
}

extension Invocation {
  func dataFolder() throws -> String {
    let locator = DatasetLocator(environment: { environment($0) }, sampleFolders: { [] })
    guard let folder = locator.dataFolder else { throw InstallError.noDataFolder }
    return folder
  }

  /// The data folder, locked. A note says so if another finder has to be waited for.
  func installer() throws -> DatasetInstaller {
    let diagnostics = diagnostics
    return try DatasetInstaller(
      folder: try dataFolder(), cache: SnapshotCache(environment: { environment($0) })
    ) {
      diagnostics.note("waiting for another finder that is changing the installed dataset")
    }
  }

  /// Why queries may use another dataset all the same.
  func noteOtherData(_ installer: DatasetInstaller) {
    if let path = environment("FINDER_DATA"), !path.isEmpty {
      diagnostics.note(
        "queries use \(UsageError.show(path)) as long as FINDER_DATA names it")
    }
    if let path = installer.handPlacedPath, installer.installed?.path != path {
      let isKept = installer.installed?.previous.map { "\(installer.folder)/\($0.file)" } == path
      diagnostics.note(
        "queries no longer use \(path), which was not installed by finder"
          + (isKept ? "; 'finder data rollback' goes back to it" : ""))
    }
  }

  /// The answer on standard output, for people or for programs.
  func answer(
    _ dataset: InstalledDataset, _ action: String, changed: Bool, sentence: String,
    to output: Output
  ) throws -> ExitCode {
    if format() == .table {
      try output.write(UsageError.escape(sentence) + "\n")
    } else {
      var document = ByteBuffer()
      document.appendDocument(
        onLines: format() != .ndjson,
        [
          { $0.append(key: "action", string: action) },
          { $0.append(key: "changed", bool: changed) },
          { $0.append(key: "path", string: dataset.path) },
          { $0.append(key: "current", edition: dataset.current) },
          { $0.append(key: "previous", edition: dataset.previous) },
        ])
      try output.write(document)
    }
    try output.finish()
    return exitCode(found: changed ? 1 : 0)
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
