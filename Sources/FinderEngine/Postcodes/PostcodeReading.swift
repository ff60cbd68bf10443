/// What was done to a text to make a postcode of it.
package struct PostcodeRepairs: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Small letters made capitals.
  package static let letterCase = PostcodeRepairs(rawValue: 1)
  /// White space taken from both ends.
  package static let outerSpace = PostcodeRepairs(rawValue: 2)
  /// A space put where there was none.
  package static let missingSpace = PostcodeRepairs(rawValue: 4)
  /// Spaces taken from elsewhere.
  package static let misplacedSpace = PostcodeRepairs(rawValue: 8)
  /// Two spaces, or a tab or no-break space, made one space.
  package static let unusualSpace = PostcodeRepairs(rawValue: 16)
  /// O and I where only a digit can stand.
  package static let letterForDigit = PostcodeRepairs(rawValue: 32)
  /// 0 and 1 where only a letter can stand.
  package static let digitForLetter = PostcodeRepairs(rawValue: 64)

  package static let kinds: [(repair: PostcodeRepairs, name: String)] = [
    (.letterCase, "letter case"), (.outerSpace, "space round it"),
    (.missingSpace, "no space"), (.misplacedSpace, "space in the wrong place"),
    (.unusualSpace, "more than one space"), (.letterForDigit, "O or I for a digit"),
    (.digitForLetter, "0 or 1 for a letter"),
  ]
}

