import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite("ChordBounds") struct ChordBoundsTests {
  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64]) func everyPairLiesBetweenTheBounds(seed: UInt64)
  {
    var pairs = PointPairs(seed: seed)
    var checked = 0
    for index in 0..<150_000 {
      let (a, b) = pairs.next()
      let distance = Geodesic.distance(from: a, to: b)
      let chord = Cartesian(a).chord(to: Cartesian(b))
      let held =
        ChordBounds.lower(chord: chord) <= distance && distance <= ChordBounds.upper(chord: chord)
        && distance <= ChordBounds.longestDistance
        && chord <= ChordBounds.chordReaching(distance)
        // The pair is not vouched for at any distance below its own.
        && chord > ChordBounds.chordWithin(distance.nextDown)
      guard held else {
        Issue.record("seed \(seed), pair \(index): \(a), \(b): chord \(chord), \(distance) m")
        return
      }
      checked += 1
    }
    #expect(checked == 150_000)
  }

  @Test func boundsAreTightWhereItMatters() {
    for (chord, gap) in [(1.0, 2.1e-7), (1_000, 2.3e-7), (10_000, 2.2e-5), (100_000, 0.021)] {
      let lower = ChordBounds.lower(chord: chord)
      let upper = ChordBounds.upper(chord: chord)
      #expect(lower < upper && upper - lower < gap, "at \(chord): \(upper - lower)")
    }
    #expect(ChordBounds.lower(chord: 0) == 0)
  }

  @Test func boundsNeverFall() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200_000 {
      let chord = pow(10, Double.random(in: -9...7.2, using: &generator))
      // The next Double, and one slightly farther away.
      for more in [chord.nextUp, chord * (1 + .random(in: 0...1e-3, using: &generator))] {
        #expect(ChordBounds.lower(chord: chord) <= ChordBounds.lower(chord: more))
        #expect(ChordBounds.upper(chord: chord) <= ChordBounds.upper(chord: more))
      }
    }
  }

  @Test func chordReachingUndoesLower() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<100_000 {
      let distance = pow(10, Double.random(in: -9...7.31, using: &generator))
      let chord = ChordBounds.chordReaching(distance)
      guard chord < 12_756_274 else { continue }  // longer than any
      #expect(ChordBounds.lower(chord: chord) >= distance, "seed 6: \(distance)")
    }
  }

  @Test func chordWithinUndoesUpper() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<100_000 {
      let distance = pow(10, Double.random(in: -9...7.31, using: &generator))
      let chord = ChordBounds.chordWithin(distance)
      guard chord >= 0, chord < .infinity else { continue }
      #expect(ChordBounds.upper(chord: chord) <= distance, "seed 7: \(distance)")
    }
  }

  @Test func edges() {
    #expect(ChordBounds.chordReaching(-1) == -1)
    #expect(ChordBounds.chordReaching(.nan) == -1)
    #expect(ChordBounds.chordReaching(.infinity) == .infinity)
    #expect(ChordBounds.chordReaching(20_003_932) >= 2 * Geodesic.equatorialRadius)
    #expect(ChordBounds.chordReaching(0) > 0)
    #expect(ChordBounds.chordWithin(0) == -1)
    #expect(ChordBounds.chordWithin(1e-7) == -1)
    #expect(ChordBounds.chordWithin(-5) == -1)
    #expect(ChordBounds.chordWithin(.nan) == -1)
    #expect(ChordBounds.chordWithin(20_003_932) == .infinity)
    #expect(ChordBounds.chordWithin(.infinity) == .infinity)
    #expect(abs(ChordBounds.chordWithin(1_000) - 1_000) < 1e-5)
  }

  @Test func onePlaceIsOnePoint() {
    var generator = SeededGenerator(seed: 8)
    let pole = Cartesian(Coordinate(latitude: 90, longitude: 0))
    #expect(pole.x == 0 && pole.y == 0)
    #expect(abs(pole.z - 6_356_752.314_245_179) < 2e-9)
    for _ in 0..<10_000 {
      let point = PointPairs.anywhere(using: &generator)
      #expect(Cartesian(Coordinate(latitude: 90, longitude: point.longitude)) == pole)
      let east = Cartesian(Coordinate(latitude: point.latitude, longitude: 180))
      let west = Cartesian(Coordinate(latitude: point.latitude, longitude: -180))
      #expect(east == west && east.y == 0)
    }
  }

  /// x^2 / a^2 + y^2 / a^2 + z^2 / b^2 = 1.
  @Test func pointsLieOnTheEllipsoid() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<10_000 {
      let point = PointPairs.anywhere(using: &generator)
      let p = Cartesian(point)
      let ratio = Geodesic.axisRatio
      let radius = (p.x * p.x + p.y * p.y + p.z * p.z / (ratio * ratio)).squareRoot()
      #expect(abs(radius - Geodesic.equatorialRadius) < 5e-9, "\(point)")
    }
  }
}

extension ChordBounds {
  /// The lower bound: no pair with this chord is nearer than this. It never decreases as the chord grows.
  static func lower(chord: Double) -> Double {
    max(0, 2 * flattest * asin(min(1, chord / (2 * flattest))) - noise)
  }
}

extension Cartesian {
  /// The straight line through the earth between two points.
  func chord(to other: Cartesian) -> Double { squaredChord(to: other).squareRoot() }
}
