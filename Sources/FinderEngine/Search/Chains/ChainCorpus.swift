/// All names of a dataset, split into words. Names with the same words share a *core*: `The Crown Ltd` and
/// `CROWN` have the same one. Cores are sorted by their words, so those that begin alike are adjacent.
final class ChainCorpus {
  typealias Word = WordTable.Word

  struct Name {
    /// Its range in `words`; empty if the name is only compared as a whole.
    var start: Int
    var count: Int
    var venues: UInt32
    var position: Coordinate
    /// One bit per word: whether a break comes before it.
    var breaks: UInt32
    var hasArticle: Bool
    /// Whether its first word is in capitals.
    var isInCapitals: Bool
    var hasSeveralPositions: Bool
  }

  struct Core {
    /// Its range in `order`.
    var names: Range<Int>
    var start: Int
    var count: Int
    var venues: UInt32
    var breaks: UInt32
  }

  let table = WordTable()
  @exclusivity(unchecked) private(set) var words: [Word] = []
  @exclusivity(unchecked) private(set) var names: [Name] = []
  /// The names that have words, sorted by them.
  @exclusivity(unchecked) private(set) var order: [UInt32] = []
  @exclusivity(unchecked) private(set) var cores: [Core] = []

  /// The names must be distinct, and sorted by their folded text.
  init(count: Int, _ name: (Int) -> NamedVenues) {
    names.reserveCapacity(count)
    words.reserveCapacity(count * 3)
    var reader = NameWords(table)
    for number in 0..<count { add(name(number), &reader) }
    sortCores()
  }

  private func add(_ name: NamedVenues, _ reader: inout NameWords) {
    name.spelling.withUnsafeBufferPointer { reader.read($0) }
    var breaks: UInt32 = 0
    for (place, item) in reader.items.enumerated() where item.followsBreak { breaks |= 1 << place }
    names.append(
      Name(
        start: words.count, count: reader.items.count, venues: name.venues,
        position: name.position, breaks: breaks, hasArticle: reader.article != nil,
        isInCapitals: reader.items.first.map { isInCapitals(name.spelling[$0.start..<$0.end]) }
          ?? false,
        hasSeveralPositions: name.hasSeveralPositions))
    for item in reader.items { words.append(item.word) }
  }

  private func isInCapitals(_ word: ArraySlice<UInt8>) -> Bool {
    !word.contains { (0x61...0x7A).contains($0) }
  }

  private func sortCores() {
    order = names.indices.filter { names[$0].count > 0 }.map { UInt32($0) }
    words.withUnsafeBufferPointer { words in
      names.withUnsafeBufferPointer { names in
        order.sort { a, b in
          let (first, second) = (names[Int(a)], names[Int(b)])
          let order = Self.order(
            words[first.start..<first.start + first.count],
            words[second.start..<second.start + second.count])
          return order != 0 ? order < 0 : a < b
        }
      }
    }
    var start = 0
    while start < order.count {
      var end = start + 1
      let first = words(of: names[Int(order[start])])
      while end < order.count, words(of: names[Int(order[end])]) == first { end += 1 }
      addCore(start..<end)
      start = end
    }
  }

  private static func order(
    _ a: Slice<UnsafeBufferPointer<Word>>, _ b: Slice<UnsafeBufferPointer<Word>>
  ) -> Int {
    var (i, j) = (a.startIndex, b.startIndex)
    while i < a.endIndex, j < b.endIndex {
      if a[i] != b[j] { return a[i] < b[j] ? -1 : 1 }
      (i, j) = (i + 1, j + 1)
    }
    return a.count - b.count
  }

  private func addCore(_ range: Range<Int>) {
    let first = names[Int(order[range.lowerBound])]
    var (venues, breaks): (UInt32, UInt32) = (0, 0)
    for place in range {
      venues &+= names[Int(order[place])].venues
      breaks |= names[Int(order[place])].breaks
    }
    cores.append(
      Core(names: range, start: first.start, count: first.count, venues: venues, breaks: breaks))
  }

  /// The map square of each name that has words, in no particular order.
  func squares(_ square: (Coordinate) -> UInt32) -> [UInt32] {
    order.map { square(names[Int($0)].position) }
  }

  func words(of name: Name) -> ArraySlice<Word> { words[name.start..<name.start + name.count] }

  func words(of core: Core) -> ArraySlice<Word> { words[core.start..<core.start + core.count] }

  /// The cores that begin with these words, which are adjacent.
  func cores(beginningWith wanted: ArraySlice<Word>) -> Range<Int> {
    let first = firstPlace(in: 0..<cores.count) {
      !words(of: cores[$0]).lexicographicallyPrecedes(wanted)
    }
    let end = firstPlace(in: first..<cores.count) { !words(of: cores[$0]).starts(with: wanted) }
    return first..<end
  }

  func core(of wanted: ArraySlice<Word>) -> Core? { place(of: wanted).map { cores[$0] } }

  /// The index of the core with exactly these words.
  func place(of wanted: ArraySlice<Word>) -> Int? {
    let place = firstPlace(in: 0..<cores.count) {
      !words(of: cores[$0]).lexicographicallyPrecedes(wanted)
    }
    guard place < cores.count, words(of: cores[place]) == wanted else { return nil }
    return place
  }
}

/// A name as `ChainList` takes it, with totals for all venues whose names fold to the same text.
package struct NamedVenues {
  /// The most frequent spelling; among equally frequent ones, the first by bytes.
  package var spelling: [UInt8]
  package var venues: UInt32
  /// The position of its southernmost venue; among those, the westernmost.
  package var position: Coordinate
  /// Whether its venues are at more than one place.
  var hasSeveralPositions: Bool
}
