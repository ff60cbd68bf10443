extension UnsafeBufferPointer<UInt8> {
  /// Below 0 where these bytes come before the others.
  @inline(__always) package func order(_ other: UnsafeBufferPointer<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    let order = shared == 0 ? 0 : Int(memcmp(baseAddress!, other.baseAddress!, shared))
    return order != 0 ? order : count - other.count
  }

  @inline(__always) package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    count == other.count
      && (count == 0 || memcmp(baseAddress!, other.baseAddress!, count) == 0)
  }

  @inline(__always) package func equals(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount
      && memcmp(baseAddress!, word.utf8Start, word.utf8CodeUnitCount) == 0
  }
}
