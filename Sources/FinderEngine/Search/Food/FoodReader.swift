/// Reads food facts from a venue's properties, in each source's spelling.
///
///     {"kind": "pub", "cuisine": "pie; pizza", "diet:vegan": "only"}         a fetch, an extract
///     {"amenity": "fast_food", "tags": {"outdoor_seating": "garden"}}        OpenStreetMap's own tags
///     {"taxonomy": {"primary": "sushi_restaurant"}}                          Overture
///     {"business_type": "Restaurant/Cafe/Canteen"}                           the hygiene ratings
///     {"Type": "Café", "Cuisines": ["Thai"], "Dog friendly": true}           a list
///
/// Keys are compared by their letters and digits alone. If several have the same meaning, OpenStreetMap's
/// spelling comes first, then the last one with an answer.
struct FoodReader {
  private(set) var facts = FoodFacts()
  /// Folded, in their order, from the key with the best rank so far.
  private var kinds: [[UInt8]] = []
  private(set) var cuisines: [[UInt8]] = []
  private var (kindRank, cuisineRank) = (Int.max, Int.max)
  /// Diets and features from OpenStreetMap's own tags.
  private var (firmDiets, firmFeatures): (UInt64, UInt64) = (0, 0)
  /// Whether something that was read is missing from the result.
  private(set) var leavesOut = false

  /// In a list or a text: a venue has one to five; a hostile file may claim a million.
  fileprivate static let mostElements = 64
  /// The longest of OpenStreetMap's usual values has 21 letters.
  private static let longestValue = 64

  private let lookup: FoodLookup

  init(_ lookup: FoodLookup) { self.lookup = lookup }

  mutating func clear() { self = FoodReader(lookup) }

  var food: VenueFood {
    VenueFood(
      kind: kind.map { String(decoding: $0, as: UTF8.self) },
      cuisines: cuisines.map { String(decoding: $0, as: UTF8.self) }, facts: facts)
  }

  /// `pub`, or `restaurant/cafe/canteen`.
  var kind: [UInt8]? {
    kinds.isEmpty ? nil : Array(kinds.joined(separator: [UInt8(ascii: "/")]))
  }

  /// Reads the members of an object that was read before.
  mutating func read(_ properties: JSONSpan, _ cursor: JSONCursor) {
    cursor.forEachMember(of: properties) { read($0, $1, cursor) }
  }

  /// Reads a single property.
  init(_ key: FoodKey, _ value: JSONSpan, _ cursor: JSONCursor, _ lookup: FoodLookup) {
    self.init(lookup)
    if cursor.base[value.start] == UInt8(ascii: "[") {
      leavesOut = !cursor.isListOfTexts(value)
    }
    take(key, value, cursor)
    // Elements beyond the limit are not read, so some may be lost, whatever they mean.
    let marks = cursor.bytes(of: value).count { Self.listMarks.contains($0) }
    if marks >= Self.mostElements { leavesOut = true }
  }

  /// Reads one member. All members must be read, in their order.
  mutating func read(_ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor) {
    guard let meaning = Self.meaning(of: key, value, cursor) else { return }
    guard case .tags = meaning else { return take(meaning, value, cursor) }
    guard cursor.base[value.start] == UInt8(ascii: "{") else { return }
    cursor.forEachMember(of: value) { key, value in
      if let meaning = Self.meaning(of: key, value, cursor) { take(meaning, value, cursor) }
    }
  }

  private static func meaning(
    of key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor
  ) -> FoodKey? {
    let meaning = cursor.withDecoded(key) { FoodKey.meaning(of: $0) }
    return meaning == nil || cursor.isEmpty(value) ? nil : meaning
  }

  /// Leaves out tags: `read` goes into them, but not into tags within tags.
  private mutating func take(_ key: FoodKey, _ value: JSONSpan, _ cursor: JSONCursor) {
    switch key {
    case .kind(let rank): takeKinds(elements(of: value, cursor, .kind), rank)
    case .category: takeCategories(value, cursor)
    case .cuisine(let rank):
      takeCuisines(elements(of: value, cursor, .cuisine), rank)
    case .diet(let number, let isFirm):
      cursor.forEachText(of: value) { take($0, ofDiet: number, isFirm) }
    case .feature(let number, let isFirm):
      cursor.forEachText(of: value) { take($0, ofFeature: number, isFirm) }
    case .list(let aspect): takeList(value, cursor, aspect)
    case .tags: break
    }
  }

  // MARK: Kinds and cuisines

