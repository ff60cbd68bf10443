/// Bytes in memory that something else owns.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
  /// The offset of the next such byte, or of the end if there is none. `start` may be the end.
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

  /// Whether these bytes, at least two, occur in this text. It searches for the one at `rarest`, so it is
  /// fast if that byte is rare; the first is often a quote.
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

  /// Below 0 if these bytes come before the others.
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

  /// 3 if the text begins with the UTF-8 byte order mark that some editors write; otherwise 0.
  package var lengthOfByteOrderMark: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }

  /// Whether, with more of the text, it may turn out to begin with one.
  var mayBeByteOrderMark: Bool { count < 3 && [0xEF, 0xBB].starts(with: self) }
}

extension StaticString {
  @inlinable @inline(__always) package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension String {
  /// Calls `body` with the text's UTF-8.
  @inline(__always)
  package func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
    var text = self
    return text.withUTF8(body)
  }

  /// The first range of `part` in the text. The standard `firstRange(of:)` and `contains(_: String)` link all
  /// of regular expressions, a tenth of the binary.
  package func range(of part: String) -> Range<Index>? {
    var rest = utf8[...]
    while !rest.starts(with: part.utf8) {
      guard rest.popFirst() != nil else { return nil }
    }
    return rest.startIndex..<rest.index(rest.startIndex, offsetBy: part.utf8.count)
  }

  package func holds(_ part: String) -> Bool { range(of: part) != nil }
}
