import FinderEngine

/// A place of Overture Maps, recognised by the members of its schema and turned into a venue.
///
///     {"id": "a5e4…", "properties": {"names": {"primary": "Crown"}, "basic_category": "pub",
///      "taxonomy": {"primary": "pub", "hierarchy": ["food_and_drink", "bar", "pub"]}, …}}
///     {"id": "overture:a5e4…", "properties": {"name": "Crown", "kind": "pub", "category": "pub", …}}
///
/// The properties have the names and the order that venues from OpenStreetMap have. Any member may be
/// missing, null or of another type; then it is ignored.
struct OverturePlace {
  private var id = RecordValue.none
  private var (names, brand) = (RecordValue.none, RecordValue.none)
  private var (taxonomy, categories) = (RecordValue.none, RecordValue.none)
  private var (basic, status) = (RecordValue.none, RecordValue.none)
  private var (confidence, addresses) = (RecordValue.none, RecordValue.none)
  private var (phones, websites) = (RecordValue.none, RecordValue.none)
  private var (emails, socials) = (RecordValue.none, RecordValue.none)
  private(set) var sources = RecordValue.none

  /// `nil` for a record of another source.
  init?(_ record: borrowing ListRecord) {
    for index in 0..<record.members.count {
      take(record.members[index].key, RecordValue(record.members[index].value))
    }
    guard isFromOverture else { return nil }
    if record.id.count > 0 { id = RecordValue(record.id) }
  }

  /// Compares lengths first, since every member of every list passes through here.
  private mutating func take(_ key: Bytes, _ value: RecordValue) {
    switch key.count {
    case 2: if key.equals("id") { id = value }
    case 5:
      if key.equals("names") { names = value }
      if key.equals("brand") { brand = value }
    case 6:
      if key.equals("phones") { phones = value }
      if key.equals("emails") { emails = value }
    case 7:
      if key.equals("sources") { sources = value }
      if key.equals("socials") { socials = value }
    case 8:
      if key.equals("taxonomy") { taxonomy = value }
      if key.equals("websites") { websites = value }
    case 9: if key.equals("addresses") { addresses = value }
    case 10:
      if key.equals("categories") { categories = value }
      if key.equals("confidence") { confidence = value }
    case 14: if key.equals("basic_category") { basic = value }
    case 16: if key.equals("operating_status") { status = value }
    default: break
    }
  }

  /// Whether it has two of Overture's members, each of the type in the schema. One is names with a primary
  /// one, or sources with their data sets. The other is a category, or a confidence if there is none.
  private var isFromOverture: Bool {
    // Some programs write every member of the schema, with null for those that a place lacks.
    let all = [
      names, brand, taxonomy, categories, basic, confidence, addresses, phones, websites, socials,
      sources,
    ]
    if all.count(where: { $0.text.count > 0 }) >= 7 { return true }
    guard names.isObject || sources.isArray else { return false }
    guard taxonomy.isObject || categories.isObject || basic.isText || confidence.isNumber else {
      return false
    }
    return sources.first { $0.member("dataset").isText ? true : nil }
      ?? names.member("primary").isText
  }

  var isClosed: Bool { status.means("permanently_closed") }

  // MARK: What it is

  /// The meaning of its words, the most specific first, with the cuisines and diets that they imply.
  struct Description {
    var kind = FoodKind.unstated
    var cuisines: [String] = []
    var diets: [StaticString] = []

    /// A place has two or three; a file may have a million.
    private static let mostCuisines = 20

    mutating func add(_ meaning: OvertureCategories.Meaning) {
      for cuisine in meaning.cuisines
      where cuisines.count < Self.mostCuisines && !cuisines.contains(cuisine) {
        cuisines.append(cuisine)
      }
      for diet in meaning.diets where !diets.contains(where: { $0.bytes.elementsEqual(diet.bytes) })
      {
        diets.append(diet)
      }
    }
  }

  /// The word for what it is.
  private var category: RecordValue {
    let words = [taxonomy.member("primary"), categories.member("primary"), basic]
    return words.first { $0.shownText != nil } ?? .none
  }

