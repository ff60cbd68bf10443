/// The part after the space: a digit, then two letters.
struct InwardCode {
  private(set) var code: UInt64
  private(set) var repairs: PostcodeRepairs = []

  init?(_ characters: UInt64, count: Int) {
    code = characters
    for place in 0..<count {
      let byte = UInt8(truncatingIfNeeded: characters >> UInt64(8 * place))
      guard byte.isDigit != (place == 0) else { continue }
      guard let other = lookalike(byte) else { return nil }
      code ^= UInt64(byte ^ other) << UInt64(8 * place)
      repairs.insert(place == 0 ? .letterForDigit : .digitForLetter)
    }
  }
}
