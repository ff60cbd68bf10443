// Lays out plain text. Each character counts as one column, as `…` and `×` do; help has nothing wider.

/// The text in lines of at most `width` characters; a longer word gets a line of its own. Line breaks in the
/// text are kept, runs of spaces are not.
func wrap(_ text: String, width: Int) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
    var lines: [String] = []
    var line = ""
    var length = 0
    for word in paragraph.split(separator: " ") {
      let wordLength = word.count
      if length > 0, length + 1 + wordLength > width {
        lines.append(line)
        (line, length) = ("", 0)
      }
      line += length > 0 ? " \(word)" : "\(word)"
      length += (length > 0 ? 1 : 0) + wordLength
    }
    return lines + [line]
  }
}

/// Indents each line; empty ones stay empty, so no line ends in spaces.
func indent(_ lines: [String], by columns: Int) -> [String] {
  lines.map { $0.isEmpty ? "" : String(repeating: " ", count: columns) + $0 }
}

/// The text wrapped with its first line at one column and the rest at another.
func wrap(_ text: String, width: Int, first: Int, rest: Int) -> [String] {
  // The first line is wrapped as if it were indented like the rest. The width that it loses does
  // not matter.
  let lines = wrap(text, width: width - max(first, rest))
  return indent(Array(lines.prefix(1)), by: first) + indent(Array(lines.dropFirst()), by: rest)
}

/// Two columns, of terms and their meanings, for one list or for several that are aligned. A term too long
/// for its column gets a line of its own.
struct Columns {
  private static let margin = 2
  private static let gap = 2
  /// The width for terms if each is too long for its column.
  private static let narrowest = 2
  private let width: Int
  private let termWidth: Int

  init(fitting terms: [String], width: Int) {
    self.width = width
    let widest = width * 3 / 8
    termWidth = terms.map(\.count).filter { $0 <= widest }.max() ?? Self.narrowest
  }

  func lines(_ rows: [(term: String, meaning: String)]) -> [String] {
    let start = Self.margin + termWidth + Self.gap
    return rows.flatMap { term, meaning in
      let head = String(repeating: " ", count: Self.margin) + term
      guard !meaning.isEmpty else { return [head] }
      var lines = indent(wrap(meaning, width: width - start), by: start)
      guard term.count <= termWidth else { return [head] + lines }
      lines[0] = head + lines[0].dropFirst(head.count)
      return lines
    }
  }
}
