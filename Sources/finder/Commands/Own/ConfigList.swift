import CommandLineKit
import FinderEngine
import FinderOwn

/// `finder config list`: each key, its value, and where that comes from.
enum ConfigList {
  static let command = Command.command(
    "list", summary: "each key with its value, and where that comes from",
    otherWords: "ls show all",
    exits: [],
    examples: [
      Example("finder config list", "what is set, and what holds where nothing is"),
      Example("finder config list --json", "for programs"),
    ],
    options: Options.document.without(
      Options.data, Options.noCache, Options.units, Options.colour, Options.exitStatus),
    run: run)

  private struct Row {
    let key: SettingKey
    let value: String?
    let isSet: Bool

    var origin: String { isSet ? "file" : "default" }
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
    case .table: append(tableOf: rows, width: output.terminalWidth, to: &bytes)
    case .ndjson: bytes.appendLines(rows) { append($1, to: &$0) }
    default: append(documentOf: rows, path, to: &bytes)
    }
    try output.write(bytes)
    try output.finish()
    return .success
  }

  private static func append(
    tableOf rows: [Row], width: Int?, to output: inout ByteBuffer
  ) {
    let layout = TableLayout(
      headers: ["KEY", "VALUE", "FROM"], cutColumns: [1], narrowestCut: 12, dispensableColumns: [2])
    var cells = layout.cells(rows: rows.count)
    for row in rows {
      cells.add(row.key.name, column: 0)
      cells.add(row.value.map { TidyName.string($0) } ?? "", column: 1)
      cells.add(row.value == nil ? "" : row.origin, column: 2)
    }
    layout.print(cells, width: width, isColoured: false, styledColumn: -1, to: &output) { _ in "" }
  }

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
