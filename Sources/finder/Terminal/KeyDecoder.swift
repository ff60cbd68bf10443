/// Decodes bytes from a terminal into keys, text and mouse events, in whatever pieces they come.
///
///     var decoder = KeyDecoder()
///     decoder.decode(bytes, to: &events)
///     // Nothing more came for decoder.patience:
///     decoder.timeOut(to: &events)
///
/// An unknown sequence is dropped completely, and never treated as text. However long a sequence or a paste
/// is, only a line or two of the sequence and a limited part of the paste are kept.
///
/// The sequences are those of xterm, which most terminals send, with the few ways in which the Linux
/// console, rxvt and PuTTY differ.
struct KeyDecoder {
  enum State {
    case ground
    /// Within a UTF-8 character.
    case character(length: Int)
    /// After one Esc, or after two: some terminals send Alt and an arrow like that.
    case escape(count: Int)
    /// After `ESC [`.
    case sequence
    /// After `ESC O`.
    case single
    /// After `ESC [ [`, from the Linux console.
    case console
    /// After `ESC [ M`: three bytes of a mouse event in the form used before SGR.
    case oldMouse
    /// A string that programs send to terminals, and terminals send in answer to a query.
    case string(endsAtEscape: Bool)
    /// How many bytes of the end mark have been seen.
    case paste(matched: Int)
    /// After a Ctrl-C within a paste. If more bytes come at once, it was pasted; otherwise the user wants to
    /// stop, and the end of the paste was lost.
    case interruptedPaste
  }

  var state = State.ground
  /// The bytes of the current character, sequence or paste.
  var kept: [UInt8] = []
  /// Whether there was an extra Esc before the sequence.
  var hasAlt = false

  static let longestSequence = 64
  static let longestPaste = 1 << 16

  /// How many milliseconds to wait before the input so far is taken as complete; `nil` if there is none. Esc
  /// alone is a key, and should take effect at once.
  var patience: Int? {
    switch state {
    case .ground: nil
    case .escape, .interruptedPaste: 50
    default: 1000
    }
  }

  mutating func decode(_ bytes: some Sequence<UInt8>, to events: inout [KeyEvent]) {
    for byte in bytes { take(byte, &events) }
  }

  /// Called if the rest does not come.
  mutating func timeOut(to events: inout [KeyEvent]) {
    switch state {
    case .escape(let count): for _ in 0..<count { events.append(.key(.escape)) }
    case .sequence where kept.isEmpty: events += [.key(.escape), .text("[")]
    case .single: events += [.key(.escape), .text("O")]
    case .paste: endPaste(&events)
    case .interruptedPaste: events.append(Self.control(Self.interrupt, []))
    default: break
    }
    reset()
  }

  mutating func reset(to state: State = .ground) {
    self.state = state
    kept.removeAll(keepingCapacity: true)
    if case .ground = state { hasAlt = false }
  }

  private mutating func take(_ byte: UInt8, _ events: inout [KeyEvent]) {
    switch state {
    case .ground: takeFirst(byte, &events)
    case .character(let length): takeCharacter(byte, length, &events)
    case .escape(let count): takeAfterEscape(byte, count, &events)
    case .sequence: takeSequence(byte, &events)
    case .single:
      // rxvt sends lower-case arrows there, for Control.
      if isInterrupted(by: byte, &events) { return }
      endSingle(byte, &events)
    case .console:
      if isInterrupted(by: byte, &events) { return }
      reset()
      if (0x41...0x45).contains(byte) { events.append(.key(.function(Int(byte) - 0x40))) }
    case .oldMouse:
      // These numbers begin at 32.
      if byte < 0x20, isInterrupted(by: byte, &events) { return }
      kept.append(byte)
      if kept.count == 3 { endOldMouse(&events) }
    case .string(let endsAtEscape): takeString(byte, endsAtEscape, &events)
    case .paste(let matched): takePaste(byte, matched, &events)
    case .interruptedPaste: takePaste(byte, 0, &events)
    }
  }

  // MARK: Characters

