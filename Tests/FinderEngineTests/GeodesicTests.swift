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

  static let realData = ProcessInfo.processInfo.environment["FINDER_REAL_DATA"]
    .flatMap { $0.isEmpty ? nil : $0 }

  @Test(.enabled(if: realData != nil, "FINDER_REAL_DATA names no folder with geodesics.csv"))
  func twoThousandReferenceLines() throws {
    let folder = try #require(Self.realData)
    let text = try String(contentsOfFile: folder + "/geodesics.csv", encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).dropFirst()
    #expect(rows.count == 2000)
    for row in rows {
      let f = row.split(separator: ",").compactMap { Double($0) }
      try #require(f.count == 6, "\(row)")
      let path = Geodesic.inverse(
        from: Coordinate(latitude: f[0], longitude: f[1]),
        to: Coordinate(latitude: f[2], longitude: f[3]))
      #expect(abs(path.distance - f[4]) < 2e-8, "\(row): \(path.distance)")
      guard f[4] > 0 else { continue }
      // The file gives 9 decimals. In the last 200 km before the antipode a sideways step of 1 nm
      // turns the path by up to thousands of times what it does elsewhere.
      let turn = abs((path.bearing - f[5]).remainder(dividingBy: 360))
      let sideways = f[4] > 19_800_000 ? 1e-6 : 1e-9 + 1e-8 / min(f[4], 100_000) * 180 / .pi
      #expect(turn < sideways, "\(row): \(path.bearing)")
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

  /// To start from 10 m to the left or from 10 m to the right of the way must come to the same:
  /// a test of the bearing that only trusts distances.
  @Test func bearingIsTheSteepestDescent() {
    forEachPair(seed: 19, count: 50_000) { a, b in
      let path = Geodesic.inverse(from: a, to: b)
      // Flat steps will not do by a pole, nor beside the target, nor across the cut locus.
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

/// Random pairs over all scales, with those that are hard for a solver well represented.
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

  /// Good to a part in a million; for stepping a few metres away from the poles.
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

struct ReferenceLine: CustomTestStringConvertible, Sendable {
  let name: String
  let from, to: Coordinate
  let distance, bearing: Double

  var testDescription: String { name }

  init(
    _ name: String, _ latitude1: Double, _ longitude1: Double, _ latitude2: Double,
    _ longitude2: Double, _ distance: Double, _ bearing: Double
  ) {
    self.name = name
    from = Coordinate(latitude: latitude1, longitude: longitude1)
    to = Coordinate(latitude: latitude2, longitude: longitude2)
    self.distance = distance
    self.bearing = bearing
  }

  private typealias Line = ReferenceLine

  static let all = [
    Line(
      "London to Edinburgh", 51.5074, -0.1278, 55.9533, -3.1883, 534334.324101261, 339.0198388791),
    Line("London to Belfast", 51.5074, -0.1278, 54.5973, -5.9301, 518952.979058804, 313.7625860835),
    Line(
      "Land's End to John o' Groats",
      50.0657, -5.7132, 58.6373, -3.0689, 969284.134253815, 9.1487194445),
    Line("one point", 51.5, -0.12, 51.5, -0.12, 0.000000000, 0.0000000000),
    Line("one metre north", 51.5, -0.12, 51.500009, -0.12, 1.001320504, 0.0000000000),
    Line("a millimetre east", 51.5, -0.12, 51.5, -0.1199999856, 0.000999943, 89.9999999944),
    Line(
      "20 cm, where the short form holds",
      51.5, -0.12, 51.5000013, -0.1199979, 0.205388148, 45.2347156538),
    Line("30 cm, where it does not", 51.5, -0.12, 51.500002, -0.119997, 0.304813202, 43.1130465278),
    Line("1 km", 51.5074, -0.1278, 51.5149, -0.1198, 1002.366603009, 33.6440531173),
    Line("20 km along a parallel", 51.5, -0.12, 51.5, 0.168, 19998.855897195, 89.8873043332),
    Line("40 km north-east", 50.1, -5.2, 50.35, -4.8, 39850.582030233, 45.5945868380),
    Line("100 km, to the lower latitude", 53.4, -3.0, 52.5, -2.9, 100382.044868683, 176.1207179713),
    Line("260 km south-west", 51.5, -1.2, 50.2, -4.3, 261834.341044463, 237.6872468607),
    Line("260 km north-east", 50.2, -4.3, 51.5, -1.2, 261834.341044463, 55.2828207011),
    Line("370 km south-east", 58.8262, -4.3569, 56.5119, 0.0449, 367878.935383601, 132.5797986510),
    Line("650 km north", 49.56, -3.8914, 55.329, -2.526, 648593.061927751, 7.6910604363),
    Line("400 km east", 52.4, -4.1, 52.6, 1.7, 394400.667035242, 84.4673571897),
    Line(
      "2,000 km south-east, across the equator", 10, 20, -5, 32, 2126570.692272516, 140.7331773781),
    Line("pole to pole", 90, 0, -90, 0, 20003931.458625447, 180.0000000000),
    Line("from the north pole", 90, 0, 51.5, -0.12, 4294253.477642252, 180.1200000000),
    Line("to the south pole", 51.5, -0.12, -90, 0, 15709677.980983192, 180.0000000000),
    Line("over the north pole", 89.9, 30, 89.9, -150, 22338.795682520, 0.0000000000),
    Line("beside the pole", 89.9999, 10, 89.9998, 130, 29.551449287, 40.8933946492),
    Line("along the equator", 0, -10, 0, 25, 3896182.177764575, 90.0000000000),
    Line("equator, just short of the cut locus", 0, 0, 0, 179.3, 19959584.699233953, 90.0000000000),
    Line("equator, just past it", 0, 0, 0, 179.5, 19980861.908890963, 55.9664951402),
    Line("equatorial antipodes", 0, 0, 0, 180, 20003931.458625447, 0.0000000000),
    Line("across the equator", -1e-09, 3, 1e-09, 3.5, 55659.745396637, 89.9999997724),
    Line("along a meridian", -33, 18.5, 60, 18.5, 10306820.862667467, 0.0000000000),
    Line("antipodes", 30, -100, -30, 80, 20003931.458625447, 0.0000000000),
    Line(
      "nearly antipodal, on the astroid's axis",
      30, 0, -29.9, 179.8, 19989832.827609532, 18.1094752637),
    Line(
      "nearly antipodal, inside the astroid",
      41.32, 0, -41.0, 179.5, 19956911.949438661, 31.7600593051),
    Line(
      "nearly antipodal, equal latitudes", -30, 0, 30, 179.6, 19989165.416035745, 130.0887647422),
    Line(
      "equal latitudes near the pole, on the cut locus",
      88.202499451857, 0, -88.202499451857, 179.98102203299285, 20003898.213853300, 90.0000000002),
    Line(
      "equal latitudes, on the cut locus",
      52.784459512564, 0, -52.78445951256399, 179.6344074649438, 19991596.095171604, 89.9999597695),
    Line(
      "7 cm, latitudes one bit apart",
      36.493349428792, 0, 36.49334942879201, 8e-07, 0.071679009, 89.9999997621),
    Line(
      "nearly antipodal, outside the astroid", 5, 0, -5, 179.4, 19970715.516595997, 86.3510540796),
    Line("date line", 52, 179.999, 52.001, -179.998, 234.157018179, 61.6275720829),
    Line("date line, far", -17.7, 178.1, 21.3, -157.8, 5051902.289519941, 32.3424092495),
    Line(
      "Wellington to Salamanca",
      -41.28889, 174.77722, 40.9647, -5.66284, 19959003.356352530, 152.0142603112),
  ]
}
