import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Hundreds of venues on one spot, and others nearby.
@Suite struct CrowdTests {
  /// The rows of a spot are in order of names wherever they are, and every long run of them is known.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func spotsAreInOrderOfNames(seed: UInt64) throws {
    let store = try Self.harness(seed: seed).store
    let index = try #require(store.index)
    var last: [Coordinate: Int] = [:]
    for row in 0..<store.count {
      // Zero and minus zero are one spot.
      let written = store.coordinate(ofRow: row)
      let spot = Coordinate(latitude: written.latitude + 0, longitude: written.longitude + 0)
      if let other = last[spot] {
        #expect(store.precedesAtSameDistance(other, row), "seed \(seed)")
      }
      last[spot] = row
    }
    var runs: [RowRun] = []
    var start = 0
    for row in 1...store.count
    where row == store.count || store.coordinate(ofRow: row) != store.coordinate(ofRow: start) {
      if row - start >= SpatialIndex.leastCrowd {
        runs.append(RowRun(start: UInt32(start), end: UInt32(row)))
      }
      start = row
    }
    #expect(Array(index.crowds.values) == runs && !runs.isEmpty, "seed \(seed)")
    #expect(index.brokenInvariant() == nil)
  }

  @Test(.slow, arguments: 1...6 as ClosedRange<UInt64>) func agreesWithBruteForce(seed: UInt64)
    throws
  {
    let harness = try Self.harness(seed: seed)
    var generator = SeededGenerator(seed: seed + 100)
    let match = NameMatch("cafe")!
    for point in harness.points(using: &generator) {
      let ranking = harness.oracle.ranking(from: point)
      let cafes = ranking.filter {
        Array(harness.venues[$0.number].name.utf8).withUnsafeBufferPointer(match.matches)
      }
      for limit in [1, 2, 10, 16, 17, 100, 700] {
        harness.check(Query(from: point, limit: limit), ranking)
        harness.check(Query(from: point, limit: limit, match: match), cafes)
      }
      let radius = ranking[ranking.count / 3].distance
      let inside = ranking.filter { $0.distance <= radius }
      harness.check(Query(from: point, area: .circle(radius: radius), limit: 5), inside)
    }
  }

  /// The shortcut for the nearest in a stream of points finds the same as a search.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func nearestOneAgrees(seed: UInt64) throws {
    let harness = try Self.harness(seed: seed)
    var generator = SeededGenerator(seed: seed + 200)
    let one = try #require(NearestOne(harness.store))
    for point in harness.points(using: &generator) {
      guard let hit = one.hit(from: point, for: TenthsRounding()) else { continue }
      #expect(harness.number(of: hit) == harness.oracle.ranking(from: point)[0].number)
    }
  }

  /// Two of 50,000 are found without examining the others; if all were examined, no answer would show it.
  @Test func fewOfACrowdAreExamined() throws {
    let spot = Coordinate(latitude: 51.5, longitude: -0.1)
    let count = 60_000
    let index = SpatialIndex.build(count: count) { number in
      number % 6 > 0
        ? spot
        : Coordinate(
          latitude: 51.5 + Double(number % 7 - 3) / 1e4, longitude: Double(number % 311) / 1e4)
    }.index
    var list = CandidateList()
    for point in [spot, Coordinate(latitude: 51.4999, longitude: -0.1)] {
      let counter = Counter()
      list.begin(limit: 2, reach: .infinity)
      index.gatherNearestOfCrowds(
        to: Cartesian(point), filter: CountingFilter(counter: counter), into: &list)
      #expect(list.finished().count < 200)
      #expect(counter.count < 2000)
    }
  }

  /// By bytes, for any names: long common beginnings, ends at every place, zero bytes.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func namesSortAsTheyCompare(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "b", "\u{E9}", "aaaaaaaa", "aaaaaaab", "\0", "\0\0\0\0\0\0\0\0", "z"]
    let venues = (0..<500).map { _ in
      let name = (0..<Int.random(in: 0...14, using: &generator))
        .map { _ in pieces.randomElement(using: &generator)! }.joined()
      let token = "\"" + name.replacingOccurrences(of: "\0", with: "\\u0000") + "\""
      return TestVenue(
        ExactPosition(nearestTo: 1, 2), name: TestName(meaning: name, token: token))
    }
    let store = try SearchHarness("names", venues).storeAsRead
    let rows = (0..<UInt32(500)).shuffled(using: &generator)
    let sorted = rows.sorted { store.precedesAtSameDistance(Int($0), Int($1)) }
    #expect(TextSort(NamesOnOneSpot(store: store)).sorted(rows) == sorted)
  }

  /// Looking at a name of 400,000 bytes again for each eight of them takes minutes.
  @Test(.slow, .timeLimit(.minutes(1))) func veryLongNames() throws {
    let beginning = String(repeating: "a", count: 400_000)
    for escape in ["", "\\u0061"] {
      let venues = (0..<20).map { number in
        TestVenue(
          ExactPosition(nearestTo: 1, 2),
          name: TestName(
            meaning: "", token: "\"\(escape)\(beginning)\(number * 7 % 20 + 10)\""))
      }
      let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
      let rows = TextSort(NamesOnOneSpot(store: store)).sorted((0..<20).map { UInt32($0) })
      #expect(rows.enumerated().allSatisfy { $0.element * 7 % 20 == $0.offset })
    }
  }

  /// Equally far in all directions: the pole, and each venue on its own meridian.
  @Test func aCircleAboutThePole() throws {
    var generator = SeededGenerator(seed: 3)
    let unit = ExactPosition.unit
    let venues = (0..<700).map { number in
      TestVenue(
        ExactPosition(latitude: 80 * unit, longitude: (number / 2 - 175) * unit),
        name: TestName.all.randomElement(using: &generator)!)
    }
    let harness = try SearchHarness("about the pole", venues)
    let pole = Coordinate(latitude: 90, longitude: 0)
    let ranking = harness.oracle.ranking(from: pole)
    for limit in [1, 2, 20, 300, 700] { harness.check(Query(from: pole, limit: limit), ranking) }
  }

  // MARK: Helpers

  /// Six spots with up to 300 venues each, a few of them at the poles and on the date line, with neighbours a
  /// tiny distance away and a cloud around, in any order.
  private static func harness(seed: UInt64) throws -> SearchHarness {
    var generator = SeededGenerator(seed: seed)
    let line = 180 * ExactPosition.unit
    var spots = PointCloud.clustered.positions(count: 4, using: &generator)
    spots += [
      ExactPosition(latitude: line / 2, longitude: Int(seed) * ExactPosition.unit),
      ExactPosition(latitude: 0, longitude: line),
    ]
    var positions = PointCloud.clustered.positions(count: 300, using: &generator)
    for spot in spots {
      let size = [33, 64, 150, 300].randomElement(using: &generator)!
      positions += Array(repeating: spot, count: size)
      for _ in 0..<10 {
        var near = spot
        near.latitude -= near.latitude.signum() * Int.random(in: 1...100, using: &generator)
        positions.append(near)
      }
    }
    positions.shuffle(using: &generator)
    let venues = positions.map { position in
      TestVenue(position, name: TestName.all.randomElement(using: &generator)!)
    }
    return try SearchHarness("crowds, seed \(seed)", venues)
  }
}

private final class Counter { var count = 0 }

private struct CountingFilter: RowFilter {
  let counter: Counter

  func accepts(_ row: Int) -> Bool {
    counter.count += 1
    return true
  }
}
