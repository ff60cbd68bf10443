import FinderEngine

extension JSONCursor {
  /// Whether anything of it is shown.
  @inline(__always) func hasText(_ span: JSONStringSpan) -> Bool {
    let first = rawBytes(span).first ?? 0x20
    if first > 0x20, first < 0x7F, first != UInt8(ascii: "\\") { return true }
    return withDecoded(span) { !TidyName.string($0).isEmpty }
  }
}

/// The tags of OpenStreetMap that become properties, and where each element's stand in the answer.
struct OverpassTags {
  enum Tag: UInt8, CaseIterable {
    case name, otherName, brand, operatedBy, amenity, cuisine
    case houseName, houseNumber, street, place, city, postcode
    case phone, contactPhone, mobile, website, contactWebsite, url, email, contactEmail
    case openingHours, wheelchair, takeaway, delivery, outdoorSeating, internet
    case vegetarian, vegan, halal, kosher, glutenFree, level, hygieneID, wikidata

    var key: StaticString {
      switch self {
      case .name: "name"
      case .otherName: "alt_name"
      case .brand: "brand"
      case .operatedBy: "operator"
      case .amenity: "amenity"
      case .cuisine: "cuisine"
      case .houseName: "addr:housename"
      case .houseNumber: "addr:housenumber"
      case .street: "addr:street"
      case .place: "addr:place"
      case .city: "addr:city"
      case .postcode: "addr:postcode"
      case .phone: "phone"
      case .contactPhone: "contact:phone"
      case .mobile: "contact:mobile"
      case .website: "website"
      case .contactWebsite: "contact:website"
      case .url: "url"
      case .email: "email"
      case .contactEmail: "contact:email"
      case .openingHours: "opening_hours"
      case .wheelchair: "wheelchair"
      case .takeaway: "takeaway"
      case .delivery: "delivery"
      case .outdoorSeating: "outdoor_seating"
      case .internet: "internet_access"
      case .vegetarian: "diet:vegetarian"
      case .vegan: "diet:vegan"
      case .halal: "diet:halal"
      case .kosher: "diet:kosher"
      case .glutenFree: "diet:gluten_free"
      case .level: "level"
      case .hygieneID: "fhrs:id"
      case .wikidata: "wikidata"
      }
    }
  }

  private static let longestKey = 20
  private var spans = [JSONStringSpan](repeating: .none, count: Tag.allCases.count)
  /// Tags by the length of their keys: those of length n are `byLength[starts[n]..<starts[n + 1]]`.
  private let byLength: [Tag]
  private let starts: [Int]

  init() {
    let tags = Tag.allCases.sorted { $0.key.utf8CodeUnitCount < $1.key.utf8CodeUnitCount }
    byLength = tags
    starts = (0...Self.longestKey).map { length in
      tags.count { $0.key.utf8CodeUnitCount < length }
    }
  }

  mutating func clear() {
    for place in spans.indices { spans[place] = .none }
  }

  subscript(tag: Tag) -> JSONStringSpan? {
    let span = spans[Int(tag.rawValue)]
    return span.count == 0 ? nil : span
  }

  /// The first of them that there is.
  func first(_ tags: [Tag]) -> JSONStringSpan? {
    for tag in tags {
      if let span = self[tag] { return span }
    }
    return nil
  }

  /// The first that is more than blanks.
  func firstName(_ tags: [Tag], _ cursor: JSONCursor) -> JSONStringSpan? {
    for tag in tags {
      if let span = self[tag], cursor.hasText(span) { return span }
    }
    return nil
  }

  /// Passes over the `tags` of an element.
  mutating func read(_ cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      guard cursor.byte == UInt8(ascii: "\"") else {
        try cursor.skipValue()
        continue
      }
      let value = try cursor.readString()
      if key.hasEscapes {
        cursor.withDecoded(key) { take($0, value) }
      } else {
        take(cursor.rawBytes(key), value)
      }
    }
  }

  @inline(__always)
  private mutating func take(_ key: Bytes, _ value: JSONStringSpan) {
    let length = key.count
    guard length < Self.longestKey else { return }
    for place in starts[length]..<starts[length + 1] where key.equals(byLength[place].key) {
      spans[Int(byLength[place].rawValue)] = value
    }
  }
}

/// The properties of a venue from OpenStreetMap: what finder knows by name first, then the tags that
/// people ask for, under the keys that OpenStreetMap has for them.
struct OverpassProperties {
  let tags: OverpassTags
  let cursor: JSONCursor

  private typealias Property = (key: StaticString, tags: [OverpassTags.Tag])

  private static let before: [Property] = [
    ("alt_name", [.otherName]), ("postcode", [.postcode]), ("kind", [.amenity]),
  ]

  private static let after: [Property] = [
    ("phone", [.phone, .contactPhone, .mobile]), ("website", [.website, .contactWebsite, .url]),
    ("email", [.email, .contactEmail]), ("opening_hours", [.openingHours]),
    ("cuisine", [.cuisine]), ("takeaway", [.takeaway]), ("delivery", [.delivery]),
    ("outdoor_seating", [.outdoorSeating]), ("wheelchair", [.wheelchair]),
    ("internet_access", [.internet]), ("diet:vegetarian", [.vegetarian]),
    ("diet:vegan", [.vegan]), ("diet:halal", [.halal]), ("diet:kosher", [.kosher]),
    ("diet:gluten_free", [.glutenFree]), ("level", [.level]), ("brand", [.brand]),
    ("operator", [.operatedBy]), ("wikidata", [.wikidata]), ("fhrs_id", [.hygieneID]),
  ]

  func append(name: JSONStringSpan, to output: inout ByteBuffer) {
    append("name", name, to: &output)
    append(Self.before, to: &output)
    appendAddress(to: &output)
    append(Self.after, to: &output)
  }

  private func append(_ properties: [Property], to output: inout ByteBuffer) {
    for property in properties {
      if let value = tags.first(property.tags) { append(property.key, value, to: &output) }
    }
  }

  private func append(_ key: StaticString, _ value: JSONStringSpan, to output: inout ByteBuffer) {
    output.append(key: key)
    output.append("\"")
    output.append(cursor.rawBytes(value))
    output.append("\"")
  }

  /// `The Old Bank, 12 High Street, Brighton`
  private func appendAddress(to output: inout ByteBuffer) {
    let street = tags.first([.street, .place])
    guard street != nil || tags[.houseName] != nil else { return }
    output.append(key: "address")
    output.append("\"")
    var isFirst = true
    func append(_ span: JSONStringSpan?, after separator: StaticString = ", ") {
      guard let span else { return }
      if !isFirst { output.append(separator) }
      isFirst = false
      output.append(cursor.rawBytes(span))
    }
    append(tags[.houseName])
    if street != nil, let number = tags[.houseNumber] {
      append(number)
      append(street, after: " ")
    } else {
      append(street)
    }
    append(tags[.city])
    output.append("\"")
  }
}
