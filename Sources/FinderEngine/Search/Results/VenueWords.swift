/// A venue's properties in plain words, in the order in which a diner would ask.
///
///     kind     restaurant, cafe or canteen
///     cuisine  italian, pizza
///     diet     vegan, vegetarian only; not halal
///     with     wheelchair access (partly), outdoor seating (garden), dogs on a lead; no wifi
///     payment  cash, contactless; no cheque
///     address  12 High Street, Brighton
///     phone, website, email
///
/// A property that is put into words is not repeated. All others follow unchanged, so nothing is lost: also
/// those that finder understands only in part, or that another property contradicts.
package struct VenueWords {
  package struct Row: Equatable, Sendable {
    package let name: String
    package let text: String
  }

  /// Properties in words, each name once.
  package private(set) var phrases: [Row] = []
  /// Properties left unchanged. Names may be any text, and may be repeated.
  package private(set) var others: [Row] = []

  private var food = VenueFood.none
  private let lookup: FoodLookup
  /// The answer on each feature, by its number, from the property that decided it.
  private var features: [Int: AnswerText] = [:]
  /// Diets, services and means of payment that cannot be searched for.
  private var (diets, services, payments) = (Answers(), Answers(), Answers())

  package init(of venue: Venue) {
    guard venue.tokens.hasOtherProperties else {
      lookup = .few
      return
    }
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    lookup = FoodLookup(bytes: feature.properties.count)
    food = venue.food
    let contacts = Self.contacts(in: feature.properties, cursor)
    cursor.forEachMember(of: feature.properties) { key, value in
      if cursor.isNameOrPostcode(key, value, of: feature) { return }
      if contacts.contains(where: { $0.spans.contains(value) }) { return }
      guard cursor.base[value.start] == UInt8(ascii: "{"), cursor.string(key, is: "tags") else {
        return read(key, value, cursor)
      }
      // OpenStreetMap's own tags, in an object: each is a property.
      let count = others.count
      cursor.forEachMember(of: value) { read($0, $1, cursor) }
      if cursor.isEmpty(value), others.count == count { read(key, value, cursor) }
    }
    addFood()
    for contact in contacts { addPhrase(contact.name, contact.text) }
  }

  private mutating func addPhrase(_ name: String, _ text: String) {
    let text = TidyText.string(text)
    if !text.isEmpty { phrases.append(Row(name: name, text: text)) }
  }

  private mutating func read(_ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor) {
    let name = cursor.withDecoded(key) { String(decoding: $0, as: UTF8.self) }
    if readFood(key, value, cursor) || readService(name, value, cursor) { return }
    var text = ByteBuffer(capacity: 64)
    text.append(cellOf: value, in: cursor)
    others.append(Row(name: TidyText.string(name), text: TidyText.string(text.bytes)))
  }

  // MARK: Food

  /// Returns whether all of the property is in `food`, so that it need not be repeated.
  private mutating func readFood(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor
  ) -> Bool {
    guard !cursor.isEmpty(value),
      let meaning = cursor.withDecoded(key, { FoodKey.meaning(of: $0) })
    else { return false }
    let reader = FoodReader(meaning, value, cursor, lookup)
    let own = reader.food
    guard !reader.leavesOut, own != .none, own.kind == nil || own.kind == food.kind,
      own.cuisines.allSatisfy(food.cuisines.contains), own.facts.isPart(of: food.facts)
    else { return false }
    if case .feature(let number, let isFirm) = meaning, isFirm || features[number] == nil,
      let answer = AnswerText(value, cursor)
    {
      features[number] = answer
    }
    return true
  }

  private mutating func addFood() {
    if let kind = food.kind {
      let kinds = kind.split(separator: "/").map { FoodText.shown(String($0)) }
      let last = kinds.last ?? ""
      let others = kinds.dropLast().joined(separator: ", ")
      addPhrase("kind", others.isEmpty ? last : "\(others) or \(last)")
    }
    addPhrase("cuisine", food.cuisines.map { FoodText.shown($0) }.joined(separator: ", "))
    var (diets, features) = (Answers(), Answers())
    for line in FoodLine.all(.diet) {
      diets.add(FoodText.shown(line.value), food.facts[diet: line.number])
    }
    for line in FoodLine.all(.feature) {
      let answer = food.facts[feature: line.number]
      guard answer != .unknown else { continue }
      features.add(
        line.noun, self.features[line.number] ?? AnswerText(answer == .yes))
    }
    addPhrase("diet", diets.text(self.diets, no: "not "))
    addPhrase("with", features.text(services, no: "no "))
    addPhrase("payment", payments.text(no: "no "))
  }

  // MARK: Other tags of OpenStreetMap

  private static let services: [String: String] = [
    "toilets:wheelchair": "accessible toilet", "toilets": "toilets",
    "changing_table": "changing table", "reservation": "reservations",
    "drive_through": "drive-through", "real_ale": "real ale", "real_cider": "real cider",
    "microbrewery": "microbrewery", "organic": "organic food", "indoor_seating": "indoor seating",
    "air_conditioning": "air conditioning", "live_music": "live music", "smoking": "smoking",
    "self_service": "self-service", "kids_area": "play area", "breakfast": "breakfast",
    "brunch": "brunch", "lunch": "lunch",
  ]

  private mutating func readService(
    _ key: String, _ value: JSONSpan, _ cursor: JSONCursor
  ) -> Bool {
    guard let answer = AnswerText(value, cursor) else { return false }
    if let noun = Self.services[key] {
      services.add(noun, answer)
      return true
    }
    for (prefix, isDiet) in [("diet:", true), ("payment:", false)] {
      guard key.hasPrefix(prefix), answer.detail.isEmpty else { continue }
      let noun = FoodText.shown(String(key.dropFirst(prefix.utf8.count)))
      // `readFood` did not accept it: a diet that can be searched for is left as it is.
      guard !noun.isEmpty, !isDiet || lookup.called(noun, .diet).isEmpty else { return false }
      if isDiet { diets.add(noun, answer) } else { payments.add(noun, answer) }
      return true
    }
    return false
  }

  // MARK: Contacts

  private typealias Contact = (name: String, text: String, spans: [JSONSpan])

  private static func contacts(in properties: JSONSpan, _ cursor: JSONCursor) -> [Contact] {
    var found: [Contact] = []
    let values = SpelledContacts(in: properties, cursor)
    for fact in [SpelledContacts.Name.address, .phone, .website, .email] {
      add(values[fact], fact, to: &found, cursor)
    }
    return found
  }

  private static func add(
    _ values: SpelledValues, _ fact: SpelledContacts.Name, to found: inout [Contact],
    _ cursor: JSONCursor
  ) {
    if let whole = values.whole {
      guard let text = cursor.text(of: whole), !TidyText.string(text).isEmpty else { return }
      let parts = fact == .address ? [text] : ContactList(text, fact).parts
      guard !parts.isEmpty else { return }
      return found.append(("\(fact)", parts.joined(separator: ", "), [whole]))
    }
    var spans: [JSONSpan] = []
    if let address = values.address(cursor, &spans) {
      found.append(("\(fact)", String(decoding: address, as: UTF8.self), spans))
    }
  }
}

