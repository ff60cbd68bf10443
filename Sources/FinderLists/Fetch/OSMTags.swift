import FinderEngine

/// The tags of one OpenStreetMap object that finder knows, from a server or from a file. Their texts are
/// written as in JSON, without the quotes, and point into the reader's memory.
package struct OSMTags {
  package enum Tag: String, CaseIterable {
    case name
    case otherName = "alt_name"
    case brand
    case operatedBy = "operator"
    case amenity, cuisine
    case houseName = "addr:housename"
    case houseNumber = "addr:housenumber"
    case street = "addr:street"
    case place = "addr:place"
    case city = "addr:city"
    case postcode = "addr:postcode"
    case phone
    case contactPhone = "contact:phone"
    case mobile = "contact:mobile"
    case website
    case contactWebsite = "contact:website"
    case url, email
    case contactEmail = "contact:email"
    case openingHours = "opening_hours"
    case wheelchair
    case wheelchairToilets = "toilets:wheelchair"
    case takeaway, delivery
    case outdoorSeating = "outdoor_seating"
    case internet = "internet_access"
    case vegetarian = "diet:vegetarian"
    case vegan = "diet:vegan"
    case halal = "diet:halal"
    case kosher = "diet:kosher"
    case glutenFree = "diet:gluten_free"
    case organic
    case realAle = "real_ale"
    case highchair, dog, access, level
    case hygieneID = "fhrs:id"
    case wikidata
    case brandWikidata = "brand:wikidata"
    // These mean that the place is closed.
    case disused
    case endDate = "end_date"
    case operatingStatus = "operating_status"

    /// `nil` for a key that finder does not know.
    package init?(_ key: Bytes) {
      guard let number = Self.numbers[String(decoding: key, as: UTF8.self)] else { return nil }
      self = Self.allCases[number]
    }

    fileprivate static let numbers = Dictionary(
      uniqueKeysWithValues: allCases.enumerated().map { ($1.rawValue, $0) })
    fileprivate var number: Int { Self.numbers[rawValue]! }
  }

  private var texts = [Bytes?](repeating: nil, count: Tag.allCases.count)

  package init() {}

  package mutating func clear() { for place in texts.indices { texts[place] = nil } }

  /// Ignores tags that finder does not know.
  package mutating func set(_ key: String, to text: Bytes) {
    if let number = Tag.numbers[key] { texts[number] = text }
  }

  mutating func set(_ tag: Tag, to text: Bytes) { texts[tag.number] = text }

  /// `nil` if there is none or it is empty.
  package subscript(tag: Tag) -> Bytes? { texts[tag.number].flatMap { $0.isEmpty ? nil : $0 } }

  /// The first of these tags that is there.
  func first(_ tags: [Tag]) -> Bytes? { tags.lazy.compactMap { self[$0] }.first }

  /// Its name, else its brand, else its operator. A venue with none of these could not be searched for.
  package var shownName: Bytes? {
    [Tag.name, .brand, .operatedBy].lazy.compactMap { self[$0] }.first(where: \.showsText)
  }

  /// Whether it serves only its own guests, as a canteen does.
  package var isPrivate: Bool {
    guard let access = self[.access] else { return false }
    return access.elementsEqual("private".utf8) || access.elementsEqual("no".utf8)
  }

  /// Whether the tags say that it closed before `today` (`2026-11-27`). A date in any form other than `2025`,
  /// `2025-03` or `2025-03-31` does not say when.
  package func isClosed(today: String) -> Bool {
    if let disused = self[.disused], disused.elementsEqual("yes".utf8) { return true }
    let status = self[.operatingStatus]
    if let status, status.elementsEqual("permanently_closed".utf8) { return true }
    guard let end = self[.endDate] else { return false }
    return Self.isPast(String(decoding: end, as: UTF8.self), today: today)
  }

  /// Whether a year, a month or a day is over.
  package static func isPast(_ date: String, today: String) -> Bool {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    let isDate = [[4], [4, 2], [4, 2, 2]].contains(parts)
    guard isDate, date.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") })
    else { return false }
    return date < today.prefix(date.utf8.count)
  }

  enum Verdict {
    /// The name that the venue is shown by.
    case keep(named: Bytes)
    case leaveOut(ChoiceTally.Reason)
  }

  /// Whether the object becomes a venue, as far as its tags say.
  func verdict(today: String, includesPrivate: Bool) -> Verdict {
    guard let name = shownName else { return .leaveOut(.nameless) }
    if isClosed(today: today) { return .leaveOut(.closed) }
    if !includesPrivate, isPrivate { return .leaveOut(.isPrivate) }
    return .keep(named: name)
  }

  // MARK: Properties

  private typealias Property = (key: StaticString, tags: [Tag])

  private static let before: [Property] = [
    ("alt_name", [.otherName]), ("postcode", [.postcode]), ("kind", [.amenity]),
  ]

  private static let after: [Property] = [
    ("phone", [.phone, .contactPhone, .mobile]), ("website", [.website, .contactWebsite, .url]),
    ("email", [.email, .contactEmail]), ("opening_hours", [.openingHours]),
    ("cuisine", [.cuisine]), ("takeaway", [.takeaway]), ("delivery", [.delivery]),
    ("outdoor_seating", [.outdoorSeating]), ("wheelchair", [.wheelchair]),
    ("toilets:wheelchair", [.wheelchairToilets]),
    ("internet_access", [.internet]), ("diet:vegetarian", [.vegetarian]),
    ("diet:vegan", [.vegan]), ("diet:halal", [.halal]), ("diet:kosher", [.kosher]),
    ("diet:gluten_free", [.glutenFree]), ("organic", [.organic]), ("real_ale", [.realAle]),
    ("highchair", [.highchair]), ("dog", [.dog]), ("access", [.access]), ("level", [.level]),
    ("brand", [.brand]), ("brand:wikidata", [.brandWikidata]), ("operator", [.operatedBy]),
    ("wikidata", [.wikidata]), ("fhrs_id", [.hygieneID]),
  ]

  /// The properties of a venue: first those that finder knows by name, then tags that people ask for, under
  /// OpenStreetMap's keys.
  package func append(propertiesNamed name: Bytes, to output: inout ByteBuffer) {
    Self.append("name", name, to: &output)
    append(Self.before, to: &output)
    appendAddress(to: &output)
    append(Self.after, to: &output)
  }

  private func append(_ properties: [Property], to output: inout ByteBuffer) {
    for property in properties {
      if let value = first(property.tags) { Self.append(property.key, value, to: &output) }
    }
  }

  private static func append(_ key: StaticString, _ value: Bytes, to output: inout ByteBuffer) {
    output.append(key: key)
    output.append("\"")
    output.append(value)
    output.append("\"")
  }

  /// As in `The Old Bank, 12 High Street, Brighton`.
  private func appendAddress(to output: inout ByteBuffer) {
    let street = first([.street, .place])
    guard street != nil || self[.houseName] != nil else { return }
    output.append(key: "address")
    output.append("\"")
    var isFirst = true
    func append(_ text: Bytes?, after separator: StaticString = ", ") {
      guard let text else { return }
      if !isFirst { output.append(separator) }
      isFirst = false
      output.append(text)
    }
    append(self[.houseName])
    if street != nil, let number = self[.houseNumber] {
      append(number)
      append(street, after: " ")
    } else {
      append(street)
    }
    append(self[.city])
    output.append("\"")
  }
}

extension Bytes {
  /// Whether a text written as in JSON shows anything.
  var showsText: Bool {
    let first = first ?? 0x20
    if first > 0x20, first < 0x7F, first != UInt8(ascii: "\\") { return true }
    var text: [UInt8] = []
    JSONString.decode(self, into: &text)
    return text.withUnsafeBufferPointer { !TidyText.string($0).isEmpty }
  }
}
