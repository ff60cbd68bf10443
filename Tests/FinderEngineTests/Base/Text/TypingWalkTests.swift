import TestSupport
import Testing

@testable import FinderEngine

/// The walk over typing errors, against the complete table of each pair; also the sorts and heaps it uses.
@Suite struct TypingWalkTests {
  private static func word(_ generator: inout SeededGenerator) -> String {
    let letters = Array("aaeebbpmné飯")
    return String(
      (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        letters.randomElement(using: &generator)!
      })
  }

  @Test(.slow, arguments: 1...8 as ClosedRange<UInt64>) func randomWords(seed: UInt64) {
    var generator = SeededGenerator(seed: 500 + seed)
    let words = Set((0..<300).map { _ in Self.word(&generator) }).map { Array($0.utf8) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    for _ in 0..<40 {
      let typed = Self.word(&generator).unicodeScalars.map(\.value)
      for (reach, isBeginning) in SpellingReach.allCases.flatMap({ [($0, true), ($0, false)] }) {
        let walk = TypingWalk(
          typed, most: reach.most(ofWord: typed.count),
          mostOfOthers: reach.mostOfOthers(ofWord: typed.count), isBeginning: isBeginning)
        for (number, word) in words.enumerated() {
          let last = number == 0 ? [] : words[number - 1]
          let shared = zip(word, last).prefix { $0 == $1 }.count
          let found = word.withUnsafeBufferPointer { walk.cost(of: $0, shared: shared) }
          let text = String(decoding: word, as: UTF8.self)
          let right = TypingErrors.costs(
            typed, among: [text.unicodeScalars.map(\.value)], isBeginning: isBeginning,
            isFar: reach == .far)
          #expect(found == right[0], "seed \(seed): \(typed), \(text), beginning \(isBeginning)")
        }
      }
    }
  }

  /// A likely error costs less than an unlikely one, and one letter less than two.
  @Test(arguments: [
    ("dishom", "dishoom", 2), ("dishoom", "dishom", 2), ("londen", "london", 2),
    ("crwon", "crown", 3),
    ("resturant", "restaurant", 3), ("scool", "school", 3), ("fisch", "fish", 5),
    ("pissa", "pizza", 6), ("pizzs", "pizza", 4), ("noodlws", "noodles", 4),
    ("barley", "barney", 5),
    ("haworth", "tamworth", 12), ("rown", "crown", 7), ("rcown", "crown", 3),
  ])
  func likelyErrors(typed: String, word: String, cost: Int) {
    let walk = TypingWalk(
      typed.unicodeScalars.map(\.value), most: 20, isBeginning: false)
    #expect(Array(word.utf8).withUnsafeBufferPointer { walk.cost(of: $0, shared: 0) } == cost)
  }

  @Test(.slow, arguments: 1...6 as ClosedRange<UInt64>) func ranked(seed: UInt64) {
    var generator = SeededGenerator(seed: 520 + seed)
    let count = [1, 2, 32, 33, 1100, 40_000][Int(seed) - 1]
    let values = (0..<count).map { _ in
      [0, 1, 1, 1, 2, UInt32.random(in: 0...90, using: &generator)].randomElement(
        using: &generator)!
    }
    let tree = RankTree(count: count) { values[$0] }
    for _ in 0..<20 {
      let ranges = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        let start = Int.random(in: 0...count, using: &generator)
        return start..<Int.random(in: start...count, using: &generator)
      }
      var walk = RankedWalk(tree, ranges) { values[$0] }
      var found: [Int] = []
      while let place = walk.next() { found.append(place) }
      let right = ranges.flatMap { $0 }.filter { values[$0] > 0 }
        .sorted { (values[$1], $0) < (values[$0], $1) }
      #expect(found == right, "seed \(seed), \(count) values, \(ranges)")
    }
  }

  private struct Texts: NumberedBytes {
    let all: [[UInt8]]
    let memory: PaddedBytes
    let starts: [Int]

    init(_ all: [[UInt8]]) {
      self.all = all
      memory = PaddedBytes(copying: all.flatMap { $0 })
      starts = all.reduce(into: [0]) { $0.append($0.last! + $1.count) }
    }

    func bytes(of number: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: memory.bytes[starts[number]..<starts[number + 1]])
    }
  }

  @Test(.slow, arguments: [0, 1, 2, 300, 20_000]) func sortedTexts(count: Int) {
    var generator = SeededGenerator(seed: 541)
    let all = (0..<count).map { _ -> [UInt8] in
      let length = [0, 3, 8, 16, 40, 64, 72, 1000].randomElement(using: &generator)!
      let letter = UInt8.random(in: 97...99, using: &generator)
      return [UInt8](repeating: letter, count: length)
        + [.random(in: 1...255, using: &generator)].prefix(length % 3)
    }
    let right = all.indices.sorted {
      all[$0] != all[$1] ? all[$0].lexicographicallyPrecedes(all[$1]) : $0 < $1
    }
    let texts = Texts(all)
    let order = TextSort.order(of: count, texts)
    let found = (0..<count).map { Int(order[$0]) }
    #expect(found == right)
  }

  @Test func namesAreFoldedAndCut() {
    #expect(NameKey.bytes(of: "  Joe’s  Café, (Leeds)! ") == Array("joes cafe leeds".utf8))
    #expect(NameKey.bytes(of: "🍕 & 🍕") == [])
    let long = String(repeating: "ÄÖ 飯", count: 3000)
    let bytes = NameKey.bytes(of: long)
    #expect(bytes.count > NameKey.most - 12 && bytes.count <= NameKey.most)
    #expect(String(validating: bytes, as: UTF8.self) != nil)
  }
}
