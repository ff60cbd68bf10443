/// The aspects of a venue's food and service that can be requested.
package enum FoodAspect: UInt8, CaseIterable, Sendable {
  case kind
  case cuisine
  case diet
  case feature

  /// As in JSON, in columns, and as the option's name.
  package var name: StaticString {
    switch self {
    case .kind: "kind"
    case .cuisine: "cuisine"
    case .diet: "diet"
    case .feature: "with"
    }
  }

  fileprivate var table: Bytes {
    switch self {
    case .kind: FoodTable.kinds.bytes
    case .cuisine: FoodTable.cuisines.bytes
    case .diet: FoodTable.diets.bytes
    case .feature: FoodTable.features.bytes
    }
  }
}

/// A line of `FoodTable`: a value, other words for it, words for it in names, and its neighbours.
///
///     FoodLine.called("chippy", .cuisine)    // [fish_and_chips]
///     FoodLine.called("pizzas", .cuisine)    // [pizza]
///     FoodLine.called("curry", .cuisine)     // [curry, indian]: either may be meant
///
/// A query looks up a few words, so they are searched for in the text of the table: a word takes 5 µs,
/// whereas putting all of them into a dictionary takes 300. For a whole dataset there are dictionaries
/// (`FoodDictionary`, and `FoodPhrases` for names).
package struct FoodLine: Sendable {
  package let aspect: FoodAspect
  /// Its number in its table.
  package let number: Int
  private let text: Range<Int>

  private var bytes: Bytes { UnsafeBufferPointer(rebasing: aspect.table[text]) }

  /// In OpenStreetMap's spelling: `fish_and_chips`.
  package var value: String { String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self) }
  /// Words that people type for it.
  package var words: [String] {
    list(after: UInt8(ascii: ":")).map { $0.hasPrefix("!") ? String($0.dropFirst()) : $0 }
      .filter { $0 != FoodText.shown(value) }
  }
  /// Words that mean it only in the name of a venue.
  package var onlyInNames: [String] {
    list(after: UInt8(ascii: "|")).filter { !$0.hasPrefix("!") }
  }
  /// Phrases that do not mean it in the name of a venue, though a part of them would.
  var notInNames: [String] {
    list(after: UInt8(ascii: "|")).filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
  }
  /// All words that mean it in the name of a venue.
  var inNames: [String] {
    let listed = list(after: UInt8(ascii: ":"))
    let typedOnly = listed.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    return ([FoodText.shown(value)] + listed.filter { !$0.hasPrefix("!") } + onlyInNames)
      .filter { !typedOnly.contains($0) }
  }
  package var neighbours: [String] { list(after: UInt8(ascii: "~")) }

  private static let marks: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "~")]

  private func list(after mark: UInt8) -> [String] {
    let bytes = bytes
    guard let start = bytes.firstIndex(of: mark) else { return [] }
    let list = bytes[(start + 1)...].prefix { !Self.marks.contains($0) }
    return list.split(separator: UInt8(ascii: ",")).map { word in
      String(decoding: UnsafeBufferPointer(rebasing: word).trimmed, as: UTF8.self)
    }
    .filter { !$0.isEmpty }
  }

  package static func all(_ aspect: FoodAspect) -> [FoodLine] {
    var (lines, start) = ([FoodLine](), 0)
    let table = aspect.table
    while start < table.count {
      let end = table.place(of: UInt8(ascii: "\n"), from: start)
      lines.append(FoodLine(aspect: aspect, number: lines.count, text: start..<end))
      start = end + 1
    }
    return lines
  }

  /// The line with a value.
  package static func of(_ value: String, _ aspect: FoodAspect) -> FoodLine? {
    let value = Array(value.utf8)
    return lines(with: value, aspect) { $0.hasValue(value) }.first
  }

  /// The lines with a folded phrase (`fish and chips`) as their value or one of their words, in the singular
  /// or the plural.
  package static func called(_ phrase: String, _ aspect: FoodAspect) -> [FoodLine] {
    for spelling in FoodText.singulars(of: Array(phrase.utf8)) {
      let found = spelled(spelling, aspect)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The same; if there are none, those for the phrase without silent words: `Thai food`, `any pub`. A word
  /// that is itself a value is not silent: a hotel restaurant is more than a hotel.
  package static func meant(by phrase: String, _ aspect: FoodAspect) -> [FoodLine] {
    meant(by: phrase) { called($0, aspect) }
  }

  static func meant(by phrase: String, _ called: (String) -> [FoodLine]) -> [FoodLine] {
    let lines = called(phrase)
    guard lines.isEmpty else { return lines }
    let words = phrase.split(separator: " ").map { String($0) }
    func isSilent(_ word: String) -> Bool { SilentWords.contains(word) && called(word).isEmpty }
    let (first, last) = (
      words.prefix(while: isSilent).count, words.reversed().prefix(while: isSilent).count
    )
    // The longest phrase: `the fast food` does not mean `the fast`.
    for count in (1...FoodPhrases.mostWords).reversed() where count < words.count {
      for start in (0...words.count - count).reversed()
      where start <= first && words.count - count - start <= last {
        let lines = called(words[start..<start + count].joined(separator: " "))
        if !lines.isEmpty { return lines }
      }
    }
    return []
  }

  /// A value in the tables' spelling: `pizza` for `pizzas`, `thai` for `thai_food`. In a cuisine that is not
  /// in the tables, the longest known ending is replaced: `beef_noodle` for `beef_noodles`,
  /// `x_fish_and_chips` for `x_fish_n_chips`. A value with several meanings is left unchanged.
  static func canonical(
    _ value: String, _ aspect: FoodAspect, called: (String) -> [FoodLine]
  ) -> String {
    let phrase = FoodText.shown(value)
    let lines = meant(by: phrase, called)
    guard lines.isEmpty else { return lines.count == 1 ? lines[0].value : value }
    let words = phrase.split(separator: " ")
    guard aspect == .cuisine, words.count > 1 else { return value }
    for count in (1...min(FoodPhrases.mostWords, words.count - 1)).reversed() {
      let lines = called(words.suffix(count).joined(separator: " "))
      guard !lines.isEmpty else { continue }
      let first = words.dropLast(count).joined(separator: "_")
      return lines.count == 1 ? "\(first)_\(lines[0].value)" : value
    }
    return value
  }

  static func canonical(_ value: String, _ aspect: FoodAspect) -> String {
    canonical(value, aspect) { called($0, aspect) }
  }

  /// The parts of a phrase that `and` or `or` separates, each as long as possible: `fish and chips`, `pizza`
  /// for `fish and chips and pizza`. Empty unless there are several, all of them known.
  static func several(in phrase: String, _ isKnown: (String) -> Bool) -> [String] {
    lists(in: phrase, isKnown).flatMap { $0 }
  }

  /// The same, with a list for each group joined by `and`: `fish and chips or pizza and pasta` has two.
  static func lists(in phrase: String, _ isKnown: (String) -> Bool) -> [[String]] {
    var lists: [[String]] = []
    for list in phrase.split(separator: " ").split(separator: "or") {
      let parts = list.split(separator: "and").map { $0.joined(separator: " ") }
      guard let found = longest(of: parts, " and ", isKnown, { _ in false }) else { return [] }
      lists.append(found)
    }
    return lists.reduce(0) { $0 + $1.count } > 1 ? lists : []
  }

  /// The parts of a phrase with only silent words in between: `pub`, `restaurant` for `pub restaurant`. `nil`
  /// unless there are several, all of them known.
  static func sequence(in phrase: String, _ isKnown: (String) -> Bool) -> [String]? {
    let words = phrase.split(separator: " ").map { String($0) }
    let found = longest(of: words, " ", isKnown, SilentWords.contains)
    return found.flatMap { $0.count > 1 ? $0 : nil }
  }

  /// At each place, joins as many parts as make a known phrase, or skips a silent part. `nil` if some part is
  /// neither.
  private static func longest(
    of parts: [String], _ joint: String, _ isKnown: (String) -> Bool, _ isSilent: (String) -> Bool
  ) -> [String]? {
    var (found, start) = ([String](), 0)
    while start < parts.count {
      let ends = (start + 1...min(parts.count, start + FoodPhrases.mostWords)).reversed()
      let known = ends.lazy.map { end in (end, parts[start..<end].joined(separator: joint)) }
        .first { isKnown($0.1) }
      if let (end, text) = known {
        found.append(text)
        start = end
      } else if isSilent(parts[start]) {
        start += 1
      } else {
        return nil
      }
    }
    return found
  }

  /// Like `called`, but in exactly this spelling.
  fileprivate static func spelled(_ phrase: [UInt8], _ aspect: FoodAspect) -> [FoodLine] {
    var found = lines(with: phrase, aspect) { $0.hasValue(phrase) || $0.hasWord(phrase) }
    guard phrase.contains(0x20) else { return found }
    let underscored = phrase.map { $0 == 0x20 ? UInt8(ascii: "_") : $0 }
    for line in lines(with: underscored, aspect, where: { $0.hasValue(underscored) })
    where !found.contains(where: { $0.number == line.number }) {
      found.append(line)
    }
    return found.sorted { $0.number < $1.number }
  }

  private func hasValue(_ value: [UInt8]) -> Bool {
    let bytes = bytes
    return bytes.count >= value.count && (bytes.count == value.count || bytes[value.count] == 0x20)
      && memcmp(bytes.baseAddress!, value, value.count) == 0
  }

  /// Without making a list of the words, each of which costs an allocation.
  private func hasWord(_ word: [UInt8]) -> Bool {
    let bytes = bytes
    guard var start = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    while start < bytes.count,
      bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: ",")
    {
      start += 1
      while start < bytes.count, bytes[start] == 0x20 || bytes[start] == UInt8(ascii: "!") {
        start += 1
      }
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: ","), !Self.marks.contains(bytes[end]) {
        end += 1
      }
      let found = UnsafeBufferPointer(rebasing: bytes[start..<end]).trimmed
      if found.count == word.count, memcmp(found.baseAddress!, word, word.count) == 0 {
        return true
      }
      start = end
    }
    return false
  }

  /// The lines whose values end in `_VALUE`.
  static func ending(in value: String, _ aspect: FoodAspect) -> [FoodLine] {
    let ending = Array("_\(value)".utf8)
    return lines(with: ending, aspect) { line in
      let own = Array(line.value.utf8)
      return own.count > ending.count && own.suffix(ending.count).elementsEqual(ending)
    }
  }

  /// The line whose value or word a misspelt phrase probably means.
  package static func closest(to phrase: String, _ aspect: FoodAspect) -> FoodLine? {
    let known = all(aspect).flatMap { line in ([line.value] + line.words).map { (line, $0) } }
    return Misspelling.closest(to: phrase, among: known, by: { $0.1 })?.0
  }

  /// Letters from the rarest in English text to the most common.
  private static let rarity = Array("zqxjkvbpygfwmucldrhsnioate".utf8)

  /// The lines that contain the letters anywhere, and that pass. The search is for the rarest of the letters:
  /// the first is often an `s` or a `c`, which every line has.
  private static func lines(
    with letters: [UInt8], _ aspect: FoodAspect, where passes: (FoodLine) -> Bool
  ) -> [FoodLine] {
    let table = aspect.table
    guard !letters.isEmpty, letters.count <= table.count else { return [] }
    let rarest =
      letters.indices.min {
        rarity.firstIndex(of: letters[$0]) ?? 26 < rarity.firstIndex(of: letters[$1]) ?? 26
      } ?? 0
    var (lines, start, number, counted) = ([FoodLine](), rarest, 0, 0)
    while start < table.count,
      let found = memchr(table.baseAddress! + start, CInt(letters[rarest]), table.count - start)
    {
      let place =
        table.baseAddress!.distance(to: found.assumingMemoryBound(to: UInt8.self)) - rarest
      start = place + rarest + 1
      guard place + letters.count <= table.count,
        memcmp(table.baseAddress! + place, letters, letters.count) == 0
      else { continue }
      let begin = (table[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      let end = table.place(of: UInt8(ascii: "\n"), from: place)
      number += table.newlines(in: counted..<begin)
      counted = begin
      let line = FoodLine(aspect: aspect, number: number, text: begin..<end)
      if passes(line) { lines.append(line) }
      // Each line need be found only once.
      start = end + rarest
    }
    return lines
  }
}

extension Bytes {
  fileprivate func newlines(in range: Range<Int>) -> Int {
    var (count, start) = (0, range.lowerBound)
    while start < range.upperBound,
      let found = memchr(baseAddress! + start, 0x0A, range.upperBound - start)
    {
      count += 1
      start = baseAddress!.distance(to: found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return count
  }
}

/// Words that are one phrase in the tables, or a single word that is not in them.
///
///     FoodPhrase.phrases(in: ["joes", "fish", "and", "chips"])    // joes, unknown; fish and chips
package struct FoodPhrase: Sendable {
  /// The indices of its words.
  package let place: Range<Int>
  /// In the singular if the tables have only that.
  package let text: String
  /// All its possible meanings; empty if the tables do not have it.
  package let lines: [FoodLine]

  package var isKnown: Bool { !lines.isEmpty }

  /// Whether it may be a diet or a feature: how a venue serves, not what. Names seldom say that.
  package var saysHow: Bool { lines.contains { [.diet, .feature].contains($0.aspect) } }

  /// At each place, the longest phrase.
  package static func phrases(in words: [String]) -> [FoodPhrase] {
    var (phrases, start) = ([FoodPhrase](), 0)
    while start < words.count {
      let most = min(FoodPhrases.mostWords, words.count - start)
      let phrase =
        (1...most).reversed().lazy.compactMap { FoodPhrase(words, start..<start + $0) }.first
        ?? FoodPhrase(place: start..<start + 1, text: words[start], lines: [])
      phrases.append(phrase)
      start = phrase.place.upperBound
    }
    return phrases
  }

  private init(place: Range<Int>, text: String, lines: [FoodLine]) {
    (self.place, self.text, self.lines) = (place, text, lines)
  }

  /// `nil` if the tables do not have it.
  private init?(_ words: [String], _ place: Range<Int>) {
    let phrase = words[place].joined(separator: " ")
    let lines = FoodAspect.allCases.flatMap { FoodLine.called(phrase, $0) }
    guard !lines.isEmpty else { return nil }
    let spelling = FoodText.singulars(of: Array(phrase.utf8)).first { spelling in
      FoodAspect.allCases.contains { !FoodLine.spelled(spelling, $0).isEmpty }
    }
    self.init(
      place: place, text: spelling.map { String(decoding: $0, as: UTF8.self) } ?? phrase,
      lines: lines)
  }

  /// A text that is one phrase as a whole, in any spelling: `Fish & Chips`.
  package init?(_ text: String) {
    let words = FoodText.words(text)
    guard (1...FoodPhrases.mostWords).contains(words.count) else { return nil }
    self.init(words, 0..<words.count)
  }

  /// The word of the tables that a misspelt word probably means. Only likely slips count, since the word may
  /// be part of a name:
  ///
  ///     piza, burgur, cofee     a double letter typed once, or a wrong vowel
  ///     wheelchar, resturant    a missing vowel, in a word of at least seven letters
  ///     sandwitch               any one letter, in a word of at least eight
  package static func closest(to word: String) -> FoodPhrase? {
    let typed = FoodText.phrase(word)
    let letters = typed.unicodeScalars.map(\.value)
    guard letters.count > 3, letters.count <= 24 else { return nil }
    let most =
      letters.count < 7
      ? SpellingCost.doubled : letters.count < 8 ? SpellingCost.vowel : SpellingCost.error
    let walk = TypingWalk(letters, most: most, isBeginning: false)
    var best: (cost: Int, word: String)?
    for line in FoodAspect.allCases.flatMap(FoodLine.all) {
      for known in [FoodText.shown(line.value)] + line.words {
        let cost =
          known.utf8.first == typed.utf8.first
          ? known.withBytes({ walk.cost(of: $0, shared: 0) }) : nil
        if let cost, cost < best?.cost ?? .max { best = (cost, known) }
      }
    }
    return best.flatMap { FoodPhrase($0.word) }
  }

  /// The meaning of a word after `no` or `without`: `gluten free`, `nut free`. Nothing else can be requested
  /// by naming what is not wanted.
  package init?(without word: String) {
    let free = FoodText.singulars(of: Array(FoodText.phrase(word).utf8)).lazy.compactMap {
      FoodPhrase(String(decoding: $0, as: UTF8.self) + " free")
    }
    guard let phrase = free.first else { return nil }
    self = phrase
  }
}

/// A phrase that is in none of the tables, with the option that finds it, if there is one.
///
///     FoodElsewhere("live music")    // --where live_music=yes
///     FoodElsewhere("sea view")      // --match 'sea view'
///     FoodElsewhere("set menu")      // there is no data on it
package struct FoodElsewhere: Sendable {
  /// As typed.
  package let phrase: String
  package let option: String?
  package let value: String?

  package init?(_ phrase: String) {
    let spellings = FoodText.singulars(of: Array(phrase.utf8))
      .map { String(decoding: $0, as: UTF8.self) }
    let table = FoodTable.elsewhere.description
    guard spellings.contains(where: table.holds) else { return nil }
    for line in table.split(separator: "\n") {
      let sides = line.split(separator: ":")
      let phrases = sides[0].split(separator: ",").map { $0.drop { $0 == " " } }
        .map { $0.last == " " ? $0.dropLast() : $0 }
      guard let known = phrases.first(where: { spellings.contains(String($0)) }) else { continue }
      let words = sides.count > 1 ? sides[1].split(separator: " ") : []
      self.phrase = phrase
      option = words.first.map { String($0) }
      value = words.isEmpty ? nil : String(words.count > 1 ? words[1] : known)
      return
    }
    return nil
  }

  /// The first such phrase, as long as possible, and its place. None of its words may be in the other tables.
  static func first(
    in phrases: [FoodPhrase], _ words: [String]
  ) -> (phrases: Range<Int>, meaning: FoodElsewhere)? {
    for start in phrases.indices where !phrases[start].isKnown {
      let most = min(FoodPhrases.mostWords, phrases.count - start)
      for count in (1...most).reversed() {
        let range = start..<start + count
        guard phrases[range].allSatisfy({ !$0.isKnown }) else { continue }
        let text = phrases[range].map { words[$0.place].joined(separator: " ") }
        if let meaning = FoodElsewhere(text.joined(separator: " ")) { return (range, meaning) }
      }
    }
    return nil
  }
}

/// Texts about food, folded: without case, accents and punctuation.
package enum FoodText {
  /// Words separated by spaces: `fish and chips` for `Fish & Chips`.
  package static func phrase(_ text: Bytes) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return folded(text) }
    var spelled: [UInt8] = []
    for byte in text {
      if byte == UInt8(ascii: "&") { spelled += " and ".utf8 } else { spelled.append(byte) }
    }
    return spelled.withUnsafeBufferPointer { folded($0) }
  }

  package static func phrase(_ text: String) -> String {
    text.withBytes { String(decoding: phrase($0), as: UTF8.self) }
  }

  package static func words(_ text: String) -> [String] {
    phrase(text).split(separator: " ").map { String($0) }
  }

  /// The first word with a mark that excludes it, including the mark: `!vegan`, `-pizza`, or `vegan!=only`.
  /// Within a word, a mark is a hyphen or part of a name: `gluten-free`, `Yo!Sushi`.
  package static func unwanted(in text: String) -> String? {
    func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    func isEnd(_ character: Character) -> Bool {
      character.isWhitespace || ",;|/+&()[]".contains(character)
    }
    var (place, last) = (text.startIndex, Character?.none)
    while place < text.endIndex {
      let mark = text[place]
      let rest = text[text.index(after: place)...]
      if mark == "!", rest.first == "=" {
        let start = text[..<place].lastIndex(where: isEnd).map(text.index(after:))
        return String(text[(start ?? text.startIndex)...].prefix { !isEnd($0) })
      }
      if excluding.contains(mark), last.map(isLetter) != true {
        // A dash with a space on both sides only separates; an exclamation mark never does.
        let word = mark == "!" ? rest.drop(while: \.isWhitespace) : rest
        if word.first.map(isLetter) == true { return "\(mark)\(word.prefix { !isEnd($0) })" }
      }
      // Yo!! Sushi
      if !(last.map(isLetter) == true && rest.first == mark) { last = mark }
      place = text.index(after: place)
    }
    return nil
  }

  /// An exclamation mark, and the forms of a hyphen that keyboards and programs produce.
  private static let excluding = "!-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}"

  /// Whether it negates the word after it, in values and in names: `non_vegetarian`.
  static func isDenial(_ word: Bytes) -> Bool {
    denials.contains { $0.bytes.elementsEqual(word) }
  }

  private static let denials: [StaticString] = ["non", "no", "not"]

  /// In the form of values: `fish_and_chips`.
  package static func value(_ text: Bytes) -> [UInt8] {
    phrase(text).map { $0 == 0x20 ? UInt8(ascii: "_") : $0 }
  }

  package static func value(_ text: String) -> String {
    text.withBytes { String(decoding: value($0), as: UTF8.self) }
  }

  private static func folded(_ text: Bytes) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: NameKey.most) { buffer, count in
      count = NameKey.write(text, to: buffer.baseAddress!)
    }
  }

  /// A value in readable form: `fish and chips`.
  package static func shown(_ value: String) -> String {
    String(decoding: value.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, as: UTF8.self)
  }

  /// The possible singulars of a phrase, starting with itself: curries, curry; sandwiches, sandwich; pubs,
  /// pub.
  static func singulars(of phrase: [UInt8]) -> [[UInt8]] {
    var spellings = [phrase]
    func ends(_ ending: StaticString) -> Bool {
      phrase.count > ending.utf8CodeUnitCount + 1
        && phrase.suffix(ending.utf8CodeUnitCount).elementsEqual(ending.bytes)
    }
    if ends("ies") { spellings.append(phrase.dropLast(3) + [UInt8(ascii: "y")]) }
    if ends("es") { spellings.append(Array(phrase.dropLast(2))) }
    if ends("s") { spellings.append(Array(phrase.dropLast())) }
    return spellings
  }
}