  private mutating func takeKinds(_ all: [[UInt8]], _ rank: Int) {
    guard rank <= kindRank, !all.isEmpty else { return }
    (kinds, kindRank) = ([], rank)
    let found = all.prefix(Self.mostElements)
    if found.count < all.count { leavesOut = true }
    for kind in found.flatMap(kinds(of:)) where !kinds.contains(kind) { kinds.append(kind) }
  }

  /// The kinds in a value: a hotel restaurant is a hotel and a restaurant, a cafe bar is a cafe and a bar.
  private func kinds(of value: [UInt8]) -> [[UInt8]] {
    guard lookup.mayMeanAnother(value, .kind) else { return [value] }
    let text = String(decoding: value, as: UTF8.self)
    let phrase = FoodText.shown(text)
    let meant = FoodLine.meant(by: phrase) { lookup.called($0, .kind) }
    guard meant.isEmpty else {
      return meant.contains { $0.value == text } ? [value] : meant.map { Array($0.value.utf8) }
    }
    let several = FoodLine.sequence(in: phrase) { isKnown($0, .kind) } ?? []
    guard !several.isEmpty else { return [value] }
    return several.flatMap { kinds(of: Array(FoodText.value($0).utf8)) }
  }

  private mutating func takeCuisines(_ found: [[UInt8]], _ rank: Int) {
    guard rank <= cuisineRank, !found.isEmpty else { return }
    (cuisines, cuisineRank) = ([], rank)
    for cuisine in found { add(cuisine: canonical(cuisine, .cuisine)) }
  }

  private mutating func add(cuisine: [UInt8]) {
    guard !cuisines.contains(cuisine) else { return }
    if cuisines.count < Self.mostElements { cuisines.append(cuisine) } else { leavesOut = true }
  }

  private static let listMarks = Array(";,|/+".utf8)

  /// The elements of a text, or of each text in a list. Marks separate them, and so does `and` between known
  /// words: `Italian & pizza`.
  private mutating func elements(
    of value: JSONSpan, _ cursor: JSONCursor, _ aspect: FoodAspect
  ) -> [[UInt8]] {
    var found: [[UInt8]] = []
    cursor.forEachText(of: value) { text in
      if aspect == .kind, let type = HygieneType(text) {
        found += type.kinds.map { Array($0.utf8) }
        if !type.isWhole { leavesOut = true }
        return
      }
      for value in elements(of: text) {
        let parts = several(in: value) { isKnown($0, aspect) }
        found += parts.isEmpty ? [value] : parts
      }
    }
    return found
  }

  /// Texts between marks, folded like values.
  private mutating func elements(of text: Bytes) -> [[UInt8]] {
    let parts = text.split(whereSeparator: { Self.listMarks.contains($0) })
      .map { UnsafeBufferPointer(rebasing: $0).trimmed }.filter { !$0.isEmpty }
    let elements = parts.prefix(Self.mostElements).map { FoodText.value($0) }
      .filter { !$0.isEmpty && $0.count <= Self.longestValue }
    if elements.count < parts.count { leavesOut = true }
    return elements
  }

  private static let joint = Array("_and_".utf8)

  private func several(in value: [UInt8], _ isKnown: (String) -> Bool) -> [[UInt8]] {
    // Few values contain `_and_`, and most of those are known as a whole.
    guard value.count > 6,
      value.withUnsafeBufferPointer({ text in
        Self.joint.withUnsafeBufferPointer { text.holds($0) }
      })
    else { return [] }
    let phrase = FoodText.shown(String(decoding: value, as: UTF8.self))
    guard !isKnown(phrase) else { return [] }
    return FoodLine.several(in: phrase, isKnown).map { Array(FoodText.value($0).utf8) }
  }

  /// Replaces a synonym by its value, unless it means several.
  private func canonical(_ value: [UInt8], _ aspect: FoodAspect) -> [UInt8] {
    guard lookup.mayMeanAnother(value, aspect) else { return value }
    let text = String(decoding: value, as: UTF8.self)
    return Array(FoodLine.canonical(text, aspect) { lookup.called($0, aspect) }.utf8)
  }

