import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct PinLayoutTests {
  private static func pin(_ x: Double, _ y: Double, _ letter: String) -> MapPin {
    MapPin(kind: .venue, place: MapPlace(x: x, y: y), letter: letter, name: letter)
  }

  private static func apart(_ a: MapPlace, _ b: MapPlace) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  @Test func aSinglePinIsAbove() {
    var scene = PictureScenes.empty(width: 200, height: 200)
    scene.pins = [Self.pin(100, 100, "a")]
    #expect(PinLayout(scene).pins[0].disc == MapPlace(x: 100, y: 85))
    // At the upper edge it is beside its place, inside the view.
    scene.pins = [Self.pin(100, 2, "a")]
    #expect(PinLayout(scene).pins[0].disc.y >= 10)
    scene.pins = [Self.pin(100, 300, "a")]
    #expect(PinLayout(scene).pins.isEmpty)
  }

  /// 26 of them in a street, or all on one spot: none covers another, and none covers the point.
  @Test(arguments: [0.0, 5, 40]) func noneCoversAnother(reach: Double) {
    var generator = SeededGenerator(seed: 7)
    var scene = PictureScenes.empty(width: 600, height: 400)
    let point = MapPlace(x: 300, y: 200)
    scene.pins = (0..<26).map { i in
      Self.pin(
        300 + .random(in: -reach...reach, using: &generator),
        200 + .random(in: -reach...reach, using: &generator),
        String(UnicodeScalar(UInt8(97 + i))))
    }
    scene.pins.append(MapPin(kind: .point, place: point, letter: "", name: ""))
    let pins = PinLayout(scene).pins
    #expect(pins.map(\.pin.letter) == scene.pins.dropLast().map(\.letter))
    for (i, pin) in pins.enumerated() {
      for other in pins[..<i] {
        #expect(Self.apart(pin.disc, other.disc) >= 2 * PinLayout.radius)
      }
      #expect(Self.apart(pin.disc, point) >= PinLayout.radius)
    }
  }
}
