import FinderEngine

/// The first half of a postcode: `WC2N`, without case and spaces. 0 where there is none.
struct PostcodeStart {
  private(set) var letters: UInt64 = 0
  /// Whether an inward code follows: a digit and two letters.
  private(set) var isOfWhole = false

  /// Not those of two places.
  func mayBeOne(with other: PostcodeStart) -> Bool {
    letters == 0 || other.letters == 0 || letters == other.letters
  }
}

extension Editions {
  func postcodeStart(_ venue: EditionVenue) -> PostcodeStart {
    var code = PostcodeStart()
    withPostcode(venue) { code = PostcodeStart($0) }
    return code
  }
}

extension PostcodeStart {
  init(_ postcode: UnsafeBufferPointer<UInt8>) {
    var (count, last) = (0, UInt32(0))
    for letter in PlainPostcode(postcode) {
      letters = letters << 8 | UInt64(letter)
      last = last << 8 | UInt32(letter)
      count += 1
    }
    let isDigit = { (byte: UInt32) in (0x30...0x39).contains(byte & 0xFF) }
    isOfWhole = count >= 5 && isDigit(last >> 16) && !isDigit(last >> 8) && !isDigit(last)
    if isOfWhole { letters >>= 24 }
  }
}