  /// Categories in a list may be kinds, cuisines, or neither: only known ones count. Overture's are all
  /// known.
  private mutating func takeCategories(_ value: JSONSpan, _ cursor: JSONCursor) {
    guard cursor.base[value.start] != UInt8(ascii: "{") else {
      var primary: JSONSpan?
      cursor.forEachMember(of: value) { key, value in
        if cursor.string(key, is: "primary") { primary = value } else { leavesOut = true }
      }
      if let primary { cursor.forEachText(of: primary) { takeCategory(FoodText.value($0)) } }
      return
    }
    cursor.forEachText(of: value) { text in
      // A type of the hygiene ratings, in a list under another key.
      if let type = HygieneType(text) {
        if !type.isWhole { leavesOut = true }
        return takeKinds(type.kinds.map { Array($0.utf8) }, Self.categoryRank)
      }
      let kinds = elements(of: text)
      if kinds.count > 1,
        kinds.allSatisfy({ isKnown(FoodText.shown(String(decoding: $0, as: UTF8.self)), .kind) })
      {
        return takeKinds(kinds, Self.categoryRank)
      }
      for part in text.split(whereSeparator: { Self.listMarks.contains($0) }).prefix(
        Self.mostElements)
      {
        let value = FoodText.value(UnsafeBufferPointer(rebasing: part))
        let parts = several(in: value) { isKnown($0, .kind) || isKnown($0, .cuisine) }
        for part in parts.isEmpty ? [value] : parts { takeCategory(part) }
      }
    }
  }

  private func isKnown(_ phrase: String, _ aspect: FoodAspect) -> Bool {
    !lookup.called(phrase, aspect).isEmpty
  }

  private static let categoryRank = 10

  private mutating func takeCategory(_ value: [UInt8]) {
    guard !value.isEmpty, value.count <= Self.longestValue else {
      leavesOut = true
      return
    }
    let word = String(decoding: value, as: UTF8.self)
    let phrase = FoodText.shown(word)
    let meaning = OvertureCategories.meaning(of: word)
    // By its ending alone, a hotel restaurant would be one that cooks hotels.
    if meaning?.isByEnding ?? true, kindRank > Self.categoryRank {
      let several = kinds(of: value)
      if several.count > 1 { return takeKinds(several, Self.categoryRank) }
    }
    var kind = meaning?.kind.map { Array($0.utf8) }
    if kind == nil, let line = lookup.called(phrase, .kind).first {
      kind = Array(line.value.utf8)
    }
    if !isSaid(value, phrase, by: meaning) { leavesOut = true }
    if let kind {
      if kindRank > Self.categoryRank {
        (kinds, kindRank) = ([kind], Self.categoryRank)
      } else if !kinds.contains(kind) {
        leavesOut = true
      }
    }
    guard cuisineRank >= Self.categoryRank else { return }
    var found = meaning?.cuisines.map { Array($0.utf8) } ?? []
    if found.isEmpty, meaning == nil {
      let lines = lookup.called(phrase, .cuisine)
      if lines.count == 1 { found = [Array(lines[0].value.utf8)] }
    }
    if !found.isEmpty { cuisineRank = Self.categoryRank }
    for cuisine in found { add(cuisine: canonical(cuisine, .cuisine)) }
    for key in meaning?.diets ?? [] {
      if case .diet(let number, _)? = FoodKey.meaning(of: key.bytes),
        facts[diet: number] == .unknown
      {
        facts[diet: number] = .yes
      }
    }
  }

  /// Whether the result says everything that the category does: `wine_bar` is more than a bar.
  private func isSaid(
    _ value: [UInt8], _ phrase: String, by meaning: OvertureCategories.Meaning?
  ) -> Bool {
    if !lookup.called(phrase, .kind).isEmpty { return true }
    guard let meaning else { return lookup.called(phrase, .cuisine).count == 1 }
    return meaning.cuisines.contains {
      value.elementsEqual($0.utf8) || value.elementsEqual(($0 + "_restaurant").utf8)
    }
  }

  // MARK: Diets and features

  private mutating func take(_ text: Bytes, ofDiet number: Int, _ isFirm: Bool) {
    guard isFirm || firmDiets >> UInt64(number) & 1 == 0 else { return }
    if isFirm { firmDiets |= 1 << UInt64(number) }
    switch AnswerWord(text) {
    case .only: facts[diet: number] = .only
    case .yes: facts[diet: number] = .yes
    case .limited: facts[diet: number] = .limited
    case .no: facts[diet: number] = .no
    case .other, .unknown:
      leavesOut = true
      if isFirm { facts[diet: number] = .unknown }
    }
  }

