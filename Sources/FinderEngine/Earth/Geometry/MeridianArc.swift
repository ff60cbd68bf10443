/// Lengths along a meridian, and the radii of parallels.
///
/// The arc from the equator to the latitude phi is the radius of the rectifying sphere times the rectifying
/// latitude, which is phi plus a series of sines of its even multiples, in powers of the third flattening n
/// (Helmert 1880). Terms up to n^4 leave an error below 1 µm.
package enum MeridianArc {
  /// From the equator to a pole, in metres.
  package static let quarter = length(to: 90)

  private static let radius: Double = {
    let n = Geodesic.n
    return Geodesic.equatorialRadius / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
  }()

  private static let terms: [Double] = {
    let n = Geodesic.n
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
    let scale = Geodesic.equatorialRadius / (1 + n)
    return [
      -1.5 * (n - n3 / 8) * scale, 15.0 / 16 * (n2 - n4 / 4) * scale, -35.0 / 48 * n3 * scale,
      315.0 / 512 * n4 * scale,
    ]
  }()

  /// From the equator northwards, in metres; negative in the south.
  package static func length(to latitude: Double) -> Double {
    let angle = latitude * Angle.degree
    var length = radius * angle
    for (place, term) in terms.enumerated() { length += term * sin(2 * Double(place + 1) * angle) }
    return length
  }

  /// The latitude at the end of an arc of this length, at most that of a pole.
  package static func latitude(at length: Double) -> Double {
    guard abs(length) < quarter else { return length < 0 ? -90 : 90 }
    var latitude = length / quarter * 90
    // Newton's steps: the first reduces the error by a factor of some hundred, and each later one squares
    // that.
    for _ in 0..<3 {
      latitude +=
        (length - self.length(to: latitude)) / curvatureRadius(at: latitude) / Angle.degree
    }
    return min(max(latitude, -90), 90)
  }

  private static let squaredEccentricity = Geodesic.flattening * (2 - Geodesic.flattening)

  /// The meridian's own radius of curvature.
  private static func curvatureRadius(at latitude: Double) -> Double {
    let sine = sin(latitude * Angle.degree)
    let root = (1 - squaredEccentricity * sine * sine).squareRoot()
    return Geodesic.equatorialRadius * (1 - squaredEccentricity) / (root * root * root)
  }

  /// The distance of a parallel from the axis.
  package static func parallelRadius(at latitude: Double) -> Double {
    let (sine, cosine) = (sin(latitude * Angle.degree), cos(latitude * Angle.degree))
    return Geodesic.equatorialRadius * max(cosine, 0)
      / (1 - squaredEccentricity * sine * sine).squareRoot()
  }
}
