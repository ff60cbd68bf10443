import FinderEngine

/// Where to draw the discs that hold the pins' letters. A disc is above its place or, if another is there, in
/// the nearest free spot. A line joins it to its place.
struct PinLayout {
  struct Pin {
    let pin: MapPin
    let disc: MapPlace
  }

  /// The radius of a disc.
  static let radius = 8.0
  /// The distance between the centres of neighbouring discs.
  private static let spacing = 2 * radius + 2
  /// The distance from a place to its disc if nothing is in the way.
  private static let stalk = 15.0
  /// Sixteen directions: upwards first, then to both sides in turn.
  private static let directions: [(x: Double, y: Double)] = [
    (0, -1), (0.3827, -0.9239), (-0.3827, -0.9239), (0.7071, -0.7071), (-0.7071, -0.7071),
    (0.9239, -0.3827), (-0.9239, -0.3827), (1, 0), (-1, 0), (0.9239, 0.3827), (-0.9239, 0.3827),
    (0.7071, 0.7071), (-0.7071, 0.7071), (0.3827, 0.9239), (-0.3827, 0.9239), (0, 1),
  ]

  let pins: [Pin]

  /// The nearest venues choose first. Pins outside the view, and points, have no disc.
  init(_ scene: MapScene) {
    let lettered = scene.pins.filter { $0.kind != .point && scene.view.contains($0.place) }
    let places = lettered.map(\.place)
    let points = scene.pins.filter { $0.kind == .point }.map(\.place)
    var taken: [MapPlace] = []
    pins = lettered.map { pin in
      // If no spot is clear of the other venues, the disc may cover one.
      let disc =
        Self.disc(of: pin.place, clearOf: taken, points + places, in: scene.view)
        ?? Self.disc(of: pin.place, clearOf: taken, points, in: scene.view)
      taken.append(disc ?? pin.place)
      return Pin(pin: pin, disc: disc ?? pin.place)
    }
  }

  private static func disc(
    of place: MapPlace, clearOf taken: [MapPlace], _ places: [MapPlace], in view: MapView
  ) -> MapPlace? {
    let margin = radius + 2
    for step in 0..<10 {
      for direction in directions {
        let reach = stalk + 7 * Double(step)
        let disc = MapPlace(
          x: place.x + direction.x * reach, y: place.y + direction.y * reach)
        let isInView =
          disc.x >= margin && disc.y >= margin && disc.x <= Double(view.width) - margin
          && disc.y <= Double(view.height) - margin
        if isInView, taken.allSatisfy({ isApart($0, disc, spacing) }),
          places.allSatisfy({ isApart($0, disc, margin + 4) })
        {
          return disc
        }
      }
    }
    return nil
  }

  private static func isApart(_ a: MapPlace, _ b: MapPlace, _ distance: Double) -> Bool {
    let (x, y) = (a.x - b.x, a.y - b.y)
    return x * x + y * y >= distance * distance
  }
}
