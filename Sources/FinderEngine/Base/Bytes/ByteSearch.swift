extension UnsafeBufferPointer<UInt8> {
  /// The offset of the next such byte, or of the end if there is none. `start` may be that end.
  @inline(__always) package func place(of byte: UInt8, from start: Int) -> Int {
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

  package func holds(_ byte: UInt8) -> Bool {
    guard let base = baseAddress else { return false }
    return memchr(base, CInt(byte), count) != nil
  }

  /// Whether these bytes, of which there are two or more, stand somewhere in here. It looks for the one at
  /// `rarest`, and is as quick as that is rare: the first is often a quote.
  package func holds(_ part: UnsafeBufferPointer<UInt8>, rarest: Int = 1) -> Bool {
    precondition(rarest < part.count)
    guard part.count <= count else { return false }
    let (base, last) = (baseAddress!, count - part.count)
    var place = 0
    while place <= last {
      let found = memchr(base + (place + rarest), CInt(part[rarest]), last - place + 1)
      guard let found else { return false }
      place = base.distance(to: found.assumingMemoryBound(to: UInt8.self)) - rarest
      if memcmp(base + place, part.baseAddress!, part.count) == 0 { return true }
      place += 1
    }
    return false
  }
}

extension String {
  /// Where the bytes of `part` first stand in it. The language's own `firstRange(of:)` and
  /// `contains(_: String)` bring the whole of regular expressions with them, a tenth of the binary.
  package func range(of part: String) -> Range<Index>? {
    var rest = utf8[...]
    while !rest.starts(with: part.utf8) {
      guard rest.popFirst() != nil else { return nil }
    }
    return rest.startIndex..<rest.index(rest.startIndex, offsetBy: part.utf8.count)
  }

  package func holds(_ part: String) -> Bool { range(of: part) != nil }
}
