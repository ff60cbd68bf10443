import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// Where a base map was cut, its land has no coast.
@Suite struct CutEdgesTests {
  private static func shape(
    _ kind: MapShape.Kind, _ rings: [[(Double, Double)]], isClosed: Bool = true
  ) -> BaseShape {
    BaseShape(
      kind: kind, lines: rings.map { $0.map { Coordinate(latitude: $0.1, longitude: $0.0) } },
      isClosed: isClosed)
  }

  /// A mainland cut at three sides of 0…10 by 50…60, with an island beside it and a hole.
  private static let mainland: [(Double, Double)] = [
    (10, 58), (7, 57), (6, 50), (10, 50), (10, 54),
  ]
  private static let hole: [(Double, Double)] = [(8, 52), (9, 52), (9, 53)]
  private static let island: [(Double, Double)] = [(0, 60), (3, 59), (2, 55)]

  @Test func mainland() {
    let shapes = [
      Self.shape(.land, [Self.mainland, Self.hole]), Self.shape(.land, [Self.island]),
      Self.shape(.border, [[(10, 50), (10, 60)]], isClosed: false),
      Self.shape(.park, [[(10, 50), (10, 51), (9, 51)]]),
    ]
    let found = CutEdges.removed(from: shapes)
    #expect(found.map(\.kind) == [.land, .land, .land, .border, .park])
    #expect(found.map(\.hasEdge) == [false, true, true, true, true])
    #expect(found.map(\.isClosed) == [true, false, true, false, true])
    #expect(found[0].lines == shapes[0].lines)
    let hole = shapes[0].lines[1]
    #expect(
      found[1].lines == [
        Self.shape(.land, [[(10, 58), (7, 57), (6, 50)]]).lines[0], hole + [hole[0]],
      ])
    #expect(Array(found[2...]) == Array(shapes[1...]))
  }

  /// Land that fills all of it, and none.
  @Test func rectangles() {
    let all = [Self.shape(.land, [[(0, 50), (10, 50), (10, 60), (0, 60)]])]
    #expect(CutEdges.removed(from: all) == all)
    #expect(CutEdges.removed(from: []).isEmpty)
    let empty = [Self.shape(.land, [[]])]
    #expect(CutEdges.removed(from: empty) == empty)
  }

  private static func isOnFrame(_ a: Coordinate, _ b: Coordinate) -> Bool {
    if a.longitude == b.longitude, a.longitude == 0 || a.longitude == 10 { return true }
    return a.latitude == b.latitude && (a.latitude == 50 || a.latitude == 60)
  }

  /// Every edge of random rings is either on the frame or in one of the pieces.
  @Test func noEdgeIsLost() {
    var random = SeededGenerator(seed: 12)
    for round in 0..<300 {
      var ring: [(Double, Double)] = []
      for _ in 0..<Int.random(in: 3...12, using: &random) {
        let longitudes = [0, 10, Double.random(in: 0...10, using: &random)]
        let latitudes = [50, 60, Double.random(in: 50...60, using: &random)]
        ring.append(
          (longitudes.randomElement(using: &random)!, latitudes.randomElement(using: &random)!))
      }
      let frame = Self.shape(.other, [[(0, 50), (10, 60)]], isClosed: false)
      let shape = Self.shape(.lake, [ring])
      func edges(_ line: [Coordinate], isClosed: Bool) -> [[Coordinate]] {
        let next = isClosed ? Array(line.dropFirst()) + line.prefix(1) : Array(line.dropFirst())
        return zip(line, next).map { [$0, $1] }
      }
      let wanted = edges(shape.lines[0], isClosed: true)
      let visible = wanted.filter { edge in !Self.isOnFrame(edge[0], edge[1]) }
      let found: [BaseShape] = Array(CutEdges.removed(from: [frame, shape]).dropFirst())
      let drawn = found.filter(\.hasEdge).flatMap { shape in
        shape.lines.flatMap { edges($0, isClosed: shape.isClosed) }
      }
      func key(_ edges: [[Coordinate]]) -> [String] { edges.map { "\($0)" }.sorted() }
      #expect(key(drawn) == key(visible.isEmpty ? wanted : visible), "round \(round): \(ring)")
      #expect(found.filter(\.isClosed).map(\.lines) == [shape.lines])
    }
  }
}

/// The British Isles cut at 5° east and 45° north: no coast runs along either.
@Suite struct CutCoastTests {
  @Test(NaturalEarth.needed) func naturalEarth() throws {
    let path = FilePath(try #require(NaturalEarth.path))
    let shapes = try BaseShape.read(file: path).filter { $0.kind == .land }
    #expect(shapes.filter { !$0.hasEdge }.count > 10)
    for shape in shapes where shape.hasEdge && !shape.isClosed {
      for line in shape.lines {
        for (a, b) in zip(line, line.dropFirst()) {
          #expect(
            !(a.longitude == 5 && b.longitude == 5) && !(a.latitude == 45 && b.latitude == 45))
        }
      }
    }
  }
}
