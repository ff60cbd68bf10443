import CommandLineKit
import FinderEngine
import FinderOwn

enum ConfigList {
  static let command = Command.command(
    "list", summary: "each key with its value, and where the value comes from",
    otherWords: "ls show all",
    exits: [],
    examples: """
      finder config list # what is set, and the defaults for the rest
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

    func append(to output: inout ByteBuffer) {
      output.appendObject { output in
        output.append(key: "key", string: key.name)
        output.append(key: "value", string: value)
        output.append(key: "from", string: origin)
      }
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
    let layout = TableLayout(
      headers: ["KEY", "VALUE", "FROM"], cutColumns: [1], narrowestCut: 12, dispensableColumns: [2])
    let cells = rows.map { row in
      [
        row.key.name, row.value.map { TidyText.string($0) } ?? "",
        row.value == nil ? "" : row.origin,
      ]
    }
    return try invocation.write(
      cells, in: layout,
      or: [
        { $0.append(key: "path", string: path.map { "\($0)" }) },
        {
          $0.append(key: "settings", elements: rows.count, indent: "\n  ") {
            rows[$1].append(to: &$0)
          }
        },
      ], line: { rows[$1].append(to: &$0) }, none: "", to: output)
  }
}
