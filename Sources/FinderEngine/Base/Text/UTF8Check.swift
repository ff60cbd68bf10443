extension Bytes {
  package var isUTF8: Bool { firstByteNotUTF8 == nil }

  var firstByteNotUTF8: Int? {
    firstNotUTF8(from: 0, isLast: true).flatMap { $0.isWrong ? $0.offset : nil }
  }

  /// The first byte that is not UTF-8, or the start of a character that may be cut off at the end.
  func firstNotUTF8(from start: Int, isLast: Bool) -> (offset: Int, isWrong: Bool)? {
    var i = start
    while i < count {
      if i + 8 <= count,
        UnsafeRawPointer(baseAddress! + i).loadUnaligned(as: UInt64.self) & EightBytes.highBits == 0
      {
        i += 8
        continue
      }
      let length = utf8Length(at: i)
      if length > 0 {
        i += length
        continue
      }
      return (i, isLast || length == 0)
    }
    return (i, false)
  }

  /// The length of the character there; 0 if it is invalid, -1 if the end cuts it off. By table 3-7 of the
  /// Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
  func utf8Length(at i: Int) -> Int {
    let first = self[i]
    if first < 0x80 { return 1 }
    let (length, low, high): (Int, UInt8, UInt8)
    switch first {
    case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (length, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
    case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
    case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
    default: return 0
    }
    for place in 1..<length {
      guard i + place < count else { return -1 }
      let byte = self[i + place]
      guard place == 1 ? byte >= low && byte <= high : byte & 0xC0 == 0x80 else { return 0 }
    }
    return length
  }
}

/// With U+FFFD in place of invalid UTF-8.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
