import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite struct SineAndCosineTests {
  private static let step = 2.0e-16

  /// Against the C library, whose results are the nearest Doubles except for one in thousands. Two units in
  /// the last place of 1 are 2.2e-16: 1.4 nm on the ground.
  @Test(arguments: [1, 2] as [UInt64]) func agreesWithTheLibrary(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var worst = 0.0
    for round in 0..<200_000 {
      let degrees = Self.angle(round, &generator)
      let other = Self.angle(round / 7, &generator)
      let quick = SineAndCosine(degrees: SIMD2(degrees, other))
      for (lane, angle) in [degrees, other].enumerated() {
        let library = Angle(degrees: angle)
        worst = max(worst, abs(quick.sine[lane] - library.sine))
        worst = max(worst, abs(quick.cosine[lane] - library.cosine))
      }
    }
    #expect(worst <= Self.step, "seed \(seed)")
  }

  #if arch(x86_64)
    /// Against 64 bits of mantissa.
    @Test func agreesWithMoreBits() {
      var generator = SeededGenerator(seed: 3)
      let degree = Float80.pi / 180
      for round in 0..<200_000 {
        let degrees = Self.angle(round, &generator)
        let quick = SineAndCosine(degrees: SIMD2(repeating: degrees))
        let exact = Float80(degrees) * degree
        let offSine = abs(Float80(quick.sine[0]) - sin(exact))
        let offCosine = abs(Float80(quick.cosine[1]) - cos(exact))
        if max(offSine, offCosine) > 1.7e-16 {
          Issue.record("\(degrees): \(offSine), \(offCosine)")
          return
        }
      }
    }
  #endif

  @Test func quarterTurnsAreExact() {
    for (degrees, sine, cosine) in [
      (0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0), (360, 0, 1), (-90, -1, 0),
      (-180, 0, -1), (-270, 1, 0), (-360, 0, 1),
    ] {
      let quick = SineAndCosine(degrees: SIMD2(repeating: degrees))
      #expect(quick.sine[0] == sine && quick.sine[1] == sine, "\(degrees)")
      #expect(quick.cosine[0] == cosine && quick.cosine[1] == cosine, "\(degrees)")
    }
  }

  /// The two together give a place: each coordinate is within 2 nm of the C library's.
  @Test func placesAreWhereTheyWere() {
    var generator = SeededGenerator(seed: 4)
    for round in 0..<300_000 {
      let point = Coordinate(
        latitude: Self.angle(round, &generator) / 4,
        longitude: Self.angle(round / 5, &generator) / 2)
      let (quick, library) = (Cartesian(point), Self.place(point))
      let off = max(
        abs(quick.x - library.x), abs(quick.y - library.y), abs(quick.z - library.z))
      if off > 3e-9 {
        Issue.record("\(point) is \(off) m off")
        return
      }
    }
  }

  private static func place(_ point: Coordinate) -> Cartesian {
    let phi = Angle(degrees: point.latitude)
    let lambda = Angle(degrees: point.longitude)
    let e2 = Geodesic.flattening * (2 - Geodesic.flattening)
    let across = Geodesic.equatorialRadius / (1 - e2 * phi.sine * phi.sine).squareRoot()
    return Cartesian(
      x: across * phi.cosine * lambda.cosine, y: across * phi.cosine * lambda.sine,
      z: across * (1 - e2) * phi.sine)
  }

  /// In -360...360: anywhere, near the ends of the reduction, and close to 0.
  private static func angle(_ round: Int, _ generator: inout SeededGenerator) -> Double {
    switch round % 4 {
    case 0, 1: return .random(in: -360...360, using: &generator)
    case 2:
      let eighth = 45 * Double(Int.random(in: -8...8, using: &generator))
      return min(max(eighth + .random(in: -1e-9...1e-9, using: &generator), -360), 360)
    default:
      return pow(10, .random(in: -20...2, using: &generator))
        * (Bool.random(using: &generator) ? 1 : -1)
    }
  }
}
