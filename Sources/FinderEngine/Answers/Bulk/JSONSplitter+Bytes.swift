// What each byte does.

extension JSONSplitter {
  /// False if the stream turns out to be one of lines.
  mutating func take(
    _ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]
  ) -> Bool {
    switch state {
    case .betweenTexts: takeBetweenTexts(byte, at: i)
    case .text, .features, .element: takeInside(byte, at: i, chunk, &records)
    case .array: takeInArray(byte, at: i, chunk, &records)
    case .word: takeWord(byte, at: i, chunk, &records)
    case .lost: takeLost(byte, at: i, chunk, &records)
    case .firstLine:
      if last == 0x0D {
        begin(lines: byte == 0x0A ? .newline : .carriageReturn)
      } else if byte == 0x0A {
        begin(lines: .newline)
      }
      return lines == nil
    }
    return true
  }

  mutating func beginRecord(at i: Int, _ state: State) {
    self.state = state
    (start, recordLine, recordColumn) = (i, line, column)
    (isInString, isEscaped, isDropped) = (false, false, false)
  }

  mutating func takeBetweenTexts(_ byte: UInt8, at i: Int) {
    switch byte {
    case 0x1E,
      _ where byte.isBlank:
      break
    case UInt8(ascii: "{"):
      beginRecord(at: i, .text)
      brackets = [.brace]
      firstLineStart = lineStart
      collection.begin()
    case UInt8(ascii: "["):
      (state, mayBeLines, isInArray) = (.array, false, true)
      (hasElement, hasComma) = (false, false)
    default: beginRecord(at: i, .word)
    }
  }

  mutating func takeInArray(
    _ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]
  ) {
    switch byte {
    case _ where byte.isBlank: return
    case UInt8(ascii: ","):
      if !hasElement { emit(.element, at: i, &records) }
      (hasElement, hasComma) = (false, true)
      return
    case UInt8(ascii: "]"):
      if hasComma, !hasElement { emit(.element, at: i, &records) }
      return endArray(at: i)
    case 0x1E:
      emit(.unclosed, at: i, &records)
      return endText()
    default: break
    }
    problem = hasElement ? .comma : nil
    (hasElement, hasComma) = (true, false)
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      beginRecord(at: i, .element)
      brackets = [byte == UInt8(ascii: "{") ? .brace : .bracket]
    } else {
      beginRecord(at: i, .word)
      takeWord(byte, at: i, chunk, &records)
    }
  }

  mutating func endArray(at i: Int) {
    guard collection.isCollection else { return endText() }
    // The members after the features.
    beginRecord(at: i + 1, .text)
    brackets = [.brace]
    isInArray = false
  }

  mutating func endText() {
    (state, isInArray, mayBeLines) = (.betweenTexts, false, false)
    brackets = []
    collection.begin()
  }

  mutating func takeWord(_ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]) {
    let endsLine = byte == 0x0A || byte == 0x0D
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      guard endsLine else { return }
      isInString = false
    }
    if byte == UInt8(ascii: "\"") { isInString = true }
    let ends =
      isInArray
      ? [UInt8(ascii: ","), UInt8(ascii: "]"), 0x0A, 0x0D, 0x1E].contains(byte)
      : endsLine || byte == 0x1E
    guard ends else { return }
    emitRecord(chunk, upTo: i, &records)
    state = isInArray ? .array : .betweenTexts
    if isInArray, !endsLine { takeInArray(byte, at: i, chunk, &records) }
  }

  mutating func takeInside(_ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]) {
    if isInString { return takeInString(byte, at: i, chunk, &records) }
    if state == .features, !byte.isBlank, decideFeatures(byte, at: i, chunk, &records) { return }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      if state == .text, brackets.count == 1 { collection.beginString(at: i + 1) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte, at: i, chunk, &records)
    case UInt8(ascii: "}"): close(.brace, at: i, chunk, &records)
    case UInt8(ascii: "]"): close(.bracket, at: i, chunk, &records)
    case UInt8(ascii: ":") where state == .text && brackets.count == 1: collection.readKey(chunk)
    case UInt8(ascii: ",") where state == .text && brackets.count == 1:
      collection.endMember()
      if collection.isCollection { start = i + 1 }
    case 0x1E: breakOff(chunk, upTo: i, at: i, &records)
    case 0x0A, 0x0D: mayBeLines = false
    default: break
    }
  }

  mutating func takeInString(
    _ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]
  ) {
    if byte == 0x0A || byte == 0x0D || byte == 0x1E {
      breakOff(chunk, upTo: i, at: i, &records)
    } else if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      if state == .text, brackets.count == 1, !isDropped { collection.endString(at: i, chunk) }
    }
  }

  mutating func open(_ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]) {
    let isValue =
      previous == UInt8(ascii: ":")
      || brackets.last == .bracket
        && (previous == UInt8(ascii: ",") || previous == UInt8(ascii: "["))
    guard isValue else { return breakOff(chunk, upTo: i, at: i, &records) }
    brackets.append(byte == UInt8(ascii: "{") ? .brace : .bracket)
    if state == .text, brackets.count == 2, byte == UInt8(ascii: "["), collection.mayBeFeatures {
      state = .features
    }
  }

  /// Decides from the first byte in the array called `features`: an object means that it holds records.
  /// Returns whether the byte is taken.
  mutating func decideFeatures(
    _ byte: UInt8, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]
  ) -> Bool {
    state = .text
    if byte == UInt8(ascii: "]") { collection.hasNoFeatures = true }
    guard byte == UInt8(ascii: "{") || collection.saysCollection && byte != UInt8(ascii: "]") else {
      return false
    }
    collection.isCollection = true
    (state, mayBeLines, isInArray) = (.array, false, true)
    (hasElement, hasComma) = (false, false)
    takeInArray(byte, at: i, chunk, &records)
    return true
  }

  mutating func close(_ bracket: Bracket, at i: Int, _ chunk: Bytes, _ records: inout [RawRecord]) {
    guard brackets.last == bracket else { return breakOff(chunk, upTo: i + 1, at: i, &records) }
    brackets.removeLast()
    guard brackets.isEmpty else { return }
    if state == .element {
      emitRecord(chunk, upTo: i + 1, &records)
      state = .array
    } else if collection.isCollection || collection.isEmptyCollection {
      endText()
    } else if mayBeLines {
      state = .firstLine
    } else {
      emitRecord(chunk, upTo: i + 1, &records)
      endText()
    }
  }
}
