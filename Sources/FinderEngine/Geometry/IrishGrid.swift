/// The grid of the whole island of Ireland. Tables of UK postcodes give Northern Ireland's eastings
/// and northings on this grid, in columns named for the National Grid.
enum IrishGrid {
  /// To about 1 m, by the Ordnance Surveys' shift of 1999 (EPSG 1641).
  static func coordinate(easting: Double, northing: Double) -> Coordinate {
    projection.coordinate(easting: easting, northing: northing, toWGS84: shift)
  }

  private static let projection = TransverseMercator(
    ellipsoid: .modifiedAiry, scale: 1.000_035, origin: Coordinate(latitude: 53.5, longitude: -8),
    falseEasting: 200_000, falseNorthing: 250_000)

  private static let shift = HelmertShift(
    metres: (482.5, -130.6, 564.6), seconds: (-1.042, -0.214, -0.631), partsPerMillion: 8.15)
}
