import FinderEngine

/// The text of the file of settings, with one setting on each line:
///
///     # in miles
///     units = imperial
///     walk-factor=1.3
///
/// Blank lines, and lines whose first character is `#`, are ignored. If a key is there twice, the last line
/// counts.
struct SettingsText {
  struct Line {
    /// From 1.
    let number: Int
    /// Its range in the text, without the line end.
    let range: Range<Int>
    let key: Range<Int>
    /// Without surrounding white space; `nil` if there is no `=`.
    let value: Range<Int>?
  }

  struct Fault: Error {
    let line: Int
    let problem: String
    /// What the line has in place of a key.
    let name: String
  }

  let bytes: Bytes

  subscript(range: Range<Int>) -> Bytes {
    UnsafeBufferPointer(rebasing: bytes[range])
  }

  /// The values that are set.
  func values() throws(Fault) -> Settings.Values {
    var values = Settings.Values()
    try forEachLine { (line) throws(Fault) in
      guard let range = line.value else { throw fault(line, "expected a key, = and a value") }
      guard let key = key(of: line) else { throw fault(line, unknown(line)) }
      guard values.take(key, self[range]) else { throw fault(line, bad(key, self[range])) }
    }
    return values
  }

  func key(of line: Line) -> SettingKey? {
    SettingKey(String(decoding: self[line.key], as: UTF8.self))
  }

  @inline(__always)
  func forEachLine<Failure: Error>(_ body: (Line) throws(Failure) -> Void) throws(Failure) {
    // Some editors put a byte order mark at the beginning.
    var start = bytes.lengthOfByteOrderMark
    var number = 1
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if let line = line(number, start..<end) { try body(line) }
      start = end + 1
      number += 1
    }
  }

  private func line(_ number: Int, _ range: Range<Int>) -> Line? {
    let text = withoutBlanks(range)
    guard !text.isEmpty, bytes[text.lowerBound] != UInt8(ascii: "#") else { return nil }
    var end = text.lowerBound
    while end < text.upperBound, bytes[end] != UInt8(ascii: "=") { end += 1 }
    let value = end < text.upperBound ? withoutBlanks(end + 1..<text.upperBound) : nil
    let key = withoutBlanks(text.lowerBound..<end)
    return Line(number: number, range: range, key: key, value: value)
  }

  private func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  private func fault(_ line: Line, _ problem: String) -> Fault {
    Fault(
      line: line.number, problem: problem, name: String(decoding: self[line.key], as: UTF8.self))
  }

  private func unknown(_ line: Line) -> String {
    let name = String(decoding: self[line.key], as: UTF8.self)
    let names = SettingKey.allCases.map(\.name)
    return "unknown key '\(fitForMessage(name))'\(Settings.hint(closeTo: name, among: names))"
  }

  private func bad(_ key: SettingKey, _ value: Bytes) -> String {
    let text = String(decoding: value, as: UTF8.self)
    let shown = key == .router ? WebAddress.withoutCredentials(text) : text
    return "\(key.name) '\(fitForMessage(shown))': expected \(key.expected)"
      + Settings.hint(closeTo: text, for: key)
  }

  func lines(of name: String) -> [Line] {
    var lines: [Line] = []
    forEachLine { line in
      if self[line.key].elementsEqual(name.utf8) { lines.append(line) }
    }
    return lines
  }

  /// The text with the key set to `value`, or without the key if that is `nil`. Other lines of the key are
  /// removed if they are bad, since one of them makes the whole file unreadable. The rest stays as it is.
  /// Returns `nil` if nothing changes.
  func setting(_ name: String, to value: String?) -> [UInt8]? {
    let lines = lines(of: name)
    guard let value else { return lines.isEmpty ? nil : without(lines, upTo: bytes.count) }
    guard let last = lines.last else {
      var text = Array(bytes)
      if let last = text.last, last != 0x0A { text.append(0x0A) }
      return text + Array("\(name) = \(value)\n".utf8)
    }
    let bad = lines.dropLast().filter { line in
      guard let key = SettingKey(name), let range = line.value else { return true }
      var values = Settings.Values()
      return !values.take(key, self[range])
    }
    guard let range = last.value else {
      let end = last.key.upperBound
      return without(bad, upTo: end) + Array(" = \(value)".utf8) + bytes[end...]
    }
    guard !bad.isEmpty || !self[range].elementsEqual(value.utf8) else { return nil }
    // `key=` gets a space before its value.
    let isBare = range.isEmpty && bytes[range.lowerBound - 1] == UInt8(ascii: "=")
    return without(bad, upTo: range.lowerBound) + Array(((isBare ? " " : "") + value).utf8)
      + bytes[range.upperBound...]
  }

  /// The text before `end` without these lines, all of which end before it.
  private func without(_ lines: [Line], upTo end: Int) -> [UInt8] {
    var text: [UInt8] = []
    var start = 0
    for line in lines {
      text += bytes[start..<line.range.lowerBound]
      start = min(line.range.upperBound + 1, end)
    }
    return text + bytes[start..<end]
  }
}
