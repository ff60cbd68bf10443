import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct PNGPainterTests {
  @Test(arguments: [1, 2, 3, 4]) func knownPixels(scale: Int) throws {
    let image = try PNGImage(PictureScenes.png(PictureScenes.full(), scale: scale))
    #expect((image.width, image.height) == (240 * scale, 160 * scale))
    func colour(_ x: Int, _ y: Int) -> UInt32 {
      image[x * scale + scale / 2, y * scale + scale / 2]
    }
    #expect(colour(10, 10) == MapColour.sea.light)
    #expect(colour(39, 100) == MapColour.sea.light)
    #expect(colour(41, 100) == MapColour.land.light)
    #expect(colour(215, 35) == MapColour.sea.light)
    #expect(colour(239, 100) == MapColour.land.light)
    #expect(colour(60, 100) == MapColour.venue.light)
    #expect(colour(62, 100) == MapColour.venues.light)
    #expect(colour(63, 100) == MapColour.crowd.light)
    #expect(colour(64, 100) == MapColour.land.light)
    #expect(colour(239, 159) == MapColour.venue.light)
    #expect(colour(90, 42) == MapColour.group.light)
    #expect(colour(150, 42) == MapColour.town.light)
    #expect(colour(100, 100) == MapColour.point.light)
    #expect(colour(150, 110) == MapColour.pin.light)
    #expect(colour(20, 146) == MapColour.text.light, "the scale")
  }

  /// Without land in the base map, the ground is not drawn as sea.
  @Test func nothingButGround() throws {
    let image = try PNGImage(PictureScenes.png(PictureScenes.empty(width: 7, height: 3)))
    #expect(image.count(MapColour.ground.light) == 21)
    #expect(image.bits == 4)
    #expect(image.palette == [MapColour.ground.light])
  }

  @Test(arguments: [(1, 1), (1, 200), (200, 1), (2, 3), (8192, 2), (3, 8192)])
  func sizes(width: Int, height: Int) throws {
    for scale in [1, 2, 5] where max(width, height) * scale <= PNGPainter.largestSide {
      var scene = PictureScenes.full()
      scene.view = PictureScenes.empty(width: width, height: height).view
      let image = try PNGImage(PictureScenes.png(scene, scale: scale))
      #expect((image.width, image.height) == (width * scale, height * scale))
    }
  }

  @Test func theLargest() throws {
    let side = PNGPainter.largestSide
    var scene = PictureScenes.empty(width: side / 2, height: side / 2)
    scene.dots = [MapDot(x: Int32(side / 2 - 1), y: Int32(side / 2 - 1), count: 1)]
    let bytes = PictureScenes.png(scene, scale: 2)
    // A row of one colour takes a few bits for each 258 pixels.
    #expect(bytes.count < 200_000)
    let image = try PNGImage(bytes)
    #expect((image.width, image.height) == (side, side))
    for corner in [0, side - 3, side - 2, side - 1] {
      let colour = corner < side - 2 ? MapColour.ground : .venue
      #expect(image[corner, corner] == colour.light)
    }
  }

  @Test func whatIsSaidBesideThePixels() throws {
    let scene = PictureScenes.full()
    let image = try PNGImage(PictureScenes.png(scene, scale: 2, title: "Caf\u{E9}s\0 & more"))
    #expect(image.chunks.map(\.type) == ["IHDR", "PLTE", "pHYs", "iTXt", "IDAT", "IEND"])
    #expect(image.body("pHYs") == [0, 0, 0x1D, 0x88, 0, 0, 0x1D, 0x88, 1])
    let title = Array("Title".utf8) + [0, 0, 0, 0, 0] + Array("Caf\u{E9}s & more".utf8)
    #expect(image.body("iTXt") == title)
    let plain = try PNGImage(PictureScenes.png(scene))
    #expect(plain.body("iTXt") == nil)
    #expect(plain.body("pHYs")?.prefix(4) == [0, 0, 0x0E, 0xC4])
  }

  @Test func sameBytesEachTime() {
    for scale in 1...3 {
      let first = PictureScenes.png(PictureScenes.full(zoom: 14), scale: scale, title: "x")
      for _ in 0..<3 {
        let next = PictureScenes.png(PictureScenes.full(zoom: 14), scale: scale, title: "x")
        #expect(next == first)
      }
    }
  }

  /// A picture of few colours takes four bits a pixel, even with rows of an odd width.
  @Test func fourBitsAndEight() throws {
    for width in [1, 2, 7, 8] {
      var scene = PictureScenes.empty(width: width, height: 2)
      scene.dots = (0..<width).map { MapDot(x: Int32($0), y: 1, count: [1, 2, 10][$0 % 3]) }
      let image = try PNGImage(PictureScenes.png(scene))
      #expect(image.bits == 4)
      for x in 0..<width {
        #expect(image[x, 0] == MapColour.ground.light)
        #expect(image[x, 1] == PictureStyle.dotColours[x % 3].light)
      }
    }
    #expect(try PNGImage(PictureScenes.png(PictureScenes.full())).bits == 8)
  }

  /// Things far outside the picture do not damage it.
  @Test(arguments: [-1e300, -1e9, -50, 239.9, 1e9, 1e300]) func farOutside(place: Double) throws {
    var scene = PictureScenes.full(zoom: 15)
    let far = MapPlace(x: place, y: -place)
    scene.shapes += MapShape.Kind.allCases.map {
      MapShape(
        kind: $0, lines: [[far, MapPlace(x: 5, y: 5), MapPlace(x: -place, y: place)], [], [far]],
        isClosed: $0.isArea)
    }
    scene.dots += [MapDot(x: .min, y: .max, count: .max), MapDot(x: -1, y: 160, count: 0)]
    scene.groups.append(MapGroup(place: far, count: .max))
    scene.labels.append(MapLabel(place: far, text: "far", mark: far))
    scene.pins.append(MapPin(kind: .point, place: far, letter: "z", name: ""))
    scene.pins.append(MapPin(kind: .venue, place: far, letter: "", name: ""))
    scene.way = MapWayInView(line: [far, MapPlace(x: 5, y: 5), far], isRouted: false)
    scene.scaleBar = MapScaleBar(length: abs(place), text: String(repeating: "W", count: 300))
    scene.credit = String(repeating: "\u{1F354}", count: 300)
    for scale in 1...2 {
      let image = try PNGImage(PictureScenes.png(scene, scale: scale))
      #expect((image.width, image.height) == (240 * scale, 160 * scale))
    }
  }
}
