/// One box in space.
package struct PlaceBox {
  typealias Corner = (x: Float, y: Float, z: Float)

  var low: Corner = (.infinity, .infinity, .infinity)
  var high: Corner = (-.infinity, -.infinity, -.infinity)

  /// A degree of latitude is at least 110,574 m long; a chord is shorter than its arc by less than
  /// 1 in 10,000 where it is shorter than a degree.
  package static let degreesPerMetre = 1.0001 / 110_574

  /// The longest line in it, in metres.
  @inline(__always) var diagonal: Double {
    let (x, y, z) = (high.x - low.x, high.y - low.y, high.z - low.z)
    return Double((x * x + y * y + z * z).squareRoot())
  }

  @inline(__always) var middle: Cartesian {
    Cartesian(
      x: (Double(low.x) + Double(high.x)) / 2, y: (Double(low.y) + Double(high.y)) / 2,
      z: (Double(low.z) + Double(high.z)) / 2)
  }

  func contains(_ place: Cartesian) -> Bool {
    Double(low.x) <= place.x && place.x <= Double(high.x)
      && Double(low.y) <= place.y && place.y <= Double(high.y)
      && Double(low.z) <= place.z && place.z <= Double(high.z)
  }
}