  /// Checks first whether the place is food, since this runs for every place of a file.
  func describe() -> Description {
    let hierarchy = taxonomy.member("hierarchy")
    if let root = hierarchy.first({ $0 }), root.isText,
      !OvertureCategories.roots.contains(where: root.means)
    {
      return Description(kind: .notFood)
    }
    var words: [RecordValue] = []
    hierarchy.forEachValue { words.append($0) }
    words.reverse()
    let category = category
    if category.isText, !(words.first?.inside.elementsEqual(category.inside) ?? false) {
      words.insert(category, at: 0)
    }
    var description = Description()
    guard let own = words.first else { return description }
    let meanings = words.lazy.compactMap { OvertureCategories.meaning(of: $0.string) }
    guard let meaning = meanings.first else { return Description(kind: .notFood) }
    if let kind = meanings.first(where: { !$0.isByEnding && $0.kind != nil })?.kind ?? meaning.kind
    {
      description.kind = .food(kind)
    }
    if let meaning = OvertureCategories.meaning(of: own.string) { description.add(meaning) }
    let others = taxonomy.isObject ? taxonomy.member("alternates") : categories.member("alternate")
    others.forEachValue { word in
      // A pub that is also a coffee shop does not get a cuisine from that.
      guard let meaning = OvertureCategories.meaning(of: word.string),
        meaning.kind == "restaurant" || meaning.kind == "fast_food"
      else { return }
      description.add(meaning)
    }
    return description
  }

  // MARK: The venue

  var origins: Origins {
    var origins = Origins.overture
    sources.forEachValue { source in
      let dataset = source.member("dataset")
      if dataset.means("OpenStreetMap") { origins.insert(.openStreetMap) }
      if dataset.means("Foursquare") { origins.insert(.foursquare) }
    }
    return origins
  }

  /// Its name, else the first of its other names, else its brand's name.
  var name: RecordValue? {
    names.member("primary").shownText ?? Self.commonName(names.member("common"))
      ?? brand.member("names").member("primary").shownText
  }

  /// By language: an object, or an array of pairs as programs that write tables have it.
  private static func commonName(_ common: RecordValue) -> RecordValue? {
    var name: RecordValue?
    common.forEachValue { entry in
      guard name == nil else { return }
      var last = entry
      if entry.isArray || entry.isObject { entry.forEachValue { last = $0 } }
      name = last.shownText
    }
    return name
  }

  /// Replaces the place with the venue.
  func write(_ description: Description, name: RecordValue, to record: inout ListRecord) {
    record.members.removeAll()
    record.foreign.removeAll()
    record.id = identifier(&record)
    record.append(key: "name", value: name.text)
    let address = addresses.first { $0.isObject ? $0 : nil } ?? .none
    append("postcode", address.member("postcode").shownText, to: &record)
    if case .food(let kind) = description.kind {
      record.append(key: "kind", value: Self.json(kind, &record))
    }
    append("category", category.shownText, to: &record)
    append("address", Self.line(of: address, &record), to: &record)
    append("phone", phones.first(\.shownText), to: &record)
    append("website", websites.first(\.shownText), to: &record)
    append("email", emails.first(\.shownText), to: &record)
    if !description.cuisines.isEmpty {
      let cuisines = description.cuisines.joined(separator: ";")
      record.append(key: "cuisine", value: Self.json(cuisines, &record))
    }
    for diet in description.diets {
      record.append(key: diet, value: ("\"yes\"" as StaticString).bytes)
    }
    append("brand", brand.member("names").member("primary").shownText, to: &record)
    append("brand:wikidata", brand.member("wikidata").shownText, to: &record)
    if socials.first(\.shownText) != nil { record.append(key: "socials", value: socials.text) }
    if status.means("temporarily_closed") { append("operating_status", status, to: &record) }
    if confidence.isNumber { append("confidence", confidence, to: &record) }
  }

  private func append(_ key: StaticString, _ value: RecordValue?, to record: inout ListRecord) {
    if let value { record.append(key: key, value: value.text) }
  }

  private static func json(_ text: String, _ record: inout ListRecord) -> Bytes {
    text.withBytes { record.arena.jsonString($0) }
  }

  private func identifier(_ record: inout ListRecord) -> Bytes {
    guard let id = id.shownText else { return RecordValue.none.text }
    return record.join(("\"overture:" as StaticString).bytes, "", id.inside, "\"")
  }

  /// `12 High Street, Brighton`, with the town only once.
  private static func line(of address: RecordValue, _ record: inout ListRecord) -> RecordValue? {
    let street = address.member("freeform").shownText
    guard let street, let town = address.member("locality").shownText,
      town.inside.count < 2 || !street.inside.holds(town.inside)
    else { return street }
    let start = record.join(("\"" as StaticString).bytes, "", street.inside, ", ")
    return RecordValue(record.join(start, "", town.inside, "\""))
  }
}
