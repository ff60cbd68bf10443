import Foundation
import TestSupport
import Testing

@testable import FinderEngine

@Suite struct NationalGridTests {
  /// Some of the Ordnance Survey's test points, with their true positions in ETRS89: both ends of
  /// the country, its middle, and where the Helmert transformation is at its worst.
  @Test(arguments: [
    (91_492.146, 11_318.804, 49.92226393730, -6.29977752014),
    (170_370.718, 11_572.405, 49.96006137820, -5.20304609998),
    (362_269.991, 169_978.690, 51.42754743020, -2.54407618349),
    (530_624.974, 178_388.464, 51.48936564950, -0.11992557180),
    (599_445.590, 225_722.826, 51.89436637350, 0.89724327012),
    (319_188.434, 670_947.534, 55.92478265510, -3.29479219337),
    (395_999.668, 1_138_728.951, 60.13308091660, -2.07382822798),
  ])
  func withinFiveMetres(east: Double, north: Double, latitude: Double, longitude: Double) {
    expect(
      MapGrid.national.coordinate(easting: east, northing: north), latitude, longitude, within: 5)
  }

  /// The same transformation by another program (PROJ 9, without its grids of shifts), to two millimetres:
  /// the remaining five metres are the method's, not an error here.
  @Test(arguments: Self.projections)
  func agreesWithAnotherProgram(east: Double, north: Double, latitude: Double, longitude: Double) {
    expect(
      MapGrid.national.coordinate(easting: east, northing: north), latitude, longitude, within: 2e-3
    )
  }

  private static let projections = [
    (651_409.903, 313_177.27, 52.6579785983, 1.7160519458),
    (91_492.146, 11_318.804, 49.9222699658, -6.2997122969),
    (392_192, -77_560, 49.2025718143, -2.1084966634),
    (146_300, 529_800, 54.5994822418, -5.9294040468),
    (538_350, 184_500, 51.5424473124, -0.0063577487),
    (421_300.525, 1_072_147.239, 59.5347069182, -1.6251706904),
    (439_668, 1_175_316, 60.4596563687, -1.2806279849),
  ]

  /// Northern Ireland: Belfast, Derry and the corners, by the same program.
  @Test(arguments: [
    (333_900, 374_000, 54.5964954624, -5.9290318460),
    (243_500, 416_500, 54.9940903097, -7.3211206723),
    (188_000, 309_000, 54.0301487044, -8.1838635406),
    (367_000, 453_000, 55.2955457877, -5.3715500822),
  ])
  func irishGrid(east: Double, north: Double, latitude: Double, longitude: Double) {
    expect(
      MapGrid.irish.coordinate(easting: east, northing: north), latitude, longitude, within: 0.1)
  }

  @Test(RealData.needed("osgb.csv"))
  func allTestPoints() throws {
    let rows = try RealData.numbers(of: "osgb.csv", columns: 4)
    #expect(rows.count == 23)
    var squares = 0.0
    for f in rows {
      let found = MapGrid.national.coordinate(easting: f[0], northing: f[1])
      let error = Geodesic.distance(
        from: found, to: Coordinate(latitude: f[2], longitude: f[3]))
      #expect(error < 5, "\(f): \(error) m")
      squares += error * error
    }
    #expect((squares / Double(rows.count)).squareRoot() < 2.2)
  }

  private func expect(
    _ found: Coordinate, _ latitude: Double, _ longitude: Double, within metres: Double
  ) {
    let truth = Coordinate(latitude, longitude)
    #expect(Geodesic.distance(from: found, to: truth) < metres, "\(found)")
  }

  /// No numbers trap, and those that are not finite have no position.
  @Test(arguments: [
    (Double.nan, 0.0), (0.0, Double.nan), (Double.infinity, 5.0), (1e300, -1e300), (-1e9, 1e9),
  ])
  func hostileNumbersDoNotTrap(east: Double, north: Double) {
    for grid in [MapGrid.national, MapGrid.irish] {
      let place = grid.coordinate(easting: east, northing: north)
      #expect(place.latitude.isNaN || (east.isFinite && north.isFinite), "\(place)")
    }
  }
}