/// A text read as a postcode, or as the sector or outward code that begins one, and repaired by rule.
///
/// The shapes (9 a digit, A a letter) are `A9`, `A99`, `A9A`, `AA9`, `AA99` and `AA9A`, and behind the
/// space `9AA`. The letters before the first digit name an area there is, and a district of two
/// digits does not begin with 0. O and I are taken for 0 and 1, and the reverse, only where the text
/// is no postcode otherwise, as few of them as will do, and only where there is one way to do it.
///
///     PostcodeReading(Array("yo7 4nj".utf8))   // YO7 4NJ, letter case
///     PostcodeReading(Array("Y074NJ".utf8))    // YO7 4NJ, no space, 0 or 1 for a letter
package struct PostcodeReading: Sendable {
  package enum Fault: Error, Sendable, CaseIterable {
    /// Nothing, or white space.
    case missing
    case noPostcode
    /// Of the right shape, but no area begins so.
    case noSuchArea
    /// There is more than one way to repair it.
    case ambiguous
  }

  package let postcode: Postcode
  package let repairs: PostcodeRepairs
  /// The outward code that its space speaks for, where that is another one: `SW11 EZ` is `SW1 1EZ`
  /// with the space in the wrong place, or `SW11` with a digit lost. What there is decides.
  package let otherOutcode: Postcode?

  package init(_ text: UnsafeBufferPointer<UInt8>) throws(Fault) {
    let closed = try ClosedUpText(text)
    if let full = try Self.full(closed) {
      self = full
    } else if let part = try Self.part(closed) {
      self = part
    } else {
      throw closed.looksLikePostcode ? .noSuchArea : .noPostcode
    }
  }

  package init(_ text: [UInt8]) throws(Fault) {
    // `withUnsafeBufferPointer` does not hand on typed errors that are initialisers' own.
    let result = text.withUnsafeBufferPointer { bytes -> Result<PostcodeReading, Fault> in
      do throws(Fault) { return .success(try PostcodeReading(bytes)) } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(_ postcode: Postcode, _ repairs: PostcodeRepairs, otherOutcode: Postcode? = nil) {
    self.postcode = postcode
    self.repairs = repairs
    self.otherOutcode = otherOutcode
  }

  /// The whole of a postcode; `nil` where it is none.
  private static func full(_ text: ClosedUpText) throws(Fault) -> PostcodeReading? {
    guard (5...7).contains(text.count) else { return nil }
    let length = text.count - 3
    guard let inward = InwardCode(text.characters(from: length, 3), count: 3),
      let outward = try OutwardCode.repaired(text.characters(from: 0, length), length)
    else { return nil }
    let postcode = Postcode(outward: outward.code, length, inward: inward.code)
    var repairs = text.repairs.union(outward.repairs).union(inward.repairs)
    repairs.formUnion(text.spaceRepairs(spaceAt: length))
    return PostcodeReading(
      postcode, repairs, otherOutcode: text.otherOutcode(than: length))
  }

  /// An outward code alone, or with the digit of a sector behind a space.
  private static func part(_ text: ClosedUpText) throws(Fault) -> PostcodeReading? {
    guard text.gaps.nonzeroBitCount <= 1 else { return nil }
    let isSector = text.gaps != 0
    let length = isSector ? text.gaps.trailingZeroBitCount : text.count
    guard (2...4).contains(length), text.count == (isSector ? length + 1 : length),
      let outward = try OutwardCode.repaired(text.characters(from: 0, length), length)
    else { return nil }
    let repairs = text.repairs.union(outward.repairs)
    guard isSector else {
      return PostcodeReading(Postcode(outward: outward.code, length), repairs)
    }
    guard let inward = InwardCode(text.characters(from: length, 1), count: 1) else { return nil }
    return PostcodeReading(
      Postcode(outward: outward.code, length, inward: inward.code),
      repairs.union(inward.repairs).union(text.spaceRepairs(spaceAt: length)))
  }
}

// MARK: - White space and case

/// A text without its white space, its letters capitals: at most eight characters in one number.
private struct ClosedUpText {
  private(set) var code: UInt64 = 0
  private(set) var count = 0
  /// A bit for each place that white space stood before, places counted without it.
  private(set) var gaps: UInt16 = 0
  private(set) var repairs: PostcodeRepairs = []
  private var hasUnusualGap = false

  /// Throws where there is nothing, or anything that no postcode has.
  init(_ text: UnsafeBufferPointer<UInt8>) throws(PostcodeReading.Fault) {
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

  /// What it takes to have one space, and that there.
  func spaceRepairs(spaceAt place: Int) -> PostcodeRepairs {
    if gaps == 0 { return .missingSpace }
    if gaps != 1 << UInt16(place) { return .misplacedSpace }
    return hasUnusualGap ? .unusualSpace : []
  }

  /// What stands before the first space, if no space stands at `place` and that is an outward code.
  func otherOutcode(than place: Int) -> Postcode? {
    guard gaps != 0, gaps >> UInt16(place) & 1 == 0 else { return nil }
    let length = gaps.trailingZeroBitCount
    guard (2...4).contains(length) else { return nil }
    let code = characters(from: 0, length)
    return OutwardCode.isOne(code, length) ? Postcode(outward: code, length) : nil
  }

  /// A postcode's shape, whatever the area.
  var looksLikePostcode: Bool {
    guard (5...7).contains(count) else { return false }
    let length = count - 3
    return InwardCode(characters(from: length, 3), count: 3)?.repairs.isEmpty ?? false
      && OutwardCode.hasShape(characters(from: 0, length), length)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes the white space there takes; `nil` where there is none. Besides ASCII's, the
  /// no-break spaces and others that word processors put in, and the byte order mark.
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

// MARK: - Letters and digits

private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

/// For O and I the digit that looks like it, and the reverse; else nothing.
private func lookalike(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "O"): UInt8(ascii: "0")
  case UInt8(ascii: "I"): UInt8(ascii: "1")
  case UInt8(ascii: "0"): UInt8(ascii: "O")
  case UInt8(ascii: "1"): UInt8(ascii: "I")
  default: nil
  }
}

/// What stands behind the space: a digit, then two letters.
private struct InwardCode {
  private(set) var code: UInt64
  private(set) var repairs: PostcodeRepairs = []

  init?(_ characters: UInt64, count: Int) {
    code = characters
    for place in 0..<count {
      let byte = UInt8(truncatingIfNeeded: characters >> UInt64(8 * place))
      guard isDigit(byte) != (place == 0) else { continue }
      guard let other = lookalike(byte) else { return nil }
      code ^= UInt64(byte ^ other) << UInt64(8 * place)
      repairs.insert(place == 0 ? .letterForDigit : .digitForLetter)
    }
  }
}

/// What stands before the space: an area's one or two letters, then a district.
private struct OutwardCode {
  let code: UInt64
  let repairs: PostcodeRepairs

  /// With as few changes as will do; throws where there are several ways.
  static func repaired(
    _ characters: UInt64, _ count: Int
  ) throws(PostcodeReading.Fault) -> OutwardCode? {
    if isOne(characters, count) { return OutwardCode(code: characters, repairs: []) }
    let choices = (0..<count).filter { lookalike(byte($0, of: characters)) != nil }
    guard !choices.isEmpty else { return nil }
    for changes in 1...choices.count {
      var found: OutwardCode?
      for mask in 1..<(1 << choices.count) where mask.nonzeroBitCount == changes {
        let places = choices.indices.filter { mask >> $0 & 1 == 1 }.map { choices[$0] }
        let changed = changed(characters, at: places)
        guard isOne(changed.code, count) else { continue }
        guard found == nil else { throw .ambiguous }
        found = changed
      }
      if let found { return found }
    }
    return nil
  }

  private static func changed(_ characters: UInt64, at places: [Int]) -> OutwardCode {
    var code = characters
    var repairs: PostcodeRepairs = []
    for place in places {
      let old = byte(place, of: characters)
      code ^= UInt64(old ^ (lookalike(old) ?? old)) << UInt64(8 * place)
      repairs.insert(isDigit(old) ? .digitForLetter : .letterForDigit)
    }
    return OutwardCode(code: code, repairs: repairs)
  }

  private static func byte(_ place: Int, of characters: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: characters >> UInt64(8 * place))
  }

  static func isOne(_ characters: UInt64, _ count: Int) -> Bool {
    guard hasShape(characters, count) else { return characters == girobank && count == 3 }
    let second = byte(1, of: characters)
    return PostcodeAreas.contains(byte(0, of: characters), isDigit(second) ? 0 : second)
  }

  /// `GIR 0AA`, the one postcode without a digit before the space.
  private static let girobank = 0x52_4947 as UInt64

  static func hasShape(_ characters: UInt64, _ count: Int) -> Bool {
    let letters = isDigit(byte(1, of: characters)) ? 1 : 2
    guard !isDigit(byte(0, of: characters)), count > letters, count <= letters + 2,
      isDigit(byte(letters, of: characters))
    else { return false }
    guard count == letters + 2 else { return true }
    let last = byte(letters + 1, of: characters)
    if isDigit(last) { return byte(letters, of: characters) != UInt8(ascii: "0") }
    // A letter there is never O or I: those would be read as digits.
    return last != UInt8(ascii: "O") && last != UInt8(ascii: "I")
  }
}
