import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn
import OpeningHoursKit

/// What the plain words of a refused line ask for: a point, a radius, a limit, a time, food or a name.
///
///     vegan pizza tonight     --for 'vegan pizza' --open tonight
///     pizza or sushi          --for 'pizza or sushi'
///     pizza hut               --match 'pizza hut'
///     dog friendly wine bar   --match 'wine bar' --for 'dog friendly'
///     pizza no cheese         --for pizza
///     no gluten               --for 'gluten free'
///     pub with live music     --for pub --where live_music=yes
///
/// Each step takes its words out of the line, so their order matters. The last step reads food and names:
///
/// - Words without meaning, such as `the`, are dropped.
/// - If the food tables know all other words, they all go to `--for`.
/// - Otherwise the unknown words go to `--match`, together with kinds and cuisines. Diets and features still
///   go to `--for`.
/// - A misspelling of a word in the tables counts as that word, unless it has a capital letter, as names may.
/// - Something unwanted cannot be expressed, except what a diet leaves out, such as gluten.
struct PlainRequest {
  /// The point's known name, which may differ from what was typed.
  private(set) var point: String?
  private(set) var radius: String?
  /// Whether the words name a street or a house in it; `point` comes after that.
  let isAddress: Bool
  /// A name shared by several places; `point` is the first of them.
  private(set) var ambiguity: (name: String, problem: String)?
  /// For `--match`.
  private var match: [String] = []
  /// For `--for`, spelt as in the tables.
  private var food: [String] = []
  /// Whether the user excluded something, which the suggested line cannot express.
  private(set) var leavesOut = false
  /// For `--where`: `live_music=yes` for `live music`.
  private var conditions: [String] = []
  /// A phrase on which there is no data, such as `set menu`.
  private(set) var unanswered: String?
  /// Words without letters that no step took: numbers and signs.
  private var leftover: [String] = []
  private var limit: String?
  /// The value of `--open`; empty for now.
  private var open: String?
  /// Output options that were typed without dashes.
  private let outputOptions: [Option]

  init(_ line: PlainLine, _ places: KnownPoints, _ command: Command) {
    func takes(_ option: Option) -> Bool { command.option(named: option.name) != nil }
    var words = line.words.flatMap { $0.split(separator: " ").map { String($0) } }
    let outputOptions = [Options.json, Options.csv, Options.count].filter { option in
      takes(option) && words.contains(option.name)
    }
    words.removeAll { word in outputOptions.contains { $0.name == word } }
    self.outputOptions = outputOptions
    let afterStreet = StreetAddress(words)?.after
    isAddress = afterStreet != nil
    words = afterStreet ?? words
    let hasOpenWithoutValue = line.options.contains([Options.open.flag])
    if hasOpenWithoutValue, !isAddress { open = Self.timeBeforePoint(in: &words, places) }
    takePoint(from: &words, places)
    if takes(Options.wanted) { words = Self.withPhrases(words) }
    if open == nil, takes(Options.open) {
      open = Self.time(in: &words, isAsked: hasOpenWithoutValue)
    }
    if takes(Options.radius) { radius = Self.first(in: &words, Self.distance) }
    if takes(Options.limit) {
      limit = Self.first(in: &words, atMost: 1) { text in
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
      }
    }
    if takes(Options.match) { takeRest(words, places, takes) }
  }

  /// Takes all words that are left, as food and names.
  private mutating func takeRest(
    _ words: [String], _ places: KnownPoints, _ takes: (Option) -> Bool
  ) {
    leftover = words.filter {
      !$0.contains(where: \.isLetter) && $0.contains { $0 != "," && $0 != "&" }
    }
    let isPostcode = point.map { $0.contains(where: \.isNumber) } ?? false
    // In `London SE1` the postcode is the point, and London adds nothing.
    let others = words.filter { $0.contains(where: \.isLetter) && !(isPostcode && places.has($0)) }
    guard takes(Options.wanted) else {
      match = others.filter { !Self.isFiller($0) }
      return
    }
    let wanted = takeElsewhere(others, takes)
    takeFood(wanted)
  }

  var hasNames: Bool { !match.isEmpty }
  /// Whether the words ask for food or for another property of a venue.
  var hasFood: Bool { !food.isEmpty || !conditions.isEmpty }

