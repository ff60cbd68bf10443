/// Where a reader of RFC 4180 stands after some bytes. A quote opens only at the start of a cell: one
/// in the middle, as in `5" pipe`, is a character like any other.
enum QuoteScan {
  case cellStart
  case plain
  case open
  /// After a quote that closes the cell, or is the first of a doubled one.
  case closed
  /// A quote closed, and the cell went on.
  case broken

  /// Most lines have no quote, and `memchr` settles them.
  static func isOpen(after line: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> Bool {
    guard memchr(line.baseAddress!, CInt(UInt8(ascii: "\"")), line.count) != nil else {
      return false
    }
    return state(after: line, from: .cellStart, separator) == .open
  }

  static func state(
    after line: UnsafeBufferPointer<UInt8>, from start: QuoteScan, _ separator: UInt8
  ) -> QuoteScan {
    var state = start
    for byte in line.last == 0x0D ? line.dropLast() : line[...] {
      state = state.after(byte, separator)
    }
    return state
  }

  @inline(__always) func after(_ byte: UInt8, _ separator: UInt8) -> QuoteScan {
    switch (self, byte) {
    case (.open, UInt8(ascii: "\"")): .closed
    case (.open, _): .open
    case (.cellStart, UInt8(ascii: "\"")), (.closed, UInt8(ascii: "\"")): .open
    case (.broken, _): .broken
    case (_, separator): .cellStart
    case (.closed, _): .broken
    default: .plain
    }
  }
}
