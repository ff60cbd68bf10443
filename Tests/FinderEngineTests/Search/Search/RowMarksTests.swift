import TestSupport
import Testing

@testable import FinderEngine

@Suite struct RowMarksTests {
  /// Counts and walks against checking each row, also where words begin and end.
  @Test(arguments: [true, false]) func bruteForce(keepsMarked: Bool) {
    for total in [1, 63, 64, 65, 128, 1_000] {
      for chance in [0.0, 0.01, 0.5, 1.0] {
        var random = SeededGenerator(seed: UInt64(total))
        let marks = RowMarks(rows: total, keepsMarked: keepsMarked)
        for row in 0..<total where Double.random(in: 0..<1, using: &random) < chance {
          marks.mark(row)
        }
        marks.countRows()
        let all = (0..<total).filter(marks.accepts)
        #expect(marks.rows == all)
        #expect(marks.count == all.count)
        for _ in 0..<50 {
          let ends = [
            Int.random(in: 0...total, using: &random), .random(in: 0...total, using: &random),
          ]
          let range = ends.min()!..<ends.max()!
          var walked: [Int] = []
          marks.forEach(in: range) { walked.append($0) }
          #expect(walked == all.filter(range.contains), "\(total) rows, \(chance), \(range)")
          #expect(marks.count(in: range) == walked.count, "\(total) rows, \(chance), \(range)")
        }
      }
    }
  }

  @Test(arguments: [1, 63, 64, 65, 1_000]) func union(total: Int) {
    var random = SeededGenerator(seed: UInt64(total))
    let both = (0..<2).map { _ in
      let marks = RowMarks(rows: total, keepsMarked: true)
      for row in 0..<total where Int.random(in: 0..<3, using: &random) == 0 { marks.mark(row) }
      marks.countRows()
      return marks
    }
    let all = both[0].union(both[1])
    #expect(all.rows == (0..<total).filter { row in both.contains { $0.accepts(row) } })
    #expect(all.count == all.rows.count)
  }

  /// For every filter, and on several threads: the same rows as a search finds.
  @Test func marksOfQueries() throws {
    let harness = try SearchHarness(.clustered, count: 40_000, seed: 7)
    let store = harness.store
    var searcher = Searcher(store)
    let center = harness.venues[0].coordinate
    let box = BoundingBox(
      south: center.latitude - 1, west: center.longitude - 1, north: center.latitude + 1,
      east: center.longitude + 1)
    for area in [Query.Area.everywhere, .box(box), .circle(radius: 50_000)] {
      for match in [nil, NameMatch("the"), NameMatch("zzqq")] {
        var query = Query(from: center, area: area, match: match)
        #expect(searcher.marks(of: query).rows == searcher.rank(query).sorted())
        query.marks = RowMarks(rows: store.count, keepsMarked: true)
        for row in stride(from: 0, to: store.count, by: 3) { query.marks?.mark(row) }
        #expect(searcher.marks(of: query).rows == searcher.rank(query).sorted())
      }
    }
  }
}
