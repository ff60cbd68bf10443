import CommandLineKit
import FinderEngine
import FinderLists

enum DataList {
  static let command = Command.command(
    "list", summary: "the installed editions of the dataset, newest first",
    otherWords: "editions versions installed",
    exits: [.nothingFound],
    about: """
      An edition is a dataset that 'finder data install', 'update' or 'fetch --install' put in \
      place for queries. The current one and the one before it are kept. 'finder data rollback' \
      switches between them, 'finder data remove' removes one. The size is that of its file, \
      without what is kept beside it for quick answers.
      """,
    examples: """
      finder data list # what is installed, since when and from what
      finder data list --json # the same for programs
      """,
    options: Options.results.with(formats: [.table, .json, .ndjson, .csv, .tsv]).without(
      Options.units, Options.colour
    ).with(Options.exitStatus.with(summary: "exit with 1 if nothing is installed")),
    run: run)

  private static let layout = TableLayout(
    headers: ["EDITION", "CURRENT", "INSTALLED", "VENUES", "SIZE", "FROM"], numberColumns: [3, 4],
    cutColumns: [5], narrowestCut: 16, dispensableColumns: [4, 3])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let format = invocation.format()
    let output = try Output(invocation, inputs: [])
    let editions = try InstalledEditions(inDataFolder: invocation.dataFolder())
    var buffer = ByteBuffer()
    if format == .table {
      layout.append(
        editions.rows.map { $0.texts }, .plain(width: output.terminalWidth), to: &buffer)
    } else {
      buffer.append(
        editions.rows, as: format, hasHeader: invocation.hasHeader,
        columns: InstalledEditions.Row.columns, cells: { $0.cells },
        members: { $1.append(to: &$0) })
    }
    try output.finish(with: buffer)
    if format == .table { try noteUnfinished(invocation) }
    if editions.rows.isEmpty, format == .table {
      invocation.diagnostics.note(
        "nothing is installed; 'finder data install FILE' installs a file of venues")
    }
    return invocation.exitCode(found: editions.rows.count)
  }

  private static func noteUnfinished(_ invocation: Invocation) throws {
    let found = PartialDownload.unfinished(in: try invocation.dataFolder())
    guard found.downloads > 0 else { return }
    invocation.diagnostics.note(
      "\(counted(found.downloads, "unfinished download")) of \(shown(bytes: found.bytes)): repeat "
        + "the command that began one to resume it; 'finder data remove --all' removes all")
  }
}

/// The editions in a data folder, newest first.
struct InstalledEditions {
  struct Row {
    let edition: EditionRecord
    let isCurrent: Bool
    let path: FilePath

    /// How the user names it: by the start of its SHA-256, or by the file name if the user put the file
    /// there.
    var word: String {
      edition.file.utf8.contains(UInt8(ascii: "/"))
        ? String(edition.sha256.prefix(Self.length)) : edition.file
    }

    private static let length = 12
    private static let shortest = 4

    /// Whether the user means this edition. A shorter or longer start of its SHA-256 will do.
    func isCalled(_ typed: String) -> Bool {
      guard edition.file.utf8.contains(UInt8(ascii: "/")) else { return typed == edition.file }
      return typed.utf8.count >= Self.shortest
        && edition.sha256.utf8.starts(with: typed.lowercased().utf8)
    }

    /// Whether the user put the file there. Such a file is never removed.
    var isHandPlaced: Bool { !edition.file.utf8.contains(UInt8(ascii: "/")) }

    var source: String { edition.shownSource }

    var texts: [String] {
      [
        word, isCurrent ? "current" : "", edition.installed, String(edition.venues),
        shown(bytes: edition.bytes), UsageError.escape(source),
      ]
    }

    static let columns = ["edition", "current", "installed", "venues", "bytes", "source"]

    var cells: [String] {
      [
        word, isCurrent ? "true" : "false", edition.installed, String(edition.venues),
        String(edition.bytes), TidyText.string(edition.source),
      ]
    }

    func append(to output: inout ByteBuffer) {
      output.append(key: "edition", string: word)
      output.append(key: "current", bool: isCurrent)
      output.append(key: "installed", string: edition.installed)
      output.append(key: "venues", integer: edition.venues)
      output.append(key: "bytes", integer: edition.bytes)
      output.append(key: "source", string: edition.source)
      output.append(key: "path", string: "\(path)")
      output.append(key: "sha256", string: edition.sha256)
    }
  }

  let rows: [Row]

  init(inDataFolder folder: FilePath) throws {
    self.init(try InstalledDataset(folder: folder))
  }

  init(_ dataset: InstalledDataset?) {
    guard let dataset else {
      rows = []
      return
    }
    let rows = dataset.editions.map {
      Row(edition: $0, isCurrent: $0 == dataset.current, path: dataset.path(of: $0))
    }
    // After a rollback the current edition is the older one.
    self.rows = rows.sorted { $0.edition.installed > $1.edition.installed }
  }
}
