/// What two venues must have in common to be compared further.
struct VenueKeyParts: OptionSet {
  let rawValue: UInt8

  /// As it is shown: tidied.
  static let name = VenueKeyParts(rawValue: 1)
  /// Its letters and digits, in capitals: `sw1a1aa` is `SW1A 1AA`.
  static let postcode = VenueKeyParts(rawValue: 2)
  static let position = VenueKeyParts(rawValue: 4)
}
