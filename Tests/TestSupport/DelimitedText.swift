/// CSV and TSV as an independent program would write and read them, whole tables at a time.
package enum DelimitedText: String, CaseIterable, Sendable {
  case csv
  case tsv

  package func text(_ rows: [[String]], lineEnd: String = "\n") -> String {
    rows.map { row in
      row.map(cell).joined(separator: self == .csv ? "," : "\t") + lineEnd
    }.joined()
  }

  /// `nil` if a quote is out of place.
  package func rows(_ text: String) -> [[String]]? {
    self == .csv ? csvRows(Array(text.unicodeScalars)) : tsvRows(text)
  }

  private func cell(_ text: String) -> String {
    switch self {
    case .csv:
      let needsQuotes = text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
      return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    case .tsv:
      return text.unicodeScalars.map { scalar in
        switch scalar {
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\\": "\\\\"
        default: String(scalar)
        }
      }.joined()
    }
  }

  /// A state for each position in RFC 4180's grammar.
  private func csvRows(_ scalars: [Unicode.Scalar]) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = String.UnicodeScalarView()
    var i = 0
    while i < scalars.count {
      if cell.isEmpty, scalars[i] == "\"" {
        guard let end = closingQuote(scalars, from: i + 1, into: &cell) else { return nil }
        i = end + 1
        guard i == scalars.count || ",\n".unicodeScalars.contains(scalars[i]) else { return nil }
      }
      switch i < scalars.count ? scalars[i] : "\n" {
      case ",":
        row.append(String(cell))
        cell = .init()
      case "\n":
        rows.append(row + [String(cell)])
        (row, cell) = ([], .init())
      default: cell.append(scalars[i])
      }
      i += 1
    }
    return row.isEmpty && cell.isEmpty ? rows : rows + [row + [String(cell)]]
  }

  private func closingQuote(
    _ scalars: [Unicode.Scalar], from start: Int, into cell: inout String.UnicodeScalarView
  ) -> Int? {
    var i = start
    while i < scalars.count {
      if scalars[i] != "\"" {
        cell.append(scalars[i])
      } else if i + 1 < scalars.count, scalars[i + 1] == "\"" {
        cell.append("\"")
        i += 1
      } else {
        return i
      }
      i += 1
    }
    return nil
  }

  private func tsvRows(_ text: String) -> [[String]] {
    var rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { row in
      row.split(separator: "\t", omittingEmptySubsequences: false).map { unescaped(String($0)) }
    }
  }

  /// Through a scalar that no test uses, so that `\\t` stays a backslash and a t.
  private func unescaped(_ cell: String) -> String {
    cell.replacing("\\\\", with: "\u{E000}").replacing("\\t", with: "\t")
      .replacing("\\n", with: "\n").replacing("\\r", with: "\r").replacing("\u{E000}", with: "\\")
  }
}
