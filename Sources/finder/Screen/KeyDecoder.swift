import FinderEngine

/// Bytes from a terminal made into keys, text and what the mouse does, in whatever pieces they come.
///
///     var decoder = KeyDecoder()
///     decoder.decode(bytes, to: &events)
///     // Nothing more came for decoder.patience:
///     decoder.timeOut(to: &events)
///
/// A sequence that it does not know is swallowed whole, and never taken for text. It keeps no more than
/// a line or two of any sequence, and a bounded part of what is pasted, however long they are.
///
/// The sequences are those of xterm, which most terminals send, with the few ways in which the Linux
/// console, rxvt and PuTTY differ.
struct KeyDecoder {
  enum State {
    case ground
    /// Within a character of UTF-8.
    case character(length: Int)
    /// After one Esc, or after two: some terminals send Alt and an arrow so.
    case escape(count: Int)
    /// After `ESC [`.
    case sequence
    /// After `ESC O`.
    case single
    /// After `ESC [ [`, of the Linux console.
    case console
    /// After `ESC [ M`: three bytes of a mouse as it was before SGR.
    case oldMouse
    /// A string that programs send to terminals, and terminals in answer to a question.
    case string(endsAtEscape: Bool)
    /// How much of the mark at the end has been seen.
    case paste(matched: Int)
    /// After a Ctrl-C within a paste. It was pasted if more comes at once; else somebody wants to stop,
    /// and the end of the paste was lost.
    case interruptedPaste
  }

  var state = State.ground
  /// Of the character, the sequence or the paste that has begun.
  var kept: [UInt8] = []
  /// Before the sequence came an Esc of its own.
  var hasAlt = false

  static let longestSequence = 64
  static let longestPaste = 1 << 16

  /// How many milliseconds may pass before what has begun is taken for all there is; `nil` where nothing
  /// has. Esc alone is a key, and is to do something at once.
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

  /// The rest does not come any more.
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
      // rxvt has lower-case arrows there, for Control.
      if isInterrupted(by: byte, &events) { return }
      endSingle(byte, &events)
    case .console:
      if isInterrupted(by: byte, &events) { return }
      reset()
      if (0x41...0x45).contains(byte) { events.append(.key(.function(Int(byte) - 0x40))) }
    case .oldMouse:
      // The numbers begin at 32.
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
    // Those up to U+009F are controls.
    if let scalar, scalar.value > 0x9F { events.append(.text(scalar)) }
  }

  static func control(_ byte: UInt8, _ modifiers: KeyModifiers) -> KeyEvent {
    switch byte {
    case 0x09: .key(.tab, modifiers)
    // Return, and Ctrl-J, which is what a terminal that translates makes of it.
    case 0x0A, 0x0D: .key(.enter, modifiers)
    case 0x08, 0x7F: .key(.backspace, modifiers)
    case 0x00: .key(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      .key(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
    default: .key(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
    }
  }

  // MARK: After an Esc

  private mutating func takeAfterEscape(
    _ byte: UInt8, _ count: Int, _ events: inout [KeyEvent]
  ) {
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
    // Other keys mean nothing with Alt. A program types Esc and the next key without a pause.
    default:
      events.append(.key(.escape))
      takeFirst(byte, &events)
    }
  }

  /// Esc and other controls end whatever had begun, and do what they always do. Ctrl-C comes through.
  mutating func isInterrupted(by byte: UInt8, _ events: inout [KeyEvent]) -> Bool {
    guard byte < 0x20 || byte >= 0x80 else { return false }
    reset()
    takeFirst(byte, &events)
    return true
  }
}
