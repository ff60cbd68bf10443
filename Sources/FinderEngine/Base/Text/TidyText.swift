/// Makes text from a file fit to show: trims it, makes each run of white space one space, and leaves out
/// misleading characters. Real data has tabs and doubled spaces. A name must not move a terminal's cursor,
/// reverse the text after it, or differ from another only in invisible characters.
///
/// All text of a dataset that may reach a terminal goes through here: names and postcodes in every form
/// except GeoJSON, and ids, keys and values in tables, CSV and TSV. `ShownScalar` decides what is left out.
package enum TidyText {
  enum Form {
    /// Tidy, and printable ASCII: it takes as many columns as bytes.
    case plain
    case tidy
    case untidy
  }

  /// Whether `append` would append exactly these bytes.
  static func isTidy(_ bytes: Bytes) -> Bool { form(of: bytes) != .untidy }

  /// Checks ASCII eight bytes at a time.
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

  /// Appends the tidied text, which may be empty.
  package static func append(_ bytes: Bytes, to output: inout [UInt8]) {
    if isTidy(bytes) { return output.append(contentsOf: bytes) }
    output.reserveCapacity(output.count + bytes.count)
    var cursor = ScalarCursor(bytes)
    var (hasText, spaceIsDue) = (false, false)
    // Text is copied in runs. A run ends at a space or at a character that is left out.
    var (runStart, scalarStart) = (0, 0)
    while let scalar = cursor.next() {
      let kind = ShownScalar(scalar)
      if kind == .text && spaceIsDue {
        output.append(0x20)
        spaceIsDue = false
      }
      if kind != .text {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<scalarStart]))
        hasText = hasText || scalarStart > runStart
        runStart = cursor.position
        spaceIsDue = hasText && (spaceIsDue || kind == .space)
      }
      scalarStart = cursor.position
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<scalarStart]))
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
