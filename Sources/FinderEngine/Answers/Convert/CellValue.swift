/// A property's cell as JSON, by rules that restore what finder wrote. Without quotes, a number, `true`,
/// `false` or `null` is that value; a JSON object or array is itself; anything else is text. An empty cell is
/// no property; in quotes it is an empty text.
///
/// A text that would be read as something else, such as `{}`, is written as a JSON string in quotes. Only
/// such a string is unwrapped: another program's `"""Quoted"""` stays `"Quoted"`.
package enum CellValue {
  /// `nil` if there is no property.
  @inline(__always)
  package static func read(_ cell: Cell, arena: inout Arena) -> Bytes? {
    if cell.form == .plain {
      guard let first = cell.bytes.first else { return nil }
      if first < 0x40, first &- 0x30 < 10 || first == UInt8(ascii: "-") {
        if DecimalNumber.isNumber(cell.bytes, .json) { return cell.bytes }
      } else if first >= UInt8(ascii: "[") {
        if isWord(cell.bytes) { return cell.bytes }
        if let value = wholeJSON(cell.bytes, strings: false, arena: &arena) { return value }
      }
      return arena.jsonString(cell.bytes)
    }
    let meaning = cell.text(&arena)
    return wholeJSON(meaning, strings: cell.isQuoted, arena: &arena) ?? arena.jsonString(meaning)
  }

  /// The same for a column that is always text.
  @inline(__always)
  package static func readText(_ cell: Cell, arena: inout Arena) -> Bytes? {
    if cell.form == .plain { return cell.bytes.isEmpty ? nil : arena.jsonString(cell.bytes) }
    return arena.jsonString(cell.text(&arena))
  }

  static func isWord(_ text: Bytes) -> Bool {
    switch text.count {
    case 4: text.elementsEqual("true".utf8) || text.elementsEqual("null".utf8)
    case 5: text.elementsEqual("false".utf8)
    default: false
    }
  }

  /// A JSON object or array, or a JSON string that finder writes, with nothing else in the cell.
  @inline(__always)
  static func wholeJSON(_ text: Bytes, strings: Bool, arena: inout Arena) -> Bytes? {
    guard let first = text.first else { return nil }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return checkedJSON(text, arena: &arena)
    }
    guard strings, first == UInt8(ascii: "\"") else { return nil }
    return stringOfOurs(text, arena: &arena)
  }

  /// A JSON value with nothing else in the cell.
  @inline(never)
  static func checkedJSON(_ text: Bytes, arena: inout Arena) -> Bytes? {
    let copy = PaddedText(copying: text, in: &arena)
    var cursor = JSONCursor(copy)
    guard (try? cursor.skipValue()) != nil, cursor.position == text.count else { return nil }
    return copy.bytes
  }

  /// A string whose text cannot be written in a cell, or would itself be read as JSON, perhaps as a string
  /// again. Each string within a string doubles the backslashes, so this does not go deep.
  @inline(never)
  private static func stringOfOurs(_ text: Bytes, arena: inout Arena) -> Bytes? {
    guard let json = checkedJSON(text, arena: &arena) else { return nil }
    let spelling = Bytes(rebasing: json[1..<json.count - 1])
    if CellText.needsJSON(spelling) { return json }
    let meaning = CellText.decoded(spelling).withUnsafeBufferPointer { arena.copy($0) }
    return wholeJSON(meaning, strings: true, arena: &arena) == nil ? nil : json
  }
}

enum CellText {
  static func decoded(_ spelling: Bytes) -> [UInt8] {
    guard spelling.contains(UInt8(ascii: "\\")) else { return Array(spelling) }
    var bytes: [UInt8] = []
    JSONString.decode(spelling, into: &bytes)
    return bytes
  }

  /// Whether it is a string that a text column can hold.
  @inline(__always) static func isPlainText(_ value: Bytes) -> Bool {
    guard value.first == UInt8(ascii: "\"") else { return false }
    return !needsJSON(Bytes(start: value.baseAddress! + 1, count: value.count - 2))
  }

  /// A string with half of a surrogate pair has no UTF-8 form, and few CSV readers accept a zero.
  @inline(__always) static func needsJSON(_ spelling: Bytes) -> Bool {
    guard let base = spelling.baseAddress,
      memchr(base, CInt(UInt8(ascii: "\\")), spelling.count) != nil
    else { return false }
    return holdsUnwritable(spelling)
  }

  @inline(never) private static func holdsUnwritable(_ spelling: Bytes) -> Bool {
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
