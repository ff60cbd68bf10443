import FinderEngine
import FinderMaps
import TestSupport
import Testing

@testable import finder

/// The camera rules hold whatever is done.
@Suite struct MapCameraTests {
  private static let london = Coordinate(latitude: 51.5074, longitude: -0.1278)

  private static func camera(
    _ center: Coordinate = london, zoom: Double = 12, width: Int = 200, height: Int = 120
  ) -> MapCamera {
    MapCamera(MapView(center: center, zoom: zoom, width: width, height: height))
  }

  private static func isAllowed(_ camera: MapCamera) -> Bool {
    let range = Camera.distanceRange
    return Camera.bounds.contains(camera.view.center)
      && camera.distance > range.lowerBound * 0.999_999
      && camera.distance < range.upperBound * 1.000_001
  }

  @Test func viewIsAsHighAsTheLensSays() {
    var camera = Self.camera()
    camera.zoom(by: 1e9)
    #expect(abs(camera.distance - 500) < 0.001)
    #expect(abs(camera.view.metresPerPixel * 120 - 0.536 * 500) < 0.001)
    camera.zoom(by: 1e-9)
    #expect(abs(camera.distance - 2_200_000) < 1)
    // Its height in degrees, by the length of a degree of latitude.
    let box = camera.view.box
    #expect(abs((box.north - box.south) * 111_200 / 1_179_200 - 1) < 0.05)
  }

  @Test(arguments: 0..<50) func staysAllowed(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var camera = Self.camera(
      width: .random(in: 40...400, using: &generator),
      height: .random(in: 20...400, using: &generator))
    #expect(camera.isBound)
    for step in 0..<300 {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        camera.pan(
          right: .random(in: -400...400, using: &generator),
          down: .random(in: -400...400, using: &generator))
      case 1:
        camera.zoom(
          by: [0.1, 0.5, 0.7, 1, 1.5, 2, 30].randomElement(using: &generator)!,
          around: MapPlace(
            x: .random(in: 0...400, using: &generator), y: .random(in: 0...400, using: &generator)))
      default:
        camera.resize(
          width: .random(in: 40...400, using: &generator),
          height: .random(in: 20...400, using: &generator))
      }
      #expect(Self.isAllowed(camera), "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<50) func wheelKeepsWhatIsUnderThePointer(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var camera = Self.camera(
      Coordinate(latitude: 53, longitude: -2), zoom: .random(in: 8...14, using: &generator))
    let place = MapPlace(
      x: .random(in: 0...200, using: &generator), y: .random(in: 0...120, using: &generator))
    let before = camera.view.coordinate(of: place)
    camera.zoom(by: seed % 2 == 0 ? 2 : 0.7, around: place)
    let after = camera.view.place(of: before)
    #expect(abs(after.x - place.x) < 1e-6 && abs(after.y - place.y) < 1e-6, "seed \(seed)")
  }

  /// At the ends of the zoom nothing moves.
  @Test func nothingMovesAtTheEnds() {
    var camera = Self.camera()
    camera.zoom(by: 1e9)
    let nearest = camera
    camera.zoom(by: 2, around: MapPlace(x: 10, y: 10))
    #expect(camera == nearest)
  }

  @Test func resizingKeepsMiddleAndScale() {
    var camera = Self.camera()
    let before = camera.view
    camera.resize(width: 80, height: 40)
    #expect(camera.view.center == before.center && camera.view.worldWidth == before.worldWidth)
    #expect((camera.view.width, camera.view.height) == (80, 40))
  }

  /// A map that began outside moves freely, and shows the world.
  @Test func outsideTheBoundsItIsFree() {
    var camera = Self.camera(Coordinate(latitude: 40.7, longitude: -74))
    #expect(!camera.isBound)
    camera.zoom(by: 1e-9)
    #expect(camera.distance > 2_200_000)
    camera.move(to: Coordinate(latitude: 10, longitude: 179))
    camera.zoom(by: 1e6)
    camera.pan(right: 1e5, down: 0)
    #expect(abs(camera.view.center.longitude) <= 180)
    #expect(abs(camera.distance) >= 499)
  }
}
