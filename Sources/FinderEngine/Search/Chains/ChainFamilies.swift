/// Joins names that differ only by a word of trade or by spaces: `McDonalds` and `McDonalds Restaurant`,
/// `Burger King` and `BurgerKing`.
///
/// A node is a stem, or a core that is not a branch; stems have the lower numbers. The nodes of one chain
/// share a leader, which is the node with the most venues.
struct ChainFamilies {
  typealias Word = WordTable.Word

  private let stems: ChainStems
  private let corpus: ChainCorpus
  private let roles: [WordRole]
  /// The node of each core.
  let node: [Int]
  private(set) var venues: [Int]
  private var parent: [UInt32]

  /// Names with fewer venues are not joined: `Roma Café` and `Roma Restaurant` are probably unrelated.
  private static let fewest = 5
  private static let farMore = 3
  private static let manyVenues = 10
  /// Shorter names are not distinctive without their spaces.
  private static let shortest = 6

  init(_ stems: ChainStems, _ branches: ChainBranches, uses: [Int]) {
    self.stems = stems
    corpus = stems.corpus
    roles = corpus.table.roles
    let stemCount = stems.all.count
    node = branches.stem.indices.map { branches.stem[$0] ?? stemCount + $0 }
    venues = [Int](repeating: 0, count: stemCount + corpus.cores.count)
    for (core, node) in zip(corpus.cores, node) { venues[node] += Int(core.venues) }
    parent = venues.indices.map { UInt32($0) }
    joinByTrade()
    joinByBeginning(uses)
    joinBySpaces()
  }

  func words(of node: Int) -> ArraySlice<Word> {
    let stemCount = stems.all.count
    return node < stemCount
      ? stems.words(of: node) : corpus.words(of: corpus.cores[node - stemCount])
  }

  mutating func leader(of node: Int) -> Int {
    var node = node
    while parent[node] != node {
      parent[node] = parent[Int(parent[node])]
      node = Int(parent[node])
    }
    return node
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let (a, b) = (leader(of: a), leader(of: b))
    guard a != b else { return }
    let isFirst = venues[a] != venues[b] ? venues[a] > venues[b] : a < b
    parent[isFirst ? b : a] = UInt32(isFirst ? a : b)
  }

  private mutating func joinByTrade() {
    let used = venues.indices.filter { venues[$0] > 0 }
    // Only names that may be joined to a large one are indexed.
    var wanted: [UInt64: Int] = [:]
    for node in used where venues[node] >= Self.fewest {
      wanted[WordTable.key(of: words(of: node))] = node
      for shorter in shorterNames(of: node) {
        wanted[WordTable.key(of: shorter)] = wanted[WordTable.key(of: shorter)] ?? -1
      }
    }
    for node in used where venues[node] < Self.fewest {
      let key = WordTable.key(of: words(of: node))
      if wanted[key] == -1 { wanted[key] = node }
    }
    for node in used {
      for shorter in shorterNames(of: node) {
        let key = WordTable.key(of: shorter)
        guard let other = wanted[key] else { continue }
        // `Poppins Restaurant` and `Poppins Cafe` share a shorter name, which no venue has by itself.
        guard other >= 0 else {
          if venues[node] >= Self.fewest { wanted[key] = node }
          continue
        }
        guard words(of: other).starts(with: shorter),
          words(of: other) == shorter || shorterNames(of: other).contains(shorter),
          max(venues[node], venues[other]) >= Self.fewest, !areApart(node, other)
        else { continue }
        join(node, other)
      }
    }
  }

  /// Whether a chain's name adds a pub's word to a name that others use: the branches of `Britannia Hotel`
  /// have nothing to do with the many pubs called `Britannia`. `White Horse Inn` does not count as such a
  /// chain, since most of its venues have exactly that name.
  private func areApart(_ node: Int, _ other: Int) -> Bool {
    let tail = words(of: node).dropFirst(words(of: other).count)
    guard isBranded(node), !isBranded(other), tail.contains(where: isPub) else { return false }
    return stems.all[node].venues <= 2 * stems.all[node].longer
  }

  private func isPub(_ word: Word) -> Bool { roles[Int(word)].contains(.pub) }

  private func isBranded(_ node: Int) -> Bool { node < stems.all.count && stems.isBranded[node] }

  /// The name with one or more words of trade removed from its end, as long as an identifying word remains.
  func shorterNames(of node: Int) -> [ArraySlice<Word>] {
    var words = words(of: node)
    var names: [ArraySlice<Word>] = []
    while words.count > 1, let last = words.last, isDesignation(last, of: words) {
      words = words.dropLast()
      if !words.allSatisfy({ roles[Int($0)].isGeneric }) { names.append(words) }
    }
    return names
  }

