/// The 64 bits from which a venue's id is made.
///
/// A feature's own id is kept as it is. A venue without one gets 60 bits of a hash over its name, postcode
/// and coordinates, written as twelve letters and digits: the same on every machine, and in every edition of
/// a dataset as long as those are the same. By chance, two of 5 million venues would share a hash in one of
/// 90,000 datasets; they would still get different ids (`UniqueIDs`).
package struct VenueIDKey: BitwiseCopyable, Hashable {
  let value: UInt64

  private static let derivedBits = 60

  init(value: UInt64) { self.value = value }

  /// Keys of features' own ids are above all derived ones.
  package var isDerived: Bool { value >> Self.derivedBits == 0 }

  init(name: Bytes, postcode: Bytes, at: Coordinate) {
    var hash = StableHash()
    hash.add(name)
    hash.add(postcode)
    // Adding zero turns -0 into 0, since it is the same place.
    hash.add((at.latitude + 0).bitPattern)
    hash.add((at.longitude + 0).bitPattern)
    hash.add(0 as UInt64)
    value = hash.value >> (64 - Self.derivedBits)
  }

  /// A feature's own id that has the form of a derived one gets that one's key, so that the two are
  /// recognised as duplicates.
  package init(ownID: Bytes) {
    if let derived = Self.derivedValue(of: ownID) {
      value = derived
    } else {
      var hash = StableHash()
      hash.add(ownID)
      hash.add(0 as UInt64)
      value = hash.value | 1 << Self.derivedBits
    }
  }

  /// Crockford's base 32: without letters that are easily mistaken for digits.
  private static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"
  static let derivedLength = 12

  /// The id of a venue whose feature has none.
  func appendDerived(to output: inout ByteBuffer) {
    for place in stride(from: Self.derivedBits - 5, through: 0, by: -5) {
      // In a damaged snapshot, higher bits may be set.
      let digit = Int(truncatingIfNeeded: value >> UInt64(place)) & 31
      output.append(Self.alphabet.utf8Start[digit])
    }
  }

  private static func derivedValue(of text: Bytes) -> UInt64? {
    guard text.count == derivedLength else { return nil }
    var value: UInt64 = 0
    for byte in text {
      guard let digit = memchr(alphabet.utf8Start, CInt(byte), 32) else { return nil }
      value = value << 5 | UInt64(digit - UnsafeMutableRawPointer(mutating: alphabet.utf8Start))
    }
    return value
  }
}
