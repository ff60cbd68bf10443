import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The real dataset, loaded as users load it, against brute force over what Foundation's JSON reader makes of
/// the same file.
@Suite(RealDataset.needed) struct RealDataSearchTests {
  @Test func loadsWhole() throws {
    let store = try RealDataset.store
    let spots = Set((0..<store.count).map { store.coordinate(ofRow: $0) })
    #expect(store.count == 54_754)
    #expect(spots.count == 42_914)
    #expect(store.tally.features == 54_754)
    #expect(store.tally.leftOut == 0)
    #expect(try #require(store.index).brokenInvariant() == nil)
    let isPermutation =
      (0..<store.count).map { Int(store.position(ofRow: $0)) }.sorted() == Array(0..<54_754)
    #expect(isPermutation)
    let oracle = try RealDataset.oracle
    for row in 0..<store.count {
      let number = Int(store.position(ofRow: row))
      guard oracle.positions[number] != store.coordinate(ofRow: row) else { continue }
      Issue.record("venue \(number) is at \(store.coordinate(ofRow: row))")
      return
    }
  }

  /// Ranks 9 and 10 from Charing Cross are two of three venues in one building.
  @Test func tiesComeInNameOrder() throws {
    let store = try RealDataset.store
    var searcher = Searcher(store)
    let point = Coordinate(latitude: 51.5074, longitude: -0.1278)
    let hits = searcher.search(Query(from: point, limit: 11))
    let tied = hits.suffix(3)
    #expect(
      tied.map { store.venue($0).name } == [
        "Barrafina Adelaide Street", "SUBWAY", "Tandoor Chop House",
      ])
    #expect(tied.allSatisfy { ($0.distance * 100).rounded() == 22160 }, "\(tied)")
    #expect(Set(tied.map(\.distance)).count == 1)
    #expect(searcher.search(Query(from: point, limit: 9)) == Array(hits.prefix(9)))
    #expect(searcher.search(Query(from: point, limit: 10)) == Array(hits.prefix(10)))
  }

  /// 80 points, each with its nearest, a circle, a ring and a box: every answer is complete and in order.
  @Test(.slow, arguments: 1...4 as ClosedRange<UInt64>) func agreesWithBruteForce(seed: UInt64)
    throws
  {
    let (store, oracle) = (try RealDataset.store, try RealDataset.oracle)
    var searcher = Searcher(store)
    var scan = Searcher(try RealDataset.storeAsRead)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20 {
      let point = point(round, oracle, &generator)
      let all = oracle.distances(from: point)
      let limit = [1, 10, 10, 100][round % 4]
      let radius = pow(10, Double.random(in: 1...4.5, using: &generator))
      let near = oracle.sorted(all.filter { $0.distance <= radius })
      let box = box(about: point, &generator)
      let boxed = oracle.sorted(all.filter { box.contains(oracle.positions[$0.number]) })
      let (inner, outer) = (radius * 1.2, radius * 1.8)
      let ring = oracle.sorted(
        all.filter { inner <= $0.distance * 1.2 && $0.distance * 1.2 <= outer })
      let annulus = Query.Area.annulus(Annulus(scale: 1.2, inner: inner, outer: outer))
      let questions: [(Query, [BruteForce.Ranked])] = [
        (Query(from: point, limit: limit), oracle.nearest(limit, of: all)),
        (Query(from: point, area: .circle(radius: radius)), near),
        (Query(from: point, area: .circle(radius: radius), limit: 10), Array(near.prefix(10))),
        (Query(from: point, area: .box(box)), boxed),
        (Query(from: point, area: .box(box), limit: 10), Array(boxed.prefix(10))),
        (Query(from: point, area: annulus), ring),
        (Query(from: point, area: annulus, limit: limit), Array(ring.prefix(limit))),
      ]
      for (query, expected) in questions {
        let found = searcher.search(query).map {
          BruteForce.Ranked(number: Int(store.position(ofRow: $0.row)), distance: $0.distance)
        }
        if found != expected { Issue.record("seed \(seed), round \(round): \(query)") }
        let scanned = scan.search(query).map {
          BruteForce.Ranked(number: $0.row, distance: $0.distance)
        }
        if scanned != expected { Issue.record("seed \(seed), round \(round), scan: \(query)") }
      }
      for searcher in [searcher, scan] {
        #expect(searcher.count(questions[1].0) == near.count, "seed \(seed), round \(round)")
        #expect(searcher.count(questions[3].0) == boxed.count, "seed \(seed), round \(round)")
        #expect(searcher.count(questions[5].0) == ring.count, "seed \(seed), round \(round)")
      }
    }
  }

  /// Another test checks which names match; here, only matches count for the limit.
  @Test(arguments: ["subway", "cafe", "fish chips", "mcdonalds", "no such name"])
  func matchesComeBeforeTheLimit(text: String) throws {
    let (store, oracle) = (try RealDataset.store, try RealDataset.oracle)
    let match = try #require(NameMatch(text))
    let point = Coordinate(latitude: 53.4, longitude: -2.2)
    let named = oracle.distances(from: point).filter { ranked in
      var name = oracle.names[ranked.number]
      return name.withUTF8 { match.matches($0) }
    }
    #expect(named.isEmpty == (text == "no such name"))
    var searcher = Searcher(store)
    for limit in [10, nil] {
      let hits = searcher.search(Query(from: point, limit: limit, match: match))
      let expected = oracle.nearest(limit ?? .max, of: named)
      #expect(hits.map { Int(store.position(ofRow: $0.row)) } == expected.map(\.number), "\(text)")
    }
    #expect(searcher.count(Query(from: point, match: match)) == named.count)
  }

  // MARK: Questions

  /// On a venue, in a town, anywhere in the country, or far away.
  private func point(
    _ round: Int, _ oracle: BruteForce, _ generator: inout SeededGenerator
  ) -> Coordinate {
    let venue = oracle.positions.randomElement(using: &generator)!
    let reach = [0, 0.001, 0.05, 2, 40][round % 5]
    return ExactPosition(
      nearestTo: venue.latitude + .random(in: -reach...reach, using: &generator),
      venue.longitude + .random(in: -reach...reach, using: &generator)
    ).coordinate
  }

  /// Of any shape. For half of them the point is a corner, so that edges pass through venues.
  private func box(
    about point: Coordinate, _ generator: inout SeededGenerator
  ) -> BoundingBox {
    let size = pow(10, Double.random(in: -3...0, using: &generator))
    let height = Double.random(in: 0...size, using: &generator)
    let width = Double.random(in: 0...size, using: &generator)
    let isCorner = Bool.random(using: &generator)
    return BoundingBox(
      south: isCorner ? point.latitude : max(-90, point.latitude - height),
      west: isCorner ? point.longitude : max(-180, point.longitude - width),
      north: min(90, point.latitude + height), east: min(180, point.longitude + width))
  }
}
