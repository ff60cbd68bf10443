/// Bytes in memory that something else owns.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
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
  package func holds(_ part: Bytes, rarest: Int = 1) -> Bool {
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

  /// Below 0 where these bytes come before the others.
  @inline(__always) package func order(_ other: Bytes) -> Int {
    let shared = Swift.min(count, other.count)
    let order = shared == 0 ? 0 : Int(memcmp(baseAddress!, other.baseAddress!, shared))
    return order != 0 ? order : count - other.count
  }

  @inline(__always) package func hasSameBytes(as other: Bytes) -> Bool {
    count == other.count
      && (count == 0 || memcmp(baseAddress!, other.baseAddress!, count) == 0)
  }

  @inline(__always) package func equals(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount
      && memcmp(baseAddress!, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// 3 where a text in UTF-8 begins with a byte order mark, as some editors write one; 0 elsewhere.
  package var lengthOfByteOrderMark: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }

  /// Whether more of the text may show that it begins with one.
  var mayBeByteOrderMark: Bool { count < 3 && [0xEF, 0xBB].starts(with: self) }
}

extension StaticString {
  @inlinable @inline(__always) package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension String {
  /// Calls `body` with the text in UTF-8.
  @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    var text = self
    return text.withUTF8(body)
  }

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
