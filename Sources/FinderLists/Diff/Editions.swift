import FinderEngine

/// Two editions of a dataset, and comparisons between their venues.
struct Editions {
  let old: VenueStore
  let new: VenueStore
  private let oldHashes: PartHashes
  private let newHashes: PartHashes

  /// Tests keep only a few bits of each hash, so that many collide.
  init(old: VenueStore, new: VenueStore, hashMask: UInt64 = .max) {
    (self.old, self.new) = (old, new)
    oldHashes = PartHashes(old, mask: hashMask)
    newHashes = PartHashes(new, mask: hashMask)
  }

  func store(of venue: EditionVenue) -> VenueStore { venue.isNew ? new : old }

  func venue(_ venue: EditionVenue) -> Venue { Venue(row: venue.row, of: store(of: venue)) }

  /// As it is printed.
  func withName(_ venue: EditionVenue, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    // Not `store(of:)`, which makes each caller one of the store's owners: threads wait for one another there.
    if venue.isNew {
      new.withTidiedName(ofRow: venue.row, body)
    } else {
      old.withTidiedName(ofRow: venue.row, body)
    }
  }

  func withPostcode(_ venue: EditionVenue, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if venue.isNew {
      new.withTidiedPostcode(ofRow: venue.row, body)
    } else {
      old.withTidiedPostcode(ofRow: venue.row, body)
    }
  }

  func position(_ venue: EditionVenue) -> Coordinate {
    (venue.isNew ? new.coordinate(ofRow: venue.row) : old.coordinate(ofRow: venue.row)).canonical
  }

  func hash(_ venue: EditionVenue, _ parts: VenueKeyParts) -> UInt64 {
    venue.isNew
      ? newHashes.hash(ofRow: venue.row, parts) : oldHashes.hash(ofRow: venue.row, parts)
  }

  /// In this order, else in that of the files.
  func sorted(
    _ venues: Group, by parts: VenueKeyParts
  ) -> [(key: VenueKey, venue: EditionVenue)] {
    venues.map { (key: VenueKey(venue($0), parts), venue: $0) }.sorted { a, b in
      let order = a.key.order(b.key)
      return order == 0 ? a.venue.bits < b.venue.bits : order < 0
    }
  }

  func agree(_ a: EditionVenue, _ b: EditionVenue, in parts: VenueKeyParts) -> Bool {
    if parts.contains(.position), position(a) != position(b) { return false }
    var agree = true
    if parts.contains(.name) {
      withName(a) { name in withName(b) { agree = name.hasSameBytes(as: $0) } }
    }
    guard agree, parts.contains(.postcode) else { return agree }
    withPostcode(a) { postcode in
      withPostcode(b) { agree = PlainPostcode(postcode).order(PlainPostcode($0)) == 0 }
    }
    return agree
  }

  /// Whether the two features have the same bytes in their files.
  func areWrittenAlike(_ a: EditionVenue, _ b: EditionVenue) -> Bool {
    featureBytes(a).hasSameBytes(as: featureBytes(b))
  }

  private func featureBytes(_ venue: EditionVenue) -> UnsafeBufferPointer<UInt8> {
    venue.isNew ? new.featureBytes(ofRow: venue.row) : old.featureBytes(ofRow: venue.row)
  }

  func contents(_ venue: EditionVenue) -> FeatureContents {
    FeatureContents(row: venue.row, of: store(of: venue))
  }

  /// For a group with the same name and postcode, one of its venues is enough.
  func hasNameAndPostcode(_ venue: EditionVenue) -> Bool {
    var isNamed = false
    withName(venue) { isNamed = !$0.isEmpty }
    return isNamed && hasPostcode(venue)
  }

  func hasPostcode(_ venue: EditionVenue) -> Bool {
    var hasPostcode = false
    withPostcode(venue) { hasPostcode = PlainPostcode($0).contains { _ in true } }
    return hasPostcode
  }

  /// What differs between two venues apart from name, postcode and position. For a venue that moved
  /// the geometry does not count.
  func differingFields(
    _ a: EditionVenue, _ b: EditionVenue, hasMoved: Bool = false
  ) -> [String] {
    if hasMoved { return contents(a).fields(differingFrom: contents(b), withGeometry: false) }
    if areWrittenAlike(a, b) { return [] }
    let (first, second) = (store(of: a), store(of: b))
    let isSame = JSONComparison.areEqual(
      first.featureSpan(ofRow: a.row), in: JSONCursor(first.text),
      second.featureSpan(ofRow: b.row), in: JSONCursor(second.text))
    return isSame ? [] : contents(a).fields(differingFrom: contents(b))
  }
}
