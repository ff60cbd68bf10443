/// A table's first row, and how often each delimiter stands in it outside quotes.
///
/// A quoted name may span lines. They are looked at only as long as the first has shown no delimiter:
/// a stream must not wait for a quote that may never close.
struct FirstRow {
  /// Without the line break at its end.
  private(set) var range: Range<Int>
  private var counts: [(delimiter: Delimiter, count: Int)] = [
    (.comma, 0), (.semicolon, 0), (.tab, 0),
  ]

  /// `nil` where the row may go on after the text's end. One that is longer than `longest` is not
  /// waited for.
  init?(_ text: UnsafeBufferPointer<UInt8>, isLast: Bool, longest: Int) {
    let start = text.firstIndex { !$0.isBlank || $0 == Delimiter.tab.rawValue } ?? text.count
    guard let lineEnd = text.endOfLine(from: start, isLast: isLast) else { return nil }
    range = start..<lineEnd
    let whole = text[start...].prefix(max(longest, lineEnd - start))
    if let end = count(whole, quotes: true, isLast: isLast) {
      range = start..<end
    } else if isLast || text.count - start > longest {
      // A quote that does not close is one of the text.
      for index in counts.indices { counts[index].count = 0 }
      _ = count(text[range], quotes: false, isLast: true)
    } else {
      return nil
    }
  }

  /// Returns where the row ends; `nil` where the text ends before it does.
  private mutating func count(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, quotes: Bool, isLast: Bool
  ) -> Int? {
    var (isInQuotes, isAtCellStart, hasDelimiter) = (false, true, false)
    for (i, byte) in zip(text.indices, text) {
      if byte == 0x0A, !isInQuotes || hasDelimiter { return i }
      if isInQuotes {
        // The first of a doubled quote closes, the second opens again.
        if byte == UInt8(ascii: "\"") { (isInQuotes, isAtCellStart) = (false, true) }
      } else if quotes, isAtCellStart, byte == UInt8(ascii: "\"") {
        isInQuotes = true
      } else {
        let found = counts.firstIndex { $0.delimiter.rawValue == byte }
        if let found { counts[found].count += 1 }
        isAtCellStart = found != nil
        hasDelimiter = hasDelimiter || isAtCellStart
      }
    }
    return isInQuotes || !isLast ? nil : text.endIndex
  }

  /// Those that it has, the most frequent first.
  var ranked: [Delimiter] {
    counts.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map(\.delimiter)
  }
}
