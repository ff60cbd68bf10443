import FinderEngine

/// The parts of a venue that are compared. They are read from its feature once, since a venue may have a name
/// or properties of megabytes.
struct VenueKey {
  private var name: [UInt8] = []
  private var postcode: [UInt8] = []
  private var position: Coordinate?

  init(_ venue: Venue, _ parts: VenueKeyParts) {
    if parts.contains(.name) { venue.withName { name = Array($0) } }
    if parts.contains(.postcode) { venue.withPostcode { postcode = Array(PlainPostcode($0)) } }
    if parts.contains(.position) { position = venue.coordinate.canonical }
  }

  /// Below 0 if this comes first, 0 if the two agree. Both must have the same parts.
  func order(_ other: VenueKey) -> Int {
    let byName = Self.order(name, other.name)
    if byName != 0 { return byName }
    let byPostcode = Self.order(postcode, other.postcode)
    if byPostcode != 0 { return byPostcode }
    guard let position, let place = other.position else { return 0 }
    return position.order(place)
  }

  private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.withUnsafeBufferPointer { first in b.withUnsafeBufferPointer { first.order($0) } }
  }
}

/// The parts in which two venues must agree to be compared further.
struct VenueKeyParts: OptionSet {
  let rawValue: UInt8

  /// As it is printed, that is, tidied.
  static let name = VenueKeyParts(rawValue: 1)
  /// Its letters and digits, in capitals: `sw1a1aa` is `SW1A 1AA`.
  static let postcode = VenueKeyParts(rawValue: 2)
  static let position = VenueKeyParts(rawValue: 4)
}
