extension UnsafeBufferPointer<UInt8> {
  /// The offset of the next such byte, or of the end if there is none. `start` may be that end.
  @inline(__always) func place(of byte: UInt8, from start: Int) -> Int {
    let base = UnsafeRawPointer(baseAddress!)
    let pattern = EightBytes.repeating(byte)
    var place = start
    while place &+ 8 <= count {
      let chunk = (base + place).loadUnaligned(as: UInt64.self).littleEndian
      let marks = EightBytes.zeros(chunk ^ pattern) & EightBytes.highBits
      if marks != 0 { return place &+ marks.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < count, self[place] != byte { place &+= 1 }
    return place
  }

  /// Whether these bytes, of which there are two or more, stand somewhere in here. Quick where the
  /// second of them is rare; the first is often a quote.
  func holds(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    let end = count - part.count + 2
    var second = 1
    while true {
      second = place(of: part[1], from: second)
      guard second < end else { return false }
      if memcmp(baseAddress! + (second - 1), part.baseAddress!, part.count) == 0 { return true }
      second += 1
    }
  }
}