/// The telephone numbers, web addresses or email addresses of a property, which may have several.
///
///     +44 20 7946 0958; +44 20 7946 0959     020 7946 0958 / 020 7946 0959     a@b.example,c@d.example
private struct ContactList {
  private(set) var parts: [String] = []

  init(_ text: String, _ fact: SpelledContacts.Name) {
    let bytes = Array(text.utf8)
    var (start, digits) = (0, 0)
    func add(_ end: Int) {
      let part = bytes[start..<end].withUnsafeBufferPointer { Array($0.trimmed) }
      if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
    }
    for place in bytes.indices {
      let after = bytes[(place + 1)...]
      if bytes[place].isDigit { digits += 1 }
      let isEnd =
        switch bytes[place] {
        case UInt8(ascii: "\n"): true
        case UInt8(ascii: ";"), UInt8(ascii: ","):
          fact != .website || Self.beginsAnother(after)
        case UInt8(ascii: "/"):
          // +49 30 / 1234567 is one number: the part before the slash is an area code.
          place > start && bytes[place - 1] == 0x20 && after.first == 0x20
            && (fact != .phone || digits > 6)
        default: false
        }
      guard isEnd else { continue }
      add(place)
      (start, digits) = (place + 1, 0)
    }
    add(bytes.count)
  }

