/// Cuts a stream into records: lines, or several lines together if a quoted cell spans them.
///
/// After an open quote, lines are joined until one closes it. If none does (the stream ends, a line closes it
/// where no cell can end, or the record grows too long), only the line with the quote is wrong, and reading
/// goes on with the next. The result depends only on the bytes, not on how they arrived.
struct RecordSplitter {
  /// Counts all lines of every chunk; the caller counts lines that it skips.
  var nextLine = 1
  var quotesMaySpanLines = false
  /// The delimiter between cells: a quote may open after it, and must be followed by it after closing.
  private(set) var delimiter = Delimiter.comma
  private(set) var hasEscapes = false
  var lineEnd = LineEnd.newline
  /// In a tab-separated table, a quote may be part of the text, as databases and jq write them. So if both
  /// the line that would open a quote and the one that would close it have this many cells, both are rows.
  private var columnsBetweenTabs: Int?
  /// The current line is too long to hold, and is dropped to its end.
  private var isSkipping = false

  /// A longer record is not waited for.
  static let longestQuotedRecord = 1 << 20
  var longestRecord = longestQuotedRecord

  /// Cuts as the table's first row shows.
  mutating func take(_ row: FirstRow, in text: Bytes) {
    (delimiter, hasEscapes, lineEnd) = (row.delimiter, row.hasEscapes, row.lineEnd)
    // With spaces as the delimiter, or with escapes, a quote is an ordinary character.
    quotesMaySpanLines = delimiter != .space && !hasEscapes
    columnsBetweenTabs = delimiter == .tab ? try? row.names(in: text).count : nil
  }

  /// Appends the complete records of `chunk` and returns how many bytes they take. The rest waits for more,
  /// unless this `isLast`.
  mutating func split(_ chunk: Bytes, isLast: Bool, into records: inout [RawRecord]) -> Int {
    let separator = delimiter.rawValue
    var quotes = QuotedLines(
      chunk: chunk, isLast: isLast, separator: separator, lineEnd: lineEnd,
      longestRecord: longestRecord, columns: columnsBetweenTabs)
    var start = isSkipping ? skipLine(chunk) : 0
    while start < chunk.count {
      if lineEnd == .carriageReturn, chunk[start] == 0x0A {
        start += 1
        continue
      }
      guard var end = chunk.endOfLine(from: start, lineEnd, isLast: isLast) else { break }
      var lines = 1
      if quotesMaySpanLines, QuoteScan.isOpen(after: chunk.part(start..<end), separator) {
        switch quotes.endOfRecord(from: start, firstLineEnd: end) {
        case .found(let farEnd):
          end = farEnd
          lines += chunk[start..<end].count { $0 == lineEnd.rawValue }
        case .neverEnds: break
        case .unknownYet: return start
        }
      }
      records.append(RawRecord(range: start..<end, line: nextLine))
      nextLine += lines
      start = min(end + 1, chunk.count)
    }
    return start
  }

  /// Drops the record at the beginning of the next chunk.
  mutating func skip() { isSkipping = true }

  /// Returns how much of the chunk belongs to the dropped line.
  private mutating func skipLine(_ chunk: Bytes) -> Int {
    guard let end = chunk.endOfLine(from: 0, lineEnd, isLast: false) else { return chunk.count }
    isSkipping = false
    nextLine += 1
    return end + 1
  }
}

extension Bytes {
  /// The place of the line break; the end of the text if there is none and this `isLast`.
  func endOfLine(from start: Int, _ lineEnd: LineEnd, isLast: Bool) -> Int? {
    let found = memchr(baseAddress! + start, CInt(lineEnd.rawValue), count - start)
    if let found { return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress!) }
    return isLast ? count : nil
  }

  fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer {
    UnsafeBufferPointer(rebasing: self[range])
  }
}

/// Finds the lines that close quotes.
///
/// Whether a line closes an open quote does not depend on where the quote was opened. So the lines that leave
/// it open are remembered, and each is examined only once: a file in which every line opens a quote takes no
/// longer than another.
private struct QuotedLines {
  let chunk: Bytes
  let isLast: Bool
  let separator: UInt8
  let lineEnd: LineEnd
  let longestRecord: Int
  /// See `RecordSplitter`.
  let columns: Int?
  /// The line that would close a quote, and whether it is a row of its own.
  var lastClosing = (range: 0..<0, isRow: false)
  /// Every line that begins in this range leaves an open quote open.
  var staysOpen = 0..<0

  enum End {
    case found(Int)
    case neverEnds
    case unknownYet
  }

  mutating func endOfRecord(from start: Int, firstLineEnd: Int) -> End {
    let farthest = start + longestRecord
    var next = firstLineEnd + 1
    if staysOpen.contains(next) { next = staysOpen.upperBound } else { staysOpen = next..<next }
    while next < chunk.count, next <= farthest {
      guard let end = chunk.endOfLine(from: next, lineEnd, isLast: isLast), end <= farthest else {
        break
      }
      switch QuoteScan.state(after: chunk.part(next..<end), from: .open, separator) {
      case .open: staysOpen = staysOpen.lowerBound..<end + 1
      case .broken: return .neverEnds
      case .cellStart, .plain, .closed:
        return isRow(start..<firstLineEnd) && isClosingRow(next..<end) ? .neverEnds : .found(end)
      }
      next = end + 1
    }
    return isLast || chunk.count > farthest ? .neverEnds : .unknownYet
  }

  /// Whether a tab-separated line has as many cells as a row.
  private func isRow(_ line: Range<Int>) -> Bool {
    guard let columns else { return false }
    return chunk[line].count { $0 == separator } == columns - 1
  }

  /// One line may close the quotes of many lines before it.
  private mutating func isClosingRow(_ line: Range<Int>) -> Bool {
    if lastClosing.range != line { lastClosing = (line, isRow(line)) }
    return lastClosing.isRow
  }
}

/// The delimiter between the cells of a row.
package enum Delimiter: UInt8, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case pipe = 0x7C
  /// Runs of spaces, in streams of points.
  case space = 0x20

  static let ofTables: [Delimiter] = [.comma, .semicolon, .tab, .pipe]
}

/// The state of an RFC 4180 reader after some bytes. A quote opens only at the start of a cell: one in the
/// middle, as in `5" pipe`, is an ordinary character.
enum QuoteScan {
  case cellStart
  case plain
  case open
  /// After a quote that closes the cell, or is the first of a doubled one.
  case closed
  /// A quote closed, but the cell went on.
  case broken

  /// Most lines have no quote, which `memchr` finds at once.
  static func isOpen(after line: Bytes, _ separator: UInt8) -> Bool {
    guard memchr(line.baseAddress!, CInt(UInt8(ascii: "\"")), line.count) != nil else {
      return false
    }
    return state(after: line, from: .cellStart, separator) == .open
  }

  static func state(after line: Bytes, from start: QuoteScan, _ separator: UInt8) -> QuoteScan {
    var state = start
    for byte in line.last == 0x0D ? line.dropLast() : line[...] {
      state = state.after(byte, separator)
    }
    return state
  }

  @inline(__always) func after(_ byte: UInt8, _ separator: UInt8) -> QuoteScan {
    switch (self, byte) {
    case (.open, UInt8(ascii: "\"")): .closed
    case (.open, _): .open
    case (.cellStart, UInt8(ascii: "\"")), (.closed, UInt8(ascii: "\"")): .open
    case (.broken, _): .broken
    case (_, separator): .cellStart
    case (.closed, _): .broken
    default: .plain
    }
  }
}
