import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// When the fast figures are certain, they print like Karney's.
@Suite struct NearbyFiguresTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func printAsTheGeodesicDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (sure, near) = (0, 0)
    for round in 0..<100_000 {
      let (from, to) = Self.pair(round, &generator)
      guard let exact = check(from, to, "seed \(seed), round \(round)") else { return }
      guard exact.distance > 1.1, exact.distance < 20_000, abs(from.latitude) < 89.8 else {
        continue
      }
      near += 1
      if NearbyFigures(from).path(to: Cartesian(to), for: TenthsRounding()) != nil { sure += 1 }
    }
    // If they were never certain, every other test here would pass.
    #expect(near > 33_000 && Double(sure) > 0.99 * Double(near), "\(sure) of \(near)")
  }

  /// The hard cases: pairs moved until the distance, or the bearing, is almost halfway between two tenths. An
  /// error of a tenth of the allowance would print the wrong one.
  @Test(arguments: [5, 6, 7] as [UInt64]) func printRightlyHalfwayBetweenTenths(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (ties, unsure) = (0, 0)
    for round in 0..<4_000 {
      let (from, to) = Self.pair(4 * (round / 4), &generator)
      let isDistance = round & 1 == 0
      let wanted = Self.halfwayBetweenTenths
      guard let tie = Self.tie(from, to, isDistance: isDistance, wanted) else { continue }
      ties += 1
      for step in -12...12 {
        var moved = tie
        // From 0.1 nm to 10 m, in both directions.
        let size = pow(10.0, Double(abs(step)) - 15)
        moved.latitude += step < 0 ? -size : size
        guard check(from, moved, "seed \(seed), round \(round), step \(step)") != nil else {
          return
        }
        if NearbyFigures(from).path(to: Cartesian(moved), for: TenthsRounding()) == nil {
          unsure += 1
        }
      }
    }
    #expect(ties > 2_000, "\(ties)")
    // Exactly at a tie, nothing is certain.
    #expect(unsure > ties, "\(unsure) of \(ties)")
  }

  /// The figures of tables, at the limits where a metre or yard, a tenth of a kilometre or mile, a minute or
  /// a compass point changes to the next; one seed with a walk and pace from the settings.
  @Test(arguments: [8, 9] as [UInt64], [ReadableFigures.Units.metric, .imperial])
  func tablesPrintTheSame(seed: UInt64, units: ReadableFigures.Units) {
    let (factor, pace) = seed == 8 ? (1.2, 4.8) : (1.37, 5.3)
    let rounding = ReadableFigures(units: units, walkFactor: factor, pace: pace)
    let (short, long) = units == .metric ? (1.0, 1000.0) : (0.9144, 1609.344)
    var generator = SeededGenerator(seed: seed)
    var (ties, sure) = (0, 0)
    for round in 0..<1_000 {
      let (from, to) = Self.pair(4 * (round / 4), &generator)
      let tie = Self.tie(from, to, isDistance: round & 3 != 0) { figure in
        switch round & 3 {
        case 0: ((figure / 45).rounded(.down) + 0.5) * 45
        case 1: ((figure / short).rounded(.down) + 0.5) * short
        case 2: ((figure / long * 10).rounded(.down) + 0.5) * long / 10
        default:
          (figure * factor / (pace * 1000 / 60)).rounded(.up) * (pace * 1000 / 60) / factor
        }
      }
      guard let tie else { continue }
      ties += 1
      for step in -12...12 {
        var moved = tie
        let size = pow(10.0, Double(abs(step)) - 15)
        moved.latitude += step < 0 ? -size : size
        guard let quick = NearbyFigures(from).path(to: Cartesian(moved), for: rounding) else {
          continue
        }
        sure += 1
        let exact = Geodesic.inverse(from: from, to: moved)
        let (found, right) = (Self.readable(quick, rounding), Self.readable(exact, rounding))
        if found != right {
          Issue.record("seed \(seed), round \(round), step \(step): \(found), not \(right)")
        }
      }
    }
    #expect(ties > 400 && sure > 5 * ties, "\(ties), \(sure)")
  }

  /// The roundings without `rounded()` give the same as those with it.
  @Test func roundsAsTheLibraryDoes() {
    var generator = SeededGenerator(seed: 10)
    for round in 0..<20_000 {
      let half = Double(Int.random(in: 0...20_000, using: &generator)) / 2
      let value = [half, half.nextUp, half.nextDown.magnitude, half * 1.01][round & 3]
      #expect(ReadableFigures.nearestWhole(value) == Int(value.rounded()), "\(value)")
      #expect(
        ReadableFigures(units: .metric).minutes(value) == Int((value * 1.2 / 80).rounded(.up)),
        "\(value)")
    }
  }

  @Test func leavesTheRestToTheGeodesic() {
    let here = Coordinate(latitude: 51.5, longitude: -0.1)
    let figures = NearbyFigures(here)
    #expect(figures.path(to: Cartesian(here), for: TenthsRounding()) == nil)
    #expect(
      figures.path(
        to: Cartesian(Coordinate(latitude: 51.500001, longitude: -0.1)), for: TenthsRounding())
        == nil)
    #expect(
      figures.path(
        to: Cartesian(Coordinate(latitude: 52.5, longitude: -0.1)), for: TenthsRounding()) == nil)
    #expect(figures.path(to: Cartesian(x: .nan, y: 0, z: 0), for: TenthsRounding()) == nil)
    #expect(figures.path(to: Cartesian(x: .infinity, y: 0, z: 0), for: TenthsRounding()) == nil)
    let pole = NearbyFigures(Coordinate(latitude: 90, longitude: 7))
    #expect(
      pole.path(to: Cartesian(Coordinate(latitude: 89.9, longitude: 7)), for: TenthsRounding())
        == nil)
  }

  /// The whole search, on a dataset: the order is the same, and every figure prints the same.
  @Test(arguments: PointCloud.allCases) func searchesPrintTheSame(cloud: PointCloud) throws {
    let harness = try SearchHarness(cloud, count: 700, seed: 8)
    var generator = SeededGenerator(seed: 9)
    var (exact, quick) = (Searcher(harness.store), Searcher(harness.store))
    var hits: [Hit] = []
    for point in harness.points(using: &generator) {
      for query in [
        Query(from: point, limit: 1), Query(from: point, limit: 16), Query(from: point, limit: 40),
        Query(from: point, area: .circle(radius: 5_000)),
        Query(from: point, area: .circle(radius: 5_000), limit: 3),
      ] {
        quick.search(query, for: TenthsRounding(), into: &hits)
        let wanted = exact.search(query)
        #expect(hits.map(\.row) == wanted.map(\.row), "\(cloud), \(query)")
        #expect(
          hits.map { Self.printed($0.distance, $0.bearing) }
            == wanted.map { Self.printed($0.distance, $0.bearing) }, "\(cloud), \(query)")
      }
    }
  }

  // MARK: Helpers

  /// `nil`, with an issue recorded, if the figures print differently.
  private func check(
    _ from: Coordinate, _ to: Coordinate, _ label: @autoclosure () -> String
  ) -> Geodesic.Path? {
    let exact = Geodesic.inverse(from: from, to: to)
    guard let quick = NearbyFigures(from).path(to: Cartesian(to), for: TenthsRounding()) else {
      return exact
    }
    if Self.tenths(quick.distance) == Self.tenths(exact.distance),
      Self.bearingTenths(quick.bearing) == Self.bearingTenths(exact.bearing)
    {
      return exact
    }
    Issue.record("\(label()): \(from) to \(to): \(quick), not \(exact)")
    return nil
  }

  private static func readable(_ path: Geodesic.Path, _ figures: ReadableFigures) -> String {
    var text = ByteBuffer()
    text.append(distance: path.distance, in: figures.units)
    text.append(" ")
    text.append(walk: path.distance, by: figures)
    text.append(" ")
    text.append(integer: ReadableFigures.compassPoint(path.bearing))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private static func halfwayBetweenTenths(_ figure: Double) -> Double {
    ((figure * 10).rounded(.down) + 0.5) / 10
  }

  /// Moves the second point, by Newton's method over the latitude, until the figure is as wanted.
  private static func tie(
    _ from: Coordinate, _ to: Coordinate, isDistance: Bool, _ wanted: (Double) -> Double
  ) -> Coordinate? {
    func figure(_ point: Coordinate) -> Double {
      let path = Geodesic.inverse(from: from, to: point)
      return isDistance ? path.distance : path.bearing
    }
    let wanted = wanted(figure(to))
    var point = to
    for _ in 0..<12 {
      let here = figure(point)
      var beside = point
      beside.latitude += 1e-7
      let slope = (figure(beside) - here) / 1e-7
      guard abs(slope) > 1e-3 else { return nil }
      point.latitude += (wanted - here) / slope
      guard abs(point.latitude - to.latitude) < 0.3, abs(point.latitude) < 89.5 else { return nil }
    }
    return abs(figure(point) - wanted) < 1e-6 ? point : nil
  }

  /// From 0.3 m to 60 km apart: anywhere, at the date line, next to the poles, and in Britain.
  private static func pair(
    _ round: Int, _ generator: inout SeededGenerator
  ) -> (Coordinate, Coordinate) {
    let from: Coordinate
    switch round % 8 {
    case 0:
      from = Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    case 1:
      from = Coordinate(
        latitude: .random(in: -89...89, using: &generator),
        longitude: Bool.random(using: &generator) ? 179.9999 : -180)
    case 2:
      from = Coordinate(
        latitude: .random(in: 89...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    case 3:
      from = Coordinate(
        latitude: .random(in: -0.1...0.1, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    default:
      from = Coordinate(
        latitude: .random(in: 46...62, using: &generator),
        longitude: .random(in: -9...4, using: &generator))
    }
    let away = pow(10, Double.random(in: -5.5 ... -0.27, using: &generator))
    let angle = Double.random(in: 0...(2 * .pi), using: &generator)
    let latitude = min(max(from.latitude + away * cos(angle), -90), 90)
    let widen = max(cos(from.latitude * .pi / 180), 1e-3)
    var longitude = from.longitude + away * sin(angle) / widen
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return (from, Coordinate(latitude: latitude, longitude: min(max(longitude, -180), 180)))
  }

  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() }

  /// As printed: 359.97 rounds to 360, which is 0.
  private static func bearingTenths(_ value: Double) -> Double {
    value >= 359.95 ? 0 : tenths(value)
  }

  private static func printed(_ distance: Double, _ bearing: Double) -> [Double] {
    [tenths(distance), bearingTenths(bearing)]
  }
}
