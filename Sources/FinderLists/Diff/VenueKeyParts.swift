import FinderEngine

/// The parts in which two venues must agree to be compared further.
struct VenueKeyParts: OptionSet {
  let rawValue: UInt8

  /// As it is printed: tidied.
  static let name = VenueKeyParts(rawValue: 1)
  /// Its letters and digits, in capitals: `sw1a1aa` is `SW1A 1AA`.
  static let postcode = VenueKeyParts(rawValue: 2)
  static let position = VenueKeyParts(rawValue: 4)
}
