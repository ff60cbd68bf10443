/// Finds names that match a typed text, the best kind of match first:
///
/// 1. Names that begin with the text.
/// 2. Names in which the text begins at a later word.
/// 3. Names that have all its words, in any order. The last word may be incomplete.
/// 4. The same with spelling errors, the likeliest first (`SpellingCost`). A whole word comes before a longer
///    word that only begins alike, and a match at the beginning of a name before one later on. If a name has
///    all of several words exactly as typed, only likely errors are allowed: `thai squ` is not `The … Square`.
/// 5. The same with more errors (`SpellingReach.far`), if no name has the words exactly as typed and fewer
///    than three names have been found.
///
/// Matches of one kind are ordered by number of branches, or with a point by distance, and then by the
/// matching text. A chain is listed once: where one of its own words first matches, at the distance of its
/// nearest branch. None of its names is listed after it. A later kind is searched only while there is room.
struct SuggestionSearch {
  let directory: NameDirectory
  let table: NameTable
  private let point: Coordinate?
  private let limit: Int
  private var seen: Set<Group> = []
  private(set) var found: [Found] = []
  /// Whether some name has the words exactly as typed.
  private var hasExactMatch = false

  typealias Group = NameTable.Group

  struct Found {
    let group: Group
    let name: Int
    var distance: Double?
  }

  init(_ directory: NameDirectory, from point: Coordinate?, limit: Int?) {
    self.directory = directory
    table = directory.table
    self.point = point
    self.limit = limit ?? .max
  }

  private var isFull: Bool { found.count >= limit }

  mutating func run(_ typed: TypedText) {
    guard !typed.isNothingInNames else { return }
    addNames(table.names(beginningWith: typed.bytes))
    guard !isFull, !typed.words.isEmpty else { return }
    addEntries([table.entries(beginningWith: typed.bytes)])
    hasExactMatch = !found.isEmpty
    guard !isFull else { return }
    for reach in SpellingReach.allCases { addMisspelt(typed, reach) }
  }

  private mutating func addMisspelt(_ typed: TypedText, _ reach: SpellingReach) {
    let isNear = reach == .near
    guard isNear || mayHaveMoreErrors(typed) else { return }
    let isSingleWord = typed.words.count == 1
    var words = WordSearch(table, typed, reach)
    // For a single word, cheaper matches have been found already.
    let firstCost =
      !isSingleWord ? 0 : isNear ? 1 : SpellingReach.near.most(letters: typed.letters) + 1
    for cost in firstCost..<max(firstCost, words.most + 1) where !isFull {
      if !isSingleWord, hasExactMatch, cost > SpellingCost.neighbour { break }
      let hasSpaces = isNear && cost == SpellingCost.space
      if isSingleWord {
        addNames(words.names(beginningAtCost: cost))
        addEntries(words.entries(cost: cost) + (hasSpaces ? entriesWithOtherSpaces(typed) : []))
      } else {
        addNames(
          withAllWords: words.names(cost: cost) + (hasSpaces ? namesWithOtherSpaces(typed) : []))
      }
      if isNear, cost == 0 { hasExactMatch = !found.isEmpty }
    }
  }

  /// A text that is long enough, of which few matches and no exact one have been found.
  private func mayHaveMoreErrors(_ typed: TypedText) -> Bool {
    guard typed.letters >= Self.fewestLettersWithMoreErrors, !hasExactMatch else { return false }
    return found.count < min(limit, Self.few)
  }

  /// Once this many are found, names with more errors are not searched.
  private static let few = 3
  private static let fewestLettersWithMoreErrors = 3

  private func entriesWithOtherSpaces(_ typed: TypedText) -> [Range<Int>] {
    typed.withOtherSpaces.map { table.entries(beginningWith: $0) }.filter { !$0.isEmpty }
  }

  private func namesWithOtherSpaces(_ typed: TypedText) -> [Int] {
    entriesWithOtherSpaces(typed).flatMap { $0.compactMap { table.name(ofEntry: $0) } }
  }

  private mutating func addNames(_ names: Range<Int>) {
    guard let point else { return addNames([names]) }
    let wanted = NamesWanted(names, of: table, chains: directory.chains.count, but: seen)
    addNearest(wanted, from: point)
  }

  private mutating func addNames(_ ranges: [Range<Int>]) {
    let table = table
    guard !ranges.isEmpty else { return }
    if let point {
      let names = ranges.lazy.flatMap { $0 }.map { (name: $0, asChain: table.beginsAsChain($0)) }
      return addNearest(wanted(names), from: point)
    }
    var walk = RankedWalk(table.rankedNames, ranges) { table.rank(ofName: $0) }
    while !isFull, let name = walk.next() { add(name, asChain: table.beginsAsChain(name)) }
  }

  private mutating func addEntries(_ ranges: [Range<Int>]) {
    let table = table
    if let point {
      let names = ranges.lazy.flatMap { $0 }.compactMap { entry in
        table.name(ofEntry: entry).map { (name: $0, asChain: table.isChains(entry)) }
      }
      return addNearest(wanted(names), from: point)
    }
    var walk = RankedWalk(table.rankedEntries, ranges) { table.rank(ofEntry: $0) }
    while !isFull, let entry = walk.next() {
      if let name = table.name(ofEntry: entry) { add(name, asChain: table.isChains(entry)) }
    }
  }

