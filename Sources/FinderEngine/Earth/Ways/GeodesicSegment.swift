// The shortest distance from a point to a geodesic between two others.
//
// The distance from P to a point X that moves along a geodesic changes by -cos(A) per metre, where A is the
// angle at X between the direction of travel and the direction to P. So the foot, the point with the shortest
// distance, is where A is a right angle, or an end. On a sphere of radius R, the foot of a point d away is
// exactly R atan(cos(A) tan(d / R)) farther on; on the ellipsoid, that step is off by about f (d / R)^2 of
// its own length, so two or three steps find any foot (Baselga and Martinez-Llario 2018,
// doi:10.1007/s11200-017-1020-z, improved by Karney).
//
// Below a quarter of the globe (9,900 km) there is only one foot: balls of that size are convex, so a
// shortest path intersects them in one piece, along which the distance is convex. The sign of cos(A) then
// shows on which side the foot is, and keeps every step within bounds that only shrink. Farther away, the
// step still leads to the nearest place, apart from the effect that the flattening may have there, and both
// ends are tried as well.

/// The shortest geodesic from one point to another.
package struct GeodesicSegment: Sendable {
  package let start, end: Coordinate
  package let length: Double
  private let course: GeodesicCourse

  package init(from start: Coordinate, to end: Coordinate) {
    (self.start, self.end) = (start, end)
    let path = Geodesic.inverse(from: start, to: end)
    length = path.distance
    course = GeodesicCourse(from: start, bearing: path.bearing)
  }

  /// The place where a segment is nearest to a point.
  package struct Foot: Sendable {
    package enum Place: Sendable {
      case start, inside, end
    }

    package let place: Place
    /// Metres from the start.
    package let along: Double
    /// Metres to the point.
    package let offset: Double
    /// How far the point is to the right of the direction of travel; negative to the left. 0 at the ends,
    /// which other segments may share.
    let right: Double

    init(at place: Place, along: Double, offset: Double, right: Double = 0) {
      (self.place, self.along, self.offset, self.right) = (place, along, offset, right)
    }
  }

  /// `guess` is an estimate of the foot, in metres from the start; a poor one costs a step or two. The
  /// geodesics computed are added to `geodesics`.
  package func foot(
    of point: Coordinate, guess: Double, geodesics: GeodesicCount? = nil
  ) -> Foot {
    let origin = GeodesicOrigin(point)
    guard length > 0 else {
      geodesics?.count += 1
      return end(origin, 0)
    }
    let found = downhill(to: point, origin, from: guess, geodesics)
    if found.offset < Self.convex { return found }
    geodesics?.count += 2
    // The first if several are equal.
    let feet = [end(origin, 0), found, end(origin, length)]
    return feet.dropFirst().reduce(feet[0]) { $1.offset < $0.offset ? $1 : $0 }
  }

  private func downhill(
    to point: Coordinate, _ origin: GeodesicOrigin, from guess: Double,
    _ geodesics: GeodesicCount?
  ) -> Foot {
    var (low, high) = (0.0, length)
    var place = min(max(guess, low), high)
    var step = 0
    while true {
      let stop = course.stop(after: place)
      let path = Geodesic.inverse(from: stop.point, to: point)
      geodesics?.count += 1
      if path.distance == 0 { return foot(place, 0, 0) }
      let angle = Angle(radians: (path.bearing - stop.heading) * Angle.degree)
      let move = Self.step(path.distance, angle.cosine)
      var next = place + move
      if abs(move) <= Self.settled {
        if next <= 0 || next >= length {
          geodesics?.count += 1
          return end(origin, next <= 0 ? 0 : length)
        }
        let squared = path.distance * path.distance - move * move
        return foot(next, max(0, squared).squareRoot(), path.distance * angle.sine)
      }
      if move > 0 { low = place } else { high = place }
      if high <= 0 || low >= length {
        geodesics?.count += 1
        return end(origin, high <= 0 ? 0 : length)
      }
      step += 1
      if step > Self.lastQuickStep {
        next = (low + high) / 2
      } else if next <= low || next >= high {
        // The step leaves the bounds, so an end is tried, and after that the middle.
        let edge = next <= low ? low : high
        next = (edge == 0 || edge == length) && step < 4 ? edge : (low + high) / 2
      }
      if next == place || high - low < 1e-9 {
        return foot(place, path.distance, path.distance * angle.sine)
      }
      place = next
    }
  }

  /// Moves shorter than this, in metres, are left to Pythagoras.
  private static let settled = 1e-4
  /// Two or three are usual; after these, the remaining interval is halved until it is empty.
  private static let lastQuickStep = 20
  /// Up to this distance there is only one foot; less than a quarter of the shortest way round the earth.
  private static let convex = 9_900_000.0

  private static func step(_ distance: Double, _ cosine: Double) -> Double {
    let radius = 6_371_008.8
    let arc = distance / radius
    return radius * atan2(cosine * sin(arc), cos(arc))
  }

  private func foot(_ place: Double, _ offset: Double, _ right: Double) -> Foot {
    Foot(at: .inside, along: place, offset: offset, right: right)
  }

  /// At 0 or the whole length. The distance is that from the end point itself.
  private func end(_ origin: GeodesicOrigin, _ place: Double) -> Foot {
    place <= 0
      ? Foot(at: .start, along: 0, offset: origin.distance(to: start))
      : Foot(at: .end, along: length, offset: origin.distance(to: end))
  }

  /// The point this many metres from the start.
  package func point(at along: Double) -> Coordinate {
    if along <= 0 { return start }
    if along >= length { return end }
    return course.stop(after: along).point
  }
}
