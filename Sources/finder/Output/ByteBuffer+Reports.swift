import CommandLineKit
import FinderEngine

extension ByteBuffer {
  /// Each of them on a line of its own.
  @inline(__always)
  mutating func appendLines<Elements: Sequence>(
    _ elements: Elements, _ line: (inout ByteBuffer, Elements.Element) -> Void
  ) {
    for element in elements {
      line(&self, element)
      append("\n")
    }
  }

  mutating func append(key: StaticString, numbers: [Double]) {
    append(key: key, elements: numbers.count) { $0.append(number: numbers[$1]) }
  }

  mutating func append(row cells: [String], _ style: DelimitedStyle) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { append(style == .csv ? "," : "\t") }
      append(cell: cell, style)
    }
    append("\n")
  }
}

/// Names and what there is to say of each, a line each and lined up.
func labelled(_ rows: [(name: String, text: String)], width: Int = 11) -> String {
  rows.map { name, text in
    let space = String(repeating: " ", count: width - name.utf8.count)
    return UsageError.escape(name + space + text) + "\n"
  }
  .joined()
}

extension Invocation {
  /// Writes a report, as text for people or as one document for programs.
  func write(
    _ text: @autoclosure () -> String, or members: [(inout ByteBuffer) -> Void],
    to output: Output
  ) throws {
    if format() == .table {
      try output.write(text())
    } else {
      var document = ByteBuffer()
      document.appendDocument(onLines: format() != .ndjson, members)
      try output.write(document)
    }
    try output.finish()
  }
}
