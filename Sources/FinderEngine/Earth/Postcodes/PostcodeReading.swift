/// A text read as a postcode, or as the sector or outward code that begins one, and repaired by rules.
///
/// The shapes (9 a digit, A a letter) are `A9`, `A99`, `A9A`, `AA9`, `AA99` and `AA9A`, and after the space
/// `9AA`. The letters before the first digit must be an existing area, and a district of two digits must not
/// begin with 0. O and I are read as 0 and 1, or the reverse, only if the text is not a postcode otherwise,
/// as few as possible, and only if there is a single way.
///
///     yo7 4nj   // YO7 4NJ, letter case
///     Y074NJ    // YO7 4NJ, no space, 0 or 1 for a letter
package struct PostcodeReading: Sendable {
  package enum Fault: Error, Sendable, CaseIterable {
    /// Empty, or white space.
    case missing
    case noPostcode
    /// It has the right shape, but no area begins like this.
    case noSuchArea
    /// There is more than one way to repair it.
    case ambiguous
  }

  package let postcode: Postcode
  package let repairs: PostcodeRepairs
  /// The outward code that its space suggests, if it is a different one: `SW11 EZ` is `SW1 1EZ` with the
  /// space in the wrong place, or `SW11` with a digit missing. Which of them exists decides.
  package let otherOutcode: Postcode?

  /// The postcode, if only one can be meant.
  package var certain: Postcode? { otherOutcode == nil ? postcode : nil }

  package init(_ text: Bytes) throws(Fault) {
    let closed = try ClosedUpText(text)
    if let full = try Self.full(closed) {
      self = full
    } else if let part = try Self.part(closed) {
      self = part
    } else {
      throw closed.looksLikePostcode ? .noSuchArea : .noPostcode
    }
  }

  private init(_ postcode: Postcode, _ repairs: PostcodeRepairs, otherOutcode: Postcode? = nil) {
    self.postcode = postcode
    self.repairs = repairs
    self.otherOutcode = otherOutcode
  }

  /// A whole postcode; `nil` if it is not one.
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

  /// An outward code alone, or with the digit of a sector after a space.
  private static func part(_ text: ClosedUpText) throws(Fault) -> PostcodeReading? {
    guard text.gaps.nonzeroBitCount <= 1 else { return nil }
    let isSector = text.gaps != 0
    let length = isSector ? text.gaps.trailingZeroBitCount : text.count
    guard (2...4).contains(length), text.count == (isSector ? length + 1 : length),
      let outward = try OutwardCode.repaired(text.characters(from: 0, length), length)
    else { return nil }
    let repairs = text.repairs.union(outward.repairs)
    guard isSector else { return PostcodeReading(Postcode(key: outward.code), repairs) }
    guard let inward = InwardCode(text.characters(from: length, 1), count: 1) else { return nil }
    return PostcodeReading(
      Postcode(outward: outward.code, length, inward: inward.code),
      repairs.union(inward.repairs).union(text.spaceRepairs(spaceAt: length)))
  }
}
