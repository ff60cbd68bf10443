import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MercatorSquareTests {
  private let last = UInt32(MercatorSquare.side - 1)

  /// What lies on an edge belongs to the cell south or east of it; the next Double does not.
  @Test func edges() {
    let square = MercatorSquare()
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      // Most often an edge of some larger cell, so that all numbers of bits occur.
      let level = Int.random(in: 1...28, using: &generator)
      let edge = Int.random(in: 1..<1 << level, using: &generator) << (28 - level)
      let latitude = MercatorSquare.latitude(ofEdge: edge)
      #expect(square.row(ofLatitude: latitude) == edge)
      #expect(square.row(ofLatitude: latitude.nextUp) == edge - 1)
      #expect(square.row(ofLatitude: latitude.nextDown) == edge)
      let longitude = MercatorSquare.longitude(ofEdge: edge)
      #expect(MercatorSquare.column(ofLongitude: longitude) == edge)
      #expect(MercatorSquare.column(ofLongitude: longitude.nextUp) == edge)
      #expect(MercatorSquare.column(ofLongitude: longitude.nextDown) == edge - 1)
    }
  }

  /// The series, against the edges, which are computed in another way.
  @Test func everyRowIsBetweenItsEdges() {
    let square = MercatorSquare()
    var generator = SeededGenerator(seed: 2)
    let most = MercatorSquare.northernmost.nextDown
    for _ in 0..<200_000 {
      let latitude = Double.random(in: -most...most, using: &generator)
      let row = Int(square.row(ofLatitude: latitude))
      let isInside =
        latitude <= MercatorSquare.latitude(ofEdge: row)
        && latitude > MercatorSquare.latitude(ofEdge: row + 1)
      if !isInside { Issue.record("\(latitude) is not in row \(row)") }
    }
  }

  @Test func whereStripsMeet() {
    let square = MercatorSquare()
    for half in -170...170 {
      for latitude in [Double(half) / 2, (Double(half) / 2).nextUp, (Double(half) / 2).nextDown] {
        let row = Int(square.row(ofLatitude: latitude))
        #expect(latitude <= MercatorSquare.latitude(ofEdge: row))
        #expect(latitude > MercatorSquare.latitude(ofEdge: row + 1))
      }
    }
  }

  @Test func polesEquatorAndDateLine() {
    let square = MercatorSquare()
    let north = MercatorSquare.northernmost
    #expect(abs(north - 85.051_128_779_8) < 1e-10)
    for latitude in [90, 86, north.nextUp, north, north.nextDown] {
      #expect(square.row(ofLatitude: latitude) == 0)
      #expect(square.row(ofLatitude: -latitude) == last)
    }
    #expect(square.row(ofLatitude: 0) == 1 << 27)
    #expect(square.row(ofLatitude: -0.0) == 1 << 27)
    #expect(square.row(ofLatitude: Double.leastNonzeroMagnitude) == 1 << 27 - 1)
    #expect(MercatorSquare.column(ofLongitude: -180) == 0)
    #expect(MercatorSquare.column(ofLongitude: 180) == 0)
    #expect(MercatorSquare.column(ofLongitude: 180.0.nextDown) == last)
    #expect(MercatorSquare.column(ofLongitude: 0) == 1 << 27)
    #expect(MercatorSquare.column(ofLongitude: -Double.leastNonzeroMagnitude) == 1 << 27 - 1)
  }
}
