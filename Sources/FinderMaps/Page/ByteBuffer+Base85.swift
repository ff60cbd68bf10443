import FinderEngine

extension ByteBuffer {
  /// Four bytes as five characters, the largest of the five digits first: '(' for 0 up to '|' for 84, but
  /// '}' for '<', so that the text cannot end the element that it stands in. Of fewer bytes at the end
  /// there is one character more than bytes.
  ///
  /// A quarter is added to the size; base 64, which browsers know, adds a third: 47 KB of a page's 940.
  mutating func append(base85 bytes: [UInt8]) {
    reserve(bytes.count / 4 * 5 + 16)
    bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let present = min(4, bytes.count - start)
        var word: UInt32 = 0
        for place in 0..<4 {
          word = word << 8 | (place < present ? UInt32(bytes[start + place]) : 0)
        }
        append(word, characters: present + 1)
      }
    }
  }

  @inline(__always) private mutating func append(_ word: UInt32, characters: Int) {
    var divisor: UInt32 = 85 * 85 * 85 * 85
    for _ in 0..<characters {
      let digit = UInt8(truncatingIfNeeded: word / divisor % 85)
      divisor /= 85
      let character = UInt8(ascii: "(") + digit
      appendReserved(character == UInt8(ascii: "<") ? UInt8(ascii: "}") : character)
    }
  }
}
