/// Cuts JSON into the records of a stream of points: objects one on each line; objects over several lines,
/// with or without record separators; the elements of an array; the features of a collection, anywhere in it.
///
/// If the first text ends with its line, lines are records, and a bad one affects only itself. Otherwise
/// brackets and strings are counted, looking at each byte once, so it does not matter in what pieces the
/// stream arrives. The reader of a record decides whether it is valid JSON. If brackets or strings show that
/// a record is broken, it ends there. The next begins at a line that begins with a brace, no further to the
/// right than the broken one; what was skipped counts as a faulty record.
struct JSONSplitter {
  enum State {
    case betweenTexts
    /// In an object that may be a record or a collection.
    case text
    /// After the bracket that may begin the features of a collection.
    case features
    case array
    case element
    /// In any other element, or in something that is not JSON.
    case word
    /// The first text has ended, but not its line.
    case firstLine
    /// Searching for the next record after a broken one.
    case lost
  }

  enum Bracket: UInt8 {
    case brace
    case bracket
  }

  var state = State.betweenTexts
  /// From here on, lines are records.
  var lines: RecordSplitter?
  var mayBeLines = true

  // MARK: Position of the scan

  /// How many bytes of the chunk have been scanned.
  private var scanned = 0
  var line = 1
  var column: Int32 = 1
  var lineStart = 0
  /// For the first text.
  var firstLineStart = 0
  var lineHasText = false
  /// The byte before, and the last one that is not white space outside strings.
  var last: UInt8 = 0
  var previous: UInt8 = 0

  // MARK: What surrounds it

  var brackets: [Bracket] = []
  var isInString = false
  var isEscaped = false
  var isInArray = false
  /// Whether an element comes before, or a comma.
  var (hasElement, hasComma) = (false, false)
  var collection: CollectionScan

  // MARK: The current record

  var start = 0
  var recordLine = 1
  var recordColumn: Int32 = 1
  var problem: RawRecord.Problem?
  /// Whether it is too long to hold.
  var isDropped = false
  /// The first line skipped since the last broken record, if any was.
  var lostLine: Int?

  init(_ names: PositionNames) { collection = CollectionScan(names) }

  /// Drops the record at the beginning of the next chunk.
  mutating func skip() { if lines == nil { isDropped = true } else { lines!.skip() } }

