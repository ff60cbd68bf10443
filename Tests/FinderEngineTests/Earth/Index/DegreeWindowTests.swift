import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// A window of degrees never leaves out anything within its chord.
@Suite struct DegreeWindowTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func holdsAllWithinTheChord(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let center = place(&generator)
      let reach = Double.random(in: -9...2.2, using: &generator)
      let other = Coordinate(
        latitude: clamped(
          center.latitude + .random(in: -1...1, using: &generator) * pow(10, reach)),
        longitude: turned(
          center.longitude + .random(in: -1...1, using: &generator) * pow(10, reach)))
      let chord = Cartesian(center).chord(to: Cartesian(other))
      expect(other, isIn: DegreeWindow(around: center, chord: chord), around: center, chord)
    }
  }

  /// Due north, south, east and west, where the window is tightest.
  @Test func holdsTheFarthestAlongEachAxis() {
    for latitude in stride(from: -89.5, through: 89.5, by: 0.5) {
      for step in [1e-7, 1e-4, 0.01, 1, 10] {
        let center = Coordinate(latitude: latitude, longitude: 100)
        for (north, east) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let other = Coordinate(
            latitude: clamped(latitude + Double(north) * step),
            longitude: 100 + Double(east) * step)
          let chord = Cartesian(center).chord(to: Cartesian(other))
          expect(other, isIn: DegreeWindow(around: center, chord: chord), around: center, chord)
        }
      }
    }
  }

  /// Otherwise it would be useless as a sieve: a mile is a window of 0.03 by 0.05 degrees in Britain.
  @Test func windowsAreTight() {
    let window = DegreeWindow(around: Coordinate(latitude: 51.5, longitude: -0.1), chord: 1609)
    #expect(window.north - window.south < 0.0292)
    #expect(window.east - window.west < 0.0465)
    let everything = DegreeWindow(
      around: Coordinate(latitude: 51.5, longitude: -0.1), chord: .infinity)
    #expect(everything.west == -.infinity && everything.north == .infinity)
  }

  /// A box that crosses the date line admits every longitude.
  @Test func boxes() {
    let plain = DegreeWindow(BoundingBox(south: 1, west: 2, north: 3, east: 4))
    #expect([plain.south, plain.west, plain.north, plain.east] == [1, 2, 3, 4])
    let crossing = DegreeWindow(BoundingBox(south: 1, west: 170, north: 3, east: -170))
    let ending = DegreeWindow(BoundingBox(south: 1, west: 170, north: 3, east: 180))
    #expect(ending.west == -.infinity && ending.east == .infinity)
    #expect(crossing.south == 1 && crossing.west == -.infinity && crossing.east == .infinity)
  }

  private func place(_ generator: inout SeededGenerator) -> Coordinate {
    let isPolar = Int.random(in: 0..<10, using: &generator) == 0
    return Coordinate(
      latitude: .random(in: isPolar ? 89.9...90 : -90...90, using: &generator),
      longitude: .random(in: -180...180, using: &generator))
  }

  private func clamped(_ latitude: Double) -> Double { min(max(latitude, -90), 90) }

  private func turned(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  private func expect(
    _ place: Coordinate, isIn window: DegreeWindow, around center: Coordinate, _ chord: Double
  ) {
    let isInside =
      (window.south...window.north).contains(place.latitude)
      && (window.west...window.east).contains(place.longitude)
    if !isInside { Issue.record("\(place) is \(chord) m from \(center), outside \(window)") }
  }
}
