// Exact distances on the WGS 84 ellipsoid.
//
// The idea. Convert every latitude phi to its reduced latitude beta, tan(beta) = (1 - f) tan(phi), and a
// geodesic of the ellipsoid becomes a great circle on a sphere with the same azimuths. Along that great
// circle the true distance s is the sphere's arc sigma, and the true longitude lambda is the sphere's
// longitude omega, each up to a small correction: a Fourier series in sigma whose coefficients are
// polynomials in a quantity epsilon below 0.0017. Six terms leave an error far below that of double
// precision.
//
// The inverse problem (two points given) asks for the azimuth at which to leave the first point so that the
// geodesic, on reaching the second point's latitude, also has its longitude. That is one equation in one
// unknown, and Newton's method solves it: the derivative is known in closed form through the 'reduced length'
// m, which says how far apart two geodesics that leave one point in slightly different directions have come.
// Near the antipode, where a plain iteration (Vincenty, 1975) wanders, the first guess comes from the
// astroid, the caustic that the geodesics from one point form there, and the root stays bracketed, so the
// search always ends.
//
//     let path = Geodesic.inverse(from: london, to: edinburgh)
//     path.distance  // 534334.324 m
//     path.bearing   // 339.0 degrees
//
// The method: C. F. F. Karney, Algorithms for geodesics, Journal of Geodesy 87 (2013), 43-55,
// doi:10.1007/s00190-012-0578-z. Distances are good to about 15 nm for any two points.
//
// One thing is added. Karney repeats Newton's step until the longitudes agree to the last bit; here the last
// step is replaced by the first variation of length. A trial geodesic that ends at the right latitude but a
// length d too far east has the length s + d sin(azimuth there), with an error of d^2 / 2m. Up to about 40 km
// the first guess is already good enough for that, so one trial settles a short line. See
// `Geodesic+Inverse.swift`.

/// Distances and bearings on WGS 84.
public enum Geodesic {
  /// In metres.
  package static let equatorialRadius = 6_378_137.0
  package static let flattening = 1 / 298.257223563

  /// The shortest path from one point to another: its length and its direction.
  public struct Path: Equatable, Sendable {
    /// In metres.
    public var distance: Double
    /// At the start, in degrees clockwise from north in [0, 360); 0 if the points coincide.
    public var bearing: Double
  }

  /// The shortest path, or one of them if there are several (to the antipode, say). 0.2 µs to 40 km, 0.4 µs
  /// over the globe.
  public static func inverse(from: Coordinate, to: Coordinate) -> Path {
    GeodesicOrigin(from).path(to: to)
  }

  /// In metres; the same, to the last bit, in either direction. Takes as long as `inverse`.
  public static func distance(from: Coordinate, to: Coordinate) -> Double {
    GeodesicOrigin(from).distance(to: to)
  }
}

/// How many geodesics were computed, for callers that want to know.
package final class GeodesicCount {
  package var count = 0
}

/// A point from which many others are measured. Everything that depends only on it is computed once. The
/// figures are those of `Geodesic`, to the last bit.
package struct GeodesicOrigin: Sendable {
  private let endpoint: Geodesic.Endpoint

  package init(_ point: Coordinate) { endpoint = Geodesic.Endpoint(point) }

  package func path(to point: Coordinate) -> Geodesic.Path {
    let target = Geodesic.Endpoint(point)
    let frame = Geodesic.Frame(endpoint, target)
    let line = frame.solve()
    return Geodesic.Path(distance: line.distance, bearing: frame.bearing(of: line))
  }

  package func distance(to point: Coordinate) -> Double {
    Geodesic.Frame(endpoint, Geodesic.Endpoint(point)).solve().distance
  }
}
