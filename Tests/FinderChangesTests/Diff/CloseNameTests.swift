import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// When two names belong to one venue.
@Suite struct CloseNameTests {
  private func close(_ name: String) -> CloseName {
    Array(name.utf8).withUnsafeBufferPointer { CloseName($0) }
  }

  private func slips(_ a: String, _ b: String) -> Int? {
    let forth = close(a).slips(to: close(b))
    #expect(forth == close(b).slips(to: close(a)), "\(a) and \(b)")
    return forth
  }

  @Test(arguments: [
    ("Joe's Café Ltd", "JOES CAFE"), ("The Crown & Anchor", "crown and anchor"),
    ("Mc Donalds", "McDonald’s"), ("Halburgh Leisure Limited", "Halburgh Leisure LLP. PLC"),
    ("Ltd", "LTD."), ("The The", "the  the!"), ("A-1 Tandoori", "A1 tandoori (inc)"),
  ]) func theSame(a: String, b: String) { #expect(slips(a, b) == 0) }

  @Test(arguments: [
    ("Zizi", "Zizzi", 1), ("Pizza Hut", "Piza Hut", 1), ("Wagamama", "Wagaamma", 1),
    ("The Red Lion Inn", "Red Lyon Inn", 1), ("Unit 12 Cafe", "Unit 12 Caffe", 1),
    ("Nandos Kitchen", "Nandoz Kitchin", 2),
  ]) func close(a: String, b: String, count: Int) { #expect(slips(a, b) == count) }

  @Test(arguments: [
    ("Bar One", "Bar Two"), ("Cafe", "Caff"), ("", ""), ("!!!", "???"), ("", "Costa"),
    ("Costa", "Nero"), ("No 1", "No 2"), ("Pizza Hut", "Pizza Express"),
    ("Unit 1 Cafe", "Unit 2 Cafe"), ("Unit 12 Cafe", "Unit 1 Cafe"), ("Cafe 12 Bar", "Cafe 21 Bar"),
    ("Kitchen", "Kitchen 7"), ("Number ٣ Kitchen", "Number ٤ Kitchen"),
  ]) func notClose(a: String, b: String) { #expect(slips(a, b) == nil) }

  @Test func longNames() {
    let long = String(repeating: "abcdefgh", count: 16)
    #expect(slips(long, long.uppercased()) == 0)
    #expect(slips(long, "z" + long.dropFirst()) == 1)
    #expect(slips(long + "y", long + "z") == nil)
    let huge = String(repeating: "a", count: 1025)
    #expect(slips(huge, huge) == nil)
    #expect(slips(String(huge.dropLast()), huge.dropLast().uppercased()) == 0)
  }

  /// The band against the whole table, on words of few letters, so that words are often close.
  @Test(.slow, arguments: [1, 2, 3] as [UInt64]) func bandAgainstTable(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      let a = word(&generator)
      let b = Bool.random(using: &generator) ? word(&generator) : edited(a, &generator)
      let most = Int.random(in: 0...6, using: &generator)
      let whole = Self.distance(a, b)
      let found = EditDistance.between(a, b, atMost: most)
      guard found == (whole <= most ? whole : nil) else {
        Issue.record("seed \(seed), round \(round): \(a), \(b), at most \(most): \(found as Any)")
        return
      }
    }
  }

  private func word(_ generator: inout SeededGenerator) -> [UInt32] {
    (0..<Int.random(in: 0...14, using: &generator)).map { _ in
      UInt32.random(in: 97...99, using: &generator)
    }
  }

  private func edited(_ word: [UInt32], _ generator: inout SeededGenerator) -> [UInt32] {
    var word = word
    for _ in 0..<Int.random(in: 0...4, using: &generator) where word.count > 1 {
      let place = Int.random(in: 0..<word.count - 1, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: word.remove(at: place)
      case 1: word.insert(98, at: place)
      case 2: word.swapAt(place, place + 1)
      default: word[place] = 99
      }
    }
    return word
  }

  /// Directly from the definition.
  private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count {
      for j in 0...b.count {
        if i == 0 || j == 0 {
          table[i][j] = i + j
          continue
        }
        let replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        table[i][j] = min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
