/// What a venue's properties have under one of several names, as sources spell it: by letters and digits
/// alone, and an address perhaps in parts.
package enum SpelledFact: String, Sendable {
  case hours, address, phone, website
  case kind, cuisine, diet
  case features = "with"

  /// What `FoodReader` reads.
  fileprivate var aspect: FoodAspect? {
    switch self {
    case .hours, .address, .phone, .website: nil
    case .kind: .kind
    case .cuisine: .cuisine
    case .diet: .diet
    case .features: .feature
    }
  }

  fileprivate var names: [StaticString] {
    switch self {
    case .hours: ColumnNames.openingHours
    case .address: ["address", "addrfull", "fulladdress", "formattedaddress"]
    case .phone: ColumnNames.phone
    case .website: ColumnNames.website
    case .kind, .cuisine, .diet, .features: []
    }
  }
}

extension VenueStore {
  /// As JSON: the value as it stands, or an address put together; `nil` where there is none.
  func json(of fact: SpelledFact, _ key: PropertyKey, ofRow row: Int) -> ByteBuffer? {
    let cursor = JSONCursor(text)
    var output = ByteBuffer()
    if let own = property(key, ofRow: row), !cursor.isEmpty(own) {
      output.append(json: cursor.bytes(of: own))
      return output
    }
    let properties = otherProperties(ofRow: row)
    guard !properties.isNone else { return nil }
    if let aspect = fact.aspect {
      let texts = Venue(row: row, of: self).food.values(aspect)
      guard !texts.isEmpty else { return nil }
      output.append(jsonString: texts.joined(separator: ";"))
      return output
    }
    let found = SpelledValues(of: fact, in: properties, cursor)
    if let value = found.whole {
      output.append(json: cursor.bytes(of: value))
      return output
    }
    guard let address = found.address(cursor) else { return nil }
    address.withUnsafeBufferPointer { output.append(jsonString: $0) }
    return output
  }

  package func has(_ fact: SpelledFact, _ key: PropertyKey) -> Bool {
    (0..<count).contains { json(of: fact, key, ofRow: $0) != nil }
  }

  /// Whether any venue says anything of food. O(n) where none does
  package var hasFood: Bool {
    (0..<count).contains { row in
      guard !otherProperties(ofRow: row).isNone else { return false }
      let food = Venue(row: row, of: self).food
      return FoodAspect.allCases.contains { !food.values($0).isEmpty }
    }
  }

  /// The properties of a venue that has others than name and postcode.
  func otherProperties(ofRow row: Int) -> JSONSpan {
    let known = columns.text[row]
    guard !known.isKnown || known.hasOtherProperties else { return .none }
    let feature = featureSpan(ofRow: row)
    guard !feature.isNone else { return .none }
    let cursor = JSONCursor(text)
    let properties = cursor.properties(ofFeature: feature)
    guard !properties.isNone, cursor.base[properties.start] == UInt8(ascii: "{") else {
      return .none
    }
    return properties
  }
}

/// What an object's members say of one fact, found in one pass over them.
struct SpelledValues {
  /// The parts of an address.
  private enum Part {
    case line1, line2, line3, line4, house, number, street, place, town

    static let lines: [Part] = [.line1, .line2, .line3, .line4]
  }

  /// The best first, by letters and digits alone.
  private static let names: [(part: Part, names: [StaticString])] = [
    (.line1, ["addressline1", "address1", "addrline1"]),
    (.line2, ["addressline2", "address2", "addrline2"]),
    (.line3, ["addressline3", "address3", "addrline3"]),
    (.line4, ["addressline4", "address4", "addrline4"]),
    (.house, ["addrhousename", "housename"]), (.number, ["addrhousenumber", "housenumber"]),
    (.street, ["addrstreet", "streetaddress", "street"]), (.place, ["addrplace"]),
    (.town, ["addrcity", "city", "town", "posttown"]),
  ]

  private typealias Found = (rank: Int, value: JSONSpan)

  private var best: Found?
  private var parts: [Part: Found] = [:]

  init(of fact: SpelledFact, in properties: JSONSpan, _ cursor: JSONCursor) {
    self.init(named: fact.names, hasParts: fact == .address, in: properties, cursor)
  }

  /// Under these names, the best first, or perhaps in the parts of an address.
  init(
    named names: [StaticString], hasParts: Bool = false, in properties: JSONSpan,
    _ cursor: JSONCursor
  ) {
    cursor.forEachMember(of: properties) { key, value in
      guard !cursor.isEmpty(value) else { return }
      cursor.withDecoded(key) { key in
        if let rank = ColumnNames.rankByLetters(of: key, in: names) {
          Self.keep(value, rank, as: &best)
        } else if hasParts, let (part, rank) = Self.part(key) {
          Self.keep(value, rank, as: &parts[part])
        }
      }
    }
  }

  private static func part(_ key: Bytes) -> (Part, rank: Int)? {
    for (part, names) in names {
      if let rank = ColumnNames.rankByLetters(of: key, in: names) { return (part, rank) }
    }
    return nil
  }

  private static func keep(_ value: JSONSpan, _ rank: Int, as best: inout Found?) {
    if rank <= best?.rank ?? .max { best = (rank, value) }
  }

  /// Under one name for all of it.
  var whole: JSONSpan? { best?.value }

  /// `The Old Bank, 12 High Street, Brighton`; `nil` of a town alone.
  func address(_ cursor: JSONCursor) -> [UInt8]? {
    var used: [JSONSpan] = []
    return address(cursor, &used)
  }

  /// Adds what it is made of.
  func address(_ cursor: JSONCursor, _ used: inout [JSONSpan]) -> [UInt8]? {
    guard !parts.isEmpty else { return nil }
    var spans: [JSONSpan] = []
    func text(_ part: Part) -> [UInt8] {
      guard let found = parts[part] else { return [] }
      spans.append(found.value)
      var text = ByteBuffer(capacity: 64)
      text.append(cellOf: found.value, in: cursor)
      return Array(text.bytes.trimmed)
    }
    var texts = Part.lines.map(text).filter { !$0.isEmpty }
    if texts.isEmpty {
      let (house, number, way) = (text(.house), text(.number), text(.street))
      let street = way.isEmpty ? text(.place) : way
      guard !house.isEmpty || !street.isEmpty else { return nil }
      if !number.isEmpty, street.isEmpty {
        spans.removeAll { $0.start == parts[.number]?.value.start }
      }
      texts = [house, number.isEmpty || street.isEmpty ? street : number + [0x20] + street]
    }
    texts.append(text(.town))
    used += spans
    return Array(texts.filter { !$0.isEmpty }.joined(separator: ", ".utf8))
  }
}
