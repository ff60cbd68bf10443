// Records that are broken, what is passed over behind them, and the stream's end.

extension JSONSplitter {
  /// The record at hand cannot go on with this byte.
  mutating func breakOff(
    _ chunk: UnsafeBufferPointer<UInt8>, upTo end: Int, at i: Int, _ records: inout [RawRecord]
  ) {
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
    // A bracket that belongs to the broken record is not lost.
    if end > i { lostLine = nil }
  }

  mutating func takeLost(
    _ byte: UInt8, at i: Int, _ chunk: UnsafeBufferPointer<UInt8>, _ records: inout [RawRecord]
  ) {
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

  mutating func emit(
    _ problem: RawRecord.Problem, at i: Int, _ records: inout [RawRecord]
  ) {
    records.append(RawRecord(range: i..<i, line: line, column: column, problem: problem))
  }

  /// Without the white space at its end. Of a collection's other members only a fault is a record.
  mutating func emitRecord(
    _ chunk: UnsafeBufferPointer<UInt8>, upTo end: Int, _ records: inout [RawRecord]
  ) {
    defer { (isDropped, problem) = (false, nil) }
    guard !isDropped else { return }
    var end = end
    while end > start, chunk[end - 1].isBlank { end -= 1 }
    records.append(
      RawRecord(range: start..<end, line: recordLine, column: recordColumn, problem: problem))
  }

  /// The stream's end. Returns whether its one text was a line.
  mutating func finish(
    _ chunk: UnsafeBufferPointer<UInt8>, _ records: inout [RawRecord]
  ) -> Bool {
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
