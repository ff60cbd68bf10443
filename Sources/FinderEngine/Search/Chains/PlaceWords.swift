/// Finds the words that are places: names that have one in common, beside different first words, are near
/// each other. Of the houses with `Brighton` in their names five pairs in six are in one square of some
/// 13 km, of those with `Newport`, of which there are several, a third; with `Lounge` one pair in a
/// hundred, as of any houses.
///
/// The words of a chain that is in one town alone are near each other too, but have the same first word
/// each time: `Pizza Pilgrims Soho`.
struct PlaceWords {
  private let corpus: ChainCorpus
  private let table: WordTable
  /// How many pairs of any two names are in one square.
  private let pairsOfAny: Double

  /// Of a word's pairs so many more than of any must be in one square.
  private static let fewestPairs = 0.14
  /// Of a word that is frequent, so many names are looked at.
  private static let most = 512
  /// A name that so many venues have for themselves is a chain's.
  private static let mostAlone = 20

  init(_ corpus: ChainCorpus) {
    self.corpus = corpus
    table = corpus.table
    pairsOfAny = MapSquares.pairs(of: corpus.squares(MapSquares.small))
  }

  /// A name that has the word, but not as its first one; or as its first one, which says little, since
  /// so does each branch of a chain.
  private struct Use: BitwiseCopyable {
    /// The first word, or of a name that begins with the word the second.
    var beside: WordTable.Word
    var square: UInt32
    var isFirst: Bool
  }

  func mark() {
    var counts = [Int](repeating: 0, count: table.count)
    forEachUse { word, _, _, _ in counts[Int(word)] += 1 }
    var starts: [Int] = [0]
    for count in counts { starts.append(starts[starts.count - 1] + min(count, Self.most)) }
    let none = Use(beside: 0, square: 0, isFirst: false)
    var uses = [Use](repeating: none, count: starts[starts.count - 1])
    var seen = [Int](repeating: 0, count: table.count)
    forEachUse { word, beside, square, isFirst in
      // Evenly from all of its names.
      let (number, count) = (seen[Int(word)], counts[Int(word)])
      seen[Int(word)] += 1
      let kept = min(count, Self.most)
      let place = number * kept / count
      guard (place * count + kept - 1) / kept == number else { return }
      uses[starts[Int(word)] + place] = Use(beside: beside, square: square, isFirst: isFirst)
    }
    let alone = namesAlone()
    for word in 0..<UInt32(table.count) where isCandidate(word) {
      let range = starts[Int(word)]..<starts[Int(word) + 1]
      let isChains = alone[Int(word)] >= Self.mostAlone
      if range.count > 1, areNear(&uses[range], isChains: isChains) {
        table.insert(.place, for: word)
      }
    }
  }

  private func isCandidate(_ word: WordTable.Word) -> Bool {
    table.roles[Int(word)].isDisjoint(with: [.address, .trade, .number])
      && table.length(of: word) > 2
  }

  /// Each word of each name of several words, once a name.
  private func forEachUse(_ body: (WordTable.Word, WordTable.Word, UInt32, Bool) -> Void) {
    for name in corpus.names where name.count > 1 {
      let words = corpus.words(of: name)
      let (first, second) = (words[words.startIndex], words[words.startIndex + 1])
      let square = MapSquares.small(name.position)
      body(first, second, square, true)
      for place in words.indices.dropFirst() where !words[..<place].contains(words[place]) {
        body(words[place], first, square, false)
      }
    }
  }

  /// How many venues have a word alone for a name.
  private func namesAlone() -> [Int] {
    var counts = [Int](repeating: 0, count: table.count)
    for core in corpus.cores where core.count == 1 {
      counts[Int(corpus.words[core.start])] = Int(core.venues)
    }
    return counts
  }

  /// Of a word that many venues have for themselves: it may be `Victoria`, or a chain's, with which then
  /// many more names begin.
  private func areNear(_ uses: inout ArraySlice<Use>, isChains: Bool) -> Bool {
    let first = uses.partition { $0.isFirst }
    // A surname begins many names.
    let beginsFew = uses.endIndex - first <= 2 * (first - uses.startIndex)
    if isChains && !beginsFew { return false }
    let inside = Self.squares(of: uses[..<first])
    if areNear(inside) { return true }
    return beginsFew && !inside.isEmpty && areNear(inside + Self.squares(of: uses[first...]))
  }

  private func areNear(_ squares: [UInt32]) -> Bool {
    guard squares.count > 1 else { return false }
    let share = MapSquares.pairs(of: squares)
    return share >= pairsOfAny + (1 - pairsOfAny) * Self.fewestPairs
  }

  /// One for each word that stands beside it.
  private static func squares(of uses: ArraySlice<Use>) -> [UInt32] {
    var keys = uses.map { UInt64($0.beside) << 32 | UInt64($0.square) }
    keys.sort()
    var squares: [UInt32] = []
    for place in keys.indices where place == 0 || keys[place] >> 32 != keys[place - 1] >> 32 {
      squares.append(UInt32(truncatingIfNeeded: keys[place]))
    }
    return squares
  }
}

/// Squares of the map, as numbers.
enum MapSquares {
  /// Some 13 km wide in Great Britain.
  static func small(_ position: Coordinate) -> UInt32 { square(position, height: 0.12, width: 0.2) }

  /// Some 45 km wide: as many pairs of houses are in one as are within 25 km of each other.
  static func wide(_ position: Coordinate) -> UInt32 { square(position, height: 0.48, width: 0.6) }

  private static func square(_ position: Coordinate, height: Double, width: Double) -> UInt32 {
    // A damaged snapshot may hold anything for a number.
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return 0 }
    let row = UInt32((position.latitude + 90) / height)
    let column = UInt32((position.longitude + 180) / width)
    return row << 12 | column
  }

  /// The share of pairs that are the same square.
  static func pairs(of squares: consuming [UInt32]) -> Double {
    guard squares.count > 1 else { return 0 }
    squares.sort()
    var (pairs, run) = (0.0, 0.0)
    for place in squares.indices {
      run = place > 0 && squares[place] == squares[place - 1] ? run + 1 : 0
      pairs += run
    }
    let count = Double(squares.count)
    return pairs / (count * (count - 1) / 2)
  }
}
