/// Numbers for folded words, each of which is stored once.
package final class WordTable {
  package typealias Word = UInt32

  // Exclusivity checks cost an eighth of the time; the table has one owner.
  @exclusivity(unchecked) private var text: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = [0]
  @exclusivity(unchecked) package private(set) var roles: [WordRole] = []
  /// A hash table of the words' numbers, plus 1; 0 marks a free slot. At most half of the slots are taken.
  @exclusivity(unchecked) private var slots = [UInt32](repeating: 0, count: 1 << 6)

  package init() {}

  var count: Int { roles.count }

  func number(of word: String) -> Word { word.withBytes { number(of: $0) } }

  /// The number of a word. A new word gets the next number.
  func number(of word: Bytes) -> Word {
    var slot = firstSlot(word)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if withBytes(of: number, { $0.hasSameBytes(as: word) }) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = UInt32(count)
    slots[slot] = number + 1
    text.append(contentsOf: word)
    ends.append(text.count)
    roles.append(WordRole(of: word))
    if count * 2 > slots.count { grow() }
    return number
  }

  func insert(_ role: WordRole, for word: Word) { roles[Int(word)].insert(role) }

  func length(of word: Word) -> Int { ends[Int(word) + 1] - ends[Int(word)] }

  /// A key for looking up a sequence of words. Two sequences may have the same key, so the words found must
  /// be compared with those wanted.
  static func key(of words: ArraySlice<Word>) -> UInt64 {
    var hash = StableHash()
    for word in words { hash.add(UInt64(word)) }
    return hash.value
  }

  package func withBytes<Result>(of word: Word, _ body: (Bytes) -> Result) -> Result {
    let range = ends[Int(word)]..<ends[Int(word) + 1]
    return text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func firstSlot(_ word: Bytes) -> Int {
    var hash = StableHash()
    hash.add(word)
    hash.add(0 as UInt64)
    return Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
  }

  private func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 0..<UInt32(count) {
      var slot = withBytes(of: number) { firstSlot($0) }
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number + 1
    }
  }
}
