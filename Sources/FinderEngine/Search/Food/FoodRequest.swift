/// What venues must meet of food, as the user said it; nothing is known of a dataset yet.
///
///     var request = FoodRequest()
///     try request.add(kinds: "pub,cafe")
///     try request.add(text: "vegan pizza with wifi")
///     let filter = FoodFilter(request, columns)
package struct FoodRequest: Sendable {
  /// One of the things that fit.
  package enum Choice: Equatable, Sendable {
    /// As the tables or the dataset spell it.
    case kind(String)
    case cuisine(String)
    /// A number of the table, served at all or nothing else.
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

    /// As the tables spell it.
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

    /// Of the tables, where they have it.
    package var line: FoodLine? { FoodLine.of(value, aspect) }

    /// A kind, or else a cuisine.
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

  /// Of which a venue must meet one item.
  package struct Part: Sendable {
    /// The option, or the words of `--for`.
    package let typed: String
    package let items: [Item]
    /// A name that says it counts where the venue's properties do not.
    package let countsNames: Bool

    package var choices: [Choice] { items.flatMap(\.choices) }
    /// Words that no table knows.
    package var words: [String] { items.filter { $0.match != nil }.map(\.typed) }
  }

  /// A word or phrase, and all that it may mean.
  package struct Item: Sendable {
    package let typed: String
    package let choices: [Choice]
    /// Of a word that no table knows: a name that has it counts, as with `--match`.
    let match: NameMatch?

    init(_ typed: String, _ choices: [Choice]) {
      (self.typed, self.choices) = (typed, choices)
      match = choices.isEmpty ? NameMatch(typed) : nil
    }
  }

  package private(set) var parts: [Part] = []

  /// `FoodQuestion` has a bit for each, and two more.
  private static let mostItems = 60

  package init() {}

  /// Requests for what comes near to a choice, in its part's place; none that is asked for already.
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
        // `--diet` goes by the diet alone; some write it as a cuisine.
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
    // Doner kebab says one thing twice.
    let isSaid = parts.contains { part in
      part.countsNames == countsNames && part.choices == items.flatMap(\.choices)
        && part.words == items.filter { $0.match != nil }.map(\.typed)
    }
    guard !isSaid else { return }
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

  /// What a word of `--kind` or `--cuisine` asks for. A value that the tables do not know may be the dataset's own.
  package static func choices(_ word: String, _ aspect: FoodAspect) -> [Choice] {
    let value = FoodText.value(word)
    let lines = FoodLine.meant(by: FoodText.shown(value), aspect)
    let choices =
      lines.isEmpty
      ? [Choice(FoodLine.canonical(value, aspect), aspect)] : lines.map { Choice($0) }
    // What ends in the word as it was typed is found too: korean_bbq by bbq, which is barbecue.
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
        // What a source says of a diet is a property like any other.
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

  /// `pizza|thai`, `pizza & thai`, `pizza or thai`, `pub restaurant`: several values, between which a comma
  /// stands. A value may have `and` in it, so that and the like count only between words of the tables.
  private static func refuseOtherSeparators(
    _ words: [String], _ aspect: FoodAspect
  ) throws(BadExpression) {
    func isKnown(_ phrase: String) -> Bool { !FoodLine.meant(by: phrase, aspect).isEmpty }
    var (meant, isAnyOf, isAllOf) = ([String](), false, false)
    for word in words {
      let pieces = isKnown(FoodText.phrase(word)) ? [] : word.split { "|/;+".contains($0) }
      // Of each piece what stands between `or`, and of that what stands between `and`.
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
        continue
      }
      meant += parts
      if isDivided || lists.contains(where: { $0.count > 1 }) { isAnyOf = true }
      if word.contains("+") || lists.contains(where: { $0.contains { $0.count > 1 } }) {
        isAllOf = true
      }
    }
    guard isAnyOf || isAllOf else { return }
    // Of diets a comma means any, of features all. A line for both could only change the question.
    let hasComma = words.count > 1
    let commaMeansAll = aspect == .feature
    if isAnyOf && isAllOf
      || hasComma && aspect != .kind && aspect != .cuisine
        && (commaMeansAll ? isAnyOf : isAllOf)
    {
      throw BadExpression(
        commaMeansAll
          ? "mixes several separators; write a comma for both, or --for 'X or Y' for either"
          : "mixes several separators; write a comma for either, or repeat the option for both")
    }
    if aspect == .diet, isAllOf {
      throw BadExpression(
        "asks for both, but a comma means either", meant: meant.joined(separator: " "), of: "for")
    }
    if aspect == .feature, isAnyOf {
      throw BadExpression(
        "asks for either, but a comma means both", meant: meant.joined(separator: " or "),
        of: "for")
    }
    throw BadExpression(
      "names several \(aspect.noun)s; separate them with commas",
      meant: meant.joined(separator: ","))
  }

  private static let longestText = 900

  /// `!vegan`, `-pizza`, `vegan!=only`: what is not wanted, which folding would turn into what is.
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

  /// Of a dataset with OpenStreetMap's keys: the dataset is not known yet, so no line can be promised to work.
  private static func advice(without line: FoodLine?) -> BadExpression.Advice {
    let example = line.map { line in
      let tag = FoodKey.tag(of: line)
      // One that says that it serves vegans too is for others as well.
      return ", such as '\(tag.key)!=\(line.aspect == .diet ? "only" : tag.value)'"
    }
    return BadExpression.Advice(
      option: "where",
      text: "--where 'KEY!=VALUE' leaves out venues by a property\(example ?? "")")
  }

  /// Of a word of a list.
  private static func number(
    _ word: String, _ aspect: FoodAspect, of list: [String]
  ) throws(BadExpression) -> Int {
    let phrase = FoodText.phrase(word)
    if let line = FoodLine.meant(by: phrase, aspect).first { return line.number }
    let isAlone = list.count == 1
    let which = isAlone ? "is" : "has '\(fitForMessage(word))', which is"
    func isElsewhere(_ line: FoodLine, _ problem: String) -> BadExpression {
      // Of several words each may be of another option; --for takes them all.
      let words: [String]? = list.contains { $0.contains("=") } ? nil : list.map(FoodText.phrase)
      return BadExpression(
        "\(which) \(problem)", meant: isAlone ? line.value : words?.joined(separator: " "),
        of: isAlone ? "\(line.aspect.name)" : "for")
    }
    let others = FoodAspect.allCases.filter { $0 != aspect }
    // It may be a word for something else, which has an option of its own.
    if let line = others.lazy.compactMap({ FoodLine.meant(by: phrase, $0).first }).first {
      throw isElsewhere(line, "a \(line.aspect.noun), not a \(aspect.noun)")
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
      throw isElsewhere(line, unknown)
    }
    let all = FoodLine.all(aspect).map(\.value).joined(separator: ", ")
    throw BadExpression("\(which) not one of \(all)")
  }

  // MARK: Text

  /// `--for`: at each place the longest phrase that the tables know, else a word that names must have.
  package mutating func add(text: String) throws(BadExpression) {
    let words = FoodText.words(text)
    guard !words.isEmpty else { throw BadExpression("has no word to search for") }
    // A longer text would be cut where it is folded.
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
    // No venue is of two kinds: of several any is meant.
    let kinds = groups.filter { $0.allSatisfy(\.isKind) }
    if kinds.count > 1, let first = groups.firstIndex(where: { $0.allSatisfy(\.isKind) }) {
      groups.removeAll { $0.allSatisfy(\.isKind) }
      groups.insert(kinds.flatMap { $0 }, at: first)
    }
    for group in groups { try add(group) }
  }

  /// A word or phrase, and the lines of the tables that it is in.
  private struct Found {
    let typed: String
    let lines: [FoodLine]

    var isKind: Bool { !lines.isEmpty && lines.allSatisfy { $0.aspect == .kind } }
  }

  /// Any of them.
  private mutating func add(_ group: [Found]) throws(BadExpression) {
    let items = group.map { found in
      // What is cooked for a diet alone is often called a cuisine.
      let cuisines = found.lines.filter { $0.aspect == .diet }.map { Choice.cuisine($0.value) }
      return Item(found.typed, found.lines.map { Choice($0) } + cuisines)
    }
    try add(group.map(\.typed).joined(separator: " or "), items, countsNames: true)
  }

  /// What is asked for, each in a list of its own but for what `or` stands between.
  private static func groups(_ found: [Found]) -> [[Found]] {
    // Words that say nothing beside others count where there are no others: first those that the tables know,
    // then those that are no articles.
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

  /// `no onions`; what is meant by `no gluten` can be asked for.
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

  /// What is left of a text, from the first word that says something to the last; `nil` where none does.
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

  /// `live music`, which is a tag that `--where` can ask for; `set menu`, on which there is no data. Word by word
  /// they would be names that no venue has.
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

  /// Whether words are all of the tables, but for those between that say nothing: `pub with wifi`.
  package static func isOfTables(_ text: String) -> Bool {
    let phrases = FoodPhrase.phrases(in: FoodText.words(text))
    guard let first = phrases.first, let last = phrases.last else { return false }
    return first.isKnown && last.isKnown
      && phrases.allSatisfy {
        // What follows `near` may be the point.
        $0.isKnown || SilentWords.contains($0.text) && !SilentWords.isPreposition($0.text)
      }
  }

  /// Before what is not wanted.
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
