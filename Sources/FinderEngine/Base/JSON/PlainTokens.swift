/// Strings and numbers in the usual form, read without a branch that depends on their length: one
/// mispredicted branch costs as much as reading 32 bytes.
extension JSONCursor {
  /// The offset of the first byte from `place` on that is `"`, `\`, below 0x20 or above 0x7F. It always reads
  /// the first 32 bytes, which hold 98 % of all names.
  @inline(__always)
  func endOfPlainCharacters(from place: Int) -> Int {
    let text = UnsafeRawPointer(base + place)
    let first = marksOfSpecialBytes(word(text))
    let second = marksOfSpecialBytes(word(text + 8))
    let third = marksOfSpecialBytes(word(text + 16))
    let fourth = marksOfSpecialBytes(word(text + 24))
    guard first | second | third | fourth != 0 else { return endOfLongRun(from: place &+ 32) }
    var marks = fourth
    var offset = 24
    if third != 0 { (marks, offset) = (third, 16) }
    if second != 0 { (marks, offset) = (second, 8) }
    if first != 0 { (marks, offset) = (first, 0) }
    return place &+ offset &+ marks.trailingZeroBitCount >> 3
  }

  /// The same for text seldom longer than 15 bytes, such as a postcode.
  @inline(__always)
  func endOfFewPlainCharacters(from place: Int) -> Int {
    let text = UnsafeRawPointer(base + place)
    let first = marksOfSpecialBytes(word(text))
    let second = marksOfSpecialBytes(word(text + 8))
    guard first | second != 0 else { return endOfLongRun(from: place &+ 16) }
    let marks = first != 0 ? first : second
    let offset = first != 0 ? 0 : 8
    return place &+ offset &+ marks.trailingZeroBitCount >> 3
  }

  @inline(never)
  private func endOfLongRun(from start: Int) -> Int {
    var place = start
    while true {
      let marks = marksOfSpecialBytes(word(UnsafeRawPointer(base + place)))
      if marks != 0 { return place + marks.trailingZeroBitCount >> 3 }
      place += 8
    }
  }

  @inline(__always) private func word(_ text: UnsafeRawPointer) -> UInt64 {
    text.loadUnaligned(as: UInt64.self).littleEndian
  }

  /// The number at `place` and its end, if it has a point, no exponent and at most 15 bytes without its sign,
  /// like most coordinates; otherwise the end is 0. An exponent may follow, so the caller must check for one.
  /// Exact for the reason given at `DecimalNumber`.
  @inline(__always)
  func plainDouble(from place: Int) -> (value: Double, end: Int) {
    let sign: UInt64 = base[place] == UInt8(ascii: "-") ? 1 : 0
    let start = place &+ Int(truncatingIfNeeded: sign)
    let digits = word(UnsafeRawPointer(base + start)) ^ EightBytes.repeating(0x30)
    let others = bytesOverNine(digits)
    let afterPoint = others & (others &- 1)
    guard afterPoint != 0 else { return longPlainDouble(from: start, sign) }
    let point = others.trailingZeroBitCount >> 3
    let end = afterPoint.trailingZeroBitCount >> 3
    guard isWholePart(point, at: start), end &- point > 1 else { return (0, 0) }
    // Padded with zeros to eight digits, and divided accordingly. The number is the same, but the divisor
    // depends only on how many whole digits there are, which is nearly always the same.
    let filled = without(point, digits) & ((1 as UInt64) &<< UInt64(8 &* (end &- 1)) &- 1)
    let divisor = point == 1 ? 1e7 : point == 2 ? 1e6 : DecimalNumber.powersOfTen[8 &- point]
    return (quotient(valueOfEightDigits(filled), divisor, sign), start &+ end)
  }

  /// A number of more than 7 bytes.
  @inline(never)
  private func longPlainDouble(from start: Int, _ sign: UInt64) -> (value: Double, end: Int) {
    let digits = word(UnsafeRawPointer(base + start)) ^ EightBytes.repeating(0x30)
    let others = bytesOverNine(digits)
    let point = others.trailingZeroBitCount >> 3
    guard others != 0, isWholePart(point, at: start) else { return (0, 0) }
    let more = word(UnsafeRawPointer(base + start + 8)) ^ EightBytes.repeating(0x30)
    let ends = bytesOverNine(more)
    let count = ends.trailingZeroBitCount >> 3
    let decimals = 7 - point + count
    guard ends != 0, decimals > 0 else { return (0, 0) }
    var value = valueOfEightDigits(without(point, digits) &<< 8)
    if count > 0 {
      value &*= UInt64(DecimalNumber.powersOfTen[count])
      value &+= valueOfEightDigits(more &<< UInt64(8 &* (8 &- count)))
    }
    return (quotient(value, DecimalNumber.powersOfTen[decimals], sign), start + 8 + count)
  }

  /// Whether there is a point with digits before it, and no leading zero that is not allowed.
  @inline(__always) private func isWholePart(_ point: Int, at start: Int) -> Bool {
    base[start &+ point] == UInt8(ascii: ".") && point > 0
      && (point == 1 || base[start] != UInt8(ascii: "0"))
  }

  /// The whole digits, then the decimals, then whatever follows.
  @inline(__always) private func without(_ point: Int, _ digits: UInt64) -> UInt64 {
    let wholePart = (1 as UInt64) &<< UInt64(8 &* point) &- 1
    return (digits & wholePart) | ((digits >> 8) & ~wholePart)
  }

  @inline(__always)
  private func quotient(_ digits: UInt64, _ divisor: Double, _ sign: UInt64) -> Double {
    // There is an instruction for signed numbers.
    let magnitude = Double(Int64(bitPattern: digits)) / divisor
    return Double(bitPattern: magnitude.bitPattern | sign << 63)
  }

  /// The high bit of each byte over 9. A sum may carry into the next byte, but only from a byte over 0x89,
  /// which is not a digit or a point, so the bytes after it do not matter.
  @inline(__always) private func bytesOverNine(_ bytes: UInt64) -> UInt64 {
    ((bytes &+ EightBytes.repeating(0x76)) | bytes) & EightBytes.highBits
  }

  /// The value of eight decimal digits, one a byte, the first lowest: pairs, then fours, then all.
  @inline(__always) private func valueOfEightDigits(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits >> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let first = (pairs & mask) &* (100 + 1_000_000 << 32)
    let second = ((pairs >> 16) & mask) &* (1 + 10_000 << 32)
    return (first &+ second) >> 32
  }
}
