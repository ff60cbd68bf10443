import FinderEngine

/// A place of AllThePlaces, turned into a venue. It is recognised by its spider, which read it from a chain's
/// own pages.
///
///     {"id": "x1Z…", "properties": {"@spider": "greggs_gb", "amenity": "fast_food", "brand": "Greggs", …}}
///
/// Its tags are those of OpenStreetMap, so it becomes the same as a venue fetched from there. Two are its
/// own: `addr:full` and `addr:street_address`, which hold addresses that the spider could not split.
struct SpiderPlace {
  private var tags = OSMTags()
  private let spider: RecordValue
  private var hasKind = false

  /// `nil` for a record of another source.
  init?(_ record: borrowing ListRecord) {
    guard let spider = Self.spider(of: record) else { return nil }
    self.spider = spider
    var (fullAddress, streetAddress) = (RecordValue.none, RecordValue.none)
    for index in 0..<record.members.count {
      let (key, value) = (record.members[index].key, RecordValue(record.members[index].value))
      guard value.isText else { continue }
      if key.equals("addr:full") {
        fullAddress = value
      } else if key.equals("addr:street_address") {
        streetAddress = value
      } else if Self.keysOfKinds.contains(where: { key.equals($0) }) {
        hasKind = true
      }
      tags.set(String(decoding: key, as: UTF8.self), to: value.inside)
    }
    setAddress(fullAddress, streetAddress)
  }

  /// If no tag gives the street, uses an address that the spider could not split: the street address,
  /// followed by the town, or else the full address by itself.
  private mutating func setAddress(_ full: RecordValue, _ street: RecordValue) {
    guard tags[.street] == nil, tags[.place] == nil, tags[.houseName] == nil,
      let address = street.shownText ?? full.shownText
    else { return }
    tags.set("addr:place", to: address.inside)
    tags.set("addr:housenumber", to: RecordValue.none.text)
    if street.shownText == nil { tags.set("addr:city", to: RecordValue.none.text) }
  }

  private static func spider(of record: borrowing ListRecord) -> RecordValue? {
    for index in 0..<record.members.count where record.members[index].key.equals("@spider") {
      return RecordValue(record.members[index].value).shownText
    }
    return nil
  }

  /// The keys for kinds of things in OpenStreetMap.
  private static let keysOfKinds: [StaticString] = [
    "amenity", "shop", "tourism", "leisure", "office", "craft", "healthcare", "man_made", "highway",
    "emergency", "public_transport", "railway", "aeroway", "building", "landuse", "club", "natural",
    "telecom", "power", "advertising", "historic", "place_of_worship",
  ]

  /// Only `amenity` counts: a supermarket with a café in it is a supermarket.
  var kind: FoodKind {
    guard let amenity = tags[.amenity] else { return hasKind ? .notFood : .unstated }
    let name = String(decoding: amenity, as: UTF8.self)
    return FetchKind(rawValue: name) == nil ? .notFood : .food(name)
  }

  /// A spider that knows only that a place has closed writes `end_date=yes`.
  func isClosed(on today: String) -> Bool {
    tags.isClosed(today: today) || tags[.endDate].map { $0.elementsEqual("yes".utf8) } ?? false
  }

  var isPrivate: Bool { tags.isPrivate }
  var name: Bytes? { tags.shownName }

  /// Replaces the place with the venue. The id stays.
  func write(name: Bytes, to record: inout ListRecord) {
    var text = ByteBuffer(capacity: 1 << 10)
    text.appendObject { tags.append(propertiesNamed: name, to: &$0) }
    record.members.removeAll()
    record.foreign.removeAll()
    RecordValue(record.keep(text.bytes)).forEachMember { key, value in
      record.append(key: key, value: value.text)
    }
    record.append(key: "@spider", value: spider.text)
  }
}
