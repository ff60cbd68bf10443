/// The part before the space: an area's one or two letters, then a district.
struct OutwardCode {
  let code: UInt64
  let repairs: PostcodeRepairs

  /// With as few changes as possible; throws if there are several ways.
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
      repairs.insert(old.isDigit ? .digitForLetter : .letterForDigit)
    }
    return OutwardCode(code: code, repairs: repairs)
  }

  private static func byte(_ place: Int, of characters: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: characters >> UInt64(8 * place))
  }

  static func isOne(_ characters: UInt64, _ count: Int) -> Bool {
    guard hasShape(characters, count) else { return characters == girobank && count == 3 }
    let second = byte(1, of: characters)
    return PostcodeAreas.contains(byte(0, of: characters), second.isDigit ? 0 : second)
  }

  /// `GIR 0AA`, the only postcode without a digit before the space.
  private static let girobank = 0x52_4947 as UInt64

  static func hasShape(_ characters: UInt64, _ count: Int) -> Bool {
    let letters = byte(1, of: characters).isDigit ? 1 : 2
    guard !byte(0, of: characters).isDigit, count > letters, count <= letters + 2,
      byte(letters, of: characters).isDigit
    else { return false }
    guard count == letters + 2 else { return true }
    let last = byte(letters + 1, of: characters)
    if last.isDigit { return byte(letters, of: characters) != UInt8(ascii: "0") }
    // A letter there is never O or I, which would be read as digits.
    return last != UInt8(ascii: "O") && last != UInt8(ascii: "I")
  }
}

extension Postcode {
  /// For a district such as `SW1`, those with a letter after the digit: `SW1A`, `SW1B` and so on, whether or
  /// not they exist.
  package var withLetters: [Postcode] {
    guard level == .outcode, count <= 3 else { return [] }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).lazy
      .map { key | UInt64($0) << UInt64(8 * count) }
      .filter { OutwardCode.isOne($0, count + 1) }
      .map { Postcode(key: $0) }
  }
}