  private mutating func takeFirst(_ byte: UInt8, _ events: inout [KeyEvent]) {
    switch byte {
    case 0x1B: state = .escape(count: 1)
    case 0x20...0x7E: events.append(.text(Unicode.Scalar(byte)))
    case 0xC2...0xDF: begin(byte, length: 2)
    case 0xE0...0xEF: begin(byte, length: 3)
    case 0xF0...0xF4: begin(byte, length: 4)
    case 0x80...: break
    default: events.append(Self.control(byte, []))
    }
  }

  private mutating func begin(_ byte: UInt8, length: Int) {
    reset(to: .character(length: length))
    kept.append(byte)
  }

  private mutating func takeCharacter(_ byte: UInt8, _ length: Int, _ events: inout [KeyEvent]) {
    guard byte & 0xC0 == 0x80 else {
      reset()
      return takeFirst(byte, &events)
    }
    kept.append(byte)
    guard kept.count == length else { return }
    let scalar = String(validating: kept, as: UTF8.self)?.unicodeScalars.first
    reset()
    // Scalars up to U+009F are control characters.
    if let scalar, scalar.value > 0x9F { events.append(.text(scalar)) }
  }

  static func control(_ byte: UInt8, _ modifiers: KeyModifiers) -> KeyEvent {
    switch byte {
    case 0x09: .key(.tab, modifiers)
    // Return, and Ctrl-J, which terminals that translate input send for it.
    case 0x0A, 0x0D: .key(.enter, modifiers)
    case 0x08, 0x7F: .key(.backspace, modifiers)
    case 0x00: .key(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      .key(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
    default: .key(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
    }
  }

  // MARK: After an Esc

  private mutating func takeAfterEscape(_ byte: UInt8, _ count: Int, _ events: inout [KeyEvent]) {
    switch byte {
    case 0x1B:
      if count > 1 { events.append(.key(.escape)) }
      state = .escape(count: 2)
      return
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      hasAlt = count > 1
      state = byte == UInt8(ascii: "[") ? .sequence : .single
      return
    default: break
    }
    if count > 1 { events.append(.key(.escape)) }
    reset()
    switch byte {
    // ] P ^ _ and X begin strings.
    case 0x5D, 0x50, 0x5E, 0x5F, 0x58: state = .string(endsAtEscape: false)
    case 0x08, 0x7F: events.append(.key(.backspace, .alt))
    // Other keys have no meaning with Alt. A program may send Esc and the next key without a pause.
    default:
      events.append(.key(.escape))
      takeFirst(byte, &events)
    }
  }

  /// Esc and other control characters end any pending input and have their usual effect. Ctrl-C always works.
  mutating func isInterrupted(by byte: UInt8, _ events: inout [KeyEvent]) -> Bool {
    guard byte < 0x20 || byte >= 0x80 else { return false }
    reset()
    takeFirst(byte, &events)
    return true
  }
}

extension KeyDecoder {
  // MARK: Sequences that begin with ESC [

  mutating func takeSequence(_ byte: UInt8, _ events: inout [KeyEvent]) {
    if isInterrupted(by: byte, &events) { return }
    switch byte {
    case 0x20...0x3F:
      // One that is too long is unknown, but is still read to its end.
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

  /// `1;5` as numbers, an empty one as 1; `nil` for anything else. Excessively large numbers stay too large.
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
    // Meta, 8, is treated as Alt.
    let bits = (2...16).contains(number) ? number - 1 : 0
    return KeyModifiers(rawValue: UInt8(bits & 7 | (bits & 8) >> 2))
  }

  private static func key(_ numbers: [Int], _ last: UInt8) -> (Key, KeyModifiers)? {
    if last == UInt8(ascii: "~") { return numbered(numbers[0]).map { ($0, []) } }
    // Others are answers, such as the cursor's position.
    guard numbers[0] == 1, numbers.count < 3 else { return nil }
    return switch last {
    case UInt8(ascii: "Z"): (.tab, .shift)
    case UInt8(ascii: "a")...UInt8(ascii: "d"): arrows[last - 0x20].map { ($0, .shift) }
    case UInt8(ascii: "P")...UInt8(ascii: "S"): (.function(Int(last) - 0x4F), [])
    default: arrows[last].map { ($0, []) }
    }
  }

  private static let arrows = Dictionary(
    uniqueKeysWithValues: zip("ABCDFH".utf8, [Key.up, .down, .right, .left, .end, .home]))

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
      if let key = Self.arrows[byte - 0x20] { events.append(.key(key, modifiers.union(.control))) }
    // The keypad's own * + , - . / and digits.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): events.append(.text(Unicode.Scalar(byte - 0x40)))
    default: if let key = Self.arrows[byte] { events.append(.key(key, modifiers)) }
    }
  }

  // MARK: Strings

  /// Ends at BEL or `ESC \`.
  mutating func takeString(_ byte: UInt8, _ endsAtEscape: Bool, _ events: inout [KeyEvent]) {
    if endsAtEscape {
      reset()
      // Another sequence has cut it off.
      if byte != UInt8(ascii: "\\") { decode([0x1B, byte], to: &events) }
    } else if byte == 0x1B {
      state = .string(endsAtEscape: true)
    } else if byte < 0x20, byte != 0x09 {
      reset()
      // Ctrl-C and similar keys always work.
      if byte != 0x07 { events.append(Self.control(byte, [])) }
    }
  }

  // MARK: Pasting

  /// A paste cannot contain its own end mark: terminals ensure that.
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

extension MouseEvent {
  /// `0;12;5` from `ESC [ < 0 ; 12 ; 5 M`, which ends with `m` if a button is released.
  init?(_ bytes: some Sequence<UInt8>, _ last: UInt8) {
    let isRelease = last == UInt8(ascii: "m")
    guard isRelease || last == UInt8(ascii: "M"), let numbers = KeyDecoder.numbers(bytes),
      numbers.count == 3
    else { return nil }
    self.init(numbers[0], numbers[1], numbers[2], isRelease: isRelease)
  }

  /// Columns and rows from 1.
  init?(_ code: Int, _ column: Int, _ row: Int, isRelease: Bool) {
    guard (0..<128).contains(code), column > 0, row > 0 else { return nil }
    (self.column, self.row) = (column - 1, row - 1)
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    if code & 64 != 0 {
      let wheels: [Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      kind = wheels[code & 3]
      return
    }
    let buttons: [Button] = [.left, .middle, .right, .other]
    button = buttons[code & 3]
    let isMotion = code & 32 != 0
    kind = isRelease ? .release : !isMotion ? .press : code & 3 == 3 ? .move : .drag
  }
}

extension KeyDecoder {
  /// Three bytes of a mouse event in xterm's oldest form: the numbers plus 32; button 3 means release.
  mutating func endOldMouse(_ events: inout [KeyEvent]) {
    let numbers = kept.map { Int($0) - 32 }
    reset()
    let isRelease = numbers[0] & 3 == 3 && numbers[0] & (32 | 64) == 0
    if let mouse = MouseEvent(numbers[0], numbers[1], numbers[2], isRelease: isRelease) {
      events.append(.mouse(mouse))
    }
  }
}

/// An action of the user at the terminal.
enum KeyEvent: Equatable, Sendable {
  /// A character that was typed. The scalars of one grapheme cluster come one after another.
  case text(Unicode.Scalar)
  /// Control characters in it are replaced by spaces.
  case paste(String)
  case key(Key, KeyModifiers)
  case mouse(MouseEvent)

  static func key(_ key: Key) -> KeyEvent { .key(key, []) }
}

enum Key: Equatable, Sendable {
  case up, down, left, right, home, end, pageUp, pageDown
  case insert, delete, backspace, tab, enter, escape
  case function(Int)
  /// With Control or Alt: `c` for Ctrl-C.
  case character(Unicode.Scalar)
}

struct KeyModifiers: OptionSet, Sendable {
  let rawValue: UInt8

  // In terminals' numbering, less one.
  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
}

struct MouseEvent: Equatable, Sendable {
  enum Kind: Sendable {
    case press, drag, release
    /// No button is held.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  enum Button: Sendable {
    case left, middle, right, other
  }

  var kind: Kind
  var button = Button.left
  /// From 0. A drag may go beyond the screen on the right and below.
  var column: Int
  var row: Int
  var modifiers: KeyModifiers = []
}
