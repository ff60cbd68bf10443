/// A range of latitudes and one of longitudes that contain a whole region: the first test if there is no
/// index. The window does not cross the date line; if it had to, it would include every longitude.
struct DegreeWindow {
  var south = -Double.infinity
  var north = Double.infinity
  var west = -Double.infinity
  var east = Double.infinity

  /// Covers rounding here and in chords: 0.1 mm, while chords are good to a few nm.
  private static let slack = 1e-9
  /// a (1 - e²), a meridian's smallest radius of curvature.
  private static let sharpestMeridian = Geodesic.polarRadius * Geodesic.axisRatio

  init(_ box: BoundingBox) {
    (south, north) = (box.south, box.north)
    // An edge at 180° also includes longitudes written as -180°.
    guard box.west <= box.east, box.west > -180, box.east < 180 else { return }
    (west, east) = (box.west, box.east)
  }

  /// Contains everything within a straight-line distance of `chord` metres.
  ///
  /// From one parallel to another, no path is shorter than the meridian, and a metre of it turns by at most 1
  /// / `sharpestMeridian`. Two points at least p from the axis and a turn of t apart are at least 2 p sin(t /
  /// 2) apart in a straight line.
  init(around center: Coordinate, chord: Double) {
    guard chord < Geodesic.polarRadius else { return }
    let turn = ChordBounds.upper(chord: chord) / Self.sharpestMeridian
    let height = turn * 180 / .pi + Self.slack
    (south, north) = (center.latitude - height, center.latitude + height)
    let farthestNorth = max(abs(south), abs(north))
    guard farthestNorth < 89.99 else { return }
    let fromAxis = Geodesic.equatorialRadius * cos(farthestNorth * .pi / 180)
    guard chord < fromAxis else { return }
    let width = 2 * asin(chord / (2 * fromAxis)) * 180 / .pi + Self.slack
    guard abs(center.longitude) + width < 180 else { return }
    (west, east) = (center.longitude - width, center.longitude + width)
  }
}

/// The position of each row, as written in its dataset.
package struct DegreeColumns: Sendable {
  package let latitude: Column<Double>
  package let longitude: Column<Double>

  @inline(__always) package func coordinate(ofRow row: Int) -> Coordinate {
    Coordinate(latitude: latitude[row], longitude: longitude[row])
  }
}