  /// If several words were typed, one of them probably belongs to the chain's name.
  private mutating func addNames(withAllWords names: [Int]) {
    if let point {
      return addNearest(wanted(names.lazy.map { (name: $0, asChain: true) }), from: point)
    }
    let ranked = names.map { (rank: table.rank(of: $0, asChain: true), name: $0) }
      .filter { $0.rank > 0 }
      .sorted { ($1.rank, $0.name) < ($0.rank, $1.name) }
    for (_, name) in ranked where !isFull { add(name, asChain: true) }
  }

  private mutating func add(_ name: Int, asChain: Bool, distance: Double? = nil) {
    let chain = table.chain(of: name).map { Group.chain($0) }
    // A name found by itself does not match again as its chain.
    guard !seen.contains(.name(name)), chain.map({ !seen.contains($0) }) ?? true else { return }
    let group = asChain ? chain ?? .name(name) : .name(name)
    seen.insert(group)
    found.append(Found(group: group, name: name, distance: distance))
  }

  private func wanted(_ names: some Sequence<(name: Int, asChain: Bool)>) -> NamesWanted {
    NamesWanted(names, of: table, chains: directory.chains.count, but: seen)
  }

  private mutating func addNearest(_ names: NamesWanted, from point: Coordinate) {
    let nearest = NearestNames(directory, names, from: point)
    for match in nearest.search(atLeast: limit - found.count) where !isFull {
      let asChain = names.group(of: match.name) != .name(match.name)
      add(match.name, asChain: asChain, distance: match.distance)
    }
  }
}

/// One line of the list that a search box shows while a user types.
package struct Suggestion {
  package enum Kind: String, Sendable {
    case chain
    case venue
    case place
    case postcode
  }

  /// Safe to show in a terminal.
  package var text: String
  package var kind: Kind
  /// How many venues have that name; `nil` for a place.
  package var venues: Int?
  /// The row of the venue, if there is only one.
  package var row: Int?
  /// The distance from the point to the nearest of them.
  package var distance: Double?

  package init(
    text: String, kind: Kind, venues: Int? = nil, row: Int? = nil, distance: Double? = nil
  ) {
    self.text = text
    self.kind = kind
    self.venues = venues
    self.row = row
    self.distance = distance
  }
}

/// Visits the places in some ranges, those with the largest values first and those with equal values in
/// order. It examines little more than it returns: it keeps nodes of a `RankTree` in a heap, and opens a node
/// only when nothing in the heap is better.
struct RankedWalk {
  private let tree: RankTree
  private let ranges: [Range<Int>]
  private let value: (Int) -> UInt32
  /// A binary heap, the best node on top.
  private var waiting: [Node] = []

  private struct Node {
    /// The upper half is the largest value below the node. The lower half is the complement of its first
    /// place, so earlier places come first.
    let key: UInt64
    let place: Int
    let level: Int
    let range: Int
  }

  init(_ tree: RankTree, _ ranges: [Range<Int>], _ value: @escaping (Int) -> UInt32) {
    self.tree = tree
    self.ranges = ranges
    self.value = value
    for (rangeIndex, range) in ranges.enumerated() where !range.isEmpty {
      // The lowest level at which the range is only a few nodes.
      var level = 0
      while level < tree.depth, range.count >> (RankTree.bits * level) > 8 { level += 1 }
      let shift = RankTree.bits * level
      for node in range.lowerBound >> shift...(range.upperBound - 1) >> shift {
        push(node, level, rangeIndex)
      }
    }
  }

  mutating func next() -> Int? {
    while let best = pop() {
      if best.level == 0 { return best.place }
      let node = best.place >> (RankTree.bits * best.level)
      let shift = RankTree.bits * (best.level - 1)
      let range = ranges[best.range]
      let first = max(node << RankTree.bits, range.lowerBound >> shift)
      let end = min((node + 1) << RankTree.bits, (range.upperBound - 1) >> shift + 1)
      for child in first..<max(first, end) { push(child, best.level - 1, best.range) }
    }
    return nil
  }

  private mutating func push(_ node: Int, _ level: Int, _ range: Int) {
    let place = max(node << (RankTree.bits * level), ranges[range].lowerBound)
    let value = level == 0 ? value(place) : tree.largest(node, level: level)
    // Only names that must not be suggested have rank 0.
    guard value > 0 else { return }
    let key = UInt64(value) << 32 | UInt64(~UInt32(truncatingIfNeeded: place))
    waiting.append(Node(key: key, place: place, level: level, range: range))
    var child = waiting.count - 1
    while child > 0, precedes(waiting[child], waiting[(child - 1) / 2]) {
      waiting.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Of two equal keys, the node at the higher level comes first: its first place may be the other one.
  private func precedes(_ a: Node, _ b: Node) -> Bool {
    a.key != b.key ? a.key > b.key : a.level > b.level
  }

  private mutating func pop() -> Node? {
    guard let best = waiting.first else { return nil }
    let last = waiting.removeLast()
    guard !waiting.isEmpty else { return best }
    waiting[0] = last
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < waiting.count else { return best }
      if child + 1 < waiting.count, precedes(waiting[child + 1], waiting[child]) { child += 1 }
      guard precedes(waiting[child], waiting[hole]) else { return best }
      waiting.swapAt(child, hole)
      hole = child
    }
  }
}
