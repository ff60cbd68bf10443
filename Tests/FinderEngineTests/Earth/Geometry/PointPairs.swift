import Foundation
import TestSupport

@testable import FinderEngine

/// Random pairs at all scales, with many that are hard for a solver.
struct PointPairs {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> (Coordinate, Coordinate) {
    let start = start()
    let longitude = start.longitude
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: return (start, Self.anywhere(using: &generator))
    case 1:  // near the antipode, down to nothing off it
      let off = power(-10, 0.5)
      return (
        start,
        Self.place(
          -start.latitude + off * .random(in: -1...1, using: &generator),
          longitude + 180 + off * .random(in: -1...1, using: &generator))
      )
    case 2: return (start, Self.place(-start.latitude, longitude + power(-9, 2.3)))
    case 3: return (start, Self.place(start.latitude, longitude + power(-9, 2.3)))
    case 4:
      return (start, Self.place(Self.anywhere(using: &generator).latitude, longitude + 180))
    default: return (start, travel(from: start))
    }
  }

  static func anywhere(using generator: inout SeededGenerator) -> Coordinate {
    let height = Double.random(in: -1...1, using: &generator)
    return place(asin(height) * 180 / .pi, .random(in: -180...180, using: &generator))
  }

  /// Accurate to a part in a million; for stepping a few metres, away from the poles.
  static func flatStep(from a: Coordinate, bearing: Double, metres: Double) -> Coordinate {
    let e2 = Geodesic.flattening * (2 - Geodesic.flattening)
    let sine = sin(a.latitude * .pi / 180)
    let w = 1 - e2 * sine * sine
    let along = Geodesic.equatorialRadius * (1 - e2) / (w * w.squareRoot())
    let across = Geodesic.equatorialRadius / w.squareRoot() * cos(a.latitude * .pi / 180)
    let turn = bearing * .pi / 180
    return place(
      a.latitude + metres * cos(turn) / along * 180 / .pi,
      a.longitude + metres * sin(turn) / across * 180 / .pi)
  }

  /// Anywhere, at a pole or the equator, or close to one.
  private mutating func start() -> Coordinate {
    var point = Self.anywhere(using: &generator)
    let side = Bool.random(using: &generator) ? 1.0 : -1
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: point.latitude = side * (90 - power(-9, 0))
    case 1: point.latitude = side * power(-12, 0)
    case 2: point.latitude = 0
    case 3: point.latitude = side * 90
    default: break
    }
    return point
  }

  /// From 1 mm to 20,000 km away, often along a meridian or at right angles to one.
  private mutating func travel(from a: Coordinate) -> Coordinate {
    let metres = power(-3, 7.3)
    var bearing = Double.random(in: 0..<360, using: &generator)
    if Int.random(in: 0..<3, using: &generator) == 0 { bearing = (bearing / 90).rounded() * 90 }
    guard metres > 10_000 else { return Self.flatStep(from: a, bearing: bearing, metres: metres) }
    let (phi, turn, arc) = (a.latitude * .pi / 180, bearing * .pi / 180, metres / 6_371_000)
    let sine = min(1, max(-1, sin(phi) * cos(arc) + cos(phi) * sin(arc) * cos(turn)))
    let east = atan2(sin(turn) * sin(arc) * cos(phi), cos(arc) - sin(phi) * sine)
    return Self.place(asin(sine) * 180 / .pi, a.longitude + east * 180 / .pi)
  }

  private mutating func power(_ low: Double, _ high: Double) -> Double {
    pow(10, .random(in: low...high, using: &generator))
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(
      latitude: min(90, max(-90, latitude)), longitude: longitude.remainder(dividingBy: 360))
  }
}
