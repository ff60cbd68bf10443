/// Eastings and northings as lists with UK postcodes have them.
package enum PositionGrid {
  /// The National Grid, and the Channel Islands to the south of it.
  private static let eastings = -300_000.0...900_000
  private static let northings = -200_000.0...1_400_000

  private static let northernIreland = BoundingBox(
    south: 53.9, west: -8.3, north: 55.5, east: -5.3)

  /// `nil` where that is no position; 0,0 and the like stand for none.
  ///
  /// Northern Ireland's are on the National Grid in some tables and on Ireland's in others (the Office
  /// for National Statistics'), in columns of the same name. No point of the one grid is in Northern
  /// Ireland on the other too, so that each tells by itself which it is.
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
