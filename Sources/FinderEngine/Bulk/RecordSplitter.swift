/// Where one record stands in a chunk of a stream.
struct RawRecord {
  /// Without the byte that ends its last line.
  var range: Range<Int>
  /// Of its first line in the whole stream, from 1.
  var line: Int
}

/// Cuts a stream into records: lines, and where a quoted cell spans several, those together.
struct RecordSplitter {
  /// Every chunk of the stream is counted in.
  private(set) var nextLine = 1
  var quotesMaySpanLines = false

  /// A quote that never closes would take the rest of the stream for one cell. Past this, only the
  /// line with the quote is wrong, and the next one counts again.
  static let longestQuotedRecord = 1 << 20

  /// Appends the whole records of `chunk` and returns how much of it they take. The rest waits for
  /// more, unless this `isLast`.
  mutating func split(
    _ chunk: UnsafeBufferPointer<UInt8>, isLast: Bool, into records: inout [RawRecord]
  ) -> Int {
    var start = 0
    while start < chunk.count {
      guard var end = endOfLine(chunk, from: start, isLast: isLast) else { break }
      var lines = 1
      if quotesMaySpanLines, isQuoteOpen(UnsafeBufferPointer(rebasing: chunk[start..<end])) {
        switch endOfQuotedRecord(chunk, start: start, firstLineEnd: end, isLast: isLast) {
        case .found(let farEnd, let count): (end, lines) = (farEnd, count)
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

  /// A line that is passed over without being split (it is too long to hold).
  mutating func countLine() { nextLine += 1 }

  private func endOfLine(
    _ chunk: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) -> Int? {
    let found = memchr(chunk.baseAddress! + start, 0x0A, chunk.count - start)
    if let found { return UnsafeRawPointer(found) - UnsafeRawPointer(chunk.baseAddress!) }
    return isLast ? chunk.count : nil
  }

  // MARK: Quoted cells over several lines

  private enum QuotedEnd {
    case found(Int, lines: Int)
    case neverEnds
    case unknownYet
  }

  private func endOfQuotedRecord(
    _ chunk: UnsafeBufferPointer<UInt8>, start: Int, firstLineEnd: Int, isLast: Bool
  ) -> QuotedEnd {
    var lines = 1
    var scan = QuoteScan()
    scan.pass(UnsafeBufferPointer(rebasing: chunk[start..<firstLineEnd]))
    var end = firstLineEnd
    while scan.isOpen {
      guard end < chunk.count, end - start < Self.longestQuotedRecord else {
        return isLast || end - start >= Self.longestQuotedRecord ? .neverEnds : .unknownYet
      }
      let next = end + 1
      guard let nextEnd = endOfLine(chunk, from: next, isLast: isLast), next < chunk.count else {
        let isTooLong = chunk.count - start >= Self.longestQuotedRecord
        return isLast || isTooLong ? .neverEnds : .unknownYet
      }
      scan.pass(UnsafeBufferPointer(rebasing: chunk[end..<nextEnd]))
      end = nextEnd
      lines += 1
    }
    return .found(end, lines: lines)
  }

  private func isQuoteOpen(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !line.isEmpty, memchr(line.baseAddress!, CInt(UInt8(ascii: "\"")), line.count) != nil
    else { return false }
    var scan = QuoteScan()
    scan.pass(line)
    return scan.isOpen
  }
}

/// Whether the bytes passed so far end inside a quoted cell. A quote opens only at the start of a
/// cell: one in the middle, as in `5" pipe`, is a character like any other.
private struct QuoteScan {
  private(set) var isOpen = false
  private var isAtCellStart = true

  mutating func pass(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if isOpen {
        // The first of a doubled quote closes, the second opens again: between them is no cell start.
        if byte == UInt8(ascii: "\"") { (isOpen, isAtCellStart) = (false, true) }
      } else if byte == UInt8(ascii: "\""), isAtCellStart {
        isOpen = true
      } else {
        isAtCellStart = byte == UInt8(ascii: ",")
      }
    }
  }
}
