extension NameTable {
  /// Of a store's names and chains.
  init(_ names: VenueNames, _ chains: StoreChains) {
    let entries = NameEntries(names)
    let (entryNames, entryOffsets) = entries.sorted()
    let owner = Column<UInt32>(count: names.count) { name in
      chains.ownedChain(ofRow: Int(names.columns.faces[name])).map { UInt32($0) } ?? ChainList.none
    }
    let branches = Column<UInt32>(count: names.count) { name in
      // What nothing is seen of is never suggested.
      guard !names.bytes(of: name).isEmpty else { return 0 }
      let chain = owner[name]
      return UInt32(
        clamping: chain == ChainList.none
          ? names.rows(of: name).count : chains.venues(of: Int(chain)))
    }
    self.names = names.columns
    self.chains = owner
    self.branches = branches
    self.entryNames = entryNames
    self.entryOffsets = entryOffsets
    nameRanks = RankTree(count: names.count) { branches[$0] }.largest
    entryRanks = RankTree(count: entryNames.count) { branches[Int(entryNames[$0])] }.largest
    words = WordList(names, entryNames, entryOffsets)
  }
}

/// Where words begin in the names.
private struct NameEntries: NumberedTexts {
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

  func bytes(of number: Int) -> UnsafeBufferPointer<UInt8> {
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
  /// Of entries in order: those of a word stand together.
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
