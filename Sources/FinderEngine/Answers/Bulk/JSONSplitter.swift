/// Cuts JSON into the records of a stream of points: objects one a line; objects over several lines,
/// with or without record separators; the elements of an array; the features of a collection,
/// wherever in it they stand.
///
/// Where the first text ends with its line, lines are records, and a bad one harms only itself.
/// Otherwise brackets and strings are counted, byte by byte and each byte once, so it does not matter
/// in what pieces the stream comes. Whether a record is JSON is for its reader to say. Where brackets
/// or strings show that one is broken, it ends there, and the next begins with a line that begins with
/// a brace, no further to the right than the broken one; what was passed over is a record at fault.
struct JSONSplitter {
  enum State {
    case betweenTexts
    /// In an object that may be a record or a collection.
    case text
    /// After the bracket that may begin the features of a collection.
    case features
    /// Between the elements of an array.
    case array
    /// In an element that is an object or an array.
    case element
    /// In any other element, or in what is no text at all.
    case word
    /// The first text is at its end, and its line is not.
    case firstLine
    /// Looking for the next record after a broken one.
    case lost
  }

  enum Bracket: UInt8 {
    case brace
    case bracket
  }

  var state = State.betweenTexts
  /// Lines are records from here on.
  var lines: RecordSplitter?
  var mayBeLines = true

  // MARK: Where the scan is

  /// Bytes of the chunk that were looked at already.
  private var scanned = 0
  var line = 1
  var column: Int32 = 1
  var lineStart = 0
  /// Of the first text.
  var firstLineStart = 0
  var lineHasText = false
  /// The byte before, and the one before that is no white space outside strings.
  var last: UInt8 = 0
  var previous: UInt8 = 0

  // MARK: What it is in

  var brackets: [Bracket] = []
  var isInString = false
  var isEscaped = false
  var isInArray = false
  /// An element stands before, or a comma.
  var (hasElement, hasComma) = (false, false)
  var collection: CollectionScan

  // MARK: The record at hand

  var start = 0
  var recordLine = 1
  var recordColumn: Int32 = 1
  var problem: RawRecord.Problem?
  /// It is too long to be held.
  var isDropped = false
  /// Something was passed over since the last broken record, from this line on.
  var lostLine: Int?

  init(_ names: PositionNames) { collection = CollectionScan(names) }

  /// Drops the record that the next chunk begins with.
  mutating func skip() {
    if lines == nil { isDropped = true } else { lines!.skip() }
  }

  /// Appends the whole records of `chunk` and returns how much of it they take.
  mutating func split(
    _ chunk: UnsafeBufferPointer<UInt8>, isLast: Bool, into records: inout [RawRecord]
  ) -> Int {
    if lines != nil { return splitLines(chunk, from: 0, isLast: isLast, into: &records) }
    var i = scanned
    while i < chunk.count {
      let byte = chunk[i]
      guard take(byte, at: i, chunk, &records) else {
        return splitLines(chunk, from: firstLineStart, isLast: isLast, into: &records)
      }
      i += 1
      move(over: byte, to: i)
    }
    if isLast, finish(chunk, &records) {
      return splitLines(chunk, from: firstLineStart, isLast: true, into: &records)
    }
    return leave(chunk.count, isLast: isLast)
  }

  private mutating func move(over byte: UInt8, to next: Int) {
    if byte == 0x0A || byte == 0x0D {
      // The second half of a CRLF ends no line of its own.
      if byte == 0x0D || last != 0x0D { line += 1 }
      (column, lineStart, lineHasText) = (1, next, false)
    } else {
      if byte & 0xC0 != 0x80 { column += 1 }
      if !byte.isBlank, byte != UInt8(ascii: ","), byte != 0x1E { lineHasText = true }
    }
    last = byte
    if !isInString, !byte.isBlank { previous = byte }
  }

  /// Returns how much of the chunk is not needed any more.
  private mutating func leave(_ count: Int, isLast: Bool) -> Int {
    let kept: Int
    switch state {
    case .betweenTexts: kept = mayBeLines ? lineStart : count
    case .text, .features, .firstLine: kept = mayBeLines ? firstLineStart : start
    case .element, .word: kept = start
    case .array, .lost: kept = count
    }
    let used = isLast || isDropped ? count : min(kept, count)
    scanned = count - used
    (start, lineStart, firstLineStart) = (start - used, lineStart - used, firstLineStart - used)
    collection.move(by: used)
    return used
  }

  // MARK: Lines

  private mutating func splitLines(
    _ chunk: UnsafeBufferPointer<UInt8>, from offset: Int, isLast: Bool,
    into records: inout [RawRecord]
  ) -> Int {
    var found: [RawRecord] = []
    let rest = UnsafeBufferPointer(rebasing: chunk[offset...])
    let used = lines!.split(rest, isLast: isLast, into: &found)
    recordLine = lines!.nextLine
    for var record in found {
      record.range = record.range.lowerBound + offset..<record.range.upperBound + offset
      if record.range.isEmpty || chunk[record.range.lowerBound] <= 0x20,
        chunk[record.range].allSatisfy(\.isBlank)
      {
        continue
      }
      records.append(record)
    }
    return used + offset
  }

  mutating func begin(lines lineEnd: LineEnd) {
    var splitter = RecordSplitter()
    (splitter.nextLine, splitter.lineEnd) = (recordLine, lineEnd)
    lines = splitter
  }
}
