import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// Ways and people on maps: tracks, legs, and numbered points.
@Suite struct MapWayTests {
  private typealias Place = (latitude: Double, longitude: Double)

  private func line(_ places: [Place]) -> [Coordinate] {
    places.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
  }

  private func track(_ pieces: [[Coordinate]]) -> MapWay {
    MapWay(track: pieces, metres: 1234, .metric)
  }

  private func store(_ venues: [TestVenue] = []) throws -> VenueStore {
    try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
  }

  /// With only these venues, and no base map.
  private func scene(
    _ way: MapWay?, _ view: MapView, _ venues: [TestVenue] = [],
    people: [(Coordinate, String)] = [], textSize: MapTextSize = PictureStyle.textSize
  ) throws -> MapScene {
    var builder = MapSceneBuilder(try store(venues), textSize: textSize)
    builder.way = way
    builder.pins = people.enumerated().reversed().map { number, person in
      MapSceneBuilder.Pin(.point, at: person.0, letter: "\(number + 1)", name: person.1)
    }
    return builder.scene(view, Query(from: view.center))
  }

  private func view(_ line: [Coordinate], width: Int = 400, height: Int = 300) -> MapView {
    MapView(fitting: line, width: width, height: height)
  }

  // MARK: The line

  /// Every added point is on the geodesic, at equal distances.
  @Test func bentLinesAreGeodesics() {
    var generator = SeededGenerator(seed: 361)
    var pairs: [(Coordinate, Coordinate)] = [
      (line([(51.5, -0.1)])[0], line([(53.8, -1.5)])[0]),
      (line([(10, 179)])[0], line([(-10, -179)])[0]),
      (line([(80, 0)])[0], line([(80, 180)])[0]), (line([(0, 0)])[0], line([(0.5, 179.7)])[0]),
      (line([(90, 0)])[0], line([(-90, 0)])[0]),
      (line([(90, 30)])[0], line([(50, -100)])[0]), (line([(-60, 170)])[0], line([(-90, 20)])[0]),
    ]
    for _ in 0..<40 {
      let ends = (0..<2).map { _ in
        Coordinate(
          latitude: .random(in: -90...90, using: &generator),
          longitude: .random(in: -180...180, using: &generator))
      }
      pairs.append((ends[0], ends[1]))
    }
    for (from, to) in pairs {
      let bent = MapLine.bent([from, to])
      let whole = Geodesic.distance(from: from, to: to)
      let wanted = max(min(Int((whole / 5000).rounded(.up)), 512), 1)
      #expect(bent.count == wanted + 1, "\(from) to \(to)")
      #expect(bent.first == from && bent.last == to)
      let step = whole / Double(wanted)
      for (one, next) in zip(bent, bent.dropFirst()) {
        #expect(abs(Geodesic.distance(from: one, to: next) - step) < 1e-3, "\(from) to \(to)")
      }
      for point in bent {
        let detour =
          Geodesic.distance(from: from, to: point) + Geodesic.distance(from: point, to: to) - whole
        #expect(abs(detour) < 1e-3, "\(from) to \(to) by \(point)")
      }
    }
  }

  /// A drawn line differs from the geodesic by less than a pixel, wherever a view shows all of it.
  @Test func bentLinesLookLikeGeodesics() throws {
    for places in [
      [(51.5, -0.1), (53.8, -1.5)], [(60, -130), (61, 40)], [(10, 150), (50, -120)],
    ] {
      let ends = line(places)
      let bent = MapLine.bent(ends)
      let view = view(bent, width: 1024, height: 768)
      let path = Geodesic.inverse(from: ends[0], to: ends[1])
      let course = GeodesicCourse(from: ends[0], bearing: path.bearing)
      for (one, next) in zip(bent.indices, bent.indices.dropFirst()) {
        let share = (Double(one) + 0.5) / Double(bent.count - 1)
        let middle = view.place(of: course.stop(after: share * path.distance).point)
        let (a, b) = (view.place(of: bent[one]), view.place(of: bent[next]))
        #expect(hypot((a.x + b.x) / 2 - middle.x, (a.y + b.y) / 2 - middle.y) < 0.5)
      }
    }
  }

  @Test func shortAndEmptyLines() {
    for places in [[], [(51, 0)], [(51, 0), (51, 0)], [(51, 0), (51.01, 0.01)]] as [[Place]] {
      let line = line(places)
      #expect(MapLine.bent(line) == line)
    }
    // Across the date line the way is short.
    let short = line([(51, 179.999), (51, -179.999)])
    #expect(MapLine.bent(short) == short)
  }

