import FinderEngine
import Testing

/// A made-up dataset as the engine reads it, with the brute force over the same venues.
package struct SearchHarness {
  package let label: String
  package let venues: [TestVenue]
  /// With an index.
  package let store: VenueStore
  /// The same without one.
  package let storeAsRead: VenueStore
  package let oracle: BruteForce

  package init(_ label: String, _ venues: [TestVenue]) throws {
    self.label = label
    self.venues = venues
    storeAsRead = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    store = storeAsRead.indexed()
    oracle = BruteForce(venues)
  }

  package init(_ cloud: PointCloud, count: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try self.init(
      "\(cloud), \(count) venues, seed \(seed)",
      [TestVenue](cloud, count: count, using: &generator))
  }

  /// Runs a query, and compares the answer, its order, its figures and the count with `expected`, which is
  /// the whole answer before the limit.
  package func check(
    _ query: Query, _ expected: [BruteForce.Ranked], _ what: @autoclosure () -> String = "",
    _ location: SourceLocation = #_sourceLocation
  ) {
    for store in [store, storeAsRead] {
      let what = "\(label); \(what()); \(store.index == nil ? "scan" : "index"); \(query)"
      var searcher = Searcher(store)
      let hits = searcher.search(query)
      let found = hits.map { hit in
        BruteForce.Ranked(number: Int(store.position(ofRow: hit.row)), distance: hit.distance)
      }
      let wanted = query.limit.map { Array(expected.prefix($0)) } ?? expected
      if found != wanted {
        Issue.record("\(what): \(difference(found, wanted))", sourceLocation: location)
      }
      // In an array that had other contents.
      var rows = Array(repeating: -1, count: hits.count / 2)
      for _ in 1...2 { searcher.rank(query, into: &rows) }
      let ranked = searcher.rank(query)
      if rows != hits.map(\.row) || ranked != rows {
        Issue.record("\(what): rows \(rows), \(ranked)", sourceLocation: location)
      }
      let count = searcher.count(query)
      if count != expected.count {
        Issue.record("\(what): counts \(count) of \(expected.count)", sourceLocation: location)
      }
      // About twenty of them: measuring them all took half of these tests' time.
      let areMeasured = stride(from: 0, to: hits.count, by: 1 + hits.count / 20).allSatisfy {
        isMeasured(hits[$0], number: found[$0].number, from: query.point)
      }
      #expect(areMeasured, "\(what)", sourceLocation: location)
    }
  }

  /// The number of the venue in the dataset.
  package func number(of hit: Hit) -> Int { Int(store.position(ofRow: hit.row)) }

  private func isMeasured(_ hit: Hit, number: Int, from point: Coordinate) -> Bool {
    let path = Geodesic.inverse(from: point, to: oracle.positions[number])
    return hit.distance == path.distance && hit.bearing == path.bearing
  }

  private func difference(
    _ found: [BruteForce.Ranked], _ wanted: [BruteForce.Ranked]
  ) -> String {
    let place = zip(found, wanted).enumerated().first { $1.0 != $1.1 }?.offset
    guard let place else { return "\(found.count) found, \(wanted.count) expected" }
    return "rank \(place) is \(found[place]), not \(wanted[place])"
  }
}

extension SearchHarness {
  /// Points that are hard for this dataset: on a venue, close to one, opposite one, at the poles, on the date
  /// line, and anywhere.
  package func points(using generator: inout SeededGenerator) -> [Coordinate] {
    let line = 180 * ExactPosition.unit
    var points = [
      ExactPosition(latitude: line / 2, longitude: 0),
      ExactPosition(latitude: -line / 2, longitude: line / 3),
      ExactPosition(latitude: 0, longitude: line),
      ExactPosition(latitude: line / 4, longitude: -line),
      ExactPosition(nearestTo: .random(in: -90...90, using: &generator), 179.99999),
      ExactPosition(nearestTo: .random(in: -90...90, using: &generator), -179.99999),
      ExactPosition(
        nearestTo: .random(in: -90...90, using: &generator),
        .random(in: -180...180, using: &generator)),
    ]
    for _ in 0..<3 {
      guard let venue = venues.randomElement(using: &generator)?.position else { break }
      var near = venue
      near.latitude -= near.latitude.signum()
      points += [venue, near, venue.antipode]
    }
    return points.map(\.coordinate)
  }
}