  /// Whether the last word may be removed: a word of trade or, in the name of a chain with branches, a word
  /// for what it sells: `Kaspas Desserts`, `Mowgli Street Food`.
  private func isDesignation(_ word: Word, of words: ArraySlice<Word>) -> Bool {
    let role = roles[Int(word)]
    if role.contains(.trade) { return true }
    return !role.isDisjoint(with: [.common, .fare])
      && stems.stem(of: words).map { stems.isBranded[$0] } ?? false
  }

  /// Joins `Pepes` and `Pepes Falkirk` to `Pepes Piri Piri`, since hardly any other name begins with `Pepes`.
  /// Two names that both have many venues are two chains, like `Holiday Inn` and `Holiday Inn Express`.
  private mutating func joinByBeginning(_ uses: [Int]) {
    var total = venues
    for node in venues.indices {
      let leader = leader(of: node)
      if leader != node { total[leader] += venues[node] }
    }
    for long in stems.all.indices where venues[long] > 0 && stems.isBranded[long] {
      let name = words(of: long)
      for count in 1..<max(name.count, 1) {
        let beginning = name.prefix(count)
        let others = others(beginningWith: beginning, uses)
        if let short = node(of: beginning) {
          let (few, many) = (
            min(total[leader(of: short)], total[leader(of: long)]),
            max(total[leader(of: short)], total[leader(of: long)])
          )
          let strangers = others?.count { isStranger($0, to: [short, long]) } ?? .max
          if many >= Self.manyVenues, few * Self.farMore <= many, strangers <= many / Self.farMore {
            join(short, long)
          }
        }
        let many = total[leader(of: long)]
        guard many >= Self.manyVenues, let others else { continue }
        let strangers = others.filter { isStranger($0, to: [long]) }
        guard strangers.count <= many / Self.farMore else { continue }
        for core in strangers
        where isOfBranch(core, after: count) || isMisspelt(core, as: name) {
          if total[leader(of: node[core])] * Self.farMore <= many { join(node[core], long) }
        }
      }
    }
  }

  private mutating func isStranger(_ core: Int, to nodes: [Int]) -> Bool {
    let leader = leader(of: node[core])
    return nodes.allSatisfy { self.leader(of: $0) != leader }
  }

  private func isOfBranch(_ core: Int, after count: Int) -> Bool {
    let tail = corpus.words(of: corpus.cores[core]).dropFirst(count)
    return !tail.isEmpty
      && tail.allSatisfy { roles[Int($0)].isOfAddress && !roles[Int($0)].contains(.trade) }
  }

  /// As in `Pepes Peri Peri`: each word has the same number of letters as the chain's, and at most one of
  /// them differs.
  private func isMisspelt(_ core: Int, as name: ArraySlice<Word>) -> Bool {
    let words = corpus.words(of: corpus.cores[core])
    return words.count >= name.count
      && zip(words, name).allSatisfy { $0 == $1 || areAlike($0, $1) }
      && words.dropFirst(name.count).allSatisfy { roles[Int($0)].isOfAddress }
  }

  private func areAlike(_ a: Word, _ b: Word) -> Bool {
    corpus.table.withBytes(of: a) { first in
      corpus.table.withBytes(of: b) { second in
        first.count > 3 && first.count == second.count
          && zip(first, second).count { $0 != $1 } == 1
      }
    }
  }

  private func node(of words: ArraySlice<Word>) -> Int? {
    if let stem = stems.stem(of: words), venues[stem] > 0 { return stem }
    guard let core = corpus.place(of: words) else { return nil }
    return node[core] == stems.all.count + core ? node[core] : nil
  }

  /// The cores that begin with the words; `nil` if even the rarest word is in more than two other names.
  private func others(beginningWith words: ArraySlice<Word>, _ uses: [Int]) -> Range<Int>? {
    let range = corpus.cores(beginningWith: words)
    let telling = words.filter { !roles[Int($0)].isGeneric && !roles[Int($0)].contains(.place) }
    guard let fewest = telling.map({ uses[Int($0)] }).min(), fewest <= range.count + 2 else {
      return nil
    }
    return range
  }

  private mutating func joinBySpaces() {
    var keys: [(key: UInt64, node: UInt32)] = []
    for node in venues.indices where venues[node] > 0 {
      if let key = spacelessKey(of: node) { keys.append((key, UInt32(node))) }
    }
    keys.sort { $0.key != $1.key ? $0.key < $1.key : $0.node < $1.node }
    for (previous, next) in zip(keys, keys.dropFirst()) where previous.key == next.key {
      join(Int(previous.node), Int(next.node))
    }
  }

  private func spacelessKey(of node: Int) -> UInt64? {
    let words = words(of: node)
    let length = words.reduce(0) { $0 + corpus.table.length(of: $1) }
    return length < Self.shortest ? nil : ChainKey(words, of: corpus.table).value
  }
}
