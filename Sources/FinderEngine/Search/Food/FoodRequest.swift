/// A user's request for food, independent of any dataset.
///
///     var request = FoodRequest()
///     try request.add(kinds: "pub,cafe")
///     try request.add(text: "vegan pizza with wifi")
///     let filter = FoodFilter(request, columns)
package struct FoodRequest: Sendable {
  /// One thing that a venue may match.
  package enum Choice: Equatable, Sendable {
    /// A kind or a cuisine, in the spelling of the tables or the dataset.
    case kind(String)
    case cuisine(String)
    /// By the diet's number in the table; with `only`, a venue must serve nothing else.
    case diet(Int, only: Bool)
    case feature(Int)

    package var aspect: FoodAspect {
      switch self {
      case .kind: .kind
      case .cuisine: .cuisine
      case .diet: .diet
      case .feature: .feature
      }
    }

    /// In the tables' spelling.
    package var value: String {
      switch self {
      case .kind(let value), .cuisine(let value): value
      case .diet(let number, _): VenueFood.allDiets[number]
      case .feature(let number): VenueFood.allFeatures[number]
      }
    }

    /// For people: `fish and chips`, `vegan only`.
    package var words: String {
      if case .diet(_, true) = self { return FoodText.shown(value) + " only" }
      return FoodText.shown(value)
    }

    /// Its line in the tables, if it has one.
    package var line: FoodLine? { FoodLine.of(value, aspect) }

    /// A kind, or otherwise a cuisine.
    fileprivate init(_ value: String, _ aspect: FoodAspect) {
      self = aspect == .kind ? .kind(value) : .cuisine(value)
    }

    fileprivate init(_ line: FoodLine) {
      self =
        switch line.aspect {
        case .kind: .kind(line.value)
        case .cuisine: .cuisine(line.value)
        case .diet: .diet(line.number, only: false)
        case .feature: .feature(line.number)
        }
    }
  }

  /// A venue must match one of its items.
  package struct Part: Sendable {
    /// The option's value, or the words from `--for`.
    package let typed: String
    package let items: [Item]
    /// Whether a name counts if the venue's properties have no answer.
    package let countsNames: Bool

    package var choices: [Choice] { items.flatMap(\.choices) }
    /// Words that are in no table.
    package var words: [String] { items.filter { $0.match != nil }.map(\.typed) }
  }

  /// A word or phrase, and all its possible meanings.
  package struct Item: Sendable {
    package let typed: String
    package let choices: [Choice]
    /// For a word that is in no table: names with that word count, as with `--match`.
    let match: NameMatch?

    init(_ typed: String, _ choices: [Choice]) {
      (self.typed, self.choices) = (typed, choices)
      match = choices.isEmpty ? NameMatch(typed) : nil
    }
  }

  package private(set) var parts: [Part] = []

  /// `FoodQuestion` has 64 bits: one for each item, and two more.
  private static let mostItems = 60

  package init() {}

  /// Requests with one choice replaced by a similar one, except those that are already requested.
  var neighbours: [(choice: Choice, request: FoodRequest)] {
    var found: [(choice: Choice, request: FoodRequest)] = []
    for (place, part) in parts.enumerated() {
      func add(_ choice: Choice) {
        guard !part.choices.contains(choice), !found.contains(where: { $0.choice == choice }) else {
          return
        }
        var request = self
        request.parts[place] = Part(
          typed: choice.words, items: [Item(choice.words, [choice])], countsNames: false)
        found.append((choice, request))
      }
      for choice in part.choices {
        for value in choice.line?.neighbours ?? [] {
          guard let line = FoodLine.of(value, choice.aspect) else { continue }
          if case (.diet(_, true), .diet(let number, _)) = (choice, Choice(line)) {
            add(.diet(number, only: true))
          } else {
            add(Choice(line))
          }
        }
        // `--diet` looks only at the diet, but some datasets write it as a cuisine.
        if case .diet(_, false) = choice, !part.countsNames {
          add(.cuisine(choice.value))
        }
      }
    }
    return found
  }

  /// A request for each part.
  package var single: [FoodRequest] {
    parts.map { part in
      var request = FoodRequest()
      request.parts = [part]
      return request
    }
  }

  package var isEmpty: Bool { parts.isEmpty }

  private mutating func add(
    _ typed: String, _ items: [Item], countsNames: Bool = false
  ) throws(BadExpression) {
    // Both words of `doner kebab` have the same meaning, so the second adds nothing.
    let isThere = parts.contains { part in
      part.countsNames == countsNames && part.choices == items.flatMap(\.choices)
        && part.words == items.filter { $0.match != nil }.map(\.typed)
    }
    guard !isThere else { return }
    guard parts.reduce(items.count, { $0 + $1.items.count }) <= Self.mostItems else {
      throw BadExpression("asks for more than \(Self.mostItems) things")
    }
    parts.append(Part(typed: typed, items: items, countsNames: countsNames))
  }

  // MARK: Options

  /// `pub,cafe`: either.
  package mutating func add(kinds text: String) throws(BadExpression) {
    try add(values: text, .kind)
  }

  package mutating func add(cuisines text: String) throws(BadExpression) {
    try add(values: text, .cuisine)
  }

  private mutating func add(values text: String, _ aspect: FoodAspect) throws(BadExpression) {
    var choices: [Choice] = []
    for word in try Self.words(text, aspect) {
      for choice in Self.choices(word, aspect) where !choices.contains(choice) {
        choices.append(choice)
      }
    }
    try add(text, [Item(text, choices)])
  }

  /// The meanings of a word in `--kind` or `--cuisine`. A value that is not in the tables may be the
  /// dataset's own.
  package static func choices(_ word: String, _ aspect: FoodAspect) -> [Choice] {
    let value = FoodText.value(word)
    let lines = FoodLine.meant(by: FoodText.shown(value), aspect)
    let choices =
      lines.isEmpty
      ? [Choice(FoodLine.canonical(value, aspect), aspect)] : lines.map { Choice($0) }
    // The word as typed finds values that end in it: bbq means barbecue, but also finds korean_bbq.
    let typed = Choice(value, aspect)
    return aspect == .cuisine && !choices.contains(typed) ? choices + [typed] : choices
  }

  /// `vegan`, `vegan=only`, `vegan,halal`: either.
  package mutating func add(diets text: String) throws(BadExpression) {
    let words = try Self.words(text, .diet)
    var items: [Item] = []
    for word in words {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let answer = sides.count > 1 ? FoodText.phrase(String(sides[1])) : "yes"
      let number = try Self.number(String(sides[0]), .diet, of: words)
      guard ["yes", "only"].contains(answer) else {
        // `--where` can find such an answer: it is a property like any other.
        let isAsked = words.count == 1 && ["no", "limited"].contains(answer)
        let value = VenueFood.allDiets[number]
        throw BadExpression(
          "has '=\(fitForMessage(String(sides[1])))'; only =only can follow a diet",
          meant: isAsked ? "diet:\(value)=\(answer)" : nil, of: "where")
      }
      items.append(Item(word, [.diet(number, only: answer == "only")]))
    }
    try add(text, items)
  }

  /// `wheelchair,wifi`: both.
  package mutating func add(features text: String) throws(BadExpression) {
    let words = try Self.words(text, .feature)
    for word in words {
      try add(word, [Item(word, [.feature(try Self.number(word, .feature, of: words))])])
    }
  }

  private static func words(_ text: String, _ aspect: FoodAspect) throws(BadExpression) -> [String]
  {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard text.utf8.count <= longestText else {
      throw BadExpression("has more than \(longestText) bytes")
    }
    try refuseMarks(text, [aspect])
    for word in words where FoodText.phrase(String(word)).isEmpty {
      throw BadExpression(
        words.count == 1 ? "has no word in it" : "has no word before or after a comma")
    }
    let trimmed = words.map {
      String(decoding: Array($0.utf8).withUnsafeBufferPointer { Array($0.trimmed) }, as: UTF8.self)
    }
    try refuseOtherSeparators(trimmed, aspect)
    return trimmed
  }

  /// Throws for `pizza|thai`, `pizza & thai`, `pizza or thai` and `pub restaurant`: commas must separate
  /// several values. A value may contain `and`, so words like that separate only words of the tables.
  private static func refuseOtherSeparators(
    _ words: [String], _ aspect: FoodAspect
  ) throws(BadExpression) {
    let found = OtherSeparators(words, aspect)
    guard found.isAnyOf || found.isAllOf else { return }
    throw found.error(hasComma: words.count > 1, aspect)
  }

  private static let longestText = 900

  /// What words between commas mean if other separators count too.
  private struct OtherSeparators {
    /// All values, in their order.
    private(set) var meant: [String] = []
    /// Whether a separator asks for either of two values, and whether one asks for both.
    private(set) var (isAnyOf, isAllOf) = (false, false)

    init(_ words: [String], _ aspect: FoodAspect) {
      for word in words { add(word, aspect) }
    }

    private mutating func add(_ word: String, _ aspect: FoodAspect) {
      func isKnown(_ phrase: String) -> Bool { !FoodLine.meant(by: phrase, aspect).isEmpty }
      let pieces = isKnown(FoodText.phrase(word)) ? [] : word.split { "|/;+".contains($0) }
      // Splits each piece at `or`, and the results at `and`.
      let lists = pieces.map { FoodText.phrase(String($0)) }.filter { !$0.isEmpty }
        .map { piece -> [[String]] in
          guard !isKnown(piece) else { return [[piece]] }
          let lists = FoodLine.lists(in: piece, isKnown)
          guard lists.isEmpty else { return lists }
          return [(aspect == .kind ? FoodLine.sequence(in: piece, isKnown) : nil) ?? [piece]]
        }
      let parts = lists.flatMap { $0 }.flatMap { $0 }
      let isDivided = word.contains { "|/;".contains($0) }
      guard parts.count > 1, isDivided || parts.allSatisfy(isKnown) else {
        meant.append(word)
        return
      }
      meant += parts
      if isDivided || lists.contains(where: { $0.count > 1 }) { isAnyOf = true }
      if word.contains("+") || lists.contains(where: { $0.contains { $0.count > 1 } }) {
        isAllOf = true
      }
    }

    func error(hasComma: Bool, _ aspect: FoodAspect) -> BadExpression {
      // A comma between diets means any, between features all. For a mix of both, any suggested line would
      // change the meaning.
      let commaMeansAll = aspect == .feature
      if isAnyOf && isAllOf
        || hasComma && aspect != .kind && aspect != .cuisine
          && (commaMeansAll ? isAnyOf : isAllOf)
      {
        return BadExpression(
          commaMeansAll
            ? "mixes several separators; write a comma for both, or --for 'X or Y' for either"
            : "mixes several separators; write a comma for either, or repeat the option for both")
      }
      if aspect == .diet, isAllOf {
        return BadExpression(
          "asks for both, but a comma means either", meant: meant.joined(separator: " "), of: "for")
      }
      if aspect == .feature, isAnyOf {
        return BadExpression(
          "asks for either, but a comma means both", meant: meant.joined(separator: " or "),
          of: "for")
      }
      return BadExpression(
        "names several \(aspect.noun)s; separate them with commas",
        meant: meant.joined(separator: ","))
    }
  }

  /// Throws for `!vegan`, `-pizza`, `vegan!=only`: folding would turn an exclusion into a request.
  private static func refuseMarks(
    _ text: String, _ aspects: [FoodAspect] = FoodAspect.allCases
  ) throws(BadExpression) {
    guard let unwanted = FoodText.unwanted(in: text) else { return }
    let phrase = FoodText.phrase(unwanted)
    let lines = unwanted.holds("!=") ? [] : aspects.flatMap { FoodLine.meant(by: phrase, $0) }
    throw BadExpression(
      "has '\(fitForMessage(unwanted))': \(cannotExclude)", advice: advice(without: lines.first))
  }

  private static let cannotExclude = "you cannot exclude things here"

  /// Assumes OpenStreetMap's keys: the dataset is not known yet, so no suggestion is certain to work.
  private static func advice(without line: FoodLine?) -> BadExpression.Advice {
    let example = line.map { line in
      let tag = FoodKey.tag(of: line)
      // A venue with `vegan=yes` also serves others, so only `only` is excluded.
      return ", such as '\(tag.key)!=\(line.aspect == .diet ? "only" : tag.value)'"
    }
    return BadExpression.Advice(
      option: "where",
      text: "--where 'KEY!=VALUE' leaves out venues by a property\(example ?? "")")
  }

  /// The number of the diet or feature that a word means. `list` has all words of the option.
  private static func number(
    _ word: String, _ aspect: FoodAspect, of list: [String]
  ) throws(BadExpression) -> Int {
    let phrase = FoodText.phrase(word)
    if let line = FoodLine.meant(by: phrase, aspect).first { return line.number }
    let isAlone = list.count == 1
    let which = isAlone ? "is" : "has '\(fitForMessage(word))', which is"
    func otherOption(_ line: FoodLine, _ problem: String) -> BadExpression {
      // Each of several words may belong to another option; --for accepts them all.
      let words: [String]? = list.contains { $0.contains("=") } ? nil : list.map(FoodText.phrase)
      return BadExpression(
        "\(which) \(problem)", meant: isAlone ? line.value : words?.joined(separator: " "),
        of: isAlone ? "\(line.aspect.name)" : "for")
    }
    let others = FoodAspect.allCases.filter { $0 != aspect }
    // It may be a word for something else, which has its own option.
    if let line = others.lazy.compactMap({ FoodLine.meant(by: phrase, $0).first }).first {
      throw otherOption(line, "a \(line.aspect.noun), not a \(aspect.noun)")
    }
    let unknown = "not a \(aspect.noun) that finder knows"
    if let line = FoodLine.closest(to: phrase, aspect) {
      let words = list.map { other in
        let isThis = other == word || other.hasPrefix(word + "=")
        return isThis ? line.value + other.dropFirst(word.count) : other
      }
      throw BadExpression("\(which) \(unknown)", meant: words.joined(separator: ","))
    }
    if isAlone, let line = others.lazy.compactMap({ FoodLine.closest(to: phrase, $0) }).first {
      throw otherOption(line, unknown)
    }
    let all = FoodLine.all(aspect).map(\.value).joined(separator: ", ")
    throw BadExpression("\(which) not one of \(all)")
  }

  // MARK: Text

  /// `--for`: at each place, the longest phrase in the tables, else a word that names must contain.
  package mutating func add(text: String) throws(BadExpression) {
    let words = FoodText.words(text)
    guard !words.isEmpty else { throw BadExpression("has no word to search for") }
    // Folding would truncate a longer text.
    guard text.utf8.count <= Self.longestText else {
      throw BadExpression("has more than \(Self.longestText) bytes")
    }
    try Self.refuseMarks(text)
    let phrases = FoodPhrase.phrases(in: words)
    try Self.refuseNegations(phrases, words)
    try Self.refuseElsewhere(phrases, words)
    let found = phrases.map {
      Found(typed: words[$0.place].joined(separator: " "), lines: $0.lines)
    }
    var groups = Self.groups(found)
    // No venue has two kinds, so several mean any of them.
    let kinds = groups.filter { $0.allSatisfy(\.isKind) }
    if kinds.count > 1, let first = groups.firstIndex(where: { $0.allSatisfy(\.isKind) }) {
      groups.removeAll { $0.allSatisfy(\.isKind) }
      groups.insert(kinds.flatMap { $0 }, at: first)
    }
    for group in groups { try add(group) }
  }

  /// A word or phrase, and the lines of the tables that have it.
  private struct Found {
    let typed: String
    let lines: [FoodLine]

    var isKind: Bool { !lines.isEmpty && lines.allSatisfy { $0.aspect == .kind } }
  }

  /// Adds a group, any of which may match.
  private mutating func add(_ group: [Found]) throws(BadExpression) {
    let items = group.map { found in
      // Food for a diet is often listed as a cuisine.
      let cuisines = found.lines.filter { $0.aspect == .diet }.map { Choice.cuisine($0.value) }
      return Item(found.typed, found.lines.map { Choice($0) } + cuisines)
    }
    try add(group.map(\.typed).joined(separator: " or "), items, countsNames: true)
  }

  /// A list for each thing requested. Things joined by `or` share a list.
  private static func groups(_ found: [Found]) -> [[Found]] {
    // Silent words count if there are no others: first those in the tables, then those that are not articles.
    let tests: [(Found) -> Bool] = [
      { !SilentWords.contains($0.typed) }, { !$0.lines.isEmpty },
      { !SilentWords.isArticle($0.typed) },
    ]
    let counts = tests.first { found.contains(where: $0) } ?? { _ in true }
    var (groups, isJoined) = ([[Found]](), false)
    for (place, item) in found.enumerated() {
      if item.typed == "or", !groups.isEmpty { isJoined = true }
      let isBesideOr = [place - 1, place + 1].contains {
        found.indices.contains($0) && found[$0].typed == "or"
      }
      guard counts(item) || isBesideOr && !item.lines.isEmpty else { continue }
      if isJoined { groups[groups.count - 1].append(item) } else { groups.append([item]) }
      isJoined = false
    }
    return groups
  }

  /// Throws for `no onions`, and for `no gluten`, which has a phrase to suggest instead.
  private static func refuseNegations(
    _ phrases: [FoodPhrase], _ words: [String]
  ) throws(BadExpression) {
    func negates(_ place: Int) -> Bool {
      !phrases[place].isKnown && negations.contains(phrases[place].text)
        && place + 1 < phrases.count
    }
    guard let first = phrases.indices.first(where: negates) else { return }
    let start = phrases[first].place.lowerBound
    let problem = "says '\(words[start]) \(words[start + 1])': \(cannotExclude)"
    var (meant, place) = ([String](), 0)
    while place < phrases.count {
      guard negates(place) else {
        meant.append(words[phrases[place].place].joined(separator: " "))
        place += 1
        continue
      }
      let unwanted = phrases[place + 1]
      guard let free = FoodPhrase(without: words[unwanted.place].joined(separator: " ")) else {
        throw BadExpression(problem, advice: advice(without: unwanted.lines.first))
      }
      meant.append(free.text)
      place += 2
    }
    throw BadExpression(problem, meant: meant.joined(separator: " "))
  }

  /// The rest of a text, from the first word with a meaning to the last; `nil` if there is none.
  private static func text(_ words: [String]) -> String? {
    func isBetween(_ word: String) -> Bool {
      SilentWords.isArticle(word) || SilentWords.isPreposition(word)
    }
    let first = words.drop(while: isBetween)
    let end = first.lastIndex { !isBetween($0) }.map { $0 + 1 } ?? first.startIndex
    let rest = first[..<end]
    let text = rest.joined(separator: " ")
    return rest.allSatisfy(SilentWords.contains) && FoodPhrase(text) == nil ? nil : text
  }

  /// Throws for `live music`, a tag that `--where` can find, and for `set menu`, on which there is no data.
  /// Their single words would only be searched for in names, which do not have them.
  private static func refuseElsewhere(
    _ phrases: [FoodPhrase], _ words: [String]
  ) throws(BadExpression) {
    guard let (range, meaning) = FoodElsewhere.first(in: phrases, words) else { return }
    let rest = text(
      phrases.indices.filter { !range.contains($0) }.map {
        words[phrases[$0].place].joined(separator: " ")
      })
    let further = meaning.option.map {
      BadExpression.OptionValue(option: $0, value: meaning.value ?? meaning.phrase)
    }
    throw BadExpression(
      meaning.option == nil
        ? "says '\(meaning.phrase)', but there is no data on that"
        : "says '\(meaning.phrase)', which is not a kind, cuisine, diet or feature",
      meant: rest, further: further)
  }

  /// Whether all words are in the tables, except for silent ones in between: `pub with wifi`.
  package static func isOfTables(_ text: String) -> Bool {
    let phrases = FoodPhrase.phrases(in: FoodText.words(text))
    guard let first = phrases.first, let last = phrases.last else { return false }
    return first.isKnown && last.isKnown
      && phrases.allSatisfy {
        // The words after `near` may be the point.
        $0.isKnown || SilentWords.contains($0.text) && !SilentWords.isPreposition($0.text)
      }
  }

  /// Words that come before something unwanted.
  package static let negations: Set = ["no", "not", "without", "non", "never"]
}

extension FoodAspect {
  package var noun: String {
    switch self {
    case .kind: "kind"
    case .cuisine: "cuisine"
    case .diet: "diet"
    case .feature: "feature"
    }
  }
}
