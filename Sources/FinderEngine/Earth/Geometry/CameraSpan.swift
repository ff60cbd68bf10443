/// How much of the map a view shows, in degrees.
public struct CameraSpan: Equatable, Sendable {
  /// The view's height.
  public var latitude: Double
  /// Its width.
  public var longitude: Double

  /// A view of this height and width.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The three spans that the map names by the height of the camera.
  package init?(named name: String) {
    switch name {
    case "low": self.init(latitude: 0.005, longitude: 0.005)
    case "middle": self.init(latitude: 0.025, longitude: 0.025)
    case "high": self.init(latitude: 14.83, longitude: 12.22)
    default: return nil
    }
  }

  package var isTooWideForVenues: Bool { latitude > Camera.widestLatitudeForVenues }

  /// The rectangle that is visible with the camera over `center`. O(1).
  public func visibleBox(around center: Coordinate) -> BoundingBox {
    let south = max(tidied(center.latitude - latitude / 2), -90)
    let north = min(tidied(center.latitude + latitude / 2), 90)
    // The rounded edges of a view slightly narrower than the globe could coincide, and show
    // nothing.
    guard longitude < 360 - 2e-9 else {
      return BoundingBox(south: south, west: -180, north: north, east: 180)
    }
    return BoundingBox(
      south: south, west: tidied(wrapped(center.longitude - longitude / 2)),
      north: north, east: tidied(wrapped(center.longitude + longitude / 2)))
  }

  /// To 1e-9 degrees (0.1 mm), so that 51.5 - 0.0125 is the 51.4875 that a person works out, and a
  /// venue written with that latitude lies on the edge and not a rounding error outside it.
  private func tidied(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 }

  private func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
  }
}
