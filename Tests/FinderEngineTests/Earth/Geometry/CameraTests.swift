import TestSupport
import Testing

@testable import FinderEngine

@Suite struct CameraTests {
  private let bounds = Camera.bounds

  // MARK: Bounds

  @Test func edgesAreInside() {
    for latitude in [46.678409, 54.093409, 61.508409] {
      for longitude in [-9.00479, -2.89479, 3.21521] {
        #expect(bounds.contains(Coordinate(latitude: latitude, longitude: longitude)))
      }
    }
  }

  @Test func pastTheEdgesIsOutside() {
    for latitude in [bounds.south.nextDown, bounds.north.nextUp, -54, 90] {
      #expect(!bounds.contains(Coordinate(latitude: latitude, longitude: -2.9)), "\(latitude)")
    }
    for longitude in [bounds.west.nextDown, bounds.east.nextUp, 180, -180] {
      #expect(!bounds.contains(Coordinate(latitude: 54, longitude: longitude)), "\(longitude)")
    }
  }

  /// Centre and span as the map has them.
  @Test func boundsAreCentreAndSpan() {
    #expect(abs(bounds.center.latitude - 54.093409) < 1e-12)
    #expect(abs(bounds.center.longitude - -2.89479) < 1e-12)
    #expect(abs(bounds.north - bounds.south - 14.83) < 1e-12)
    #expect(abs(bounds.longitudeWidth - 12.22) < 1e-12)
  }

  // MARK: Clamping

  @Test(arguments: [
    (51.5, -0.12, 51.5, -0.12), (40, 0, 46.678409, 0), (70, 0, 61.508409, 0),
    (54, -20, 54, -9.00479), (54, 10, 54, 3.21521), (0, 100, 46.678409, 3.21521),
    (90, -100, 61.508409, -9.00479), (46.678409, 3.21521, 46.678409, 3.21521),
    // 176° west of Greenwich is nearer the western edge, and so is 179° east, the other way round;
    // the two ways are equal at 177.10521.
    (54, 179, 54, -9.00479), (54, -179, 54, -9.00479), (54, 180, 54, -9.00479),
    (54, -180, 54, -9.00479), (54, 177.2, 54, -9.00479), (54, 177, 54, 3.21521),
    (-90, 175, 46.678409, 3.21521),
  ])
  func clamps(latitude: Double, longitude: Double, to north: Double, _ east: Double) {
    let clamped = Camera.clamped(Coordinate(latitude: latitude, longitude: longitude))
    #expect(clamped == Coordinate(latitude: north, longitude: east))
  }

  @Test func clampedIsInsideAndStays() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let point = Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      let clamped = Camera.clamped(point)
      let isSound =
        bounds.contains(clamped) && Camera.clamped(clamped) == clamped
        && (!bounds.contains(point) || clamped == point)
      #expect(isSound, "seed 1: \(point)")
    }
  }

  @Test func swappedAxes() {
    #expect(Camera.looksSwapped(Coordinate(latitude: -0.12, longitude: 51.5)))
    #expect(!Camera.looksSwapped(Coordinate(latitude: 51.5, longitude: -0.12)))
    #expect(!Camera.looksSwapped(Coordinate(latitude: 40, longitude: -74)))
    #expect(!Camera.looksSwapped(Coordinate(latitude: 0, longitude: 0)))
    #expect(Camera.looksSwapped(Coordinate(latitude: 3.21521, longitude: 46.678409)))
    #expect(!Camera.looksSwapped(Coordinate(latitude: 3.21521.nextUp, longitude: 46.678409)))
  }

  // MARK: Zoom

  @Test(arguments: [
    (500.0, 500.0), (499.9, 500), (0, 500), (2_200_000, 2_200_000), (2_200_000.1, 2_200_000),
    (1e12, 2_200_000), (3000, 3000),
  ])
  func distances(metres: Double, to clamped: Double) {
    #expect(Camera.clampedDistance(metres) == clamped)
    #expect(Camera.distanceRange.contains(metres) == (metres == clamped))
  }

  // MARK: Spans

  @Test func namedSpans() {
    #expect(CameraSpan(named: "high") == CameraSpan(latitude: 14.83, longitude: 12.22))
    #expect(CameraSpan(named: "middle") == CameraSpan(latitude: 0.025, longitude: 0.025))
    #expect(CameraSpan(named: "low") == CameraSpan(latitude: 0.005, longitude: 0.005))
    #expect(CameraSpan(named: "Low") == nil)
  }

  @Test func wideViewsShowNoVenues() {
    #expect(!CameraSpan(latitude: 1, longitude: 99).isTooWideForVenues)
    #expect(CameraSpan(latitude: 1.0.nextUp, longitude: 0.1).isTooWideForVenues)
  }

  /// To the Double that the decimals of the edges read as.
  @Test(arguments: [
    (51.5, -0.12, 0.025, 0.025, [51.4875, -0.1325, 51.5125, -0.1075]),
    (51.5074, -0.1278, 0.005, 0.005, [51.5049, -0.1303, 51.5099, -0.1253]),
    (54.093409, -2.89479, 14.83, 12.22, [46.678409, -9.00479, 61.508409, 3.21521]),
    (0, 179.99, 0.5, 0.1, [-0.25, 179.94, 0.25, -179.96]),
    (0, -179.99, 0.5, 0.1, [-0.25, 179.96, 0.25, -179.94]),
    (0, 180, 1, 1, [-0.5, 179.5, 0.5, -179.5]), (0, -180, 1, 1, [-0.5, 179.5, 0.5, -179.5]),
    (0, 179.5, 1, 1, [-0.5, 179, 0.5, 180]), (0, -179.5, 1, 1, [-0.5, -180, 0.5, -179]),
    (89.9, 0, 1, 2, [89.4, -1, 90, 1]), (-90, 0, 1, 2, [-90, -1, -89.5, 1]),
    (10, 20, 400, 360, [-90, -180, 90, 180]), (10, 20, 1, 1e6, [9.5, -180, 10.5, 180]),
    (10, 20, 1, 359.9, [9.5, -159.95, 10.5, -160.05]), (3, 4, 0, 0, [3, 4, 3, 4]),
  ])
  func visibleBox(
    latitude: Double, longitude: Double, height: Double, width: Double, edges: [Double]
  ) {
    let box = CameraSpan(latitude: height, longitude: width)
      .visibleBox(around: Coordinate(latitude: latitude, longitude: longitude))
    #expect([box.south, box.west, box.north, box.east] == edges)
  }

  /// However the edges are rounded, a view is as wide as was asked, and contains its centre.
  @Test func visibleBoxIsAsWideAsItsSpan() {
    var generator = SeededGenerator(seed: 2)
    for round in 0..<20_000 {
      let center = ExactPosition(
        nearestTo: .random(in: -90...90, using: &generator),
        .random(in: -180...180, using: &generator)
      ).coordinate
      let narrower = Double.random(in: 0...1e-8, using: &generator)
      let width = round % 2 == 0 ? 360 - narrower : .random(in: 0...370, using: &generator)
      let box = CameraSpan(latitude: 0.1, longitude: width).visibleBox(around: center)
      let isSound =
        abs(box.longitudeWidth - min(width, 360)) < 1e-8 && box.contains(center)
        && Coordinate.longitudeRange.contains(box.west)
        && Coordinate.longitudeRange.contains(box.east)
      guard !isSound else { continue }
      Issue.record("seed 2, round \(round): \(width) about \(center): \(box)")
      return
    }
  }
}