  /// A web address may contain a comma or a semicolon.
  private static func beginsAnother(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, first > 0x20 else { return true }
    let start = String(decoding: rest.prefix(8), as: UTF8.self).lowercased()
    return ["http://", "https://", "www."].contains(where: start.hasPrefix)
  }
}

/// What a property says about something that a venue may have.
private struct AnswerText {
  enum Word { case yes, limited, only, no }

  var word: Word
  /// `garden`, for outdoor seating.
  var detail = ""

  init(_ isThere: Bool) { word = isThere ? .yes : .no }

  /// `nil` if it says neither yes nor no.
  init?(_ value: JSONSpan, _ cursor: JSONCursor) {
    guard !cursor.isEmpty(value), let text = cursor.text(of: value) else { return nil }
    switch text.withBytes({ AnswerWord($0) }) {
    case .unknown: return nil
    case .no: word = .no
    case .yes: word = .yes
    case .limited: word = .limited
    case .only: word = .only
    case .other:
      word = .yes
      let parts = text.split(separator: ";").map { TidyText.string(FoodText.shown(String($0))) }
      detail = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
}

/// What a venue has, and what it does not have.
private struct Answers {
  private var (yes, no): ([String], [String]) = ([], [])

  mutating func add(_ noun: String, _ answer: DietAnswer) {
    switch answer {
    case .unknown: break
    case .no: no.append(noun)
    case .limited: yes.append("\(noun) (limited)")
    case .yes: yes.append(noun)
    case .only: yes.append("\(noun) only")
    }
  }

  mutating func add(_ noun: String, _ answer: AnswerText) {
    switch answer.word {
    case .no: no.append(noun)
    case .limited: yes.append("\(noun) (partly)")
    case .only: yes.append("\(noun) only")
    case .yes: yes.append(Self.phrase(noun, answer.detail))
    }
  }

  private static func phrase(_ noun: String, _ detail: String) -> String {
    switch (noun, detail) {
    case (_, ""), ("wifi", "wlan"), ("wifi", "wifi"): noun
    case ("wifi", "free"): "free wifi"
    // A terminal or a cable, for example.
    case ("wifi", _): "internet (\(detail))"
    case ("dogs", "leashed"): "dogs on a lead"
    case ("dogs", "outside"): "dogs outside"
    default: "\(noun) (\(detail))"
    }
  }

  /// `vegan, halal; not kosher`
  func text(_ more: Answers = Answers(), no word: String) -> String {
    let (yes, no) = (yes + more.yes, (no + more.no).map { word + $0 })
    return [yes, no].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
      .joined(separator: "; ")
  }
}

extension FoodFacts {
  /// Whether everything that is known here has the same answer there.
  fileprivate func isPart(of other: FoodFacts) -> Bool {
    FoodLine.all(.diet).allSatisfy {
      self[diet: $0.number] == .unknown || self[diet: $0.number] == other[diet: $0.number]
    }
      && FoodLine.all(.feature).allSatisfy {
        self[feature: $0.number] == .unknown
          || self[feature: $0.number] == other[feature: $0.number]
      }
  }
}

extension JSONCursor {
  /// A text, a number or a boolean as written, or a list's texts separated by commas; `nil` for anything
  /// else.
  fileprivate func text(of value: JSONSpan) -> String? {
    switch base[value.start] {
    case UInt8(ascii: "{"), UInt8(ascii: "n"): return nil
    case UInt8(ascii: "[") where !isListOfTexts(value): return nil
    default:
      var texts: [String] = []
      forEachText(of: value) { texts.append(String(decoding: $0, as: UTF8.self)) }
      return texts.joined(separator: ", ")
    }
  }
}
