/// Finds names by their words, each typed with so many errors.
struct WordSearch {
  private let table: NameTable
  private let typed: TypedText
  private let walks: [TypingWalk]
  /// By typed word: the entries of words like it, by errors.
  private var similar: [[[Range<Int>]]?]
  /// Names that have all words, with their errors: worked out once.
  private var candidates: [(name: Int, errors: Int)]?

  private static let mostErrors = 2

  init(_ table: NameTable, _ typed: TypedText) {
    self.table = table
    self.typed = typed
    walks = typed.words.indices.map { number in
      let letters = typed.words[number]
      return TypingWalk(
        letters, most: TypingWalk.mostErrors(letters: letters.count),
        isBeginning: number == typed.words.count - 1)
    }
    similar = typed.words.map { _ in nil }
  }

  /// For one typed word: the entries of all words that begin like it, with just so many errors.
  mutating func entries(errors: Int) -> [Range<Int>] { similarWords(0)[errors] }

  /// Names that have all typed words with just so many errors in all.
  mutating func names(errors: Int) -> [Int] {
    if candidates == nil { candidates = findCandidates() }
    return candidates!.filter { $0.errors == errors }.map(\.name)
  }

  private mutating func similarWords(_ number: Int) -> [[Range<Int>]] {
    if let known = similar[number] { return known }
    let found = findSimilarWords(number)
    similar[number] = found
    return found
  }

  /// Right words are looked up, others found by a walk over all.
  private func findSimilarWords(_ number: Int) -> [[Range<Int>]] {
    var found: [[Range<Int>]] = [[], [], []]
    let walk = walks[number]
    if let right = rightWord(number) { found[0] = [right] }
    guard TypingWalk.mostErrors(letters: typed.words[number].count) > 0 else { return found }
    let words = table.words
    let shared = words.shared.values
    // What the words passed over share with the last one that was looked at.
    for word in 0..<words.count {
      guard let text = words.text(of: word), word < shared.count,
        let errors = walk.errors(of: text, shared: word == 0 ? 0 : Int(shared[word])), errors > 0,
        let entries = words.entries(of: word, among: table.entryNames.count)
      else { continue }
      found[errors].append(entries)
    }
    return found
  }

  /// The entries of a word typed without an error.
  private func rightWord(_ number: Int) -> Range<Int>? {
    var bytes: [UInt8] = []
    for letter in typed.words[number] {
      if let scalar = Unicode.Scalar(letter) { bytes.append(contentsOf: String(scalar).utf8) }
    }
    let all = table.entries(beginningWith: bytes)
    guard number < typed.words.count - 1 else { return all.isEmpty ? nil : all }
    // Whole words come first: an end or a space is less than any letter.
    let end = firstPlace(in: all) { entry in
      let text = table.text(ofEntry: entry)
      return text.count > bytes.count && text[bytes.count] != 0x20
    }
    return all.lowerBound < end ? all.lowerBound..<end : nil
  }

  /// Only names that have the rarest of the words are looked at.
  private mutating func findCandidates() -> [(name: Int, errors: Int)] {
    let table = table
    var rarest: [Range<Int>] = []
    var fewest = Int.max
    for number in typed.words.indices {
      let ranges = similarWords(number).flatMap { $0 }
      let count = ranges.reduce(0) { $0 + $1.count }
      if count < fewest { (rarest, fewest) = (ranges, count) }
    }
    let names = Set(rarest.lazy.flatMap { $0 }.compactMap { table.name(ofEntry: $0) })
    return names.compactMap { name in errors(in: name).map { (name, $0) } }
  }

  private func errors(in name: Int) -> Int? {
    var total = 0
    let words = table.text(of: name).split(separator: 0x20)
    for walk in walks {
      var fewest = Int.max
      for word in words where fewest > 0 {
        let errors = walk.errors(of: UnsafeBufferPointer(rebasing: word), shared: 0)
        fewest = min(fewest, errors ?? .max)
      }
      guard fewest <= Self.mostErrors else { return nil }
      total += fewest
    }
    return total <= Self.mostErrors ? total : nil
  }
}
