extension NameTable {
  /// From a store's names and chains.
  init(_ names: VenueNames, _ chains: StoreChains) {
    let entries = NameEntries(names)
    let (entryNames, entryOffsets) = entries.sorted()
    let owner = Column<UInt32>(count: names.count) { name in
      chains.ownedChain(ofRow: Int(names.columns.faces[name])).map { UInt32($0) } ?? ChainList.none
    }
    let branches = Column<UInt32>(count: names.count) { name in
      // A name without visible characters is never suggested.
      guard !names.bytes(of: name).isEmpty else { return 0 }
      let chain = owner[name]
      return UInt32(
        clamping: chain == ChainList.none
          ? names.rows(of: name).count : chains.venueCount(of: Int(chain)))
    }
    self.names = names.columns
    self.chains = owner
    nextNames = Self.rings(of: owner, count: chains.count)
    self.branches = branches
    self.entryNames = entryNames
    self.entryOffsets = entryOffsets
    // Whether the name is the only one of its chain.
    let all = { (name: Int) in Int(branches[name]) == names.rows(of: name).count }
    var words = ChainsWords(chains)
    let first = Column<UInt8>(count: names.count) { name in
      all(name) || words.contain(names.bytes(of: name)[...], of: owner[name]) ? 1 : 0
    }
    let inside = Column<UInt8>(count: entryNames.count) { entry in
      let name = Int(entryNames[entry])
      let text = names.bytes(of: name)[Int(entryOffsets[entry])...]
      return all(name) || words.contain(text, of: owner[name]) ? 1 : 0
    }
    (chainFirst, chainEntries) = (first, inside)
    func rank(_ name: Int, _ isChains: UInt8) -> UInt32 {
      min(branches[name], isChains == 1 ? .max : UInt32(clamping: names.rows(of: name).count))
    }
    nameRanks = RankTree(count: names.count) { rank($0, first[$0]) }.largest
    entryRanks =
      RankTree(count: entryNames.count) { rank(Int(entryNames[$0]), inside[$0]) }.largest
    self.words = WordList(names, entryNames, entryOffsets)
  }

  /// For each name, the next one of the same chain.
  private static func rings(of owner: Column<UInt32>, count: Int) -> Column<UInt32> {
    var next = (0..<UInt32(owner.count)).map { $0 }
    var first = [UInt32](repeating: ChainList.none, count: count)
    var last = first
    for name in 0..<owner.count where owner[name] != ChainList.none {
      let chain = Int(owner[name])
      if first[chain] == ChainList.none { first[chain] = UInt32(name) }
      if last[chain] != ChainList.none { next[Int(last[chain])] = UInt32(name) }
      last[chain] = UInt32(name)
      next[name] = first[chain]
    }
    return Column(count: next.count) { next[$0] }
  }
}

/// Where words begin in the names.
private struct NameEntries: NumberedBytes {
  private let all: VenueNames
  private let names: Column<UInt32>
  private let offsets: Column<UInt16>

  init(_ all: VenueNames) {
    self.all = all
    var names = GrowingList<UInt32>()
    var offsets = GrowingList<UInt16>()
    for name in 0..<all.count {
      NameKey.forEachWord(in: all.bytes(of: name)) { place in
        names.append(UInt32(name))
        offsets.append(UInt16(place))
      }
    }
    self.names = names.column()
    self.offsets = offsets.column()
  }

  func bytes(of number: Int) -> Bytes {
    UnsafeBufferPointer(
      rebasing: all.bytes(of: Int(names.base[number]))[Int(offsets.base[number])...])
  }

  func sorted() -> (names: Column<UInt32>, offsets: Column<UInt16>) {
    let order = TextSort.order(of: names.count, self)
    return (
      Column(count: order.count) { names.base[Int(order.base[$0])] },
      Column(count: order.count) { offsets.base[Int(order.base[$0])] }
    )
  }
}

extension WordList {
  /// The entries are sorted, so those of one word are next to each other.
  fileprivate init(
    _ names: VenueNames, _ entryNames: Column<UInt32>, _ entryOffsets: Column<UInt16>
  ) {
    var text = GrowingList<UInt8>()
    var starts = GrowingList<UInt32>()
    var shared = GrowingList<UInt8>()
    var entries = GrowingList<EntryRange>()
    var last = [UInt8]()
    for entry in 0..<entryNames.count {
      let name = names.bytes(of: Int(entryNames.base[entry]))
      let rest = name[Int(entryOffsets.base[entry])...]
      let end = rest.firstIndex(of: 0x20) ?? rest.endIndex
      let word = UnsafeBufferPointer(rebasing: rest[..<end])
      guard word.count <= Self.longest, text.count < Int(UInt32.max) - Self.longest else {
        continue
      }
      if entries.count > 0, word.elementsEqual(last) {
        entries[entries.count - 1].end = UInt32(entry + 1)
        continue
      }
      shared.append(UInt8(zip(word, last).prefix { $0 == $1 }.count))
      last = Array(word)
      starts.append(UInt32(text.count))
      text.extend(by: word.count).update(from: word.baseAddress!, count: word.count)
      entries.append(EntryRange(first: UInt32(entry), end: UInt32(entry + 1)))
    }
    starts.append(UInt32(text.count))
    self.text = text.column()
    self.starts = starts.column()
    self.shared = shared.column()
    self.entries = entries.column()
  }
}

/// The words of chains' names that users may type for a chain.
///
///     Costa Coffee    costa, coffee, costacoffee
struct ChainsWords {
  private let chains: StoreChains
  /// For each chain, computed when first needed.
  private var words: [[[UInt8]]?]

  /// Shorter beginnings are not distinctive: `s` of `subway`.
  private static let fewestLetters = 3

  init(_ chains: StoreChains) {
    self.chains = chains
    words = Array(repeating: nil, count: chains.count)
  }

  /// Whether the first word of the text is one of the chain's words, or begins like one: people write
  /// `mcdonald` and `pizzaexpress` as well as `mcdonalds` and `pizza express`.
  mutating func contain(_ text: Slice<Bytes>, of chain: UInt32) -> Bool {
    guard chain < words.count else { return false }
    let first = text.prefix { $0 != 0x20 }
    return words(of: Int(chain)).contains { word in
      let shared = min(word.count, first.count)
      guard shared >= Self.fewestLetters || word.count == first.count else { return false }
      return word.prefix(shared).elementsEqual(first.prefix(shared))
    }
  }

  private mutating func words(of chain: Int) -> [[UInt8]] {
    if let known = words[chain] { return known }
    let name = NameKey.bytes(of: chains.name(of: chain))
    let parts = name.split(separator: 0x20).map { Array($0) }
    let all = parts.count > 1 ? parts + [parts.flatMap { $0 }] : parts
    words[chain] = all
    return all
  }
}
