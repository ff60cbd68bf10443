/// The chains and names that match the typed text, except those found already.
///
/// All names of such a chain are included: its distance is that of its nearest branch, whatever that is
/// called.
struct NamesWanted: RowFilter {
  typealias Group = NameTable.Group

  let table: NameTable
  private var bits: [UInt64]
  /// For each chain, the first of its names that matches, or `none`.
  private var leaders: [UInt32]
  private let found: Set<Group>
  /// Roughly how many rows they have in all. For a whole range of names, invisible and already found names
  /// are counted too, and a chain's other names are not. Visiting those that begin with `the` took 1.9 of a
  /// suggestion's 3.1 million instructions.
  private(set) var rowCount = 0

  private static let none = UInt32.max

  private init(nothingOf table: NameTable, chains: Int, but found: Set<Group>) {
    (self.table, self.found) = (table, found)
    bits = [UInt64](repeating: 0, count: table.count / 64 + 1)
    leaders = [UInt32](repeating: Self.none, count: chains)
  }

  /// `chains` is the number of chains in the table.
  init(_ range: Range<Int>, of table: NameTable, chains: Int, but found: Set<Group>) {
    self.init(nothingOf: table, chains: chains, but: found)
    for name in range { add(name, asChain: table.beginsAsChain(name)) }
    rowCount = table.places(ofNames: range).count
  }

  init(
    _ names: some Sequence<(name: Int, asChain: Bool)>, of table: NameTable, chains: Int,
    but found: Set<Group>
  ) {
    self.init(nothingOf: table, chains: chains, but: found)
    for (name, asChain) in names { add(name, asChain: asChain) }
    visit { rowCount += table.venueCount(of: $0) }
  }

  private mutating func add(_ name: Int, asChain: Bool) {
    // A name found by itself does not match again as its chain.
    guard found.isEmpty || !found.contains(.name(name)) else { return }
    guard asChain, let chain = table.chain(of: name), chain < leaders.count else {
      return set(name)
    }
    let isFirst = leaders[chain] == Self.none
    leaders[chain] = min(leaders[chain], UInt32(name))
    guard isFirst else { return }
    // A chain's first name brings in all its others. In a forged file the ring may never close.
    var next = name
    for _ in 0..<table.count {
      set(next)
      next = Int(table.nextNames.value(at: next) ?? Self.none)
      if next == name || next >= table.count { break }
    }
  }

  private mutating func set(_ name: Int) { bits[name / 64] |= 1 << UInt64(name % 64) }

  /// A name without visible characters is never suggested.
  private func isWanted(_ name: Int) -> Bool {
    guard (table.branches.value(at: name) ?? 0) > 0 else { return false }
    if found.isEmpty { return true }
    if let chain = table.chain(of: name), found.contains(.chain(chain)) { return false }
    return !found.contains(group(of: name))
  }

  func contains(_ name: Int) -> Bool {
    bits[name / 64] >> UInt64(name % 64) & 1 == 1 && isWanted(name)
  }

  /// The chain that a wanted name counts for, or the name itself.
  func group(of name: Int) -> Group {
    guard let chain = table.chain(of: name), chain < leaders.count, leaders[chain] != Self.none
    else { return .name(name) }
    return .chain(chain)
  }

  /// The first name by which its chain matches, or the name itself. Equal distances are ordered by this.
  func leader(of name: Int) -> Int {
    guard case .chain(let chain) = group(of: name) else { return name }
    return Int(leaders[chain])
  }

  func accepts(_ row: Int) -> Bool { table.name(ofRow: row).map(contains) ?? false }

  /// In ascending order.
  func visit(_ body: (Int) -> Void) {
    for (place, word) in bits.enumerated() {
      var left = word
      while left != 0 {
        let name = place * 64 + left.trailingZeroBitCount
        left &= left - 1
        if isWanted(name) { body(name) }
      }
    }
  }
}
