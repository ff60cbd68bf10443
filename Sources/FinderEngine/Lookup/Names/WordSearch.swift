/// How far a name may differ from the typed text.
enum SpellingReach: CaseIterable {
  /// One error and a word that goes on, or two likely errors.
  case near
  /// Used if hardly anything was found: up to four errors in a long word, one of them a likely one, but
  /// hardly any in its first letter.
  case far

  func most(letters: Int) -> Int {
    switch self {
    case .near: letters < SpellingCost.fewestLetters ? 0 : Self.nearest
    case .far:
      switch letters {
      case ..<2: SpellingCost.otherVowel + SpellingCost.first
      case ..<SpellingCost.fewestLetters: Self.ofFirst
      case ..<7: Self.nearest
      case ..<12: 2 * SpellingCost.error + SpellingCost.neighbour
      default: 3 * SpellingCost.error + SpellingCost.neighbour
      }
    }
  }

  /// Longer words are found only if typed correctly.
  func most(ofWord letters: Int) -> Int { letters > WordList.longest ? 0 : most(letters: letters) }

  /// For a word with another first letter.
  func mostOfOthers(ofWord letters: Int) -> Int { min(most(ofWord: letters), Self.nearest) }

  private static let nearest = SpellingCost.error + SpellingCost.beginning
  /// A first letter that is missing, extra or wrong.
  private static let ofFirst = SpellingCost.error + SpellingCost.first
}

/// Finds names by their words, each of which may be misspelt.
struct WordSearch {
  private let table: NameTable
  private let typed: TypedText
  private let reach: SpellingReach
  private let walks: [TypingWalk]
  /// For each typed word, the entries of similar words, by cost.
  private var similar: [[[Range<Int>]]?]
  /// Names that have all words, by cost; computed once.
  private var candidates: [[Int]]?

  init(_ table: NameTable, _ typed: TypedText, _ reach: SpellingReach) {
    (self.table, self.typed, self.reach) = (table, typed, reach)
    walks = typed.words.indices.map { number in
      let letters = typed.words[number]
      return TypingWalk(
        letters, most: reach.most(ofWord: letters.count),
        mostOfOthers: reach.mostOfOthers(ofWord: letters.count),
        isBeginning: number == typed.words.count - 1)
    }
    similar = typed.words.map { _ in nil }
  }

  /// The most that all errors together may cost. With three letters, that is a single error.
  var most: Int {
    let most = reach.most(letters: typed.letters)
    return typed.letters < SpellingCost.fewestLetters ? min(most, SpellingCost.error) : most
  }

  /// For the only typed word: the entries of all words similar to it, or to its beginning, at exactly that
  /// cost.
  mutating func entries(cost: Int) -> [Range<Int>] { similarWords(0)[cost] }

  /// The same for names that begin with the word.
  mutating func names(beginningAtCost cost: Int) -> [Range<Int>] {
    entries(cost: cost).compactMap { entries in
      let word = Array(table.text(ofEntry: entries.lowerBound).prefix { $0 != 0x20 })
      // Whole words come first: the end of a text, or a space, sorts before any letter.
      let start = table.names(beginningWith: word).lowerBound
      let end = table.names(beginningWith: word + [0x20]).upperBound
      return start < end ? start..<end : nil
    }
  }

  /// Names that have all typed words, with errors of exactly that cost.
  mutating func names(cost: Int) -> [Int] {
    if candidates == nil { candidates = findCandidates() }
    return candidates![cost]
  }

  private mutating func similarWords(_ number: Int) -> [[Range<Int>]] {
    if let known = similar[number] { return known }
    let found = findSimilarWords(number)
    similar[number] = found
    return found
  }

  /// Correct words are looked up; others are found by walking over all words.
  private func findSimilarWords(_ number: Int) -> [[Range<Int>]] {
    let letters = typed.words[number]
    let most = reach.most(ofWord: letters.count)
    var found = [[Range<Int>]](repeating: [], count: max(most, self.most) + 1)
    let walk = walks[number]
    if let right = rightWord(number) { found[0] = [right] }
    guard most > 0 else { return found }
    let words = table.words
    let shared = words.shared.values
    for word in wordsToWalk(letters) {
      // How many bytes the skipped words share with the last one compared.
      guard word < shared.count else { break }
      let same = word == 0 ? 0 : Int(shared[word])
      guard !walk.rulesOut(shared: same), let text = words.text(of: word),
        let cost = walk.cost(of: text, shared: same), cost > 0,
        let entries = words.entries(of: word, among: table.entryNames.count)
      else { continue }
      found[cost].append(entries)
    }
    return found
  }

  /// With a single word, those with another first letter have all been found within `near`.
  private func wordsToWalk(_ letters: [UInt32]) -> Range<Int> {
    let words = table.words
    guard reach == .far, typed.words.count == 1, letters.count >= SpellingCost.fewestLetters,
      letters[0] < 0x80
    else { return 0..<words.count }
    let first = UInt8(letters[0])
    let start = firstPlace(in: 0..<words.count) { words.text(of: $0)?.first ?? 0 >= first }
    return start..<firstPlace(in: start..<words.count) { words.text(of: $0)?.first ?? 0 > first }
  }

  /// The entries of a word typed without errors.
  private func rightWord(_ number: Int) -> Range<Int>? {
    var bytes: [UInt8] = []
    for letter in typed.words[number] {
      if let scalar = Unicode.Scalar(letter) { bytes.append(contentsOf: String(scalar).utf8) }
    }
    let all = table.entries(beginningWith: bytes)
    guard number < typed.words.count - 1 else { return all.isEmpty ? nil : all }
    // Whole words come first: the end of a text, or a space, sorts before any letter.
    let end = firstPlace(in: all) { entry in
      let text = table.text(ofEntry: entry)
      return text.count > bytes.count && text[bytes.count] != 0x20
    }
    return all.lowerBound < end ? all.lowerBound..<end : nil
  }

  /// Examines only names that have the rarest of the words.
  private mutating func findCandidates() -> [[Int]] {
    let table = table
    var rarest: [Range<Int>] = []
    var fewest = Int.max
    for number in typed.words.indices {
      let ranges = similarWords(number).flatMap { $0 }
      let count = ranges.reduce(0) { $0 + $1.count }
      if count < fewest { (rarest, fewest) = (ranges, count) }
    }
    var found = [[Int]](repeating: [], count: most + 1)
    for name in Set(rarest.lazy.flatMap { $0 }.compactMap { table.name(ofEntry: $0) }) {
      if let cost = cost(in: name), cost <= most { found[cost].append(name) }
    }
    return found
  }

  private func cost(in name: Int) -> Int? {
    var total = 0
    let words = table.text(of: name).split(separator: 0x20)
    for walk in walks {
      var least = Int.max
      for word in words where least > 0 {
        let cost = walk.cost(of: UnsafeBufferPointer(rebasing: word), shared: 0)
        least = min(least, cost ?? .max)
      }
      guard least <= most else { return nil }
      total += least
    }
    return total
  }
}
