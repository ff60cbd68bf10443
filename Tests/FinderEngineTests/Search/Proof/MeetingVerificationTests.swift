import TestSupport
import Testing

@testable import FinderEngine

/// Right meetings pass verification, and each kind of wrong one fails.
@Suite struct MeetingVerificationTests {
  private static func difference(
    _ query: Query, _ meeting: Meeting, _ hits: [MeetingHit], of store: VenueStore,
    in plain: VenueStore
  ) -> Verification.Difference? {
    let found = GivenAnswer(PlainMeetingSearch(query, meeting, in: plain).hits, in: plain)
    return Verification(GivenAnswer(hits, in: store), found, in: plain, for: TenthsRounding())
      .difference
  }

  @Test(.slow, arguments: PointCloud.allCases, [Meeting.Order.longest, .sum])
  func findsNothingInRightAnswers(cloud: PointCloud, order: Meeting.Order) throws {
    for count in [0, 1, 40, 200] {
      var generator = SeededGenerator(seed: UInt64(count) + 61)
      let harness = try SearchHarness.numbered(cloud, count: count, seed: UInt64(count) + 2)
      let hard = harness.points(using: &generator)
      for people in [2, 3, 7] {
        let points = (0..<people).map { _ in hard.randomElement(using: &generator)! }
        let weights = (0..<people).map { _ in Double(Int.random(in: 1...4, using: &generator)) }
        let worst = MeetingOracle(harness.oracle, points: points, order: order).ranking()
          .randomElement(using: &generator)?.worst
        for radius in [nil, worst] {
          let meeting = Meeting(from: points, weights: weights, by: order, radius: radius)
          for limit in [1, 10, nil] {
            let query = Query(
              from: points[0], area: .together(meeting), limit: limit,
              match: limit == 10 ? NameMatch("cafe") : nil)
            for store in [harness.store, harness.storeAsRead] {
              var search = MeetingSearch(store, meeting)
              let found = Self.difference(
                query, meeting, search.search(query), of: store, in: harness.storeAsRead)
              #expect(found == nil, "\(harness.label), \(points), \(order), \(limit ?? 0)")
            }
            let all = GivenAnswer(count: min(limit ?? .max, Searcher(harness.store).count(query)))
            #expect(
              Verification(countOf: query, all, in: harness.storeAsRead).difference == nil,
              "\(harness.label)")
          }
        }
      }
    }
  }

  @Test(arguments: [Meeting.Order.longest, .sum]) func plantedFaults(order: Meeting.Order) throws {
    let harness = try SearchHarness(.clustered, count: 60, seed: 12)
    let points = harness.venues[0..<3].map(\.coordinate)
    let meeting = Meeting(from: points, by: order)
    let query = Query(from: points[0], area: .together(meeting), limit: 6)
    func difference(_ hits: [MeetingHit]) -> Verification.Difference? {
      Self.difference(query, meeting, hits, of: harness.store, in: harness.storeAsRead)
    }
    func place(_ hits: [MeetingHit]) -> Int? {
      guard case .venue(let place, _, _)? = difference(hits) else { return nil }
      return place
    }
    var search = MeetingSearch(harness.store, meeting)
    var more = query
    more.limit = 7
    let seven = search.search(more)
    let right = Array(seven.prefix(6))
    #expect(difference(right) == nil && right.count == 6)
    #expect(place(seven) == 6 && place(Array(right.dropLast())) == 5)
    for missing in 0..<6 {
      var hits = seven
      hits.remove(at: missing)
      #expect(place(hits) == missing)
    }
    for first in 0..<5 {
      var hits = right
      hits.swapAt(first, first + 1)
      #expect(place(hits) == first)
    }
    for number in 0..<6 {
      for leg in points.indices {
        for (metres, degrees) in [(0.1, 0.0), (0, 0.1)] {
          var hits = right
          var ways = hits[number].ways
          ways[leg].distance += metres
          ways[leg].bearing += degrees
          hits[number] = MeetingHit(
            row: hits[number].row, figures: hits[number].figures, ways: ways)
          guard case .figures(let found, _, _)? = difference(hits) else {
            Issue.record("leg \(leg) of \(number), \(metres) m, \(degrees) degrees")
            continue
          }
          #expect(found == number)
        }
      }
      var hits = right
      let (worst, total) = (hits[number].figures.worst, hits[number].figures.total + 0.1)
      hits[number] = MeetingHit(
        row: hits[number].row, figures: Meeting.Figures(worst: worst, total: total),
        ways: hits[number].ways)
      #expect(difference(hits) != nil)
    }
  }
}