  /// The arguments of a line that says the same with options; its point is `example` if the words name none.
  /// `nil` if the words contradict the options, or have signs that neither names nor food have.
  func words(_ line: PlainLine, example: String) -> [String]? {
    options(line).map { line.path + [point ?? example] + $0 }
  }

  /// The options of that line: its own, and what the words ask for.
  func options(_ line: PlainLine) -> [String]? {
    let isPlain = match.allSatisfy { !$0.contains { "=<>{}[]()".contains($0) } }
    guard isPlain, leftover.isEmpty, match.allSatisfy({ !$0.hasPrefix("-") && !$0.hasPrefix("–") })
    else { return nil }
    var options = line.options
    // Other programs have `--count 5` for `--limit 5`.
    if limit != nil { options.removeAll { $0 == [Options.count.flag] } }
    var asked: [[String]] = []
    if let radius { asked.append([Options.radius.flag, radius]) }
    if let limit { asked.append([Options.limit.flag, limit]) }
    if let open { asked.append([Options.open.flag] + (open.isEmpty ? [] : [open])) }
    for option in asked {
      options.removeAll { $0 == option || $0 == [option[0]] }
      guard !options.contains(where: { $0[0] == option[0] }) else { return nil }
    }
    let names = match.isEmpty ? [] : [Options.match.flag, match.joined(separator: " ")]
    var wanted: [String] = []
    if !food.isEmpty {
      // In `--for vegan Pizza`, both words are food.
      let given = options.filter { $0[0] == Options.wanted.flag }.flatMap { $0.dropFirst() }
      options.removeAll { $0[0] == Options.wanted.flag }
      wanted = [Options.wanted.flag, (given + food).joined(separator: " ")]
    }
    for condition in conditions.map({ [Options.condition.flag, $0] })
    where !options.contains(condition) {
      wanted += condition
    }
    let flags = outputOptions.map(\.flag).filter { !options.contains([$0]) }
    return names + wanted + asked.joined() + options.joined() + flags
  }

  /// The same as `words(_:example:)`; `nil` also if the words name no point.
  func wordsAtPoint(_ line: PlainLine) -> [String]? { point.flatMap { words(line, example: $0) } }

  // MARK: Food

  /// Makes one word of each phrase, so that the `sunday` of `sunday roast` is not read as a time.
  private static func withPhrases(_ words: [String]) -> [String] {
    var (joined, start) = ([String](), 0)
    for range in phrases(in: words) {
      joined += words[start..<range.lowerBound] + [words[range].joined(separator: " ")]
      start = range.upperBound
    }
    return joined + words[start...]
  }

  /// The phrases of two or three words. If none of its words means anything alone, a phrase of two counts
  /// only after another word for food: `to go` is food in `pizza to go`, not in `where to go`.
  private static func phrases(in words: [String]) -> [Range<Int>] {
    func isPhrase(_ range: Range<Int>) -> Bool {
      let text = words[range].joined(separator: " ")
      if FoodElsewhere(FoodText.phrase(text)) != nil { return true }
      // Three such words seldom meet by chance: `all you can` eat.
      return FoodPhrase(text) != nil
        && (range.count > 2 || !words[range].allSatisfy(isFiller)
          || range.lowerBound > 0 && FoodPhrase(words[range.lowerBound - 1]) != nil)
    }
    var (ranges, start) = ([Range<Int>](), 0)
    while start < words.count {
      let ends = (start + 1)...min(start + FoodPhrases.mostWords, words.count)
      let end = ends.last { isPhrase(start..<$0) } ?? start + 1
      if end > start + 1 { ranges.append(start..<end) }
      start = end
    }
    return ranges
  }

  /// Takes out the phrases that are not food (`live music`), and returns the other words.
  private mutating func takeElsewhere(_ words: [String], _ takes: (Option) -> Bool) -> [String] {
    var rest: [String] = []
    for word in words {
      guard let meaning = FoodElsewhere(FoodText.phrase(word)) else {
        rest.append(word)
        continue
      }
      switch (meaning.option, meaning.value) {
      case (Options.condition.name?, let value?) where takes(Options.condition):
        if !conditions.contains(value) { conditions.append(value) }
      case (Options.open.name?, let value?) where takes(Options.open): open = open ?? value
      case (Options.match.name?, let value?): match.append(value)
      default: unanswered = unanswered ?? meaning.phrase
      }
    }
    return rest
  }

