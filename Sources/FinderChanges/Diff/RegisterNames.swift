import FinderEngine

/// Reads names so that two registers' spellings of one venue are close.
///
///     The Crown Ltd                  crown
///     P A Crocker Ltd t/a McDonald’s mcdonalds
///     KFC - BOLTON (Drive Thru)      kfc, and bolton, drive, thru
///     Costa Coffee, Station Road     costa, and coffee, station, road
///
/// It does what `CloseName` does, and more. In a name with `t/a`, only the trading name counts (`NameWords`).
/// Words of trade or address at the end, and everything after a dash or a bracket, may be missing from one of
/// the two: `Costa` is `Costa Coffee`. They may not differ: `Crown Bar` is not `Crown Hotel`.
final class RegisterNames {
  /// Whether the name read last had a dash or a bracket with something after it.
  private(set) var hadBreak = false
  private let table = WordTable()
  @exclusivity(unchecked) private var reader: NameWords

  init() { reader = NameWords(table) }

  func read(_ name: Bytes) -> CloseName {
    reader.read(name)
    let items = reader.items
    let firstBreak = items.indices.dropFirst().first { items[$0].followsBreak }
    hadBreak = firstBreak != nil
    var count = firstBreak ?? items.count
    if items.prefix(count).allSatisfy({ role($0).isGeneric }) { count = items.count }
    while count > 1, mayBeMissing(items[..<count]) { count -= 1 }
    var core: [UInt32] = []
    core.reserveCapacity(name.count)
    for item in items.prefix(count) { append(item.word, to: &core) }
    return CloseName(
      core: core,
      extras: items.dropFirst(count).map { item in
        var extra: [UInt32] = []
        append(item.word, to: &extra)
        return extra
      })
  }

  /// Whether the last word may be missing: only if the words before it are a name by themselves. A number is
  /// part of an address only if a street follows: `Studio 54` is not `Studio`.
  private func mayBeMissing(_ words: ArraySlice<NameWords.Item>) -> Bool {
    guard !words.dropLast().allSatisfy({ role($0).isGeneric }), let last = words.last else {
      return false
    }
    let hasStreet =
      words.endIndex < reader.items.count
      && role(reader.items[words.endIndex]).contains(.address)
    return role(last).contains(.trade) || role(last).contains(.address)
      || hasStreet && role(last).contains(.number)
  }

  private func role(_ item: NameWords.Item) -> WordRole { table.roles[Int(item.word)] }

  private func append(_ word: WordTable.Word, to letters: inout [UInt32]) {
    table.withBytes(of: word) { bytes in
      var cursor = ScalarCursor(bytes)
      while let scalar = cursor.next() { letters.append(scalar) }
    }
  }
}
