import FinderEngine

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
