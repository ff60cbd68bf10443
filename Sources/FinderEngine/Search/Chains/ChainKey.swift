/// The key for looking up a name's chain: a hash of the name's words without spaces.
package struct ChainKey {
  let value: UInt64

  init(_ words: some Sequence<WordTable.Word>, of table: WordTable) {
    var bytes: [UInt8] = []
    for word in words { table.withBytes(of: word) { bytes.append(contentsOf: $0) } }
    var hash = StableHash()
    bytes.withUnsafeBufferPointer { hash.add($0) }
    hash.add(0 as UInt64)
    value = hash.value
  }

  /// The keys to try for a name that a user typed, the likeliest first: all of its words, those before the
  /// first break, those without the words of trade at the end.
  package static func keys(for text: String) -> [UInt64] {
    let table = WordTable()
    var reader = NameWords(table)
    text.withBytes { reader.read($0) }
    let items = reader.items
    guard !items.isEmpty else { return [] }
    let broken = items.dropFirst().prefix { !$0.followsBreak }.count + 1
    var (keys, words) = ([ChainKey(items.map(\.word), of: table).value], items.map(\.word))
    if broken < items.count {
      words.removeSubrange(broken...)
      keys.append(ChainKey(words, of: table).value)
    }
    while words.count > 1, table.roles[Int(words[words.count - 1])].contains(.trade) {
      words.removeLast()
      guard !words.allSatisfy({ table.roles[Int($0)].isGeneric }) else { break }
      keys.append(ChainKey(words, of: table).value)
    }
    return keys
  }
}
