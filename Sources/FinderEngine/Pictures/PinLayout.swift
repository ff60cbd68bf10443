/// Where the discs with the pins' letters stand: above their places, or, where others stand there
/// already, as near as there is room, tied to their places by a line.
struct PinLayout {
  struct Pin {
    let pin: MapPin
    let disc: MapPlace
  }

  /// Of two neighbours' discs.
  private static let apart = 2 * PictureStyle.pinRadius + 2
  /// From a place to its disc when nothing is in the way.
  private static let stalk = 15.0
  /// Sixteen ways to go, upwards first and then to both sides in turn.
  private static let ways: [(x: Double, y: Double)] = [
    (0, -1), (0.3827, -0.9239), (-0.3827, -0.9239), (0.7071, -0.7071), (-0.7071, -0.7071),
    (0.9239, -0.3827), (-0.9239, -0.3827), (1, 0), (-1, 0), (0.9239, 0.3827), (-0.9239, 0.3827),
    (0.7071, 0.7071), (-0.7071, 0.7071), (0.3827, 0.9239), (-0.3827, 0.9239), (0, 1),
  ]

  let pins: [Pin]

  /// The nearest venues choose first. Those outside the view are left out.
  init(_ scene: MapScene) {
    let lettered = scene.pins.filter { $0.kind != .point && scene.view.contains($0.place) }
    let points = scene.pins.filter { $0.kind == .point }.map(\.place)
    var taken: [MapPlace] = []
    pins = lettered.map { pin in
      let disc = Self.disc(of: pin.place, clearOf: taken, points, in: scene.view)
      taken.append(disc)
      return Pin(pin: pin, disc: disc)
    }
  }

  private static func disc(
    of place: MapPlace, clearOf taken: [MapPlace], _ points: [MapPlace], in view: MapView
  ) -> MapPlace {
    let margin = PictureStyle.pinRadius + 2
    for step in 0..<12 {
      for way in ways {
        let reach = stalk + 9 * Double(step)
        let disc = MapPlace(x: place.x + way.x * reach, y: place.y + way.y * reach)
        guard disc.x >= margin, disc.y >= margin, disc.x <= Double(view.width) - margin,
          disc.y <= Double(view.height) - margin
        else { continue }
        let isClear =
          taken.allSatisfy { distance($0, disc) >= apart }
          && points.allSatisfy { distance($0, disc) >= margin + 7 }
        if isClear { return disc }
      }
    }
    return MapPlace(x: place.x, y: place.y - stalk)
  }

  private static func distance(_ a: MapPlace, _ b: MapPlace) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }
}
