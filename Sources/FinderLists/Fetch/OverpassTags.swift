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
  enum Tag: String {
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
    case wheelchair, takeaway, delivery
    case outdoorSeating = "outdoor_seating"
    case internet = "internet_access"
    case vegetarian = "diet:vegetarian"
    case vegan = "diet:vegan"
    case halal = "diet:halal"
    case kosher = "diet:kosher"
    case glutenFree = "diet:gluten_free"
    case level
    case hygieneID = "fhrs:id"
    case wikidata
  }

  private var spans: [Tag: JSONStringSpan] = [:]

  mutating func clear() { spans.removeAll(keepingCapacity: true) }

  subscript(tag: Tag) -> JSONStringSpan? { spans[tag].flatMap { $0.count == 0 ? nil : $0 } }

  /// The first of them that there is.
  func first(_ tags: [Tag]) -> JSONStringSpan? { tags.lazy.compactMap { self[$0] }.first }

  /// The first that is more than blanks.
  func firstName(_ tags: [Tag], _ cursor: JSONCursor) -> JSONStringSpan? {
    tags.lazy.compactMap { self[$0] }.first(where: cursor.hasText)
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
      if let tag = Tag(rawValue: String(decoding: cursor.decoded(key), as: UTF8.self)) {
        spans[tag] = value
      }
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
