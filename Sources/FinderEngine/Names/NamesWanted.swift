/// A set of names, and so of rows, but for those of chains and names that were found already.
struct NamesWanted: RowFilter {
  typealias Group = SuggestionSearch.Group

  var found: Set<Group> = []
  /// All of them lie in it.
  let range: Range<Int>
  /// Which of these they are; `nil` where they are all.
  private let bits: [UInt64]?
  private let directory: NameDirectory
  private let table: NameTable

  init(_ range: Range<Int>, of directory: NameDirectory) {
    self.range = range
    self.directory = directory
    table = directory.table
    bits = nil
  }

  init(_ names: some Sequence<Int>, of directory: NameDirectory) {
    self.directory = directory
    table = directory.table
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
  private func contains(_ name: Int) -> Bool {
    range.contains(name) && bits.map { $0[name / 64] >> UInt64(name % 64) & 1 == 1 } ?? true
      && (table.branches.value(at: name) ?? 0) > 0
      && (found.isEmpty || !found.contains(directory.group(ofName: name)))
  }

  func accepts(_ row: Int) -> Bool { contains(Int(table.nameOfRow.value(at: row) ?? .max)) }

  var names: some Sequence<Int> { range.lazy.filter(contains) }

  /// Whether they have no more rows than that.
  func hasRows(atMost most: Int) -> Bool {
    if bits == nil, found.isEmpty, let first = table.rowStarts.value(at: range.lowerBound),
      let end = table.rowStarts.value(at: range.upperBound)
    {
      return Int(end) - Int(first) <= most
    }
    var rows = 0
    for name in names {
      rows += table.venues(of: name)
      if rows > most { return false }
    }
    return true
  }
}
