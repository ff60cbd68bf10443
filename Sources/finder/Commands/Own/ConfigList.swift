import CommandLineKit
import FinderEngine
import FinderOwn

enum ConfigList {
  static let command = Command.command(
    "list", summary: "each key with its value, and where that comes from",
    otherWords: "ls show all",
    exits: [],
    examples: """
      finder config list # what is set, and what holds where nothing is
      finder config list --json # for programs
      """,
    options: Options.document.without(
      Options.data, Options.noCache, Options.units, Options.colour, Options.exitStatus),
    run: run)

  private struct Row {
    let key: SettingKey
    let value: String?
    let isSet: Bool

    var origin: String { isSet ? "file" : "default" }

    var cells: [String] {
      [key.name, value.map { TidyName.string($0) } ?? "", value == nil ? "" : origin]
    }
  }

  private static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkOutputEnding()
    let output = try Output(invocation, inputs: [])
    var (path, texts): (FilePath?, [(key: SettingKey, value: String)]) = (nil, [])
    if case .file(let file) = SettingsFile.place(environment) {
      (path, texts) = (file.path, try file.texts())
    }
    let rows = SettingKey.allCases.map { key -> Row in
      let value = texts.first { $0.key == key }?.value
      return Row(key: key, value: value ?? key.usual, isSet: value != nil)
    }
    var bytes = ByteBuffer()
    switch invocation.format() {
    case .table:
      Self.layout.append(rows.map(\.cells), .plain(width: output.terminalWidth), to: &bytes)
    case .ndjson: bytes.appendLines(rows) { append($1, to: &$0) }
    default: append(documentOf: rows, path, to: &bytes)
    }
    try output.finish(with: bytes)
    return .success
  }

  private static let layout = TableLayout(
    headers: ["KEY", "VALUE", "FROM"], cutColumns: [1], narrowestCut: 12, dispensableColumns: [2])

  private static func append(
    documentOf rows: [Row], _ path: FilePath?, to output: inout ByteBuffer
  ) {
    output.appendDocument(
      onLines: true,
      [
        { $0.append(key: "path", string: path.map { "\($0)" }) },
        { output in
          output.append(key: "settings", elements: rows.count, indent: "\n  ") {
            append(rows[$1], to: &$0)
          }
        },
      ])
  }

  private static func append(_ row: Row, to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "key", string: row.key.name)
      output.append(key: "value", string: row.value)
      output.append(key: "from", string: row.origin)
    }
  }
}