  private mutating func takeFood(_ words: [String]) {
    var parts: [(text: String, phrase: FoodPhrase?)] = []
    // The places of the parts that follow an `or`.
    var afterOr: Set<Int> = []
    var rest = words[...]
    while var word = rest.popFirst() {
      if let unwanted = FoodText.unwanted(in: word), !unwanted.contains("="),
        let range = word.range(of: unwanted)
      {
        leavesOut = true
        word = String(word[..<range.lowerBound])
        guard !FoodText.words(word).isEmpty else { continue }
      }
      if FoodRequest.negations.contains(word), let next = rest.popFirst() {
        if let phrase = FoodPhrase(without: next) {
          parts.append((next, phrase))
        } else {
          leavesOut = leavesOut || !Self.isFiller(next)
        }
      } else if word.lowercased() == "or" {
        afterOr.insert(parts.count)
      } else if !Self.isFiller(word) {
        parts += Self.parts(of: word).filter {
          $0.phrase.map { !Self.isFiller($0.text) } ?? true
        }
      }
    }
    let isFood = parts.allSatisfy { $0.phrase != nil }
    for (place, (text, phrase)) in parts.enumerated() {
      guard let phrase, isFood || phrase.saysHow else {
        // `--match` compares the beginnings of words, so the singular also finds the plural.
        let isPlural = phrase.map { $0.text != FoodText.phrase(text) } ?? false
        match.append(isPlural ? phrase?.text ?? text : text)
        continue
      }
      guard !food.contains(phrase.text) else { continue }
      food += (isFood && !food.isEmpty && afterOr.contains(place) ? ["or"] : []) + [phrase.text]
    }
  }

  /// `vegan-pizza` is two words, `Wok-Inn` a name, `piza` a misspelling.
  private static func parts(of word: String) -> [(text: String, phrase: FoodPhrase?)] {
    if let phrase = FoodPhrase(word) { return [(word, phrase)] }
    let phrases = FoodPhrase.phrases(in: FoodText.words(word))
    if phrases.count > 1, phrases.allSatisfy(\.isKnown) { return phrases.map { ($0.text, $0) } }
    let meant = word == word.lowercased() ? FoodPhrase.closest(to: word) : nil
    return [(meant?.text ?? word, meant)]
  }

  // MARK: The point

  /// Looks first for a known point (`Brighton`), then for a name of several places (`Newport`), then for a
  /// misspelling (`Brihgton`).
  private mutating func takePoint(from words: inout [String], _ places: KnownPoints) {
    let phrases = Self.phrases(in: words)
    if let range = Self.best(in: words, besides: phrases, orHere: places.isHereOn, places.has) {
      let text = Self.text(of: words[range])
      point = Self.here.contains(text.lowercased()) ? "here" : text
      // If only Hull is known in `Kingston upon Hull`, the two words before it go with it.
      let isJoined = range.lowerBound > 1 && Self.joining.contains(words[range.lowerBound - 1])
      words.removeSubrange((isJoined ? range.lowerBound - 2 : range.lowerBound)..<range.upperBound)
    } else if let range = Self.best(in: words, besides: phrases, { places.several($0) != nil }) {
      let name = Self.text(of: words[range])
      guard let several = places.several(name) else { return }
      ambiguity = (name, several.problem)
      point = several.first
      words.removeSubrange(range)
    } else {
      let isAlone = words.count { !Self.isFiller($0) } == 1
      let range = Self.best(in: words, besides: phrases) { text in
        text.count > 4 && (isAlone || text.first?.isUppercase == true)
          && FoodPhrase(text) == nil && places.closest(to: text) != nil
      }
      guard let range else { return }
      point = places.closest(to: Self.text(of: words[range]))
      words.removeSubrange(range)
    }
  }

