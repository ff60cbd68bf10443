/// A hash that is the same in every process and on every machine, unlike the standard library's.
/// After wyhash (Wang Yi): eight bytes at a time through a 64 by 64 bit product, folded.
package struct StableHash {
  package private(set) var value: UInt64 = 0x2D35_8DCC_AA6C_78A5

  package init() {}

  @inline(__always) package mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = (product.high ^ product.low) &+ 0x4B33_A62E_D433_D4A3
  }

  /// The bytes and their number, so that `ab` and `c` differ from `a` and `bc`.
  @inline(__always) package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    add(UInt64(bytes.count))
    var offset = 0
    while offset < bytes.count {
      add(EightBytes.load(bytes, at: offset))
      offset += 8
    }
  }
}
