/// A set of names, and so of rows, but for those of chains and names that were found already.
struct NamesWanted: RowFilter {
  typealias Group = NameTable.Group

  let table: NameTable
  /// All of them lie in it.
  private let range: Range<Int>
  /// Which of these they are; `nil` where they are all.
  private let bits: [UInt64]?
  private let found: Set<Group>

  init(_ range: Range<Int>, of table: NameTable, but found: Set<Group>) {
    (self.table, self.range, self.found) = (table, range, found)
    bits = nil
  }

  init(_ names: some Sequence<Int>, of table: NameTable, but found: Set<Group>) {
    (self.table, self.found) = (table, found)
    var bits = [UInt64](repeating: 0, count: table.count / 64 + 1)
    var (first, end) = (Int.max, 0)
    for name in names {
      bits[name / 64] |= 1 << UInt64(name % 64)
      (first, end) = (min(first, name), max(end, name + 1))
    }
    range = min(first, end)..<end
    self.bits = bits
  }

  /// What nothing is seen of is never suggested.
  private func isWanted(_ name: Int) -> Bool {
    (table.branches.value(at: name) ?? 0) > 0
      && (found.isEmpty || !found.contains(table.group(of: name)))
  }

  func contains(_ name: Int) -> Bool {
    range.contains(name) && bits.map { $0[name / 64] >> UInt64(name % 64) & 1 == 1 } ?? true
      && isWanted(name)
  }

  func accepts(_ row: Int) -> Bool { table.name(ofRow: row).map(contains) ?? false }

  /// In ascending order.
  func visit(_ body: (Int) -> Void) {
    guard let bits else {
      for name in range where isWanted(name) { body(name) }
      return
    }
    for place in range.lowerBound / 64..<(range.upperBound + 63) / 64 {
      var left = bits[place]
      while left != 0 {
        let name = place * 64 + left.trailingZeroBitCount
        left &= left - 1
        if isWanted(name) { body(name) }
      }
    }
  }

  /// About how many rows they have in all: of a whole range those of its unseen and found names count
  /// too. To visit those that begin with `the` took 1.9 of a suggestion's 3.1 million instructions.
  var rowCount: Int {
    if bits == nil { return table.places(ofNames: range).count }
    var rows = 0
    visit { rows += table.venues(of: $0) }
    return rows
  }
}
