extension UInt8 {
  @inline(__always) package var isBlank: Bool {
    self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A
  }

  package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  package var isASCIILetter: Bool { self | 0x20 &- UInt8(ascii: "a") < 26 }

  /// Everything outside ASCII counts as a letter.
  package var isLetterOrDigit: Bool { isASCIILetter || isDigit || self > 0x7F }

  package var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
  package var capitalised: UInt8 { self &- UInt8(ascii: "a") < 26 ? self & ~0x20 : self }
  package var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }

  var hexDigit: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self - 0x30)
    case 0x41...0x46: UInt32(self - 0x37)
    case 0x61...0x66: UInt32(self - 0x57)
    default: nil
    }
  }
}

extension Bytes {
  /// Without surrounding white space.
  package var trimmed: UnsafeBufferPointer {
    var (start, end) = (0, count)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[start..<end])
  }

  /// Checks eight bytes at a time.
  @inline(__always) var isASCII: Bool {
    guard count >= 8 else { return EightBytes.load(self, at: 0) & EightBytes.highBits == 0 }
    let base = UnsafeRawPointer(baseAddress!)
    var all: UInt64 = 0
    var offset = 0
    while offset < count {
      // Some of the last eight may already have been checked.
      all |= (base + Swift.min(offset, count &- 8)).loadUnaligned(as: UInt64.self)
      offset &+= 8
    }
    return all & EightBytes.highBits == 0
  }

  /// Whether `name`, which must consist of lower-case letters and digits, matches its letters and digits.
  /// Uses no array, since every key of a stream is tested.
  func hasLettersAndDigits(_ name: UnsafeBufferPointer) -> Bool {
    var place = 0
    for byte in self where byte.isLetterOrDigit {
      guard place < name.count, byte.lowercasedASCII == name[place] else { return false }
      place += 1
    }
    return place == name.count
  }
}

extension Collection<UInt8> {
  /// Ignores the case of ASCII letters.
  package func equalsInAnyCase(_ other: some Collection<UInt8>) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Whether these are the letters and digits of another text, in any case. It stops reading where they
  /// differ: the first line of a stream may be one name of 16 MiB.
  func equalsByLetters(_ other: some Collection<UInt8>) -> Bool {
    var place = startIndex
    for byte in other where byte.isLetterOrDigit {
      guard place < endIndex, self[place].lowercasedASCII == byte.lowercasedASCII else {
        return false
      }
      formIndex(after: &place)
    }
    return place == endIndex
  }

  /// In lower case: `Post Code` and `post_code` give `postcode`.
  package var lettersAndDigits: [UInt8] { filter(\.isLetterOrDigit).map(\.lowercasedASCII) }
}
