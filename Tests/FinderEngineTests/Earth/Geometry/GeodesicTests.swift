import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite("Geodesic") struct GeodesicTests {
  // MARK: Against the reference implementation

  /// Figures of GeographicLib (Python, version 2). The distances must agree to 20 nm, and the
  /// bearings to what moves the path 20 nm sideways, or to the last digit given.
  @Test(arguments: ReferenceLine.all) func reference(_ line: ReferenceLine) {
    let path = Geodesic.inverse(from: line.from, to: line.to)
    #expect(abs(path.distance - line.distance) < 2e-8, "\(line.name): \(path.distance)")
    let turn = abs((path.bearing - line.bearing).remainder(dividingBy: 360))
    // Sideways per radian: the distance for short lines. Near the antipode it can be anything;
    // 50 km is a fair figure for the lines in the table.
    let lever = max(min(line.distance, 2e7 - line.distance), 50_000 * (line.distance / 2e7))
    let tolerance = 1e-9 + 2e-8 / max(lever, 1e-3) * 180 / .pi
    #expect(line.distance == 0 || turn < tolerance, "\(line.name): \(path.bearing)")
  }

  @Test(RealData.needed("geodesics.csv"))
  func twoThousandReferenceLines() throws {
    let rows = try RealData.numbers(of: "geodesics.csv", columns: 6)
    #expect(rows.count == 2000)
    for f in rows {
      let path = Geodesic.inverse(
        from: Coordinate(latitude: f[0], longitude: f[1]),
        to: Coordinate(latitude: f[2], longitude: f[3]))
      #expect(abs(path.distance - f[4]) < 2e-8, "\(f): \(path.distance)")
      guard f[4] > 0 else { continue }
      // The file gives 9 decimals. In the last 200 km before the antipode, a sideways step of 1 nm turns the
      // path up to thousands of times more than elsewhere.
      let turn = abs((path.bearing - f[5]).remainder(dividingBy: 360))
      let sideways = f[4] > 19_800_000 ? 1e-6 : 1e-9 + 1e-8 / min(f[4], 100_000) * 180 / .pi
      #expect(turn < sideways, "\(f): \(path.bearing)")
    }
  }

  // MARK: Identities over random pairs

  @Test func sameDistanceBothWays() {
    forEachPair(seed: 11, count: 100_000) { a, b in
      let there = Geodesic.distance(from: a, to: b)
      return there == Geodesic.distance(from: b, to: a) && there.sign == .plus
    }
  }

  @Test func originAgreesWithStaticFunctions() {
    forEachPair(seed: 12, count: 50_000) { a, b in
      let origin = GeodesicOrigin(a)
      let path = Geodesic.inverse(from: a, to: b)
      return origin.path(to: b) == path && origin.distance(to: b) == path.distance
        && Geodesic.distance(from: a, to: b) == path.distance
    }
  }

  @Test func bearingIsInRange() {
    forEachPair(seed: 13, count: 50_000) { a, b in
      let bearing = Geodesic.inverse(from: a, to: b).bearing
      return bearing >= 0 && bearing < 360 && bearing.sign == .plus
    }
  }

  @Test func aPointIsNoDistanceFromItself() {
    forEachPair(seed: 14, count: 50_000) { a, _ in
      Geodesic.inverse(from: a, to: a) == .init(distance: 0, bearing: 0)
    }
  }

  @Test func longitude180IsMinus180() {
    forEachPair(seed: 15, count: 50_000) { a, b in
      let east = Coordinate(latitude: b.latitude, longitude: 180)
      let west = Coordinate(latitude: b.latitude, longitude: -180)
      return Geodesic.distance(from: a, to: east) == Geodesic.distance(from: a, to: west)
        && Geodesic.inverse(from: east, to: west) == .init(distance: 0, bearing: 0)
    }
  }

  @Test func aPoleIsOnePlace() {
    forEachPair(seed: 16, count: 50_000) { a, b in
      for latitude in [90.0, -90] {
        let one = Coordinate(latitude: latitude, longitude: a.longitude)
        let other = Coordinate(latitude: latitude, longitude: b.longitude)
        guard Geodesic.inverse(from: one, to: other) == .init(distance: 0, bearing: 0),
          Geodesic.distance(from: a, to: one) == Geodesic.distance(from: a, to: other)
        else { return false }
      }
      return true
    }
  }

  @Test func antipodesAreHalfAMeridianApart() {
    forEachPair(seed: 17, count: 50_000) { a, _ in
      let antipode = Coordinate(
        latitude: -a.latitude, longitude: (a.longitude + 180).remainder(dividingBy: 360))
      // Adding 180 may round the longitude: 2 nm at the most.
      return abs(Geodesic.distance(from: a, to: antipode) - 20_003_931.458625443) < 2e-8
    }
  }

  /// Fails where a path is not the shortest one.
  @Test func noDetourIsShorter() {
    var generator = SeededGenerator(seed: 18)
    forEachPair(seed: 18, count: 100_000) { a, b in
      let via = PointPairs.anywhere(using: &generator)
      let detour = Geodesic.distance(from: a, to: via) + Geodesic.distance(from: via, to: b)
      return Geodesic.distance(from: a, to: b) <= detour + 4e-8
    }
  }

  /// Starting 10 m to the left or 10 m to the right of the way must give the same: a test of the bearing that
  /// relies only on distances.
  @Test func bearingIsTheSteepestDescent() {
    forEachPair(seed: 19, count: 50_000) { a, b in
      let path = Geodesic.inverse(from: a, to: b)
      // Flat steps are not good enough near a pole, beside the target, or across the cut locus.
      guard abs(a.latitude) < 80, (10_000...19_800_000).contains(path.distance) else { return true }
      let left = PointPairs.flatStep(from: a, bearing: path.bearing - 90, metres: 10)
      let right = PointPairs.flatStep(from: a, bearing: path.bearing + 90, metres: 10)
      let ahead = PointPairs.flatStep(from: a, bearing: path.bearing, metres: 10)
      let tilt = Geodesic.distance(from: left, to: b) - Geodesic.distance(from: right, to: b)
      let gain = path.distance - Geodesic.distance(from: ahead, to: b)
      return abs(tilt) < 1e-3 && abs(gain - 10) < 1e-3
    }
  }

  @Test func whatIsNotANumberEndsTheSearch() {
    let here = Coordinate(latitude: 51.5, longitude: -0.12)
    for bad in [Double.nan, .infinity, -.infinity] {
      let place = Coordinate(latitude: bad, longitude: 0)
      let other = Coordinate(latitude: 0, longitude: bad)
      #expect(Geodesic.distance(from: here, to: place).isNaN)
      #expect(Geodesic.distance(from: other, to: here).isNaN)
    }
  }

  private func forEachPair(
    seed: UInt64, count: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ holds: (Coordinate, Coordinate) -> Bool
  ) {
    var pairs = PointPairs(seed: seed)
    for index in 0..<count {
      let (a, b) = pairs.next()
      guard holds(a, b) else {
        Issue.record("seed \(seed), pair \(index): \(a), \(b)", sourceLocation: sourceLocation)
        return
      }
    }
  }
}
