/// Finds the words that are places. Names that contain the same place, but begin differently, are near each
/// other. Among venues with `Brighton` in their names, five pairs in six are in one square of about 13 km;
/// with `Newport`, a name of several towns, a third; with `Lounge`, one pair in a hundred, no more than among
/// all venues.
///
/// The venues of a chain in a single town are near each other too, but their names begin with the same word:
/// `Pizza Pilgrims Soho`.
struct PlaceWords {
  private let corpus: ChainCorpus
  private let table: WordTable
  /// The share of all pairs of names that are in the same square.
  private let pairsOfAny: Double

  /// How far the share for names with the word must be above that: this fraction of the way to 1.
  private static let fewestPairs = 0.14
  /// How many names are examined for a frequent word.
  private static let most = 512
  /// A word that is the whole name of this many venues may be a chain's.
  private static let mostAlone = 20

  init(_ corpus: ChainCorpus) {
    self.corpus = corpus
    table = corpus.table
    pairsOfAny = MapSquares.pairs(of: corpus.squares(MapSquares.small))
  }

  /// A name that contains the word. Names that begin with it count for less, since all branches of a chain
  /// do.
  private struct Use: BitwiseCopyable {
    /// The name's first word; if that is the word itself, the second.
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
      // Keeps names spread evenly over all with the word.
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

  /// Calls `body` once for each different word of each name that has several words.
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

  /// How many venues have a single word as their name.
  private func namesAlone() -> [Int] {
    var counts = [Int](repeating: 0, count: table.count)
    for core in corpus.cores where core.count == 1 {
      counts[Int(corpus.words[core.start])] = Int(core.venues)
    }
    return counts
  }

  /// `isChains` means that many venues have the word as their whole name. It may still be a place, such as
  /// `Victoria`; if it is a chain's name, many more names begin with it.
  private func areNear(_ uses: inout ArraySlice<Use>, isChains: Bool) -> Bool {
    let first = uses.partition { $0.isFirst }
    // A surname is the first word of many names.
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

  /// One square for each different `beside`.
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
  /// About 13 km wide in Great Britain.
  static func small(_ position: Coordinate) -> UInt32 { square(position, height: 0.12, width: 0.2) }

  /// About 45 km wide: as many pairs of venues share one as are within 25 km of each other.
  static func wide(_ position: Coordinate) -> UInt32 { square(position, height: 0.48, width: 0.6) }

  private static func square(_ position: Coordinate, height: Double, width: Double) -> UInt32 {
    // A damaged snapshot may hold any number.
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