  /// The words that make the best point. More words are better, then words written like a name or a number,
  /// then words after `near`, then the first. A single word for food counts less: Sandwich is also a town.
  private static func best(
    in words: [String], besides phrases: [Range<Int>] = [], orHere isHereOn: Bool = false,
    _ isPoint: (String) -> Bool
  ) -> Range<Int>? {
    var best: (range: Range<Int>, score: Int)?
    for start in words.indices {
      guard start == 0 || !qualifiers.contains(words[start - 1]) else { continue }
      for end in (start + 1)...min(words.count, start + 5) {
        guard end == words.count || !joining.contains(words[end].lowercased()),
          !phrases.contains(where: { $0.contains(start) && $0.upperBound >= end })
        else { continue }
        let text = text(of: words[start..<end])
        let isHere = isHereOn && here.contains(text.lowercased())
        let isOneWord = end - start == 1
        guard isOneWord || !SilentWords.isPreposition(words[start].lowercased()),
          !isOneWord || !isFiller(text) || isHere,
          !text.contains(where: { "=<>".contains($0) }), isHere || isPoint(text)
        else { continue }
        let isName = text.unicodeScalars.first.map {
          $0.properties.isUppercase || ("0"..."9").contains($0)
        }
        let isAfterNear = start == 0 || SilentWords.isPreposition(words[start - 1].lowercased())
        // In `London SE1`, SE1 is the better point.
        let isNumbered = text.contains(where: \.isNumber)
        let score =
          4 * (end - start) + (isName == true ? 2 : 0) + (isNumbered ? 2 : 0)
          + (isAfterNear ? 1 : 0) - (isOneWord && FoodPhrase(text) != nil ? 2 : 0)
        if score > best?.score ?? 0 { best = (start..<end, score) }
      }
    }
    return best?.range
  }

  /// The words without a comma at the end: `Leeds` for `Leeds,`.
  private static func text(of words: ArraySlice<String>) -> String {
    let text = words.joined(separator: " ")
    return text.hasSuffix(",") ? String(text.dropLast()) : text
  }

  private static let otherWordsForHere = ["me", "my location", "current location"]
  private static let here = Set(["here"] + otherWordsForHere)

  /// `near me`
  static func asksForHere(_ typed: String) -> Bool {
    let words = typed.lowercased().split(separator: " ")
    return otherWordsForHere.contains { here in
      let wanted = here.split(separator: " ")
      return words.suffix(wanted.count) == wanted[...]
    }
  }

  /// Names that people give to saved points.
  static let usualNames: Set = ["home", "work", "office", "hotel", "school"]

  /// Words that belong to the name that follows: New York is not York.
  private static let qualifiers: Set = [
    "New", "Old", "Great", "Little", "Upper", "Lower", "North", "South", "East", "West", "Saint",
    "St",
  ]

  /// Words in the middle of a name: Kingston upon Hull is not Kingston.
  private static let joining: Set = ["upon", "on", "under", "le", "super", "sub", "by"]

  // MARK: Other parts

  /// Removes the first words that have a meaning, as many as have one together, and returns that meaning.
  private static func first(
    in words: inout [String], atMost most: Int = 3, _ meaning: (String) -> String?
  ) -> String? {
    for start in words.indices {
      for end in (start + 1...min(words.count, start + most)).reversed() {
        guard let meant = meaning(words[start..<end].joined(separator: " ")) else { continue }
        words.removeSubrange(start..<end)
        return meant
      }
    }
    return nil
  }

  private static func distance(_ text: String) -> String? {
    guard text.utf8.last?.isDigit == false else { return nil }
    if Quantity.metres(text) != nil || Quantity.minutes(text) != nil { return text }
    return Quantity.words.corrected(text)
  }

  /// A meal is a time only if the line has `open`: `breakfast in London` is food, and so is a Sunday lunch.
  /// With `--open` (`isAsked`), a misspelt time also counts.
  private static func time(in words: inout [String], isAsked: Bool) -> String? {
    let place = words.firstIndex { $0.lowercased() == "open" }
    if let place { words.remove(at: place) }
    let isSaid = isAsked || place != nil
    let time = first(in: &words) { text in
      let isMeal = isFiller(text) || FoodPhrase(text) != nil
      if WrittenWhen(text) != nil { return isSaid || !isMeal ? text : nil }
      return isAsked && !isMeal ? WrittenWhen.meant(by: text) : nil
    }
    return time ?? (isSaid ? "" : nil)
  }

  /// In `--open 1130 SE1 9TF`, 1130 is the time. A shorter number before a postcode may be a house number.
  private static func timeBeforePoint(
    in words: inout [String], _ places: KnownPoints
  ) -> String? {
    guard let first = words.first, first.utf8.first?.isDigit == true, first.utf8.count > 2,
      let time = WrittenWhen.meant(by: first), best(in: Array(words.dropFirst()), places.has) != nil
    else { return nil }
    words.removeFirst()
    return time
  }

  private static func isFiller(_ word: String) -> Bool {
    SilentWords.contains(word.lowercased()) || SilentWords.contains(FoodText.phrase(word))
  }
}
