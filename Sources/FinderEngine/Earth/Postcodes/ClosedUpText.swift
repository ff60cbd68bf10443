/// A text without white space and in capitals: at most eight characters packed in one number.
struct ClosedUpText {
  private(set) var code: UInt64 = 0
  private(set) var count = 0
  /// One bit for each character with white space before it, not counting the white space.
  private(set) var gaps: UInt16 = 0
  private(set) var repairs: PostcodeRepairs = []
  private var hasUnusualGap = false

  /// Throws if the text is empty, or has characters that no postcode has.
  init(_ text: Bytes) throws(PostcodeReading.Fault) {
    var isStrange = false
    var gap = 0
    var isPlainGap = true
    var i = 0
    while i < text.count {
      let byte = text[i]
      if let width = text.blankWidth(at: i) {
        gap += 1
        isPlainGap = isPlainGap && byte == 0x20
        i += width
        continue
      }
      if gap > 0 {
        if count == 0 {
          repairs.insert(.outerSpace)
        } else if count < 8 {
          gaps |= 1 << UInt16(count)
          if gap > 1 || !isPlainGap { hasUnusualGap = true }
        }
        (gap, isPlainGap) = (0, true)
      }
      var letter = byte
      if letter &- UInt8(ascii: "a") < 26 {
        letter &-= 0x20
        repairs.insert(.letterCase)
      }
      if letter &- UInt8(ascii: "A") >= 26, letter &- UInt8(ascii: "0") >= 10 { isStrange = true }
      if count < 8 { code |= UInt64(letter) << UInt64(8 * count) }
      count += 1
      i += 1
    }
    if gap > 0 { repairs.insert(.outerSpace) }
    guard count > 0 else { throw .missing }
    guard !isStrange, count <= 8 else { throw .noPostcode }
  }

  @inline(__always) func characters(from start: Int, _ length: Int) -> UInt64 {
    code >> UInt64(8 * start) & (1 << UInt64(8 * length) - 1)
  }

  /// The repairs that leave a single space, at that place.
  func spaceRepairs(spaceAt place: Int) -> PostcodeRepairs {
    if gaps == 0 { return .missingSpace }
    if gaps != 1 << UInt16(place) { return .misplacedSpace }
    return hasUnusualGap ? .unusualSpace : []
  }

  /// The part before the first space, if there is no space at `place` and the part is an outward code.
  func otherOutcode(than place: Int) -> Postcode? {
    guard gaps != 0, gaps >> UInt16(place) & 1 == 0 else { return nil }
    let length = gaps.trailingZeroBitCount
    guard (2...4).contains(length) else { return nil }
    let code = characters(from: 0, length)
    return OutwardCode.isOne(code, length) ? Postcode(key: code) : nil
  }

  /// Whether it has the shape of a postcode, in any area.
  var looksLikePostcode: Bool {
    guard (5...7).contains(count) else { return false }
    let length = count - 3
    return InwardCode(characters(from: length, 3), count: 3)?.repairs.isEmpty ?? false
      && OutwardCode.hasShape(characters(from: 0, length), length)
  }
}

extension Bytes {
  /// How many bytes the white space there takes; `nil` if there is none. This includes ASCII's, no-break
  /// spaces, others that word processors use, and the byte order mark.
  @inline(__always) fileprivate func blankWidth(at i: Int) -> Int? {
    let byte = self[i]
    if byte == 0x20 || byte &- 0x09 < 5 { return 1 }
    return byte < 0x80 ? nil : wideBlankWidth(at: i)
  }

  @inline(never) private func wideBlankWidth(at i: Int) -> Int? {
    if i + 1 < count, self[i] == 0xC2, self[i + 1] == 0xA0 { return 2 }
    guard i + 2 < count else { return nil }
    switch (self[i], self[i + 1], self[i + 2]) {
    case (0xE2, 0x80, 0x80...0x8D), (0xE2, 0x80, 0xAF), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return nil
    }
  }
}
