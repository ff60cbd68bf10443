/// The chains among the names of a dataset.
///
///     McDonald's, McDonalds Restaurant, MCDONALD'S - LEEDS, Fala Foods Ltd t/a McDonalds
///
/// are one chain, without a list of brands: it is found by the names alone and by where their venues are.
///
/// 1. `NameWords` leaves the words of a name that say whose it is.
/// 2. `PlaceWords` finds which words are places.
/// 3. `ChainStems` finds the beginnings that a chain's names share.
/// 4. `ChainBranches` says of which stem a name is a branch, where an address follows it.
/// 5. `ChainFamilies` joins names that differ by a word of trade or by spaces.
/// 6. `SharedNames` sets aside the names that many houses share and nobody owns.
///
/// The outcome depends on names, counts and positions alone, in whatever order a dataset has them. All
/// steps take time in proportion to the names, or to sorting them.
package struct ChainList {
  package struct Chain {
    /// As most of its venues write it, without a place.
    package var name: String
    package var venues: Int
    /// Many houses have this name and nobody owns it; they are independent.
    package var isShared: Bool
  }

  /// In order of their names' words.
  package private(set) var chains: [Chain] = []
  /// By name: the number of its chain, or `none`.
  private(set) var chainOfName: [UInt32]
  /// What a name that somebody types is looked up by.
  package struct Key {
    package var value: UInt64
    package var chain: UInt32
    /// The chain's name goes on with a word of trade.
    var isShort: Bool
  }

  /// In ascending order, each value once.
  package private(set) var keys: [Key] = []

  package static let none = UInt32.max

  /// Of names in order of their folded text, each once. A chain has at least two venues, which are not
  /// all on one spot.
  package init(count: Int, _ name: (Int) -> NamedVenues) {
    let corpus = ChainCorpus(count: count, name)
    PlaceWords(corpus).mark()
    let stems = ChainStems(corpus)
    let uses = corpus.coresOfWords()
    var families = ChainFamilies(stems, ChainBranches(stems, uses: uses))
    let shared = SharedNames(stems, uses: uses)
    chainOfName = [UInt32](repeating: Self.none, count: count)
    var groups = ChainGroups(corpus, &families)
    for group in groups.all where group.isChain {
      let words = families.words(of: group.leader)
      guard let spelling = groups.spelling(of: group, words, name) else { continue }
      let isShared = shared.isShared(words, cores: group.cores.count, venues: group.venues)
      add(Chain(name: spelling, venues: group.venues, isShared: isShared), group, families, corpus)
    }
    sortKeys()
  }

  init(of store: VenueStore, _ names: VenueNames) {
    self.init(count: names.count) { names.venues(of: $0, in: store) }
  }

  private mutating func add(
    _ chain: Chain, _ group: ChainGroups.Group, _ families: ChainFamilies, _ corpus: ChainCorpus
  ) {
    let number = UInt32(chains.count)
    chains.append(chain)
    for core in group.cores {
      for place in corpus.cores[core].names { chainOfName[Int(corpus.order[place])] = number }
    }
    for node in Set(group.cores.map { families.node[$0] }) {
      let key = ChainKey(families.words(of: node), of: corpus.table)
      keys.append(Key(value: key.value, chain: number, isShort: false))
    }
    for words in families.shorterNames(of: group.leader) {
      let key = ChainKey(words, of: corpus.table)
      keys.append(Key(value: key.value, chain: number, isShort: true))
    }
  }

  /// One chain a key: that which has the words themselves, then the largest.
  private mutating func sortKeys() {
    keys.sort { a, b in
      if a.value != b.value { return a.value < b.value }
      if a.isShort != b.isShort { return b.isShort }
      let (first, second) = (chains[Int(a.chain)].venues, chains[Int(b.chain)].venues)
      return first != second ? first > second : a.chain < b.chain
    }
    var kept: [Key] = []
    for key in keys where kept.last?.value != key.value { kept.append(key) }
    keys = kept
  }
}

/// Tells a chain's name from one that many houses share and nobody owns: `The Red Lion`, `Spice Lounge`.
///
/// A name with branches named after their places is a chain's. Of the others these are shared:
///
/// - those of pubs: they end with `Inn`, `Arms`, `Hotel` or `Tavern`, or some of that name do;
/// - those written now with the article and now without, as different owners do;
/// - those of ordinary words alone, each of which is in 25 other names.
///
/// Where houses of one owner have a name of ordinary words and none adds its place, they are taken for
/// independent. Where houses of different owners have a rare name in common, they are taken for a chain.
struct SharedNames {
  typealias Word = WordTable.Word

  private let corpus: ChainCorpus
  private let stems: ChainStems
  private let roles: [WordRole]
  private let uses: [Int]
  private let pubWords: [Word]

  private static let manyBranches = 12
  private static let usesOfOrdinary = 25

  init(_ stems: ChainStems, uses: [Int]) {
    (self.stems, self.uses) = (stems, uses)
    corpus = stems.corpus
    let roles = corpus.table.roles
    self.roles = roles
    pubWords = roles.indices.filter { roles[$0].contains(.pub) }.map { Word($0) }
  }

  /// Of the leader's words; `cores` and `venues` are those of all of its houses.
  func isShared(_ words: ArraySlice<Word>, cores: Int, venues: Int) -> Bool {
    guard let last = words.last else { return true }
    if words.allSatisfy({ roles[Int($0)].isGeneric || roles[Int($0)].contains(.common) }) {
      return true
    }
    let core = corpus.core(of: Array(words))
    let alone = Int(core?.venues ?? 0)
    let stem = stems.stem(of: words)
    let branches = stem.map { stems.all[$0].branches } ?? 0
    let isBranded = stem.map { stems.isBranded[$0] } ?? false
    if roles[Int(last)].contains(.pub) { return !isBranded || branches * 2 < alone }
    if isBranded, branches * 4 >= alone || branches >= Self.manyBranches { return false }
    return isWrittenBothWays(core) || arePubs(words, of: venues)
      || words.allSatisfy { isOrdinary($0, cores) }
  }

  private func isOrdinary(_ word: Word, _ cores: Int) -> Bool {
    !roles[Int(word)].isDisjoint(with: [.trade, .joining])
      || uses[Int(word)] - cores >= Self.usesOfOrdinary
  }

  /// With `the` and without it, each at least once in ten.
  private func isWrittenBothWays(_ core: ChainCorpus.Core?) -> Bool {
    guard let core else { return false }
    let with = core.names.reduce(0) {
      let name = corpus.names[Int(corpus.order[$1])]
      return $0 + (name.hasArticle ? Int(name.venues) : 0)
    }
    let fewer = min(with, Int(core.venues) - with)
    return fewer > 0 && fewer * 10 >= Int(core.venues)
  }

  /// One in fifty says which kind of pub it is.
  private func arePubs(_ words: ArraySlice<Word>, of venues: Int) -> Bool {
    let pubs = pubWords.reduce(0) { $0 + Int(corpus.core(of: words + [$1])?.venues ?? 0) }
    return pubs > 0 && pubs * 50 >= venues
  }
}
