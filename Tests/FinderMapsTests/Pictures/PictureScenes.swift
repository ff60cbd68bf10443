@testable import FinderEngine
@testable import FinderMaps

/// Hand-made scenes, and what painters make of them.
enum PictureScenes {
  static func empty(width: Int, height: Int, zoom: Double = 6) -> MapScene {
    let center = Coordinate(latitude: 54, longitude: -3)
    return MapScene(view: MapView(center: center, zoom: zoom, width: width, height: height))
  }

  static func places(_ numbers: [(Double, Double)]) -> [MapPlace] {
    numbers.map { MapPlace(x: $0.0, y: $0.1) }
  }

  /// Some of everything, in 240 by 160 pixels.
  static func full(zoom: Double = 6) -> MapScene {
    var scene = empty(width: 240, height: 160, zoom: zoom)
    scene.hasLand = true
    let land = places([(40, -20), (300, -20), (300, 130), (40, 130)])
    let lake = places([(200, 20), (230, 20), (230, 50), (200, 50)])
    let line = places([(0, 60), (120, 60.5), (400, 90)])
    scene.shapes = [
      MapShape(kind: .land, lines: [land], isClosed: true),
      MapShape(kind: .lake, lines: [lake], isClosed: true),
      MapShape(kind: .border, lines: [line], isClosed: false),
    ]
    scene.dots = [
      MapDot(x: 60, y: 100, count: 1), MapDot(x: 61, y: 100, count: 1),
      MapDot(x: 62, y: 100, count: 4), MapDot(x: 63, y: 100, count: 40),
      MapDot(x: 239, y: 159, count: 1),
    ]
    scene.way = MapWayInView(line: places([(100, 100), (150, 110)]), isRouted: false)
    scene.groups = [MapGroup(place: MapPlace(x: 90, y: 30), count: 4200)]
    scene.labels = [
      MapLabel(
        place: MapPlace(x: 150, y: 30), text: "Caf\u{E9} & Ll\u{177}n",
        mark: MapPlace(x: 150, y: 42))
    ]
    scene.pins = [
      MapPin(
        kind: .venue, place: MapPlace(x: 150, y: 110), letter: "a", name: "<b>'A' \"&\" B</b>"),
      MapPin(kind: .selected, place: MapPlace(x: 150, y: 110), letter: "b", name: "B"),
      MapPin(kind: .point, place: MapPlace(x: 100, y: 100), letter: "", name: "the point"),
    ]
    scene.scaleBar = MapScaleBar(length: 50, text: "20 km")
    scene.credit = "rough outline"
    return scene
  }

  static func png(_ scene: MapScene, scale: Int = 1, title: String = "") -> [UInt8] {
    var buffer = ByteBuffer()
    PNGPainter.append(scene, scale: scale, title: title, to: &buffer)
    return Array(buffer.bytes)
  }

  static func svg(_ scene: MapScene, scale: Int = 1, title: String = "Map") -> String {
    var buffer = ByteBuffer()
    SVGPainter.append(scene, scale: scale, title: title, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension MapWayInView {
  init(line: [MapPlace], isRouted: Bool) { self.init(isRouted ? .routed : .straight, [line]) }
}
