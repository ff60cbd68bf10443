/// How a stream of points is written; its beginning shows which.
enum PointStreamShape: Sendable {
  /// A point in a row of cells.
  case cells(CellLayout)
  /// A point in a JSON object: with keys for latitude and longitude, or a GeoJSON Point feature.
  case objects

  var layout: CellLayout? {
    if case .cells(let layout) = self { return layout }
    return nil
  }
}
