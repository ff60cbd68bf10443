/// Finds the words that are places: those who have one in their names, other than at the beginning, are
/// near each other. `Brighton` ends the names of 37 houses within a few kilometres, `Lounge` those of 288
/// all over the country.
struct PlaceWords {
  private let corpus: ChainCorpus
  /// Six in ten of the houses are so near to the middle of all.
  private static let reach = 12_000.0
  private static let fewest = 3
  /// Of a word that is frequent, so many names are looked at.
  private static let most = 512
  /// A name that so many venues have for themselves is a chain's.
  private static let mostAlone = 20

  init(_ corpus: ChainCorpus) { self.corpus = corpus }

  func mark() {
    let table = corpus.table
    var counts = [Int](repeating: 0, count: table.count)
    forEachUse { word, _ in counts[Int(word)] += 1 }
    var starts: [Int] = [0]
    for count in counts { starts.append(starts[starts.count - 1] + min(count, Self.most)) }
    let none = Coordinate(latitude: 0, longitude: 0)
    var positions = [Coordinate](repeating: none, count: starts[starts.count - 1])
    var seen = [Int](repeating: 0, count: table.count)
    forEachUse { word, position in
      // Evenly from all of its names.
      let (number, count) = (seen[Int(word)], counts[Int(word)])
      seen[Int(word)] += 1
      let kept = min(count, Self.most)
      let place = number * kept / count
      guard (place * count + kept - 1) / kept == number else { return }
      positions[starts[Int(word)] + place] = position
    }
    let names = namesAlone()
    for word in 0..<UInt32(table.count) where names[Int(word)] < Self.mostAlone {
      let used = positions[starts[Int(word)]..<starts[Int(word) + 1]]
      if isCandidate(word), used.count >= Self.fewest, areNear(used) {
        table.insert(.place, for: word)
      }
    }
  }

  private func isCandidate(_ word: WordTable.Word) -> Bool {
    corpus.table.roles[Int(word)].isDisjoint(with: [.address, .trade, .number])
      && corpus.table.length(of: word) > 2
  }

  /// Each word of each name but the first, once a name.
  private func forEachUse(_ body: (WordTable.Word, Coordinate) -> Void) {
    for name in corpus.names where name.count > 1 {
      let words = corpus.words(of: name).dropFirst()
      for place in words.indices where !words[..<place].contains(words[place]) {
        body(words[place], name.position)
      }
    }
  }

  /// How many venues have a word alone for a name.
  private func namesAlone() -> [Int] {
    var counts = [Int](repeating: 0, count: corpus.table.count)
    for core in corpus.cores where core.count == 1 {
      counts[Int(corpus.words[core.start])] = Int(core.venues)
    }
    return counts
  }

  /// As the crow flies, on a plane: it is a question of ten kilometres or a hundred.
  private func areNear(_ positions: ArraySlice<Coordinate>) -> Bool {
    let middle = positions.count / 2
    let latitude = positions.map(\.latitude).sorted()[middle]
    let longitude = positions.map(\.longitude).sorted()[middle]
    let metres = 111_200.0
    let narrowing = SineAndCosine(degrees: SIMD2(repeating: latitude)).cosine.x
    let distances = positions.map { position in
      let north = (position.latitude - latitude) * metres
      let east = (position.longitude - longitude) * metres * narrowing
      return north * north + east * east
    }
    return distances.sorted()[positions.count * 6 / 10] < Self.reach * Self.reach
  }
}
