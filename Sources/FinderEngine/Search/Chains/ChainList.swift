/// The chains among the names of a dataset.
///
///     McDonald's, McDonalds Restaurant, MCDONALD'S - LEEDS, Fala Foods Ltd t/a McDonalds
///
/// are one chain, and so are `Pizza Pilgrims Soho` and `Pizza Pilgrims Camden`. No list of brands or towns is
/// used, only the names and the positions of their venues. A chain has branches in three postcode districts
/// or, without postcodes, in three places.
///
/// 1. `NameWords` keeps the words of a name that identify its owner.
/// 2. `PlaceWords` finds which words are places.
/// 3. `ChainStems` finds the beginnings that a chain's names share.
/// 4. `ChainBranches` finds the stem that each name is a branch of: an address must follow it.
/// 5. `ChainFamilies` joins names that differ by a word of trade or by spaces.
/// 6. `ChainEvidence` sets aside names that many unrelated venues share.
///
/// The result depends only on names, counts and positions, not on their order in the dataset. Each step takes
/// time in proportion to the number of names, or sorts them.
package struct ChainList {
  package struct Chain {
    /// As most of its venues spell it, without any place.
    package var name: String
    package var venues: Int
    /// Whether many unrelated venues share the name; they count as independent.
    package var isShared: Bool
  }

  /// Sorted by their names' words.
  package private(set) var chains: [Chain] = []
  /// For each name, the number of its chain, or `none`.
  private(set) var chainOfName: [UInt32]
  /// A key for looking up a typed name.
  package struct Key {
    package var value: UInt64
    package var chain: UInt32
    /// Whether the chain's full name has more words than these.
    var isShort: Bool
  }

  /// In ascending order, without duplicates.
  package private(set) var keys: [Key] = []

  package static let none = UInt32.max

  /// The names must be distinct, and sorted by their folded text. Every chain in the list has at least two
  /// venues, which are not all at one place.
  init(count: Int, _ name: (Int) -> NamedVenues, venues: VenuesOfNames) {
    let corpus = ChainCorpus(count: count, name)
    PlaceWords(corpus).mark()
    let uses = corpus.coresByWord()
    let stems = ChainStems(corpus, uses: uses)
    var families = ChainFamilies(stems, ChainBranches(stems, uses: uses), uses: uses)
    let evidence = ChainEvidence(stems, uses: uses)
    chainOfName = [UInt32](repeating: Self.none, count: count)
    var groups = ChainGroups(corpus, &families)
    for group in groups.all where group.isChain {
      let words = families.words(of: group.leader)
      guard let spelling = groups.spelling(of: group, words, name) else { continue }
      let isShared = !evidence.isChain(group, words, venues)
      add(Chain(name: spelling, venues: group.venues, isShared: isShared), group, families, corpus)
    }
    sortKeys()
  }

  init(of store: VenueStore, _ names: VenueNames) {
    self.init(
      count: names.count, { names.venues(of: $0, in: store) }, venues: names.oneByOne(in: store))
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
    let shorter =
      families.shorterNames(of: group.leader)
      + (chain.isShared ? [] : beginnings(of: group, families, corpus))
    for words in shorter {
      let key = ChainKey(words, of: corpus.table)
      keys.append(Key(value: key.value, chain: number, isShort: true))
    }
  }

  /// The beginnings of the chain's name that no name outside the chain shares: `Mowgli` for `Mowgli Street
  /// Food`.
  private func beginnings(
    of group: ChainGroups.Group, _ families: ChainFamilies, _ corpus: ChainCorpus
  ) -> [ArraySlice<WordTable.Word>] {
    let words = families.words(of: group.leader)
    return (1..<max(words.count, 1)).map { words.prefix($0) }.filter { beginning in
      let roles = beginning.map { corpus.table.roles[Int($0)] }
      guard !roles.allSatisfy({ $0.isGeneric || !$0.isDisjoint(with: [.fare, .place]) }),
        roles.last.map({ !$0.contains(.joining) }) ?? false
      else { return false }
      let others = corpus.cores(beginningWith: beginning)
      return others.count <= group.cores.count && others.allSatisfy(group.cores.contains)
    }
  }

  /// Keeps one chain for each key: one with exactly those words if there is one, else the largest.
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
