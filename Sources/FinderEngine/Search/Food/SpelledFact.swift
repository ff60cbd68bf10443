/// A fact that venues' properties have under one of several names, depending on the source. Names are
/// compared by letters and digits alone, and an address may be in parts.
package enum SpelledFact: String, Sendable {
  case hours, address, phone, website
  case kind, cuisine, diet
  case features = "with"

  fileprivate var contact: SpelledContacts.Name? {
    switch self {
    case .hours: .hours
    case .address: .address
    case .phone: .phone
    case .website: .website
    case .kind, .cuisine, .diet, .features: nil
    }
  }

  /// For a fact that `FoodReader` reads.
  fileprivate var aspect: FoodAspect? {
    switch self {
    case .hours, .address, .phone, .website: nil
    case .kind: .kind
    case .cuisine: .cuisine
    case .diet: .diet
    case .features: .feature
    }
  }
}

extension VenueStore {
  package func has(_ fact: SpelledFact) -> Bool {
    (0..<count).contains { FieldReader(Venue(row: $0, of: self)).value(of: fact) != nil }
  }

  /// Whether any venue has food facts. O(n) if none does
  package var hasFood: Bool {
    (0..<count).contains { row in
      guard !otherProperties(ofRow: row).isNone else { return false }
      let food = Venue(row: row, of: self).foodAmongMany
      return FoodAspect.allCases.contains { !food.values($0).isEmpty }
    }
  }

  /// A venue's properties, if it may have others than name and postcode; else `none`.
  package func otherProperties(ofRow row: Int) -> JSONSpan {
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

/// Reads a row's facts for all its fields and columns. The properties are read once, on first use.
package final class FieldReader {
  enum Value {
    /// Where it is among the properties.
    case property(JSONSpan)
    /// Composed from several.
    case text([UInt8])
  }

  package let venue: Venue
  var cursor: JSONCursor { venue.cursor }

  private lazy var members: [(key: JSONStringSpan, value: JSONSpan)] = {
    var members: [(key: JSONStringSpan, value: JSONSpan)] = []
    let properties = venue.store.otherProperties(ofRow: venue.row)
    guard !properties.isNone else { return members }
    members.reserveCapacity(32)
    cursor.forEachMember(of: properties) { members.append(($0, $1)) }
    return members
  }()

  private lazy var contacts = {
    var contacts = SpelledContacts()
    for (key, value) in members { contacts.read(key, value, cursor) }
    return contacts
  }()

  private var foodRead: VenueFood?

  package init(_ venue: Venue) { self.venue = venue }

  /// From the columns, if the venue is one of theirs: reading its text again takes 20 times as long.
  package func food(_ known: FoodColumns? = nil) -> VenueFood {
    if let foodRead { return foodRead }
    let isOne = known?.store === venue.store
    let food = (isOne ? known?.food(ofRow: venue.row) : nil) ?? readFood()
    foodRead = food
    return food
  }

  private func readFood() -> VenueFood {
    guard !members.isEmpty else { return .none }
    var reader = FoodReader(.many)
    for (key, value) in members { reader.read(key, value, cursor) }
    return reader.food
  }

  /// The last property with exactly this name, even if it is null.
  package func property(named name: String) -> JSONSpan? {
    name.withBytes { name in
      members.last { cursor.withDecoded($0.key) { $0.hasSameBytes(as: name) } }?.value
    }
  }

  /// The property with exactly this name, else the value in a source's spelling; `nil` if there is none.
  func value(of fact: SpelledFact) -> Value? {
    if let own = property(named: fact.rawValue), !cursor.isEmpty(own) { return .property(own) }
    if let aspect = fact.aspect {
      let texts = food().values(aspect)
      return texts.isEmpty ? nil : .text(Array(texts.joined(separator: ";").utf8))
    }
    guard let name = fact.contact, !members.isEmpty else { return nil }
    let found = contacts[name]
    return found.whole.map { .property($0) } ?? found.address(cursor).map { .text($0) }
  }
}

/// A venue's opening hours, address, phone, website and email, whatever their keys are called. All are read
/// in one pass.
package struct SpelledContacts {
  package enum Name: Int, CaseIterable, Sendable {
    case hours, address, phone, website, email

    fileprivate var spellings: [StaticString] {
      switch self {
      case .hours: ColumnNames.openingHours
      case .address: ["address", "addrfull", "fulladdress", "formattedaddress"]
      case .phone: ColumnNames.phone
      case .website: ColumnNames.website
      case .email: ColumnNames.email
      }
    }
  }

  /// A key has the whole value, or a part of an address. Of several keys, the one with the lowest rank
  /// counts.
  private enum Meaning {
    case whole(Name, rank: Int)
    case part(SpelledValues.Part, rank: Int)
  }

  private static let meanings: KeyMeanings<Meaning> = {
    var meanings = KeyMeanings<Meaning>()
    for name in Name.allCases {
      for (rank, spelling) in name.spellings.enumerated() {
        meanings.add(spelling.bytes, .whole(name, rank: rank))
      }
    }
    for (part, spellings) in SpelledValues.parts {
      for (rank, spelling) in spellings.enumerated() {
        meanings.add(spelling.bytes, .part(part, rank: rank))
      }
    }
    return meanings
  }()

  private var all = Name.allCases.map { _ in SpelledValues() }

  init() {}

  package init(in properties: JSONSpan, _ cursor: JSONCursor) {
    cursor.forEachMember(of: properties) { read($0, $1, cursor) }
  }

  /// Reads one member. All members must be read, in their order.
  mutating func read(_ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor) {
    guard !cursor.isEmpty(value) else { return }
    switch cursor.withDecoded(key, { Self.meanings[$0] }) {
    case .whole(let name, let rank): all[name.rawValue].keep(value, rank)
    case .part(let part, let rank): all[Name.address.rawValue].keep(value, rank, as: part)
    case nil: break
    }
  }

  subscript(name: Name) -> SpelledValues { all[name.rawValue] }

  package func has(_ name: Name, _ cursor: JSONCursor) -> Bool {
    self[name].whole != nil || self[name].address(cursor) != nil
  }
}

/// The values of one fact among an object's members.
struct SpelledValues {
  /// The parts of an address.
  fileprivate enum Part {
    case line1, line2, line3, line4, house, number, street, place, town

    static let lines: [Part] = [.line1, .line2, .line3, .line4]
  }

  /// The best first, by letters and digits alone.
  fileprivate static let parts: [(part: Part, names: [StaticString])] = [
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

  /// Keeps the last one with the best rank.
  fileprivate mutating func keep(_ value: JSONSpan, _ rank: Int) {
    if rank <= best?.rank ?? .max { best = (rank, value) }
  }

  fileprivate mutating func keep(_ value: JSONSpan, _ rank: Int, as part: Part) {
    if rank <= parts[part]?.rank ?? .max { parts[part] = (rank, value) }
  }

  /// The value under one name for the whole.
  var whole: JSONSpan? { best?.value }

  /// `The Old Bank, 12 High Street, Brighton`; `nil` for a town alone.
  func address(_ cursor: JSONCursor) -> [UInt8]? {
    var used: [JSONSpan] = []
    return address(cursor, &used)
  }

  /// Also adds the values that it is made of to `used`.
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