  private mutating func take(_ text: Bytes, ofFeature number: Int, _ isFirm: Bool) {
    guard isFirm || firmFeatures >> UInt64(number) & 1 == 0 else { return }
    if isFirm { firmFeatures |= 1 << UInt64(number) }
    let word = AnswerWord(text)
    switch word {
    case .no: facts[feature: number] = .no
    case .unknown:
      leavesOut = true
      if isFirm { facts[feature: number] = .unknown }
    case .only, .yes: facts[feature: number] = .yes
    case .limited, .other:
      guard number == FoodKey.wheelchair else {
        facts[feature: number] = .yes
        return
      }
      // If wheelchairs need help, or reach only a part, access is not promised.
      if word == .limited {
        facts[feature: number] = .no
      } else if isFirm {
        facts[feature: number] = .unknown
      }
    }
  }

  /// Words for what is available: `["wifi", "Outdoor seating"]`, `vegan;halal`. In an object, the words are
  /// the keys, with answers as values.
  private mutating func takeList(_ value: JSONSpan, _ cursor: JSONCursor, _ aspect: FoodAspect) {
    if cursor.base[value.start] == UInt8(ascii: "{") {
      var members = 0
      cursor.forEachMember(of: value) { key, value in
        members += 1
        guard members <= Self.mostElements, !cursor.isEmpty(value) else { return }
        guard let line = cursor.withDecoded(key, { self.line($0, aspect) }) else {
          leavesOut = true
          return
        }
        cursor.forEachText(of: value) { take($0, line) }
      }
      return
    }
    cursor.forEachText(of: value) { text in
      for part in text.split(whereSeparator: { Self.listMarks.contains($0) }).prefix(
        Self.mostElements)
      {
        guard let line = line(UnsafeBufferPointer(rebasing: part), aspect) else {
          leavesOut = true
          continue
        }
        let yes: StaticString = "yes"
        take(yes.bytes, line)
      }
    }
  }

  private mutating func take(_ text: Bytes, _ line: FoodLine) {
    if line.aspect == .diet { take(text, ofDiet: line.number, false) }
    if line.aspect == .feature { take(text, ofFeature: line.number, false) }
  }

  private func line(_ text: Bytes, _ aspect: FoodAspect) -> FoodLine? {
    let phrase = FoodText.phrase(text)
    guard !phrase.isEmpty, phrase.count <= Self.longestValue else { return nil }
    return lookup.called(String(decoding: phrase, as: UTF8.self), aspect).first
  }
}

/// How a reader looks up words: for one venue in the tables' text, for many venues in a dictionary.
///
/// A dataset repeats the same few words, and a hostile file has a million, so the time for one word is what
/// counts: with the tables' text, 54,754 venues took 0.7 s, and one venue with a million cuisines 12 s.
enum FoodLookup: Sendable {
  case few, many

  /// For one venue with this many bytes of properties: usually 500, with 5 words to look up.
  init(bytes: Int) { self = bytes < 1 << 13 ? .few : .many }

  func called(_ phrase: String, _ aspect: FoodAspect) -> [FoodLine] {
    switch self {
    case .few: FoodLine.called(phrase, aspect)
    case .many: phrase.withBytes { FoodDictionary.of(aspect).called($0) }
    }
  }

  /// Whether a text may be a synonym of a value, or contain one.
  func mayMeanAnother(_ value: [UInt8], _ aspect: FoodAspect) -> Bool {
    guard case .many = self else { return true }
    let dictionary = FoodDictionary.of(aspect)
    return value.withUnsafeBufferPointer { !dictionary.isValue($0) && dictionary.hasWord(of: $0) }
  }
}

extension JSONCursor {
  /// Whether a list that was read before has only texts.
  func isListOfTexts(_ value: JSONSpan) -> Bool {
    var isOne = base[value.start] == UInt8(ascii: "[")
    var elements = moved(to: value.start)
    try? elements.readArray { (elements) throws(ParseError) in
      let element = try elements.spanOfValue()
      if base[element.start] != UInt8(ascii: "\"") { isOne = false }
    }
    return isOne
  }

  /// Calls `body` with the text of a value that was read before, or of each of a list's first elements;
  /// numbers and booleans as written.
  func forEachText(of value: JSONSpan, _ body: (Bytes) -> Void) {
    switch base[value.start] {
    case UInt8(ascii: "\""): withDecoded(idToken(value), body)
    case UInt8(ascii: "{"): break
    case UInt8(ascii: "["):
      var (elements, count) = (moved(to: value.start), 0)
      // It was read once before, so only a forged file fails here.
      try? elements.readArray { (elements) throws(ParseError) in
        let element = try elements.spanOfValue()
        count += 1
        guard count <= FoodReader.mostElements, base[element.start] == UInt8(ascii: "\"") else {
          return
        }
        withDecoded(idToken(element), body)
      }
    default: body(bytes(of: value))
    }
  }
}
