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
