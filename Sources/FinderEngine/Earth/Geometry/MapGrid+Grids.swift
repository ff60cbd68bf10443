extension MapGrid {
  /// The Ordnance Survey's National Grid (OSGB36), for anywhere near Great Britain; the Channel Islands
  /// have negative northings.
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
  static let national = MapGrid(
    ellipsoid: .airy, scale: 0.999_601_271_7, origin: Coordinate(latitude: 49, longitude: -2),
    falseEasting: 400_000, falseNorthing: -100_000,
    toWGS84: HelmertShift(
      metres: (446.448, -125.157, 542.060), seconds: (0.1502, 0.2470, 0.8421),
      partsPerMillion: -20.4894))

  /// The grid of the whole island of Ireland, to about 1 m, by the Ordnance Surveys' shift of 1999
  /// (EPSG 1641). Tables of UK postcodes give Northern Ireland's eastings and northings on this grid,
  /// in columns named for the National Grid.
  static let irish = MapGrid(
    ellipsoid: .modifiedAiry, scale: 1.000_035, origin: Coordinate(latitude: 53.5, longitude: -8),
    falseEasting: 200_000, falseNorthing: 250_000,
    toWGS84: HelmertShift(
      metres: (482.5, -130.6, 564.6), seconds: (-1.042, -0.214, -0.631), partsPerMillion: 8.15))
}
