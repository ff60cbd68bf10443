/// What ends the lines of a text: line feeds, with or without a carriage return before each, or carriage
/// returns alone, as old Macs and some instruments write them.
enum LineEnd: UInt8, Sendable {
  case newline = 0x0A
  case carriageReturn = 0x0D
}

extension Bytes {
  /// A line, where the next one begins, and what ended it; `nil` at the text's end.
  typealias Line = (range: Range<Int>, next: Int, end: LineEnd?)

  /// The line that begins there. If the line end is not `settled`, the first break shows it. `nil` if the
  /// text ends before the line does, or in the middle of its break.
  func line(from start: Int, settled: LineEnd?, isLast: Bool) -> Line? {
    var start = start
    // The rest of a CRLF, if carriage returns end lines.
    if settled == .carriageReturn, start < count, self[start] == 0x0A { start += 1 }
    var end = place(of: settled?.rawValue ?? 0x0A, from: start)
    if settled == nil {
      end = UnsafeBufferPointer(rebasing: self[..<end]).place(of: 0x0D, from: start)
    }
    return lineBreak(at: end, settled: settled, isLast: isLast).map {
      (start..<end, $0.next, $0.end)
    }
  }

  /// What a byte that may end a line does; the same for the text's end.
  func lineBreak(at place: Int, settled: LineEnd?, isLast: Bool) -> (next: Int, end: LineEnd?)? {
    guard place < count else { return isLast ? (count, settled) : nil }
    if self[place] == 0x0A { return (place + 1, .newline) }
    if settled == .carriageReturn { return (place + 1, .carriageReturn) }
    guard place + 1 < count else { return isLast ? (count, .carriageReturn) : nil }
    return self[place + 1] == 0x0A ? (place + 2, .newline) : (place + 1, .carriageReturn)
  }
}
