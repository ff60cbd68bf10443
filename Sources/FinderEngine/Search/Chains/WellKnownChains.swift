/// Chains with so many branches that hardly any other venue has their name by chance, and the words that
/// distinguish their branches.
///
/// `New` follows Subway, KFC and Starbucks alike, so it is part of a branch's address: `KFC New Addington`.
/// `Bakers` follows only one of them: `McDonalds Bakers` is a different business.
struct WellKnownChains {
  typealias Word = WordTable.Word

  private let stems: ChainStems
  private let roles: [WordRole]
  /// Whether each stem is that of a well-known chain.
  private var isWellKnown: [Bool]
  /// Stems by their words, without the words of trade at the end: `Costa` for `Costa Coffee`.
  private var stemsByShortName: [UInt64: Int] = [:]
  /// Stems by all of their words, written without spaces: `Papajohns`.
  private var stemsInOneWord: [Word: Int] = [:]
  /// The first words of such chains' names, in any of these forms.
  private var firstWords: Set<Word> = []
  /// For each word, whether it follows the names of two chains.
  private var followsSeveral: [Bool]

  private static let fewestVenues = 40
  private static let fewestBranches = 12
  private static let fewestOfChain = 5
  private static let mostBeside = 4

  /// `stem` has the stem of each core, if one has been found so far.
  init(_ stems: ChainStems, _ stem: [Int?]) {
    self.stems = stems
    let table = stems.corpus.table
    let venues = stems.venues(stem)
    let known = stems.all.indices.filter {
      stems.isBranded[$0] && stems.all[$0].branches >= Self.fewestBranches
        && venues[$0] >= Self.fewestVenues
    }
    for stem in known where stems.all[stem].count > 1 {
      let letters = stems.words(of: stem).flatMap { table.withBytes(of: $0) { Array($0) } }
      stemsInOneWord[letters.withUnsafeBufferPointer { table.number(of: $0) }] = stem
    }
    roles = table.roles
    followsSeveral = [Bool](repeating: false, count: roles.count)
    isWellKnown = [Bool](repeating: false, count: stems.all.count)
    firstWords = Set(stemsInOneWord.keys).union(known.compactMap { stems.words(of: $0).first })
    for stem in known {
      isWellKnown[stem] = true
      let key = WordTable.key(of: shortName(of: stem))
      if let other = stemsByShortName[key], venues[other] >= venues[stem] { continue }
      stemsByShortName[key] = stem
    }
    findWordsOfBranches(stem, venues)
  }

  /// The two chains must begin with different words: `Costa` and `Costa Coffee` are one.
  private mutating func findWordsOfBranches(_ stem: [Int?], _ venues: [Int]) {
    var follows = [Word?](repeating: nil, count: roles.count)
    for (core, stem) in zip(stems.corpus.cores, stem) {
      guard let stem, stems.isBranded[stem], venues[stem] >= Self.fewestOfChain else { continue }
      let words = stems.corpus.words(of: core)
      let name = stems.words(of: stem)
      // Some branches have the place first.
      guard words.starts(with: name), let first = words.first else { continue }
      for word in words.dropFirst(name.count).map({ Int($0) }) {
        if let other = follows[word], other != first { followsSeveral[word] = true }
        follows[word] = first
      }
    }
  }

  private func shortName(of stem: Int) -> ArraySlice<Word> {
    var words = stems.words(of: stem)
    while words.count > 1, let last = words.last, roles[Int(last)].contains(.trade) {
      words = words.dropLast()
    }
    return words
  }

  /// The chain whose name begins the words, and how many words that name has. The longest such name wins.
  func chain(at words: ArraySlice<Word>) -> (stem: Int, words: Int, isShort: Bool)? {
    guard let first = words.first, firstWords.contains(first) else { return nil }
    if let stem = stemsInOneWord[first] { return (stem, 1, false) }
    for count in (1...max(1, min(words.count, ChainStem.mostWords))).reversed() {
      let name = words.prefix(count)
      if let stem = stems.stem(of: name), isWellKnown[stem] { return (stem, count, false) }
      if let stem = stemsByShortName[WordTable.key(of: name)], shortName(of: stem) == name {
        return (stem, count, true)
      }
    }
    return nil
  }

  /// Whether the words beside such a name are a branch's address. It is enough that one of them belongs to an
  /// address or is rare, as in `KFC Mile End`.
  func areOfBranch(_ words: ArraySlice<Word>, isRare: (Word) -> Bool) -> Bool {
    words.count <= Self.mostBeside && words.contains { isOfBranch($0) || isRare($0) }
  }

  func isOfBranch(_ word: Word) -> Bool {
    let role = roles[Int(word)]
    return role.isOfAddress || followsSeveral[Int(word)] && !role.contains(.trade)
  }
}
