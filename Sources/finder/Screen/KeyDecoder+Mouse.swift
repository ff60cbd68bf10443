extension MouseEvent {
  /// `0;12;5` of `ESC [ < 0 ; 12 ; 5 M`, which ends with `m` where a button is let go.
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
  /// Three bytes of the mouse as xterm reported it first: 32 more than the numbers, and 3 for the button
  /// that was let go.
  mutating func endOldMouse(_ events: inout [KeyEvent]) {
    let numbers = kept.map { Int($0) - 32 }
    reset()
    let isRelease = numbers[0] & 3 == 3 && numbers[0] & (32 | 64) == 0
    if let mouse = MouseEvent(numbers[0], numbers[1], numbers[2], isRelease: isRelease) {
      events.append(.mouse(mouse))
    }
  }
}
