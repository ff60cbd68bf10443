import TestSupport
import Testing

@testable import FinderEngine

@Suite struct ChordSortTests {
  /// Against the library's sort, from no merges to several, with and without equal chords.
  @Test(arguments: [1, 2, 3] as [UInt64]) func agreesWithTheLibrary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for count in Array(0...70) + [127, 128, 129, 1000, 4097] {
      for most in [3, 1_000_000] {
        var candidates = (0..<count).map { row in
          Candidate(squaredChord: Double(Int.random(in: 0...most, using: &generator)), row: row)
        }
        candidates.shuffle(using: &generator)
        let wanted = candidates.sorted {
          ($0.squaredChord, $0.row) < ($1.squaredChord, $1.row)
        }
        candidates.sortByChord()
        #expect(candidates == wanted, "seed \(seed), \(count) candidates to \(most)")
        candidates.sortByChord()
        #expect(candidates == wanted, "sorted twice")
      }
    }
  }
}
