/// The letters and digits of a postcode, in capitals. Bytes outside ASCII stay as they are.
package struct PlainPostcode: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private var place = 0

  package init(_ bytes: Bytes) { self.bytes = bytes }

  @inline(__always) package mutating func next() -> UInt8? {
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte >= 0x80 || byte &- 0x30 < 10 || byte &- 0x41 < 26 { return byte }
      if byte &- 0x61 < 26 { return byte - 0x20 }
    }
    return nil
  }

  package func order(_ other: PlainPostcode) -> Int {
    var (mine, theirs) = (self, other)
    while true {
      switch (mine.next(), theirs.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let a?, let b?) where a != b: return a < b ? -1 : 1
      default: continue
      }
    }
  }
}
