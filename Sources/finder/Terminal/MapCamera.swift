import FinderEngine
import FinderMaps

/// The camera over the map, by the rules of the app that finder descends from: its centre stays inside the
/// camera bounds, and it stays between 500 m and 2200 km above the ground. The height of the visible area is
/// 0.536 of that distance.
///
/// A map that begins outside the bounds was requested there: then neither its centre nor its distance is
/// limited.
struct MapCamera: Equatable {
  private(set) var view: MapView
  let isBound: Bool

  init(_ view: MapView) {
    self.view = view
    isBound = Camera.bounds.contains(view.center)
    settle(view.center, view.worldWidth)
  }

  /// The distance of the camera, in metres.
  var distance: Double { view.metresPerPixel * Double(view.height) / MapView.heightByDistance }

  private var middle: MapPlace { MapPlace(x: Double(view.width) / 2, y: Double(view.height) / 2) }

  /// In the view's pixels.
  mutating func pan(right x: Double, down y: Double) {
    move(to: view.coordinate(of: MapPlace(x: middle.x + x, y: middle.y + y)))
  }

  mutating func move(to center: Coordinate) { settle(center, view.worldWidth) }

  /// The place at `place`, or in the middle, stays there, as far as the bounds allow.
  mutating func zoom(by factor: Double, around place: MapPlace? = nil) {
    let wanted = Self.allowed(view.worldWidth * factor, at: view.center, of: view, isBound)
    // Ignores differences due to rounding.
    guard abs(wanted / view.worldWidth - 1) > 1e-9 else { return }
    guard let place else { return settle(view.center, wanted) }
    let share = 1 - view.worldWidth / wanted
    let center = view.coordinate(
      of: MapPlace(
        x: middle.x + (place.x - middle.x) * share, y: middle.y + (place.y - middle.y) * share))
    settle(center, wanted)
  }

  /// The middle and the scale stay the same.
  mutating func resize(width: Int, height: Int) {
    view = MapView(center: view.center, worldWidth: view.worldWidth, width: width, height: height)
    settle(view.center, view.worldWidth)
  }

  private mutating func settle(_ center: Coordinate, _ worldWidth: Double) {
    let center = isBound ? Camera.clamped(center) : center
    view = MapView(
      center: center, worldWidth: Self.allowed(worldWidth, at: center, of: view, isBound),
      width: view.width, height: view.height)
  }

  private static func allowed(
    _ worldWidth: Double, at center: Coordinate, of view: MapView, _ isBound: Bool
  ) -> Double {
    let whole = MapView(
      center: center, worldWidth: MapView.tile, width: view.width, height: view.height)
    /// The world's width with the camera one metre away.
    let one = whole.metresPerPixel * MapView.tile * Double(view.height) / MapView.heightByDistance
    let range = Camera.distanceRange
    let least = isBound ? one / range.upperBound : Double(min(view.width, view.height)) / 2
    return max(min(worldWidth, one / range.lowerBound), least)
  }
}