/// Every word of the tables by a hash of its letters, in the singular and the plural, for finding the values
/// in a name.
package struct FoodPhrases {
  /// Numbers of values, which continue from one table to the next.
  private var values: [UInt64: [UInt16]] = [:]

  package static let mostWords = 3

  /// Where each table's values begin in that numbering; the last element is their total.
  private static let starts: [Int] = FoodAspect.allCases.reduce(into: [0]) { starts, aspect in
    let table = aspect.table
    starts.append(starts[starts.count - 1] + table.newlines(in: 0..<table.count) + 1)
  }

  /// The number of values in all tables.
  static var valueCount: Int { starts[FoodAspect.allCases.count] }

  /// The number of a table's first value.
  package static func first(_ aspect: FoodAspect) -> Int { starts[Int(aspect.rawValue)] }

  package init() {
    var number: UInt16 = 0
    for aspect in FoodAspect.allCases {
      for line in FoodLine.all(aspect) {
        for phrase in line.inNames
        where aspect != .feature || Self.saysFeature(phrase, line.value) {
          for spelling in Self.plurals(of: phrase) { add(spelling, number) }
        }
        for phrase in line.notInNames {
          phrase.withBytes { values[Self.hash($0), default: []] += [] }
        }
        number += 1
      }
    }
  }

  /// In a name, `terrace` is often a street, and `dogs` are often hot dogs.
  private static func saysFeature(_ phrase: String, _ value: String) -> Bool {
    phrase.contains(" ") || ["takeaway", "delivery"].contains(value)
  }

  private mutating func add(_ phrase: String, _ number: UInt16) {
    let hash = phrase.withBytes { Self.hash($0) }
    if values[hash]?.contains(number) != true { values[hash, default: []].append(number) }
  }

  /// The reverse of `FoodText.singulars`.
  private static func plurals(of phrase: String) -> [String] {
    [phrase, phrase + "s", phrase + "es"]
      + (phrase.hasSuffix("y") ? [phrase.dropLast() + "ies"] : [])
  }

  private static func hash(_ phrase: Bytes) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in phrase { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// Calls `body` with each value in an unfolded name, perhaps more than once.
  package func forEachValue(saidBy name: Bytes, _ body: (UInt16) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NameKey.most) { room in
      let count = NameKey.write(name, to: room.baseAddress!)
      forEachValue(in: Bytes(start: room.baseAddress, count: count), body)
    }
  }

  /// The same for a row's name.
  package func forEachValue(ofRow row: Int, in store: VenueStore, _ body: (UInt16) -> Void) {
    store.withName(ofRow: row) { forEachValue(saidBy: $0, body) }
  }

  /// Calls `body` with each value in a folded name, perhaps more than once. At each word, the longest phrase
  /// counts: `Holiday Inn` does not mean the same as `Inn`.
  private func forEachValue(in name: Bytes, _ body: (UInt16) -> Void) {
    var (start, isDenied) = (0, false)
    while start < name.count {
      let first = name.place(of: 0x20, from: start)
      var (end, longest, found) = (first, first, [UInt16]())
      for _ in 0..<Self.mostWords {
        if let values = values[Self.hash(UnsafeBufferPointer(rebasing: name[start..<end]))] {
          (longest, found) = (end, values)
        }
        guard end < name.count else { break }
        end = name.place(of: 0x20, from: end + 1)
      }
      if !isDenied { found.forEach(body) }
      isDenied = found.isEmpty && FoodText.isDenial(Bytes(rebasing: name[start..<longest]))
      start = longest + 1
    }
  }
}
