import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The format of `outline.csv`, valid and invalid.
@Suite struct OutlineReaderTests {
  private func read(_ text: [UInt8]) throws -> [BaseShape] {
    try text.withUnsafeBufferPointer { try Outline.shapes(in: $0, named: "o.csv") }
  }

  private func read(_ text: String) throws -> [BaseShape] { try read(Array(text.utf8)) }

  private func message(_ text: [UInt8]) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? ListError)?.message
    }
  }

  private static let header = "kind,name,lat,lon\n"

  private static let wight = [
    Coordinate(latitude: 50.663, longitude: -1.588),
    Coordinate(latitude: 50.766, longitude: -1.297),
    Coordinate(latitude: 50.575, longitude: -1.297),
  ]

  private static let text = """
    kind,name,lat,lon
    land,Isle of Wight,50.663,-1.588
    land,Isle of Wight,50.766,-1.297
    land,Isle of Wight,50.575,-1.297
    land,Isle of Wight East,50,-1
    land,Isle of Wight East,51,0
    land,Isle of Wight East,5e1,+1
    border,,54.1,-6.1
    border,,54.2,-6.2
    river,Tamar,50.9,-4.5
    river,Tamar,50.4,-4.2
    """

  @Test func rowsOfOneKindAndNameAreOneShape() throws {
    let shapes = try read(Self.text)
    #expect(shapes.map(\.kind) == [.land, .land, .border, .river])
    #expect(shapes.map(\.name) == ["Isle of Wight", "Isle of Wight East", "", "Tamar"])
    #expect(shapes.map(\.isClosed) == [true, true, false, false])
    #expect(shapes[0].lines == [Self.wight])
    #expect(shapes[1].lines[0].map(\.longitude) == [-1, 0, 1])
    #expect(shapes[3].lines[0][1] == Coordinate(latitude: 50.4, longitude: -4.2))
  }

  @Test func carriageReturnsMarkAndBlankLinesChangeNothing() throws {
    let shapes = try read(Self.text)
    let windows = Self.text.split(separator: "\n").joined(separator: "\r\n\r\n")
    #expect(try read("\u{FEFF}\(windows)\r\n\n") == shapes)
    #expect(try read("\(Self.text)\n") == shapes)
  }

  @Test func aHeaderAloneHasNoShapes() throws { #expect(try read(Self.header).isEmpty) }

  @Test func namesAreTidied() throws {
    let shapes = try read(
      "\(Self.header)path,\u{1B}[2J a\u{202E}  b,1,2\npath,\u{1B}[2J a\u{202E}  b,1,3\n")
    #expect(shapes.map(\.name) == ["[2J a b"])
  }

  /// What follows the header, and the end of the message.
  private static let faults: [(String, String)] = [
    ("land,a,1,2\n", "line 2: expected at least 3 points in a shape of kind land, found 1"),
    (
      "land,a,1,2\nland,a,1,3\nlake,a,1,2\n",
      "line 2: expected at least 3 points in a shape of kind land, found 2"
    ),
    (
      "river,a,1,2\nriver,b,1,2\n",
      "line 2: expected at least 2 points in a shape of kind river, found 1"
    ),
    (
      "sea,a,1,2\nsea,a,2,2\n",
      "line 2: expected one of the kinds land, lake, park, building, river, border, road, path, other, found 'sea'"
    ),
    ("Land,a,1,2\n", "found 'Land'"), (",,1,2\n", "found ''"),
    ("land\n", "line 2: expected four cells: kind,name,lat,lon"),
    ("land,a\n", "line 2: expected four cells: kind,name,lat,lon"),
    ("land,a,1\n", "line 2: expected four cells: kind,name,lat,lon"),
    ("land,a,1,2\nland,a,1\n", "line 3: expected four cells: kind,name,lat,lon"),
    ("land,a,1,2,3\n", "line 2: expected four cells: kind,name,lat,lon"),
    ("land,a,b,2\n", "line 2: expected lat from -90 to 90, found 'b'"),
    ("land,a,,2\n", "line 2: expected lat from -90 to 90, found ''"),
    ("land,a,90.1,2\n", "line 2: expected lat from -90 to 90, found '90.1'"),
    ("land,a,nan,2\n", "found 'nan'"), ("land,a,1, 2\n", "found ' 2'"),
    ("land,a,1,180.5\n", "line 2: expected lon from -180 to 180, found '180.5'"),
    ("land,a,1,1e400\n", "found '1e400'"), ("land,a,1,\n", "found ''"),
    ("land,\"a,b\",1,2\n", "found 'b\"'"),
    ("land,a,\u{1B}[2J,2\n", "found '\u{FFFD}[2J'"),
  ]

  @Test(arguments: faults) func faultsAreNamedWithTheirLine(rows: String, end: String) {
    let message = message(Array((Self.header + rows).utf8)) ?? ""
    #expect(message.hasPrefix("o.csv: line ") && message.hasSuffix(end), "\(message)")
  }

  @Test(arguments: ["", "\n", "lat,lon\n1,2\n", "kind,name,lat,lon,x\n", "\u{FEFF}", "\0\0\0"])
  func anotherHeader(text: String) {
    #expect(message(Array(text.utf8)) == "o.csv: line 1: expected the header kind,name,lat,lon")
  }

  @Test func notUTF8() {
    let text = Array(Self.header.utf8) + Array("river,".utf8) + [0xFF] + Array(",1,2\n".utf8)
    #expect(message(text) == "o.csv: line 2: the name is not UTF-8 text")
  }

  /// Cut anywhere, or with any byte changed, the text gives shapes or a message, and nothing is read past its
  /// end.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func damagedTexts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(Self.text.utf8)
    for _ in 0..<2_000 {
      var text = Array(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
      for _ in 0..<Int.random(in: 0...3, using: &generator) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &generator)
        text[place] = [0, 0x0A, 0x2C, 0x2D, 0x35, 0xC3, 0xFF].randomElement(using: &generator)!
      }
      guard message(text) == nil else { continue }
      let shapes = (try? read(text)) ?? []
      let points = shapes.flatMap(\.lines).joined()
      #expect(shapes.allSatisfy { $0.lines[0].count >= ($0.isClosed ? 3 : 2) }, "seed \(seed)")
      #expect(
        points.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 }, "seed \(seed)")
    }
  }

  @Test func firstFolderThatHasOne() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(Array(Self.text.utf8), to: "outline.csv")
      let found = try #require(
        Outline.path(in: ["\(path)/none", FilePath(String(path.dropLast(12)))]))
      #expect(try Outline.read(found).count == 4)
      #expect(Outline.path(in: ["\(path)/none"]) == nil)
    }
  }
}
