import TestSupport
import Testing

@testable import CommandLineKit

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("near", "naer", 1), ("abcd", "badc", 2),
  ])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test(arguments: [
    ("limit", "limit"), ("lmit", "limit"), ("LIMIT", "limit"), ("limits", "limit"),
    ("lim", "limit"), ("ilmit", "limit"), ("latitude", "lat"), ("lta", "lat"), ("long", "lon"),
    ("ta", "at"), ("bboxx", "bbox"), ("no-cahce", "no-cache"), ("exitstatus", "exit-status"),
    ("foo", nil), ("x", nil), ("", nil), ("li", nil), ("cache", nil), ("help-me-please", nil),
    ("zzzzz", nil), ("limited-edition", "limit"),
  ])
  func nearestOption(typed: String, expected: String?) {
    let names = ["lat", "lon", "at", "limit", "bbox", "no-cache", "exit-status", "data"]
    #expect(nearest(to: typed, among: names) { $0 } == expected)
  }

  @Test func nearerWordsWin() {
    #expect(nearest(to: "form", among: ["format", "from"]) { $0 } == "from")
    #expect(nearest(to: "cat", among: ["bat", "hat"]) { $0 } == "bat")
    #expect(nearest(to: "of", among: ["on", "off"]) { $0 } == "off")
    #expect(nearest(to: "uninstall", among: ["install"]) { $0 } == nil)
    #expect(nearest(to: "fsh", among: ["zsh", "fish"]) { $0 } == "fish")
  }

  @Test(arguments: [
    ("gather", "father", true), ("mother", "hath", false), ("panel", "pale", false),
    ("gazeteer", "gazetteer", true), ("favorits", "favourites", true),
    ("tavorits", "favorites", false),
  ])
  func twoErrorsOnlyInLongWords(typed: String, word: String, isMeant: Bool) {
    #expect(nearest(to: typed, among: [word]) { $0 } == (isMeant ? word : nil))
  }

  /// Against the definition, written in the plainest way.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func distanceAgainstTheDefinition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<3, using: &random)
        }
      }
      #expect(
        editDistance(words[0], words[1]) == plainDistance(words[0][...], words[1][...]),
        "seed \(seed): \(words)")
    }
  }

  private func plainDistance(_ a: ArraySlice<Int>, _ b: ArraySlice<Int>) -> Int {
    guard let x = a.last, let y = b.last else { return max(a.count, b.count) }
    let shorterA = a.dropLast()
    let shorterB = b.dropLast()
    var least = min(
      plainDistance(shorterA, b) + 1, plainDistance(a, shorterB) + 1,
      plainDistance(shorterA, shorterB) + (x == y ? 0 : 1))
    if let p = shorterA.last, let q = shorterB.last, x == q, p == y {
      least = min(least, plainDistance(shorterA.dropLast(), shorterB.dropLast()) + 1)
    }
    return least
  }
}
