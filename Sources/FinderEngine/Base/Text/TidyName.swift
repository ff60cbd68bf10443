/// A text out of a file as it is shown: outer white space trimmed, inner runs made one space, and what
/// could mislead left out. Real data has tabs and doubled spaces, and a name must not move a terminal's
/// cursor, reverse the text after it, or differ from another in what nobody sees.
///
/// All text of a dataset that comes to a terminal goes through here: names and postcodes in every form
/// but GeoJSON, and ids, keys and values in tables, CSV and TSV. What is left out is `ShownScalar`'s
/// to say.
package enum TidyName {
  enum Form {
    /// Tidy, and printable ASCII: as many columns as bytes.
    case plain
    case tidy
    case untidy
  }

  /// Whether `append` would append just these bytes.
  static func isTidy(_ bytes: Bytes) -> Bool { form(of: bytes) != .untidy }

  /// ASCII is checked eight bytes at a time.
  static func form(of bytes: Bytes) -> Form {
    var spaceBefore = true
    var index = 0
    while index < bytes.count {
      let chunk = EightBytes.filled(EightBytes.load(bytes, at: index), to: bytes.count - index)
      guard chunk & EightBytes.highBits == 0 else {
        return isTidyByScalars(bytes) ? .tidy : .untidy
      }
      let spaces = EightBytes.equal(chunk, to: EightBytes.repeating(0x20))
      let afterSpace = spaces << 8 | (spaceBefore ? 0x80 : 0)
      guard EightBytes.controls(chunk) == 0, spaces & afterSpace == 0 else { return .untidy }
      spaceBefore = spaces >> 63 == 1
      index += 8
    }
    return bytes.last == 0x20 ? .untidy : .plain
  }

  /// Appends the tidied name, which may be empty.
  package static func append(_ bytes: Bytes, to output: inout [UInt8]) {
    if isTidy(bytes) { return output.append(contentsOf: bytes) }
    output.reserveCapacity(output.count + bytes.count)
    var cursor = ScalarCursor(bytes)
    var (hasText, spaceIsDue) = (false, false)
    // Text is copied in runs, up to the next scalar that does not stay as it is.
    var (runStart, start) = (0, 0)
    while let scalar = cursor.next() {
      let kind = ShownScalar(scalar)
      if kind == .text && spaceIsDue {
        output.append(0x20)
        spaceIsDue = false
      }
      if kind != .text {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<start]))
        hasText = hasText || start > runStart
        runStart = cursor.position
        spaceIsDue = hasText && (spaceIsDue || kind == .space)
      }
      start = cursor.position
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<start]))
  }

  /// Calls `body` with the tidied text.
  package static func with(_ bytes: Bytes, _ body: (Bytes) -> Void) {
    if isTidy(bytes) { return body(bytes) }
    var tidy: [UInt8] = []
    append(bytes, to: &tidy)
    tidy.withUnsafeBufferPointer(body)
  }

  package static func string(_ bytes: Bytes) -> String {
    if isTidy(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var tidy: [UInt8] = []
    append(bytes, to: &tidy)
    return String(decoding: tidy, as: UTF8.self)
  }

  package static func string(_ text: String) -> String { text.withBytes { string($0) } }

  private static func isTidyByScalars(_ bytes: Bytes) -> Bool {
    var cursor = ScalarCursor(bytes)
    var spaceBefore = true
    while let scalar = cursor.next() {
      switch ShownScalar(scalar) {
      case .text: spaceBefore = false
      case .leftOut: return false
      case .space:
        if spaceBefore || scalar != 0x20 { return false }
        spaceBefore = true
      }
    }
    return !spaceBefore || bytes.isEmpty
  }
}
