import TestSupport
import Testing

@testable import FinderEngine

/// Rings around a point, against brute force.
@Suite struct AnnulusTests {
  private static let scales = [1, 1.2, 2.4, 1.3, 10]

  @Test(.slow, arguments: PointCloud.allCases) func rings(cloud: PointCloud) throws {
    for (number, count) in [0, 1, 2, 33, 400, 3000].enumerated() {
      var generator = SeededGenerator(seed: UInt64(number) + 500)
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(number))
      for point in harness.points(using: &generator) where Bool.random(using: &generator) {
        let ranking = harness.oracle.ranking(from: point)
        for annulus in rings(ranking, &generator) {
          let inside = ranking.filter {
            let walk = $0.distance * annulus.scale
            return annulus.inner <= walk && walk <= annulus.outer
          }
          for limit in [nil, [0, 1, 10].randomElement(using: &generator)] {
            harness.check(
              Query(from: point, area: .annulus(annulus), limit: limit), inside)
          }
        }
      }
    }
  }

  /// Arbitrary rings, and rings whose edges are exactly at a venue, or one Double to either side.
  private func rings(
    _ ranking: [BruteForce.Ranked], _ generator: inout SeededGenerator
  ) -> [Annulus] {
    let scale = Self.scales.randomElement(using: &generator)!
    func ring(_ inner: Double, _ outer: Double) -> Annulus {
      Annulus(scale: scale, inner: inner, outer: outer)
    }
    let far = 20_003_932 * scale
    var rings = [
      ring(0, 0), ring(0, far), ring(1, 1000), ring(100_000, 300_000), ring(far / 2, far),
      ring(far, 2 * far), ring(5000, 1000), ring(0, .infinity),
    ]
    for _ in 0..<3 {
      guard let a = ranking.randomElement(using: &generator)?.distance,
        let b = ranking.randomElement(using: &generator)?.distance
      else { break }
      let (near, far) = (min(a, b) * scale, max(a, b) * scale)
      rings += [
        ring(near, far), ring(near.nextUp, far), ring(max(0, near.nextDown), far.nextDown),
        ring(near, far.nextUp), ring(near, near), ring(far, far * 1.5),
      ]
    }
    return rings
  }

  /// Filters come before the limit, so the ring widens until enough venues match.
  @Test func filters() throws {
    var generator = SeededGenerator(seed: 41)
    let harness = try SearchHarness(.clustered, count: 3000, seed: 42)
    let match = try #require(NameMatch("caf"))
    for point in harness.points(using: &generator) {
      let ranking = harness.oracle.ranking(from: point)
      let annulus = Annulus(scale: 1.2, inner: 200_000, outer: 15_000_000)
      let wanted = ranking.filter {
        annulus.contains(distance: $0.distance)
          && harness.oracle.names[$0.number].withBytes { match.matches($0) }
      }
      for limit in [1, 7, 500, nil] {
        harness.check(
          Query(from: point, area: .annulus(annulus), limit: limit, match: match), wanted)
      }
    }
  }
}
