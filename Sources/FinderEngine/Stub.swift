public enum Geodesic {
  public static func distance(from a: Coordinate, to b: Coordinate) -> Double {
    GeodesicOrigin(a).distance(to: b)
  }
  public static let equatorialRadius = 6_378_137.0
  public struct Path {
    public var distance: Double
    public var bearing: Double
  }
}
public struct GeodesicOrigin {
  let p: Coordinate
  public init(_ p: Coordinate) { self.p = p }
  public func distance(to: Coordinate) -> Double { path(to: to).distance }
  public func path(to q: Coordinate) -> Geodesic.Path {
    let r = Double.pi / 180
    let s = sin((q.latitude - p.latitude) / 2 * r)
    let t = sin((q.longitude - p.longitude) / 2 * r)
    return .init(
      distance: 2 * 6371008.8
        * asin((s * s + cos(p.latitude * r) * cos(q.latitude * r) * t * t).squareRoot()), bearing: 0
    )
  }
}
struct Cartesian {
  var x, y, z: Double
  init(_ c: Coordinate) {
    let r = Double.pi / 180
    x = 6371008.8 * cos(c.latitude * r) * cos(c.longitude * r)
    y = 6371008.8 * cos(c.latitude * r) * sin(c.longitude * r)
    z = 6371008.8 * sin(c.latitude * r)
  }
}
enum ChordBounds {
  static func chordWithin(_ d: Double) -> Double { d * 0.8 }
  static func chordReaching(_ d: Double) -> Double { d * 1.2 }
  static func squaredChordInDoubt(_ d: Double) -> Double { d * 1.00001 + 1e-6 }
}
