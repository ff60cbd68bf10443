/// Joins names that differ by a word of trade alone, or by spaces: `McDonalds` and `McDonalds
/// Restaurant`, `Burger King` and `BurgerKing`.
///
/// A node is a stem or, after all stems, a core that is a branch of none. Nodes of one chain have the
/// same leader, the one with the most venues.
struct ChainFamilies {
  typealias Word = WordTable.Word

  private let stems: ChainStems
  private let corpus: ChainCorpus
  private let roles: [WordRole]
  /// By core.
  let node: [Int]
  private(set) var venues: [Int]
  private var parent: [UInt32]

  /// Below, `Roma Café` and `Roma Restaurant` are two houses.
  private static let fewest = 5
  /// Shorter names say too little without their spaces.
  private static let shortest = 6

  init(_ stems: ChainStems, _ branches: ChainBranches) {
    self.stems = stems
    corpus = stems.corpus
    roles = corpus.table.roles
    let stemCount = stems.all.count
    node = branches.stem.indices.map { branches.stem[$0] ?? stemCount + $0 }
    venues = [Int](repeating: 0, count: stemCount + corpus.cores.count)
    for (core, node) in zip(corpus.cores, node) { venues[node] += Int(core.venues) }
    parent = venues.indices.map { UInt32($0) }
    joinByTrade()
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
    // Only what a large one may be joined to is looked up.
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
        guard let other = wanted[WordTable.key(of: shorter)], other >= 0,
          words(of: other) == shorter,
          max(venues[node], venues[other]) >= Self.fewest
        else { continue }
        join(node, other)
      }
    }
  }

  /// Without one or more of the words of trade at its end; never those words alone.
  func shorterNames(of node: Int) -> [ArraySlice<Word>] {
    var words = words(of: node)
    var names: [ArraySlice<Word>] = []
    while words.count > 1, let last = words.last, roles[Int(last)].contains(.trade) {
      words = words.dropLast()
      if !words.allSatisfy({ roles[Int($0)].isGeneric }) { names.append(words) }
    }
    return names
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
