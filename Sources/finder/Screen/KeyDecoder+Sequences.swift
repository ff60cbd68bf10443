import FinderEngine

extension KeyDecoder {
  // MARK: Sequences that begin with ESC [

  mutating func takeSequence(_ byte: UInt8, _ events: inout [KeyEvent]) {
    if isInterrupted(by: byte, &events) { return }
    switch byte {
    case 0x20...0x3F:
      // One that is too long is none that is known, and goes on to its end all the same.
      if kept.count < Self.longestSequence { kept.append(byte) }
    case 0x7F: break
    case UInt8(ascii: "[") where kept.isEmpty: state = .console
    case UInt8(ascii: "M") where kept.isEmpty: reset(to: .oldMouse)
    default: endSequence(byte, &events)
    }
  }

  private mutating func endSequence(_ last: UInt8, _ events: inout [KeyEvent]) {
    let (bytes, alt) = (kept, hasAlt)
    reset()
    guard bytes.count < Self.longestSequence else { return }
    if bytes.first == UInt8(ascii: "<") {
      if let mouse = MouseEvent(bytes.dropFirst(), last) { events.append(.mouse(mouse)) }
      return
    }
    guard let numbers = Self.numbers(bytes) else { return }
    if last == UInt8(ascii: "~"), numbers == [200] {
      state = .paste(matched: 0)
      return
    }
    guard case (let key, var modifiers)? = Self.key(numbers, last) else { return }
    if numbers.count > 1 { modifiers.formUnion(Self.modifiers(numbers[1])) }
    if alt { modifiers.insert(.alt) }
    events.append(.key(key, modifiers))
  }

  /// `1;5` as they stand, an empty one as 1; `nil` of anything else. Numbers too large for what they
  /// are for stay too large.
  static func numbers(_ bytes: some Sequence<UInt8>) -> [Int]? {
    var numbers: [Int] = []
    var number: Int?
    for byte in bytes {
      switch byte {
      case 0x30...0x39: number = min((number ?? 0) * 10 + Int(byte & 15), 1 << 20)
      case UInt8(ascii: ";"):
        numbers.append(number ?? 1)
        number = nil
      default: return nil
      }
    }
    return numbers + [number ?? 1]
  }

  private static func modifiers(_ number: Int) -> KeyModifiers {
    // Meta, 8, is Alt to most people.
    let bits = (2...16).contains(number) ? number - 1 : 0
    return KeyModifiers(rawValue: UInt8(bits & 7 | (bits & 8) >> 2))
  }

  private static func key(_ numbers: [Int], _ last: UInt8) -> (Key, KeyModifiers)? {
    if last == UInt8(ascii: "~") { return numbered(numbers[0]).map { ($0, []) } }
    // Others are answers, such as where the cursor is.
    guard numbers[0] == 1, numbers.count < 3 else { return nil }
    return switch last {
    case UInt8(ascii: "Z"): (.tab, .shift)
    case UInt8(ascii: "a")...UInt8(ascii: "d"): arrow(last - 0x20).map { ($0, .shift) }
    case UInt8(ascii: "P")...UInt8(ascii: "S"): (.function(Int(last) - 0x4F), [])
    default: arrow(last).map { ($0, []) }
    }
  }

  private static func arrow(_ last: UInt8) -> Key? {
    switch last {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  // MARK: Sequences that begin with ESC O

  mutating func endSingle(_ byte: UInt8, _ events: inout [KeyEvent]) {
    let modifiers: KeyModifiers = hasAlt ? .alt : []
    reset()
    switch byte {
    case UInt8(ascii: "M"): events.append(.key(.enter, modifiers))
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      events.append(.key(.function(Int(byte) - 0x4F), modifiers))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      if let key = Self.arrow(byte - 0x20) { events.append(.key(key, modifiers.union(.control))) }
    // The keypad's own * + , - . / and digits.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): events.append(.text(Unicode.Scalar(byte - 0x40)))
    default: if let key = Self.arrow(byte) { events.append(.key(key, modifiers)) }
    }
  }

  // MARK: Strings

  /// Up to BEL or `ESC \`.
  mutating func takeString(_ byte: UInt8, _ endsAtEscape: Bool, _ events: inout [KeyEvent]) {
    if endsAtEscape {
      reset()
      // Another sequence has cut it off.
      if byte != UInt8(ascii: "\\") { decode([0x1B, byte], to: &events) }
    } else if byte == 0x1B {
      state = .string(endsAtEscape: true)
    } else if byte < 0x20, byte != 0x09 {
      reset()
      // Ctrl-C and its like come through.
      if byte != 0x07 { events.append(Self.control(byte, [])) }
    }
  }

  // MARK: Pasting

  /// What is pasted cannot hold the mark at its end: terminals see to that.
  private static let endOfPaste: [UInt8] = [0x1B] + Array("[201~".utf8)
  /// Ctrl-C.
  static let interrupt: UInt8 = 0x03

  mutating func takePaste(_ byte: UInt8, _ matched: Int, _ events: inout [KeyEvent]) {
    let mark = Self.endOfPaste
    if byte == mark[matched] {
      if matched + 1 == mark.count { return endPaste(&events) }
      state = .paste(matched: matched + 1)
      return
    }
    keepPasted(mark[..<matched])
    if byte == mark[0] {
      state = .paste(matched: 1)
      return
    }
    keepPasted([byte])
    state = byte == Self.interrupt ? .interruptedPaste : .paste(matched: 0)
  }

  private mutating func keepPasted(_ bytes: some Collection<UInt8>) {
    if kept.count + bytes.count <= Self.longestPaste { kept.append(contentsOf: bytes) }
  }

  mutating func endPaste(_ events: inout [KeyEvent]) {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: kept, as: UTF8.self).unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      text.append(isControl ? " " : scalar)
    }
    reset()
    events.append(.paste(String(text)))
  }
}
