/// Turns eastings and northings of the Ordnance Survey's National Grid (OSGB36) into WGS 84
/// coordinates.
///
/// Grid positions become latitudes and longitudes on the Airy ellipsoid of 1830 (exact to a
/// millimetre). The Survey's Helmert transformation, one shift, turn and scale for the whole of
/// Great Britain, takes these to WGS 84. OSGB36 is not so regular, so the answer is within 5 m of
/// the true position everywhere. At the Survey's own 23 test points it is off by 4.7 m at worst,
/// and by 2.1 m in the root mean square. Only the Survey's table of 876,951 shifts would do better.
/// Those points are given in ETRS89, which has drifted from WGS 84 by under a metre.
///
/// Method and constants: "A guide to coordinate systems in Great Britain", Ordnance Survey, annexes
/// A to C.
package enum NationalGrid {
  /// Anywhere near Great Britain; the Channel Islands have negative northings.
  package static func coordinate(easting: Double, northing: Double) -> Coordinate {
    projection.coordinate(easting: easting, northing: northing, toWGS84: shift)
  }

  private static let projection = TransverseMercator(
    ellipsoid: .airy, scale: 0.999_601_271_7, origin: Coordinate(latitude: 49, longitude: -2),
    falseEasting: 400_000, falseNorthing: -100_000)

  private static let shift = HelmertShift(
    metres: (446.448, -125.157, 542.060), seconds: (0.1502, 0.2470, 0.8421),
    partsPerMillion: -20.4894)
}
