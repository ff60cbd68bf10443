import TestSupport
import Testing

@testable import FinderEngine

@Suite struct CandidateListTests {
  /// Against sorting everything: the answer is everything no farther than the `limit`-th, or so little
  /// farther that chords cannot decide.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithSorting(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var list = CandidateList()
    for round in 0..<400 {
      let all = candidates(Int.random(in: 0...200, using: &generator), &generator)
      let limit = Int.random(in: 1...40, using: &generator)
      let reach = round % 3 == 0 ? all.randomElement()?.squaredChord ?? 1 : .infinity
      list.begin(limit: limit, reach: reach)
      for candidate in all where candidate.squaredChord <= list.bound { list.insert(candidate) }
      let found = list.finished()
      let wanted = expected(all, limit: limit, reach: reach)
      let agrees = found.map(\.row) == wanted.map(\.row)
      if !agrees { Issue.record("seed \(seed), round \(round), limit \(limit), reach \(reach)") }
    }
  }

  @Test func boundOnlyShrinks() {
    var generator = SeededGenerator(seed: 5)
    var list = CandidateList()
    list.begin(limit: 10, reach: 1e11)
    var last = list.bound
    #expect(last == 1e11)
    for candidate in candidates(2000, &generator) where candidate.squaredChord <= list.bound {
      list.insert(candidate)
      #expect(list.bound <= last)
      last = list.bound
    }
    #expect(last < 1e11)
  }

  @Test func nothingIsKeptFromTheSearchBefore() {
    var list = CandidateList()
    for row in 0..<3 {
      list.begin(limit: 2, reach: .infinity)
      for other in 0..<4 { list.insert(Candidate(squaredChord: 0, row: row * 10 + other)) }
      #expect(list.finished().map(\.row) == (0..<4).map { row * 10 + $0 })
    }
    list.begin(limit: 2, reach: .infinity)
    #expect(list.finished().isEmpty)
  }

  private func expected(_ all: [Candidate], limit: Int, reach: Double) -> [Candidate] {
    let inReach = all.filter { $0.squaredChord <= reach }
      .sorted { ($0.squaredChord, $0.row) < ($1.squaredChord, $1.row) }
    guard inReach.count > limit else { return inReach }
    let doubt = ChordBounds.squaredChordInDoubt(inReach[limit - 1].squaredChord)
    return inReach.filter { $0.squaredChord <= doubt }
  }

  /// At few distances, some exactly equal, some nearly equal.
  private func candidates(
    _ count: Int, _ generator: inout SeededGenerator
  ) -> [Candidate] {
    let sites = (0..<20).map { _ in Double.random(in: 0...1e6, using: &generator) }
    return (0..<count).map { row in
      let hairs = Double(Int.random(in: 0...3, using: &generator)) * 3e-7
      let chord = sites.randomElement(using: &generator)! + hairs
      return Candidate(squaredChord: chord * chord, row: row)
    }
  }
}

extension CandidateList {
  /// What `finish` hands over, as a value.
  mutating func finished() -> [Candidate] {
    var sorted: [Candidate] = []
    finish(into: &sorted)
    return sorted
  }
}
