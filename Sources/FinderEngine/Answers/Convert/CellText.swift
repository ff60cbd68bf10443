/// JSON values as text in cells.
enum CellText {
  typealias Text = UnsafeBufferPointer<UInt8>

  static func decoded(_ spelling: Text) -> [UInt8] {
    guard spelling.contains(UInt8(ascii: "\\")) else { return Array(spelling) }
    var bytes: [UInt8] = []
    JSONString.decode(spelling, into: &bytes)
    return bytes
  }

  /// Whether it is a string that a column of texts can hold.
  @inline(__always) static func isPlainText(_ value: Text) -> Bool {
    guard value.first == UInt8(ascii: "\"") else { return false }
    return !needsJSON(Text(start: value.baseAddress! + 1, count: value.count - 2))
  }

  /// A string with half of a surrogate pair has no UTF-8 form, and few readers of CSV take a zero.
  @inline(__always) static func needsJSON(_ spelling: Text) -> Bool {
    guard let base = spelling.baseAddress,
      memchr(base, CInt(UInt8(ascii: "\\")), spelling.count) != nil
    else { return false }
    return holdsUnwritable(spelling)
  }

  @inline(never) private static func holdsUnwritable(_ spelling: Text) -> Bool {
    var i = 0
    while i < spelling.count {
      guard spelling[i] == UInt8(ascii: "\\") else {
        i += 1
        continue
      }
      guard let unit = JSONString.unit(in: spelling, at: i) else {
        i += 2
        continue
      }
      if unit == 0 || (0xDC00...0xDFFF).contains(unit) { return true }
      i += 6
      if (0xD800...0xDBFF).contains(unit) {
        guard let low = JSONString.unit(in: spelling, at: i), (0xDC00...0xDFFF).contains(low) else {
          return true
        }
        i += 6
      }
    }
    return false
  }
}
