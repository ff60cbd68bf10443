/// What cannot stand in a cell between tabs is written out: `\t`, `\n`, `\r` and `\\`.
enum TabEscape {
  /// Of the letter behind a backslash; `nil` where the two stand for themselves.
  static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "\\"): UInt8(ascii: "\\")
    default: nil
    }
  }
}
