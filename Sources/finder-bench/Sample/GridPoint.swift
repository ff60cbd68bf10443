/// A position in whole steps of 1e-4 degree, as fine as the real dataset gives them.
///
/// Everything here is integer arithmetic: a sine may differ in its last bit between two C
/// libraries, and one bit is enough to change the file.
struct GridPoint: Equatable {
  var latitude: Int
  var longitude: Int

  func moved(_ offset: Offset) -> GridPoint {
    GridPoint(
      latitude: latitude + offset.north,
      longitude: longitude + offset.east * stretch / 1000)
  }

  func offset(to other: GridPoint) -> Offset {
    Offset(east: (other.longitude - longitude) * 1000 / stretch, north: other.latitude - latitude)
  }

  /// How many steps of longitude are as long as 1000 of latitude: 1000 / cos φ at each whole
  /// degree from 49° to 61°.
  private static let stretches = [
    1524, 1556, 1589, 1624, 1662, 1701, 1743, 1788, 1836, 1887, 1942, 2000, 2063,
  ]

  private var stretch: Int {
    Self.stretches[min(max(latitude / 10_000 - 49, 0), Self.stretches.count - 1)]
  }
}

/// The largest whole number whose square is not above `value` (Newton's method from above).
func integerSquareRoot(_ value: Int) -> Int {
  guard value > 1 else { return value }
  var root = 1 << ((Int.bitWidth - value.leadingZeroBitCount + 1) / 2)
  while true {
    let next = (root + value / root) / 2
    if next >= root { return root }
    root = next
  }
}

/// A way over the ground, in steps of 1e-4 degree of latitude: 11.1 metres each, 90 a kilometre.
struct Offset {
  var east: Int
  var north: Int

  static let stepsPerKilometre = 90

  var length: Int { integerSquareRoot(east * east + north * north) }

  func dot(_ other: Offset) -> Int { east * other.east + north * other.north }

  func scaled(_ numerator: Int, over denominator: Int) -> Offset {
    Offset(east: east * numerator / denominator, north: north * numerator / denominator)
  }

  static func + (a: Offset, b: Offset) -> Offset {
    Offset(east: a.east + b.east, north: a.north + b.north)
  }

  static prefix func - (a: Offset) -> Offset { Offset(east: -a.east, north: -a.north) }
}
