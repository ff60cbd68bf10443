import FinderEngine

/// A position in whole ten-millionths of a degree. Its decimals are written and read back without rounding,
/// and whether it is in a box of the same units is decided with whole numbers.
package struct ExactPosition: Hashable, Sendable {
  package static let unit = 10_000_000

  package var latitude: Int
  package var longitude: Int

  package init(latitude: Int, longitude: Int) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The nearest valid position: latitudes stop at a pole, longitudes wrap around.
  package init(nearestTo latitude: Double, _ longitude: Double) {
    let turned = longitude.remainder(dividingBy: 360)
    self.init(
      latitude: Int((max(-90, min(90, latitude)) * Double(Self.unit)).rounded()),
      longitude: Int((turned * Double(Self.unit)).rounded()))
  }

  package var coordinate: Coordinate {
    Coordinate(latitude: Self.degrees(latitude), longitude: Self.degrees(longitude))
  }

  package var antipode: ExactPosition {
    let half = 180 * Self.unit
    return ExactPosition(
      latitude: -latitude, longitude: longitude > 0 ? longitude - half : longitude + half)
  }

  /// One division of two exact numbers, which gives the same Double as reading the decimal.
  package static func degrees(_ units: Int) -> Double { Double(units) / Double(unit) }

  /// With all seven decimals.
  package static func decimal(_ units: Int) -> String {
    let digits = String(units.magnitude % unit.magnitude)
    let zeros = String(repeating: "0", count: 7 - digits.count)
    return "\(units < 0 ? "-" : "")\(units.magnitude / unit.magnitude).\(zeros)\(digits)"
  }
}

/// A box in the same units, decided by counting eastwards from its western edge.
package struct ExactBox: Sendable {
  package var south: Int
  package var west: Int
  package var north: Int
  package var east: Int

  package init(south: Int, west: Int, north: Int, east: Int) {
    self.south = south
    self.west = west
    self.north = north
    self.east = east
  }

  package var box: BoundingBox {
    BoundingBox(
      south: ExactPosition.degrees(south), west: ExactPosition.degrees(west),
      north: ExactPosition.degrees(north), east: ExactPosition.degrees(east))
  }

  package func contains(_ position: ExactPosition) -> Bool {
    let turn = 360 * ExactPosition.unit
    let width = west > east ? east - west + turn : east - west
    let offset = (position.longitude - west + 2 * turn) % turn
    return (south...max(south, north)).contains(position.latitude) && north >= south
      && (offset <= width || width == turn)
  }
}
