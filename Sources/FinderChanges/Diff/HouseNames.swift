import FinderEngine

/// Reads names so that those of one house, as two registers write them, are close.
///
///     The Crown Ltd                  crown
///     P A Crocker Ltd t/a McDonald’s mcdonalds
///     KFC - BOLTON (Drive Thru)      kfc, and bolton, drive, thru
///     Costa Coffee, Station Road     costa, and coffee, station, road
///
/// Beside what `CloseName` does, of a name with `t/a` only what is traded as counts (`NameWords`). Words
/// of trade and of an address at the end, and all that follows a dash or a bracket, may be missing in one
/// of the two: `Costa` is `Costa Coffee`. They may not be different ones: `Crown Bar` is not `Crown
/// Hotel`.
final class HouseNames {
  /// Whether something followed a dash or a bracket in the name that was read last.
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

  /// The last word, where what stands before it is a name by itself. A number belongs to an address only
  /// where a street follows: `Studio 54` is another than `Studio`.
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
