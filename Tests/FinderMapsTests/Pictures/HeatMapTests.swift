import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct HeatMapTests {
  private static let labels = ["up to 2 km", "up to 6 km", "beyond 6 km"]
  private static let limits = [2_000.0, 6_000]

  private static func coverage(_ area: CoverageArea, cell: Double) throws -> AreaCoverage {
    let venue = TestVenue(ExactPosition(nearestTo: 51.5, 0))
    let store = try SearchHarness("one", [venue]).store
    let cells = try #require(CoverageCells(area, cell: cell))
    return AreaCoverage(
      cells, in: store, Query(from: Coordinate(latitude: 0, longitude: 0)), nth: 1)
  }

  private static let box = CoverageArea.box(
    BoundingBox(south: 51.4, west: -0.2, north: 51.6, east: 0.2))

  private static func image(
    _ heat: HeatMap, _ view: MapView, scale: Int = 1, pin: Coordinate? = nil
  ) throws -> PNGImage {
    var scene = MapScene(view: view)
    if let pin {
      scene.pins = [MapPin(kind: .point, place: view.place(of: pin), letter: "", name: "")]
    }
    var buffer = ByteBuffer()
    PNGPainter.append(heat, scene, scale: scale, to: &buffer)
    return try PNGImage(Array(buffer.bytes))
  }

  /// The middle of every cell has the colour of its class, and nothing outside is coloured.
  @Test(arguments: [1, 2, 3]) func cells(scale: Int) throws {
    let coverage = try Self.coverage(Self.box, cell: 1_000)
    var heat = HeatMap(coverage, limits: Self.limits, labels: Self.labels)
    heat.title = "Title"
    heat.lines = ["A line"]
    let view = heat.view(width: 600, height: 500)
    let image = try Self.image(heat, view, scale: scale)
    #expect((image.width, image.height) == (600 * scale, 500 * scale))
    for cell in 0..<coverage.cells.count {
      let place = view.place(of: coverage.cells.middle(cell))
      let distance = try #require(coverage.distance(cell))
      let shade = distance <= 2_000 ? 0 : distance <= 6_000 ? 1 : 2
      let colour = image[Int(place.x * Double(scale)), Int(place.y * Double(scale))]
      #expect(colour == HeatMap.colour(shade, of: 3), "cell \(cell)")
    }
    #expect(image[300 * scale, 499 * scale] == MapColour.ground.light)
  }

  /// The whole area is between the title and the foot.
  @Test func theWholeAreaIsSeen() throws {
    for (width, height) in [(1024, 768), (400, 900), (900, 300)] {
      let coverage = try Self.coverage(Self.box, cell: 2_000)
      var heat = HeatMap(coverage, limits: Self.limits, labels: Self.labels)
      heat.lines = ["A line"]
      let view = heat.view(width: width, height: height)
      for (latitude, longitude) in [(51.4, -0.2), (51.6, 0.2)] {
        let place = view.place(of: Coordinate(latitude: latitude, longitude: longitude))
        #expect(view.contains(place), "\(width)x\(height): \(place)")
        #expect(place.y > 40, "\(width)x\(height): \(place)")
      }
    }
  }

  /// In a low picture the title and the legend take half. Names below them stay.
  @Test func namesBelowTheBandStay() throws {
    let coverage = try Self.coverage(Self.box, cell: 2_000)
    let heat = HeatMap(coverage, limits: Self.limits, labels: Self.labels)
    var scene = MapScene(view: heat.view(width: 300, height: 60))
    scene.labels = [20.0, 50].map { y in
      let place = MapPlace(x: 150, y: y)
      return MapLabel(place: place, text: "\(Int(y))", mark: place)
    }
    #expect(heat.uncovered(scene).labels.map(\.text) == ["50"])
  }

  @Test func titleAndLegend() throws {
    let coverage = try Self.coverage(Self.box, cell: 2_000)
    var heat = HeatMap(coverage, limits: Self.limits, labels: Self.labels)
    heat.title = "How far it is"
    heat.mark = "emptiest place"
    let point = Coordinate(latitude: 51.45, longitude: 0.1)
    let view = heat.view(width: 600, height: 500)
    let image = try Self.image(heat, view, pin: point)
    // The words are in the text chunk; the letters and the legend's boxes are in the band.
    let text = try #require(image.body("iTXt"))
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("How far it is"))
    var band: Set<UInt32> = []
    for y in 0..<56 { for x in 0..<600 { band.insert(image[x, y]) } }
    for shade in 0..<3 { #expect(band.contains(HeatMap.colour(shade, of: 3)), "\(shade)") }
    #expect(band.contains(MapColour.text.light))
    #expect(band.contains(MapColour.point.light), "the mark in the legend")
    let place = view.place(of: point)
    #expect(image[Int(place.x), Int(place.y)] == MapColour.point.light)
  }

  /// Lightness decreases from near to far, so that the map can be read in grey.
  @Test func coloursGetDarker() {
    func lightness(_ colour: UInt32) -> Double {
      0.2126 * Double(colour >> 16) + 0.7152 * Double(colour >> 8 & 0xFF)
        + 0.0722 * Double(colour & 0xFF)
    }
    for count in 2...13 {
      let shades = (0..<count).map { lightness(HeatMap.colour($0, of: count)) }
      #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 - $1 > 5 }, "\(count): \(shades)")
      #expect(Set((0..<count).map { HeatMap.colour($0, of: count) }).count == count)
    }
    #expect(HeatMap.colour(0, of: 1) == HeatMap.colour(0, of: 2))
  }

  /// Over the date line, around a pole, over the whole world, smaller than a pixel, and in a picture that is
  /// much too small.
  @Test func hardViews() throws {
    let dateLine = BoundingBox(south: -18, west: 178, north: -15, east: -178)
    let world = BoundingBox(south: -90, west: -180, north: 90, east: 180)
    let pole = CoverageArea.circle(Coordinate(latitude: 89, longitude: 0), radius: 300_000)
    for (area, cell, least) in [
      (.box(dateLine), 10_000, 10_000), (.box(world), 500_000, 10_000), (Self.box, 50, 10_000),
      // Nothing is drawn beyond the edge of the Web Mercator square.
      (pole, 50_000, 0),
    ] as [(CoverageArea, Double, Int)] {
      let coverage = try Self.coverage(area, cell: cell)
      let heat = HeatMap(coverage, limits: [], labels: ["all"])
      for (width, height) in [(500, 400), (40, 30), (1, 1)] {
        let image = try Self.image(heat, heat.view(width: width, height: height))
        #expect((image.width, image.height) == (width, height))
        guard width == 500 else { continue }
        #expect(image.count(HeatMap.colour(0, of: 1)) >= least, "\(area)")
      }
    }
  }
}
