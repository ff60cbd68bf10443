/// A row's cells, found without copying any that stands as it is.
///
/// Commas separate by RFC 4180: quotes round a cell, doubled inside. Tabs separate cells that hold no
/// tab: `\t`, `\n`, `\r` and `\\` are written out. Spaces separate in runs, and nothing is quoted.
struct CellReader: ~Copyable {
  private var list = GrowingList<Cell>()
  private let separator: CellLayout.Separator

  init(separator: CellLayout.Separator) { self.separator = separator }

  /// They lie in the line that was read, and are gone with it.
  @inline(__always) var cells: UnsafeBufferPointer<Cell> { list.all }

  mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(BadRecord) {
    list.removeAll()
    let line = withoutLineEnd(line)
    switch separator {
    case .comma: try readCommas(line)
    case .tab: readTabs(line)
    case .space: readSpaces(line)
    }
  }

  private func withoutLineEnd(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return UnsafeBufferPointer(start: line.baseAddress, count: end)
  }

  private mutating func readCommas(_ line: UnsafeBufferPointer<UInt8>) throws(BadRecord) {
    guard let base = line.baseAddress, line.count > 0 else {
      return list.append(Cell(bytes: line, form: .plain))
    }
    var start = 0
    while true {
      let isQuoted = start < line.count && base[start] == UInt8(ascii: "\"")
      let end =
        isQuoted
        ? try endOfQuoted(line, from: start) : line.place(of: UInt8(ascii: ","), from: start)
      let bytes = UnsafeBufferPointer(start: base + start, count: end &- start)
      list.append(Cell(bytes: bytes, form: isQuoted ? .quoted : .plain))
      guard end < line.count else { return }
      start = end &+ 1
    }
  }

  private func endOfQuoted(
    _ line: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(BadRecord) -> Int {
    var i = start + 1
    while i < line.count {
      guard line[i] == UInt8(ascii: "\"") else {
        i += 1
        continue
      }
      if i + 1 < line.count, line[i + 1] == UInt8(ascii: "\"") {
        i += 2
        continue
      }
      guard i + 1 == line.count || line[i + 1] == UInt8(ascii: ",") else {
        throw BadRecord("expected ',' after a quoted cell")
      }
      return i + 1
    }
    throw BadRecord("a quoted cell does not end")
  }

  private mutating func readTabs(_ line: UnsafeBufferPointer<UInt8>) {
    for bytes in line.split(separator: 0x09, omittingEmptySubsequences: false) {
      let isEscaped = bytes.contains(UInt8(ascii: "\\"))
      list.append(
        Cell(bytes: UnsafeBufferPointer(rebasing: bytes), form: isEscaped ? .escaped : .plain))
    }
  }

  private mutating func readSpaces(_ line: UnsafeBufferPointer<UInt8>) {
    for bytes in line.split(separator: 0x20) {
      list.append(Cell(bytes: UnsafeBufferPointer(rebasing: bytes), form: .plain))
    }
  }
}

/// A cell as it stands in its row.
struct Cell: BitwiseCopyable {
  enum Form: BitwiseCopyable {
    case plain
    case quoted
    case escaped
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let form: Form

  /// Calls `body` with what the cell means.
  @inline(__always)
  func withValue<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    form == .plain ? body(bytes) : value.withUnsafeBufferPointer(body)
  }

  var value: [UInt8] {
    switch form {
    case .plain: Array(bytes)
    case .quoted: unquoted
    case .escaped: unescaped
    }
  }

  /// Without white space round it, which people put behind commas.
  var trimmed: [UInt8] {
    let value = value
    guard let first = value.firstIndex(where: { !$0.isBlank }),
      let last = value.lastIndex(where: { !$0.isBlank })
    else { return [] }
    return Array(value[first...last])
  }

  private var unquoted: [UInt8] {
    var result: [UInt8] = []
    var isSecondOfPair = false
    for byte in bytes.dropFirst().dropLast() {
      let isQuote = byte == UInt8(ascii: "\"")
      if isQuote, isSecondOfPair {
        isSecondOfPair = false
        continue
      }
      isSecondOfPair = isQuote
      result.append(byte)
    }
    return result
  }

  private var unescaped: [UInt8] {
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let next = bytes[i] == UInt8(ascii: "\\") && i + 1 < bytes.count ? bytes[i + 1] : 0
      if let meaning = TabEscape.meaning(of: next) {
        result.append(meaning)
        i += 2
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }
}
