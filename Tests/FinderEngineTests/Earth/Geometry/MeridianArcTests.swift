import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MeridianArcTests {
  /// The geodesic from the equator due north is the meridian, and is computed by another solver.
  @Test func lengths() {
    for latitude in [0, 1e-9, 0.5, 1, 10, 30, 45, 51.5074, 60, 80, 89, 89.999, 90.0] {
      let geodesic = Geodesic.distance(
        from: Coordinate(latitude: 0, longitude: 12),
        to: Coordinate(latitude: latitude, longitude: 12))
      #expect(abs(MeridianArc.length(to: latitude) - geodesic) < 1e-6, "\(latitude)")
      #expect(MeridianArc.length(to: -latitude) == -MeridianArc.length(to: latitude))
    }
    #expect(abs(MeridianArc.quarter - 10_001_965.729) < 1e-3)
  }

  @Test func latitudes() {
    var generator = SeededGenerator(seed: 361)
    for _ in 0..<500 {
      let latitude = Double.random(in: -90...90, using: &generator)
      let again = MeridianArc.latitude(at: MeridianArc.length(to: latitude))
      #expect(abs(again - latitude) < 1e-12, "\(latitude)")
    }
    #expect(MeridianArc.latitude(at: MeridianArc.quarter) == 90)
    #expect(MeridianArc.latitude(at: -2e7) == -90)
    #expect(MeridianArc.latitude(at: 0) == 0)
  }

  @Test func parallels() {
    #expect(MeridianArc.parallelRadius(at: 0) == Geodesic.equatorialRadius)
    #expect(MeridianArc.parallelRadius(at: 90) < 1e-9)
    for latitude in [-75.0, 3, 51.5, 89.9] {
      let place = Cartesian(Coordinate(latitude: latitude, longitude: 77))
      let radius = (place.x * place.x + place.y * place.y).squareRoot()
      #expect(abs(MeridianArc.parallelRadius(at: latitude) - radius) < 1e-7, "\(latitude)")
    }
  }
}
