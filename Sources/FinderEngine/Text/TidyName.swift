/// The `name` of query output: outer white space trimmed, inner runs made one space, and control
/// and bidirectional-format characters left out. Real data has tabs and doubled spaces, and a name
/// must not move a terminal's cursor or reverse the text after it.
///
/// White space is what Unicode calls White_Space, U+00A0, tab and newline among it. Left out are the
/// other control characters (Cc) and those with the property Bidi_Control. Anything else stays as
/// it is, joiners too, which emoji and Persian need, and U+200B and U+FEFF, which are neither.
package enum TidyName {
  private enum Kind { case text, space, leftOut }

  enum Form {
    /// Tidy, and printable ASCII: as many columns as bytes.
    case plain
    case tidy
    case untidy
  }

  /// Whether `append` would append just these bytes.
  package static func isTidy(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    form(of: bytes) != .untidy
  }

  /// ASCII is checked eight bytes at a time.
  static func form(of bytes: UnsafeBufferPointer<UInt8>) -> Form {
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
  package static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if isTidy(bytes) { return output.append(contentsOf: bytes) }
    output.reserveCapacity(output.count + bytes.count)
    var cursor = ScalarCursor(bytes)
    var (hasText, spaceIsDue) = (false, false)
    // Text is copied in runs, up to the next scalar that does not stay as it is.
    var (runStart, start) = (0, 0)
    while let scalar = cursor.next() {
      let kind = kind(of: scalar)
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

  package static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if isTidy(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var tidy: [UInt8] = []
    append(bytes, to: &tidy)
    return String(decoding: tidy, as: UTF8.self)
  }

  private static func isTidyByScalars(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ScalarCursor(bytes)
    var spaceBefore = true
    while let scalar = cursor.next() {
      switch kind(of: scalar) {
      case .text: spaceBefore = false
      case .leftOut: return false
      case .space:
        if spaceBefore || scalar != 0x20 { return false }
        spaceBefore = true
      }
    }
    return !spaceBefore || bytes.isEmpty
  }

  private static func kind(of scalar: UInt32) -> Kind {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      .space
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      .leftOut
    default: .text
    }
  }
}
