/// The names of columns and members, always with the best name first.
///
/// Names for positions match in any case. Names and postcodes of venues have more spellings, so they are
/// matched by letters and digits only (`Post Code`, `ADDR_POSTCODE`).
package enum ColumnNames {
  package static let latitude: [StaticString] = ["lat", "latitude"]
  package static let longitude: [StaticString] = ["lon", "long", "lng", "longitude"]
  /// The axes of a map's plane: they count only as a pair, and only if none of the above is there.
  static let plane: (latitude: [StaticString], longitude: [StaticString]) = (["y"], ["x"])
  /// For a point in words, by letters and digits only.
  static let point: [StaticString] = ["point"] + postcode + ["place", "location", "gridref"]
  /// Columns of answers about such a point.
  static let precision: [StaticString] = ["place_precision", "searched_lat", "searched_lon"]
  package static let easting: [StaticString] = ["easting", "eastings", "oseast1m", "east1m"]
  package static let northing: [StaticString] = ["northing", "northings", "osnrth1m", "north1m"]

  package static let name: [StaticString] = [
    "name", "businessname", "title", "tradingname", "establishment",
  ]
  package static let postcode: [StaticString] = [
    "postcode", "postalcode", "addrpostcode", "pcds", "pcd2", "pcd8", "pcd", "pcd7",
  ]
  /// In tables of positions, for what may be only the beginning of a postcode.
  package static let postcodeArea: [StaticString] = [
    "sector", "postcodesector", "outcode", "outwardcode", "postcodedistrict", "pc",
  ]

  /// Each of these alone shows a coordinate, unlike those of the plane.
  static let ofCoordinates = [latitude, longitude, easting, northing]
  static let ofPositions = ofCoordinates + [plane.latitude, plane.longitude]
  static let ofVenues = [point, name, postcode, postcodeArea]

  /// By letters and digits only.
  package static let openingHours: [StaticString] = ["openinghours"]
  package static let phone: [StaticString] = [
    "phone", "contactphone", "telephone", "tel", "phonenumber", "mobile", "contactmobile",
  ]
  package static let website: [StaticString] = [
    "website", "contactwebsite", "url", "web", "homepage",
  ]
  package static let email: [StaticString] = ["email", "contactemail"]
  package static let rating: [StaticString] = ["hygienerating", "ratingvalue", "rating", "stars"]

  /// Whether its values are always text: a restaurant may be called 1847.
  package static func isText(_ key: some Collection<UInt8>) -> Bool {
    VenueKeys.nameRank { $0.bytes.equalsInAnyCase(key) } != nil
      || VenueKeys.postcodeRank { $0.bytes.equalsInAnyCase(key) } != nil
  }

  /// Whether a column with this name would be taken for a position, an id or a geometry.
  static func isReserved(_ key: some Collection<UInt8>) -> Bool {
    key.elementsEqual("id".utf8) || key.elementsEqual("geometry".utf8)
      || ofPositions.contains { isOne(of: $0, key) }
  }

  package static func isOne(
    of names: some Sequence<StaticString>, _ key: some Collection<UInt8>
  ) -> Bool {
    rank(of: key, in: names) != nil
  }

  /// The rank of a key among the names, 0 for the best; `nil` if it is none of them.
  static func rank(of key: some Collection<UInt8>, in names: some Sequence<StaticString>) -> Int? {
    names.enumerated().first { $0.element.bytes.equalsInAnyCase(key) }?.offset
  }

  /// The same, by letters and digits only.
  package static func rankByLetters(of key: Bytes, in names: [StaticString]) -> Int? {
    names.firstIndex { key.hasLettersAndDigits($0.bytes) }
  }
}

/// The keys that datasets use for what finder shows of a venue, the most usual first: the only list of them.
///
/// `isKey` says whether the current key is a word. The comparisons are written out: with a constant length
/// and text, each is one or two instructions.
enum VenueKeys {
  /// The last byte of all of them. It quickly rules out most other keys, such as `opening_hours`: comparing
  /// each key of a file with one property more than a name took 6 % of a first `near`.
  static let lastByte = UInt8(ascii: "e")

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
