/// The words with which the names of a chain begin.
///
/// Either several venues have just these words for a name, or the words are followed by one place here
/// and another there: `itsu Leeds`, `itsu Ealing`, `itsu Bicester Village`. The latter says most. Of what
/// follows `Starbucks` every third is a place, of what follows `Royal` every twentieth.
struct ChainStem {
  typealias Word = WordTable.Word

  /// Some core that begins with the words, and how many they are.
  var core: Int
  var count: Int
  /// Venues with just these words for a name.
  var venues: UInt32 = 0
  /// The different names that go on after them.
  var longer = 0
  /// Those that go on with a place.
  var branches = 0

  /// Names are not looked at beyond so many words.
  static let mostWords = 8
  private static let fewestVenues: UInt32 = 3
  private static let fewestBranches = 3
  private static let manyBranches = 12
  private static let venuesOfAPlace: UInt32 = 20

  /// It has branches that are named after their places.
  func isBranded(_ roles: [WordRole], _ words: ArraySlice<Word>) -> Bool {
    guard branches >= Self.fewestBranches, let last = words.last.map({ roles[Int($0)] }),
      last.isDisjoint(with: [.joining, .number]), !isGeneric(roles, words)
    else { return false }
    if branches >= Self.manyBranches, branches * 100 >= longer * 15 { return true }
    return branches * 10 >= longer * 3 && !last.contains(.place)
  }

  func isWorthKeeping(_ roles: [WordRole], _ words: ArraySlice<Word>) -> Bool {
    if isBranded(roles, words) { return true }
    guard venues >= Self.fewestVenues, let last = words.last, !isGeneric(roles, words),
      !roles[Int(last)].contains(.joining)
    else { return false }
    let isOfPlaces = words.allSatisfy {
      roles[Int($0)].isGeneric || roles[Int($0)].contains(.place)
    }
    return !isOfPlaces || venues >= Self.venuesOfAPlace
  }

  private func isGeneric(_ roles: [WordRole], _ words: ArraySlice<Word>) -> Bool {
    words.allSatisfy { roles[Int($0)].isGeneric }
  }
}

/// All stems of a corpus, found by their words.
struct ChainStems {
  typealias Word = WordTable.Word

  /// Branches enough for a tail of rare words to be one: `Costa Coffee Dereham`.
  private static let wellKnown = 30

  let corpus: ChainCorpus
  private(set) var all: [ChainStem] = []
  private(set) var isBranded: [Bool] = []
  private var numbers: [UInt64: Int] = [:]

  init(_ corpus: ChainCorpus) {
    self.corpus = corpus
    collect()
  }

  func words(of stem: Int) -> ArraySlice<Word> {
    let first = corpus.cores[all[stem].core].start
    return corpus.words[first..<first + all[stem].count]
  }

  func hasManyBranches(_ stem: Int) -> Bool { all[stem].branches >= Self.wellKnown }

  /// The venues of each, where `stem` says by core which it is a branch of.
  func venues(_ stem: [Int?]) -> [Int] {
    var venues = [Int](repeating: 0, count: all.count)
    for (core, stem) in zip(corpus.cores, stem) {
      if let stem { venues[stem] += Int(core.venues) }
    }
    return venues
  }

  func stem(of words: ArraySlice<Word>) -> Int? {
    guard let number = numbers[WordTable.key(of: words)], self.words(of: number) == words else {
      return nil
    }
    return number
  }

  /// In the cores' order, all that begin with the same words stand together: one walk counts them all.
  private mutating func collect() {
    var open: [ChainStem] = []
    var previous: ArraySlice<Word> = []
    for (number, core) in corpus.cores.enumerated() {
      let words = corpus.words(of: core)
      let shared = zip(previous, words).prefix { $0 == $1 }.count
      while open.count > shared { close(open.removeLast()) }
      for count in open.count..<min(words.count, ChainStem.mostWords) {
        open.append(ChainStem(core: number, count: count + 1))
      }
      count(core, words, in: &open)
      previous = words
    }
    while let stem = open.popLast() { close(stem) }
  }

  private func count(
    _ core: ChainCorpus.Core, _ words: ArraySlice<Word>, in open: inout [ChainStem]
  ) {
    if words.count <= open.count { open[words.count - 1].venues = core.venues }
    let roles = corpus.table.roles
    var (isAddress, hasPlace) = (true, false)
    for place in (1..<max(1, words.count)).reversed() {
      let role = roles[Int(words[words.startIndex + place])]
      isAddress = isAddress && role.isOfAddress
      hasPlace = hasPlace || role.contains(.place)
      guard place <= open.count else { continue }
      open[place - 1].longer += 1
      if isAddress, hasPlace { open[place - 1].branches += 1 }
    }
  }

  private mutating func close(_ stem: ChainStem) {
    let start = corpus.cores[stem.core].start
    let words = corpus.words[start..<start + stem.count]
    let roles = corpus.table.roles
    guard stem.isWorthKeeping(roles, words) else { return }
    numbers[WordTable.key(of: words)] = all.count
    isBranded.append(stem.isBranded(roles, words))
    all.append(stem)
  }
}