  /// Appends the complete records of `chunk` and returns how many bytes they take.
  mutating func split(_ chunk: Bytes, isLast: Bool, into records: inout [RawRecord]) -> Int {
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
      // The second half of a CRLF does not end another line.
      if byte == 0x0D || last != 0x0D { line += 1 }
      (column, lineStart, lineHasText) = (1, next, false)
    } else {
      if byte & 0xC0 != 0x80 { column += 1 }
      if !byte.isBlank, byte != UInt8(ascii: ","), byte != 0x1E { lineHasText = true }
    }
    last = byte
    if !isInString, !byte.isBlank { previous = byte }
  }

  /// Returns how many bytes of the chunk are no longer needed.
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
    _ chunk: Bytes, from offset: Int, isLast: Bool, into records: inout [RawRecord]
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

  // Broken records, what is skipped after them, and the stream's end.

  /// The current record cannot continue with this byte.
  mutating func breakOff(_ chunk: Bytes, upTo end: Int, at i: Int, _ records: inout [RawRecord]) {
    isInString = false
    let byte = chunk[i]
    let endsLine = byte == 0x0A || byte == 0x0D
    guard !mayBeLines || byte == 0x1E else {
      state = .firstLine
      if byte == 0x0A { begin(lines: .newline) }
      return
    }
    mayBeLines = false
    emitRecord(chunk, upTo: end, &records)
    (state, lostLine) = (.lost, nil)
    if endsLine { return }
    takeLost(byte, at: i, chunk, &records)
    // A bracket that belongs to the broken record does not count as skipped.
    if end > i { lostLine = nil }
  }

  mutating func takeLost(_ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]) {
    if byte.isBlank || byte == UInt8(ascii: ",") { return }
    let isFirst = !lineHasText && i > start
    switch byte {
    case 0x1E:
      emitLost(at: i, &records)
      endText()
    case UInt8(ascii: "{") where isFirst && column <= max(recordColumn, 1):
      emitLost(at: i, &records)
      (hasElement, hasComma) = (false, false)
      state = isInArray ? .array : .betweenTexts
      if isInArray {
        takeInArray(byte, at: i, chunk, &records)
      } else {
        takeBetweenTexts(byte, at: i)
      }
    case UInt8(ascii: "]") where isFirst && isInArray && column < recordColumn:
      emitLost(at: i, &records)
      endArray(at: i)
    default: lostLine = lostLine ?? line
    }
  }

  mutating func emitLost(at i: Int, _ records: inout [RawRecord]) {
    guard let lostLine else { return }
    records.append(RawRecord(range: i..<i, line: lostLine, problem: .lost))
    self.lostLine = nil
  }

  mutating func emit(_ problem: RawRecord.Problem, at i: Int, _ records: inout [RawRecord]) {
    records.append(RawRecord(range: i..<i, line: line, column: column, problem: problem))
  }

  /// Without trailing white space. A collection's other members become a record only if there is a fault.
  mutating func emitRecord(_ chunk: Bytes, upTo end: Int, _ records: inout [RawRecord]) {
    defer { (isDropped, problem) = (false, nil) }
    guard !isDropped else { return }
    var end = end
    while end > start, chunk[end - 1].isBlank { end -= 1 }
    records.append(
      RawRecord(range: start..<end, line: recordLine, column: recordColumn, problem: problem))
  }

  /// Handles the stream's end. Returns whether its only text was one line.
  mutating func finish(_ chunk: Bytes, _ records: inout [RawRecord]) -> Bool {
    switch state {
    case .betweenTexts: break
    case .text where mayBeLines, .features where mayBeLines, .firstLine:
      begin(lines: last == 0x0D ? .carriageReturn : .newline)
      return true
    case .text where collection.isCollection, .array: emit(.unclosed, at: chunk.count, &records)
    case .text, .features, .element, .word: emitRecord(chunk, upTo: chunk.count, &records)
    case .lost: emitLost(at: chunk.count, &records)
    }
    return false
  }
}

/// What an object's members show while it is scanned: whether it is a collection, whose features are the
/// stream's records, or a record itself.
struct CollectionScan {
  private let names: PositionNames
  /// Whether an array of features was found.
  var isCollection = false
  /// Whether that array is empty.
  var hasNoFeatures = false
  /// Whether `"type":"FeatureCollection"` was read.
  private(set) var saysCollection = false
  /// Whether a member was read that only a record has.
  private var isRecord = false

  private var stringStart = 0
  /// The member's name, until its colon: a second colon, after a value, has no name.
  private var name: Range<Int>?
  private var key = Key.other
  private var isValue = false

  private enum Key {
    case type
    case features
    case other
  }

  init(_ names: PositionNames) { self.names = names }

  mutating func begin() { self = CollectionScan(names) }

  var isEmptyCollection: Bool { saysCollection && hasNoFeatures }

  var mayBeFeatures: Bool { isValue && key == .features && !isRecord }

  /// The bytes kept now begin so much later.
  mutating func move(by count: Int) {
    stringStart -= count
    name = name.flatMap { name in
      name.lowerBound < count ? nil : name.lowerBound - count..<name.upperBound - count
    }
  }

  mutating func beginString(at start: Int) { stringStart = start }

  mutating func endString(at end: Int, _ chunk: Bytes) {
    guard stringStart >= 0 else { return }
    guard isValue else {
      name = stringStart..<end
      return
    }
    guard key == .type else { return }
    let value = UnsafeBufferPointer(rebasing: chunk[stringStart..<end])
    if value.equals("FeatureCollection") { saysCollection = true }
    if value.equals("Feature") { isRecord = true }
  }

  /// Called after a colon.
  mutating func readKey(_ chunk: Bytes) {
    (isValue, key) = (true, .other)
    guard let range = name else { return }
    name = nil
    let bytes = UnsafeBufferPointer(rebasing: chunk[range])
    if bytes.equals("type") { key = .type }
    if bytes.equals("features") { key = .features }
    if bytes.equals("geometry") || names.role(of: bytes) != nil { isRecord = true }
  }

  mutating func endMember() { (isValue, key, name) = (false, .other, nil) }
}
