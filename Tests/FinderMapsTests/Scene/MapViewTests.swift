import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct MapViewTests {
  private func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The tile of Charing Cross, from the published formula of tile servers: 16/32744.7/21792.4.
  @Test func tilesOfServers() {
    let view = MapView(center: point(0, 0), zoom: 16, width: 0, height: 0)
    let place = view.place(of: point(51.5074, -0.1278))
    let side = 32768.0 * 256
    #expect(abs((place.x + side) / 256 - 32744.735) < 0.001)
    #expect(abs((place.y + side) / 256 - 21792.393) < 0.001)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>) func thereAndBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let view = MapView(
      center: point(
        .random(in: -80...80, using: &random), .random(in: -180...180, using: &random)),
      zoom: .random(in: 0...20, using: &random), width: .random(in: 1...2_000, using: &random),
      height: .random(in: 1...2_000, using: &random))
    let place = MapPlace(
      x: .random(in: 0...Double(view.width), using: &random),
      y: .random(in: 0...Double(view.height), using: &random))
    let wide = Double(view.width) < view.worldWidth
    let point = view.coordinate(of: place)
    let back = view.place(of: point)
    guard wide, abs(point.latitude) < 85 else { return }
    #expect(abs(back.x - place.x) < 1e-3 && abs(back.y - place.y) < 1e-3, "\(view) \(place)")
    #expect(view.box.contains(point), "\(view.box) \(point)")
  }

  @Test func fitsWithAMargin() {
    let points = [point(51.4, -0.3), point(51.6, 0.1), point(51.5, 0)]
    let view = MapView(fitting: points, width: 640, height: 400)
    let places = points.map(view.place)
    for place in places {
      #expect(place.x >= 63.9 && place.x <= 576.1 && place.y >= 39.9 && place.y <= 360.1)
    }
    let touches = places.contains { abs($0.x - 64) < 0.1 || abs($0.y - 40) < 0.1 }
    #expect(touches, "\(places)")
  }

  /// Over the antimeridian it is 0.2 degrees wide, not 359.8.
  @Test func fitsAcrossTheAntimeridian() {
    let view = MapView(fitting: [point(-17, 179.9), point(-17, -179.9)], width: 400, height: 400)
    #expect(view.box.crossesAntimeridian && view.box.longitudeWidth < 0.3)
    #expect(view.place(of: point(-17, -179.9)).x > view.place(of: point(-17, 179.9)).x)
  }

  /// No nearer than the camera's 500 m, through a lens of 30 degrees.
  @Test func nearestIsTheCameras() {
    for points in [[point(51.5, 0)], [point(51.5, 0), point(51.50001, 0)]] {
      let view = MapView(fitting: points, width: 300, height: 200)
      #expect(abs(view.metresPerPixel * 200 - 268) < 0.5)
    }
    let view = MapView(around: point(57, -4), radius: 1_000, width: 300, height: 200)
    #expect(abs(view.metresPerPixel * 200 - 2_100) < 0.5)
  }

  @Test func showsABoxWhole() {
    let box = BoundingBox(south: 51.4, west: -0.2, north: 51.6, east: 0.2)
    let view = MapView(showing: box, width: 300, height: 200)
    let shown = view.box
    #expect(abs(shown.south - 51.4) < 1e-9 || shown.south < 51.4)
    #expect(abs(shown.north - 51.6) < 1e-9 || shown.north > 51.6)
    #expect(abs(shown.west + 0.2) < 1e-9 || shown.west < -0.2)
    #expect(abs(shown.east - 0.2) < 1e-9 || shown.east > 0.2)
    #expect(shown.north - shown.south < 0.21 || shown.longitudeWidth < 0.41)
  }
}
