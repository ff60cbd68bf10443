/// Eastings and northings as in lists with UK postcodes.
package enum PositionGrid {
  /// The National Grid, and the Channel Islands to the south of it.
  private static let eastings = -300_000.0...900_000
  private static let northings = -200_000.0...1_400_000

  private static let northernIreland = BoundingBox(
    south: 53.9, west: -8.3, north: 55.5, east: -5.3)

  /// `nil` if that is not a position; 0,0 and similar values mean that there is none.
  ///
  /// Positions in Northern Ireland are on the National Grid in some tables and on Ireland's in others (the
  /// Office for National Statistics'), in columns with the same names. No pair of numbers is in Northern
  /// Ireland on both grids, so each pair shows which grid it is on.
  package static func coordinate(
    easting: Double, northing: Double, of postcode: Postcode?
  ) -> Coordinate? {
    guard eastings.contains(easting), northings.contains(northing), easting != 0, northing != 0
    else { return nil }
    let national = MapGrid.national.coordinate(easting: easting, northing: northing)
    guard postcode?.isInNorthernIreland == true, !northernIreland.contains(national) else {
      return national
    }
    let irish = MapGrid.irish.coordinate(easting: easting, northing: northing)
    return northernIreland.contains(irish) ? irish : nil
  }
}
