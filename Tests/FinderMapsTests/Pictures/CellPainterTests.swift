import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct CellPainterTests {
  private func scene(_ width: Int, _ height: Int) -> MapScene {
    MapScene(
      view: MapView(
        center: Coordinate(latitude: 51.5, longitude: 0), zoom: 10, width: 2 * width,
        height: 4 * height))
  }

  private func text(
    _ scene: MapScene, _ marks: CellPainter.Marks = .braille, isColoured: Bool = false
  ) -> String {
    var grid = CellGrid(width: scene.view.width / 2, height: scene.view.height / 4)
    CellPainter(marks).paint(scene, into: &grid)
    var buffer = ByteBuffer(capacity: 1024)
    GridText.append(grid, isColoured: isColoured, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// Each dot of a cell alone is that dot of braille.
  @Test func everyDot() {
    let expected = "⠁⠂⠄⡀⠈⠐⠠⢀"
    for (number, character) in expected.enumerated() {
      var scene = scene(1, 1)
      scene.dots = [MapDot(x: Int32(number / 4), y: Int32(number % 4), count: 1)]
      #expect(text(scene) == "\(character)\n")
    }
  }

  @Test func asciiSaysHowMany() {
    var scene = scene(6, 1)
    for (place, count) in [1, 4, 19, 99, 100].enumerated() {
      scene.dots.append(MapDot(x: Int32(2 * place), y: 1, count: UInt32(count)))
    }
    #expect(text(scene, .ascii) == ".:oO@\n")
  }

  /// Venues cover lines, and texts cover both. A cell has the colour of its contents.
  @Test func layers() {
    var scene = scene(8, 2)
    let line = [MapPlace(x: -50, y: 1), MapPlace(x: 500, y: 1)]
    scene.shapes = [MapShape(kind: .land, lines: [line], isClosed: false)]
    scene.dots = [MapDot(x: 5, y: 3, count: 1)]
    scene.groups = [MapGroup(place: MapPlace(x: 12, y: 2), count: 12)]
    scene.pins = [
      MapPin(kind: .venue, place: MapPlace(x: 1, y: 5), letter: "a", name: ""),
      MapPin(kind: .point, place: MapPlace(x: 3, y: 6), letter: "", name: ""),
    ]
    #expect(text(scene) == "⠒⠒⢀⠒ 12\na◆\n")
    let coloured = text(scene, isColoured: true)
    #expect(coloured.hasPrefix("\u{1B}[0;32m⠒⠒\u{1B}[0;35m⢀\u{1B}[0;32m⠒\u{1B}[0;1;35m 12"))
  }

  @Test func foot() {
    var scene = scene(30, 2)
    scene.scaleBar = MapScaleBar(length: 12, text: "2 km")
    scene.credit = "rough outline"
    #expect(text(scene, .ascii).hasSuffix("\n|----| 2 km      rough outline\n"))
    #expect(text(scene).hasSuffix("\n├────┤ 2 km      rough outline\n"))
  }

  /// A straight walk is dashed; one along streets is not.
  @Test func walks() {
    var scene = scene(20, 1)
    let line = [MapPlace(x: 0.5, y: 0.5), MapPlace(x: 39.5, y: 0.5)]
    scene.way = MapWayInView(line: line, isRouted: true)
    #expect(text(scene) == String(repeating: "⠉", count: 20) + "\n")
    scene.way = MapWayInView(line: line, isRouted: false)
    #expect(text(scene).contains("⠈") || text(scene).contains(" "))
  }

  /// Wide letters take two cells, and are never cut in half at the edge.
  @Test func wideNames() {
    var scene = scene(9, 1)
    scene.labels = [
      MapLabel(place: MapPlace(x: 10, y: 2), text: "東京都", mark: MapPlace(x: 1, y: 2))
    ]
    #expect(text(scene) == "• 東京都\n")
    var grid = CellGrid(width: 3, height: 1)
    grid.write("東京", 0, 0, .plain)
    #expect(grid[0, 0].scalar == 0x6771 && grid[1, 0].scalar == 0 && grid[2, 0] == .empty)
  }

  /// As on a terminal without UTF-8: each cell is one ASCII character.
  @Test func ascii() {
    var grid = CellGrid(width: 30, height: 1)
    grid.write("Café Ærø’s Łódź – 東京 Ω…", 0, 0, .plain)
    grid.makeASCII()
    var text = ByteBuffer(capacity: 64)
    GridText.append(grid, isColoured: false, to: &text)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "Cafe Aro's Lodz - ? ?  ?.\n")
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0x80...0x2FFFF, using: &random)) else {
        continue
      }
      var grid = CellGrid(width: 2, height: 1)
      grid[0, 0] = GridCell(scalar: scalar, ink: .plain)
      grid[1, 0] = GridCell(continuing: .plain)
      grid.makeASCII()
      #expect((0x20..<0x7F).contains(grid[0, 0].scalar) && grid[1, 0].scalar == 0x20, "\(scalar)")
    }
  }

  /// Places far outside, and ones that are not numbers, do no harm.
  @Test func hostilePlaces() {
    var scene = scene(5, 3)
    let far = [
      MapPlace(x: -1e300, y: 1e300), MapPlace(x: 1e300, y: -1e300), MapPlace(x: .nan, y: 3),
      MapPlace(x: .infinity, y: 3), MapPlace(x: 3, y: 3),
    ]
    scene.shapes = [MapShape(kind: .river, lines: [far, [], [far[4]]], isClosed: true)]
    scene.way = MapWayInView(line: far, isRouted: false)
    #expect(text(scene).split(separator: "\n", omittingEmptySubsequences: false).count == 4)
  }
}
