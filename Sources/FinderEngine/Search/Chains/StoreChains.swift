/// The chains of a store's venues, in columns that are saved in a file and used directly from there.
///
///     let chains = StoreChains(of: store, VenueNames(store))
///     chains.chain(ofRow: 7)                  // a number, or nil
///     chains.chain(named: "mcdonalds ltd")    // the same for all spellings
///     chains.name(of: 12), chains.venueCount(of: 12), chains.isShared(12)
package final class StoreChains: Sendable {
  /// For each row, its chain or `ChainList.none`.
  let chainOfRow: Column<UInt32>
  /// Where the rows of each chain begin in `rows`, and the end of the last.
  let rowStart: Column<UInt32>
  /// In ascending order for each chain.
  let rows: Column<UInt32>
  /// For each chain, 1 if many unrelated venues share its name, else 0.
  let shared: Column<UInt8>
  /// Where each chain's name begins in `text`, and the end of the last.
  let nameStart: Column<UInt32>
  let text: Column<UInt8>
  /// In ascending order, each with its chain.
  let keys: Column<UInt64>
  let chainOfKey: Column<UInt32>

  package var count: Int { shared.count }

  /// From a file. Its numbers are checked when they are used; `nil` if the columns do not fit together.
  init?(
    chainOfRow: Column<UInt32>, rowStart: Column<UInt32>, rows: Column<UInt32>,
    shared: Column<UInt8>, nameStart: Column<UInt32>, text: Column<UInt8>, keys: Column<UInt64>,
    chainOfKey: Column<UInt32>, of store: VenueStore
  ) {
    guard chainOfRow.count == store.count, rowStart.count == shared.count + 1,
      nameStart.count == rowStart.count, chainOfKey.count == keys.count
    else { return nil }
    (self.chainOfRow, self.rowStart, self.rows, self.shared) = (chainOfRow, rowStart, rows, shared)
    (self.nameStart, self.text) = (nameStart, text)
    (self.keys, self.chainOfKey) = (keys, chainOfKey)
  }

  init(_ chains: [ChainList.Chain], keys listKeys: [ChainList.Key], chainOfRow: Column<UInt32>) {
    self.chainOfRow = chainOfRow
    (rowStart, rows) = Self.rowsByChain(chainOfRow, count: chains.count)
    shared = Column(count: chains.count) { chains[$0].isShared ? 1 : 0 }
    var (starts, names): ([UInt32], [UInt8]) = ([0], [])
    for chain in chains {
      names.append(contentsOf: chain.name.utf8)
      starts.append(UInt32(truncatingIfNeeded: names.count))
    }
    nameStart = Column(count: starts.count) { starts[$0] }
    text = Column(count: names.count) { names[$0] }
    keys = Column(count: listKeys.count) { listKeys[$0].value }
    chainOfKey = Column(count: listKeys.count) { listKeys[$0].chain }
  }

  private static func rowsByChain(
    _ chainOfRow: Column<UInt32>, count: Int
  ) -> (starts: Column<UInt32>, rows: Column<UInt32>) {
    let chainOfRow = chainOfRow.values
    var starts = [UInt32](repeating: 0, count: count + 1)
    for chain in chainOfRow where chain < count { starts[Int(chain) + 1] += 1 }
    for chain in 0..<count { starts[chain + 1] += starts[chain] }
    let rows = GrowingList<UInt32>(filled: Int(starts[count]))
    var next = starts
    for (row, chain) in chainOfRow.enumerated() where chain < count {
      rows.base[Int(next[Int(chain)])] = UInt32(row)
      next[Int(chain)] += 1
    }
    return (Column(count: count + 1) { starts[$0] }, rows.column())
  }

  /// Finds the chains. O(n), apart from sorting the words of the distinct names.
  convenience init(of store: VenueStore, _ names: VenueNames) {
    let list = ChainList(of: store, names)
    self.init(
      list.chains, keys: list.keys,
      chainOfRow: Column(count: store.count) { list.chainOfName[Int(names.columns.nameOfRow[$0])] })
  }

  package func chain(ofRow row: Int) -> Int? { known(chainOfRow[row]) }

  /// The chain of a venue; `nil` if it has none, or if many unrelated venues share the name.
  func ownedChain(ofRow row: Int) -> Int? { chain(ofRow: row).flatMap { isShared($0) ? nil : $0 } }

  /// Numbers from a file may be forged.
  private func known(_ chain: UInt32) -> Int? { chain < count ? Int(chain) : nil }

  package func venueCount(of chain: Int) -> Int { rowRange(of: chain).count }

  /// Whether many unrelated venues share the name; they count as independent.
  package func isShared(_ chain: Int) -> Bool { shared[chain] != 0 }

  package func name(of chain: Int) -> String {
    String(
      decoding: text.values(from: Int(nameStart[chain]), to: Int(nameStart[chain + 1])),
      as: UTF8.self)
  }

  /// The chain with a name that a user typed, in any spelling.
  package func chain(named text: String) -> Int? {
    for wanted in ChainKey.keys(for: text) {
      let place = firstPlace(in: 0..<keys.count) { keys[$0] >= wanted }
      if place < keys.count, keys[place] == wanted { return known(chainOfKey[place]) }
    }
    return nil
  }

  /// All keys that lead to the chain. O(n) in the keys of all chains.
  package func keys(of chain: Int) -> [UInt64] {
    let chains = chainOfKey.values
    return chains.indices.filter { chains[$0] == chain }.map { keys[$0] }
  }

  /// In ascending order.
  package func rows(of chain: Int) -> [Int] {
    rowRange(of: chain).map { Int(rows[$0]) }.filter { $0 < chainOfRow.count }
  }

  private func rowRange(of chain: Int) -> Range<Int> {
    rows.rows(from: Int(rowStart[chain]), to: Int(rowStart[chain + 1]))
  }
}