  // MARK: In a scene

  /// Where the points are, piece by piece.
  @Test func placesOfATrack() throws {
    let pieces = [
      line([(51.50, -0.12), (51.51, -0.10), (51.52, -0.13)]),
      line([(51.49, -0.11), (51.48, -0.12)]),
    ]
    let view = view(Array(pieces.joined()))
    let walk = try #require(try scene(track(pieces), view).way)
    #expect(walk.kind == .track && walk.lines.count == 2)
    for (piece, drawn) in zip(pieces, walk.lines) {
      #expect(piece.count == drawn.count)
      for (point, place) in zip(piece, drawn) {
        let wanted = view.place(of: point)
        #expect(abs(place.x - wanted.x) < 1e-6 && abs(place.y - wanted.y) < 1e-6)
      }
    }
    #expect(walk.caption == "1.2 km in 2 pieces")
  }

  /// Across the date line a track is one line, on both sides, and legs from both sides meet.
  @Test(arguments: [179.97, -179.97]) func theDateLine(center: Double) throws {
    let places = line([(10, 179.9), (10.02, 179.98), (10.01, -179.97), (10, -179.9)])
    let view = MapView(
      center: Coordinate(latitude: 10, longitude: center), zoom: 10, width: 800, height: 400)
    let drawn = try #require(try scene(track([places]), view).way).lines
    #expect(drawn.count == 1)
    for (one, next) in zip(drawn[0], drawn[0].dropFirst()) { #expect(abs(one.x - next.x) < 120) }
    let target = Coordinate(latitude: 10, longitude: 180)
    let legs = MapWay(legsFrom: [places[0], places[3]], to: target, named: "x", .metric)
    let lines = try #require(try scene(legs, view).way).lines
    let end = view.place(of: target)
    #expect(lines.count == 2)
    for (line, start) in zip(lines, [places[0], places[3]]) {
      let first = view.place(of: start)
      #expect(abs(line[0].x - first.x) < 1e-6 && abs(line[line.count - 1].x - end.x) < 1e-6)
    }
  }

  @Test(
    arguments: [[], [[]], [[(51.5, -0.1)]], [[], [(51.5, -0.1)], []]] as [[[(Double, Double)]]])
  func emptyWays(pieces: [[(Double, Double)]]) throws {
    let way = track(pieces.map { line($0.map { ($0.0, $0.1) }) })
    let view = view(line([(51, 0), (52, 1)]))
    let scene = try scene(way, view)
    #expect(scene.way == nil && way.pieces.isEmpty)
    #expect(!PictureScenes.svg(scene).contains("id=\"way\""))
    _ = try PNGImage(PictureScenes.png(scene))
  }

  /// A track of any number of points is no finer than the pixels.
  @Test func manyPoints() throws {
    var generator = SeededGenerator(seed: 362)
    var place = (51.5, -0.1)
    let points = (0..<200_000).map { number in
      place.0 += 1e-6 + .random(in: -1e-7...1e-7, using: &generator)
      place.1 += .random(in: -1e-7...1e-7, using: &generator)
      return Coordinate(latitude: place.0, longitude: place.1)
    }
    let scene = try scene(track([points]), view(points, width: 1024, height: 768))
    let drawn = try #require(scene.way).lines
    #expect(drawn.count == 1 && drawn[0].count < 2_000 && drawn[0].count > 600)
    #expect(PictureScenes.svg(scene).utf8.count < 40_000)
    // Everything drawn is on the line, and no part of the line is missing.
    for (one, next) in zip(drawn[0], drawn[0].dropFirst()) {
      #expect(hypot(one.x - next.x, one.y - next.y) < 2)
    }
  }

  // MARK: Painted

  @Test(arguments: [1, 2]) func pixels(scale: Int) throws {
    // West to east through the middle, with a gap.
    let pieces = [line([(51.5, -0.14), (51.5, -0.11)]), line([(51.5, -0.09), (51.5, -0.06)])]
    let view = view(Array(pieces.joined()))
    let scene = try scene(track(pieces), view)
    let image = try PNGImage(PictureScenes.png(scene, scale: scale))
    func colour(_ longitude: Double) -> UInt32 {
      let place = view.place(of: Coordinate(latitude: 51.5, longitude: longitude))
      return image[Int(place.x) * scale + scale / 2, Int(place.y) * scale + scale / 2]
    }
    for longitude in [-0.139, -0.13, -0.125, -0.111, -0.089, -0.08, -0.061] {
      #expect(colour(longitude) == MapColour.way.light, "\(longitude)")
    }
    for longitude in [-0.149, -0.105, -0.1, -0.095, -0.051] {
      #expect(colour(longitude) == MapColour.ground.light, "\(longitude)")
    }
  }

  /// Two pieces are one path, below the venues; a walk is above them.
  @Test func svg() throws {
    let pieces = [line([(51.5, -0.14), (51.5, -0.11)]), line([(51.5, -0.09), (51.5, -0.06)])]
    let view = view(Array(pieces.joined()))
    let venue = TestVenue(ExactPosition(nearestTo: 51.5, -0.12))
    let text = PictureScenes.svg(try scene(track(pieces), view, [venue]))
    let ids = text.split(separator: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(ids.prefix(4) == ["title", "ground", "way", "venues"])
    let way = text.split(separator: "<g id=\"way\"")[1].split(separator: "</g>")[0]
    #expect(way.contains("<title>1.2 km in 2 pieces</title>"))
    #expect(!way.contains("stroke-dasharray"))
    let path = way.split(separator: " d=\"").last?.prefix { $0 != "\"" } ?? ""
    #expect(path.count { $0 == "M" || $0 == "m" } == 2, "\(path)")
    let start = view.place(of: pieces[0][0])
    #expect(path.hasPrefix("M\(Int(start.x.rounded()))") && path.contains("l"), "\(path)")
    let straight = MapWay(
      straightFrom: pieces[0][0], to: pieces[1][1], named: "x", .metric)
    let other = PictureScenes.svg(try scene(straight, view, [venue]))
    #expect(other.contains("id=\"walk\"") && other.contains("stroke-dasharray=\"8 5\""))
    let (walk, venues) = (
      other.split(separator: "id=\"walk\"")[0].count,
      other.split(separator: "id=\"venues\"")[0].count
    )
    #expect(venues < walk)
  }

  private func text(_ scene: MapScene, _ marks: CellPainter.Marks) -> String {
    var grid = CellGrid(width: scene.view.width / 2, height: scene.view.height / 4)
    CellPainter(marks).paint(scene, into: &grid)
    var buffer = ByteBuffer(capacity: 1024)
    GridText.append(grid, isColoured: false, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  /// In a terminal a track is solid, legs are dashed, and venues on both are visible.
  @Test func cells() throws {
    let ends = line([(51.5, -0.14), (51.5, -0.06)])
    let view = view(ends, width: 80, height: 16)
    let venue = TestVenue(ExactPosition(nearestTo: 51.5, -0.1))
    func drawn(_ way: MapWay, _ venues: [TestVenue]) throws -> String {
      text(try scene(way, view, venues, textSize: .cells), .ascii)
    }
    let whole = try drawn(track([ends]), [])
    #expect(whole.contains(String(repeating: "x", count: 30)), "\(whole)")
    let legs = MapWay(legsFrom: [ends[0]], to: ends[1], named: "x", .metric)
    let dashed = try drawn(legs, [])
    // Two dots of each four. Where the dashes cross cells, a letter per cell shows no gaps.
    #expect(dashed.contains("x x x x") && !whole.contains("x x"), "\(dashed)")
    for way in [track([ends]), legs] {
      let lines = try drawn(way, [venue])
      #expect(lines.contains("."), "\(lines)")
    }
  }

  // MARK: People

  @Test func people() throws {
    let places = line([(51.5, -0.14), (51.52, -0.06), (51.48, -0.1)])
    let target = Coordinate(latitude: 51.5, longitude: -0.1)
    let way = MapWay(legsFrom: places, to: target, named: "x", .metric)
    let view = view(places + [target])
    let people = zip(places, ["Ann", "Bob", "Cy"]).map { ($0, $1) }
    let scene = try scene(way, view, people: people)
    // The first covers the others.
    #expect(scene.pins.map(\.letter) == ["3", "2", "1"])
    #expect(Set(scene.labels.map(\.text)) == ["Ann", "Bob", "Cy"])
    let svg = PictureScenes.svg(scene)
    for (place, letter) in zip(places, ["1", "2", "3"]) {
      let at = view.place(of: place)
      let pin = scene.pins.first { $0.letter == letter }
      #expect(pin?.kind == .point && abs((pin?.place.x ?? 0) - at.x) < 1e-6)
      #expect(svg.contains(">\(letter)</text>"))
    }
    let image = try PNGImage(PictureScenes.png(scene))
    for place in places {
      let at = view.place(of: place)
      // Beside the number.
      #expect(image[Int(at.x) - 5, Int(at.y) - 5] == MapColour.point.light)
    }
    let cells = text(
      try self.scene(
        way, MapView(fitting: places, width: 80, height: 40), people: people, textSize: .cells),
      .braille)
    #expect(["1", "2", "3"].allSatisfy { cells.contains($0) } && !cells.contains("◆"), "\(cells)")
  }

  /// Of fifty people the last have two digits, and those on one spot cover each other.
  @Test func manyPeople() throws {
    let place = Coordinate(latitude: 51.5, longitude: -0.1)
    let people = (0..<50).map { _ in (place, "someone") }
    let view = MapView(center: place, zoom: 12, width: 80, height: 40)
    let scene = try scene(nil, view, people: people)
    #expect(scene.pins.count == 50 && scene.pins.last?.letter == "1")
    _ = try PNGImage(PictureScenes.png(scene))
    #expect(PictureScenes.svg(scene).contains(">50</text>"))
    let cells = text(try self.scene(nil, view, people: people, textSize: .cells), .braille)
    #expect(
      cells.split(separator: "\n", omittingEmptySubsequences: false)[5].contains("1"), "\(cells)")
  }

  /// Names are only text, wherever they appear.
  @Test func hostileNames() throws {
    let place = Coordinate(latitude: 51.5, longitude: -0.1)
    let view = MapView(center: place, zoom: 12, width: 800, height: 600)
    func svg(_ names: [String]) throws -> String {
      let people = names.enumerated().map { number, name in
        (Coordinate(latitude: 51.45 + 0.01 * Double(number), longitude: -0.1), name)
      }
      let target = names.first ?? ""
      let way = MapWay(legsFrom: people.map(\.0), to: place, named: target, .metric)
      return PictureScenes.svg(try scene(way, view, people: people), title: target)
    }
    func tags(_ svg: String) -> [Substring: Int] {
      svg.split(separator: "<").dropFirst().reduce(into: [:]) {
        $0[$1.prefix { $0.isLetter || $0 == "/" }, default: 0] += 1
      }
    }
    for name in SVGPainterTests.hostile where !TidyText.string(name).isEmpty {
      #expect(tags(try svg([name])) == tags(try svg(["Ann"])), "\(name)")
    }
  }

  // MARK: On a page

  private func facts(_ change: (inout PageContents) -> Void) throws -> [String: Any] {
    var contents = PageContents(title: "Venues")
    change(&contents)
    var output = ByteBuffer()
    let venue = TestVenue(ExactPosition(nearestTo: 51.5, -0.1))
    PageWriter(try store([venue])).write(contents, PageWriterTests.small, to: &output)
    return try PageReader(output.bytes).facts
  }

  @Test func page() throws {
    let places = line([(51.5, -0.14), (71, -0.06)])
    let plain = try facts { _ in }
    #expect((plain["people"] as? [Any])?.isEmpty == true)
    for name in SVGPainterTests.hostile {
      let page = try facts { contents in
        contents.people = places.map { MapPerson($0, name: name, label: "A") }
        contents.way = MapWay(
          legsFrom: places, to: line([(51.5, -0.1)])[0], named: name, .metric)
      }
      let people = try #require(page["people"] as? [[String: Any]])
      let tidy = TidyText.string(name)
      #expect(
        people.map { $0["name"] as? String } == [tidy, tidy].map { $0.isEmpty ? "the point" : $0 })
      for (person, place) in zip(people, places) {
        #expect(person["label"] as? String == "A")
        let x = try #require(person["x"] as? Double)
        #expect(abs(x - MapView.column(place.longitude)) < 1e-12)
        #expect(person["latitude"] as? Double == place.latitude)
      }
      let shapes = try #require(page["shapes"] as? [[Any]])
      #expect(shapes.last?[0] as? String == "line")
      #expect((shapes.last?[2] as? [Any])?.count == 2)
      // Places of people may be shown, even outside the camera's bounds.
      let limits = try #require(page["limits"] as? [String: Double])
      #expect((limits["north"] ?? 1) <= MapView.row(71) + 1e-9)
    }
    let ofTrack = try facts { $0.way = track([line([(51.5, -0.14), (51.6, -0.1)]), places]) }
    let lines = try #require(ofTrack["shapes"] as? [[Any]])
    #expect(lines.last?[0] as? String == "way" && (lines.last?[2] as? [Any])?.count == 2)
    #expect((lines.last?[1] as? Bool) == false)
  }
}
