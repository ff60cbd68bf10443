/// The keys under which datasets keep what finder shows of a venue, the most usual first: the only
/// list of them.
///
/// `isKey` says whether the key at hand is a word. Written out as comparisons: with a constant length
/// and text each is one or two instructions.
enum VenueKeys {
  @inline(__always) static func nameRank(_ isKey: (StaticString) -> Bool) -> UInt8? {
    if isKey("name") { return 0 }
    if isKey("Name") { return 1 }
    if isKey("title") { return 2 }
    if isKey("BusinessName") { return 3 }
    return nil
  }

  @inline(__always) static func postcodeRank(_ isKey: (StaticString) -> Bool) -> UInt8? {
    if isKey("postcode") { return 0 }
    if isKey("Postcode") { return 1 }
    if isKey("PostCode") { return 2 }
    if isKey("addr:postcode") { return 3 }
    return nil
  }
}
