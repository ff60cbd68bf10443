import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// Areas and lines on a canvas, compared with points that are tested one by one.
@Suite struct AreaFillTests {
  private static let size = 24
  private static let samples = 8

  /// How many 256ths of each pixel are inside, from 64 points in it.
  private static func shares(_ isInside: (MapPlace) -> Bool) -> [Int] {
    let step = 1 / Double(samples)
    var shares = [Int](repeating: 0, count: size * size)
    for row in 0..<size * samples {
      for column in 0..<size * samples {
        let place = MapPlace(x: (Double(column) + 0.5) * step, y: (Double(row) + 0.5) * step)
        if isInside(place) { shares[row / samples * size + column / samples] += 1 }
      }
    }
    return shares.map { $0 * 256 / (samples * samples) }
  }

  private static func isInside(_ place: MapPlace, _ rings: [[MapPlace]]) -> Bool {
    var crossings = 0
    for ring in rings {
      for (i, a) in ring.enumerated() {
        let b = ring[(i + 1) % ring.count]
        guard (a.y > place.y) != (b.y > place.y) else { continue }
        let share = (place.y - a.y) / (b.y - a.y)
        if a.x + (b.x - a.x) * share <= place.x { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }

  /// Land on sea, as 256ths of land in each pixel.
  private static func painted(
    parts: Int, _ add: (inout AreaFill) -> Void, by rule: AreaFill.Rule
  ) -> [Int] {
    var canvas = Canvas(width: size, height: size, parts: parts, filledWith: .ground)
    var fill = AreaFill(width: size, height: size, lines: parts)
    add(&fill)
    fill.paint(.text, on: &canvas, by: rule)
    let (full, none) = (MapColour.text.light & 0xFF, MapColour.ground.light & 0xFF)
    return (0..<size * size).map { pixel in
      let blue = canvas.table.colours[Int(canvas.row(pixel / size)[pixel % size])] & 0xFF
      return (Int(none) - Int(blue)) * 256 / (Int(none) - Int(full))
    }
  }

  /// Pixels entirely inside or outside are painted so. Those at edges differ by at most one shade, plus what
  /// four lines miss of a corner.
  private static func expectClose(_ painted: [Int], _ shares: [Int], _ parts: Int, _ what: String) {
    var inexact = 0
    for (pixel, (share, paint)) in zip(shares, painted).enumerated() {
      let off = abs(share - paint)
      if off > 256 / parts { inexact += 1 }
      guard share != 0 && share != 256 || off <= 256 / parts, off <= 192 else {
        Issue.record("\(what): pixel \(pixel % size), \(pixel / size): \(paint), not \(share)")
        return
      }
    }
    #expect(inexact <= shares.count / 50, "\(what)")
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64]) func ringsAgreeWithPoints(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<24 {
      let reach = [4.0, 30, 1000][round % 3]
      let rings = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (0..<Int.random(in: 3...7, using: &generator)).map { _ in
          MapPlace(
            x: .random(in: -reach...Double(Self.size) + reach, using: &generator),
            y: .random(in: -reach...Double(Self.size) + reach, using: &generator))
        }
      }
      let parts = round % 2 == 0 ? 4 : 2
      let painted = Self.painted(parts: parts, { for ring in rings { $0.add(ring) } }, by: .evenOdd)
      Self.expectClose(
        painted, Self.shares { Self.isInside($0, rings) }, parts, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func linesAgreeWithPoints(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let line = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
        MapPlace(
          x: .random(in: -20...44, using: &generator), y: .random(in: -20...44, using: &generator))
      }
      let width = [2.0, 3, 6][round % 3]
      let painted = Self.painted(
        parts: 4,
        { Stroke(width: width).add(line, isClosed: false, scale: 1, to: &$0) }, by: .union)
      for (pixel, paint) in painted.enumerated() {
        let middle = MapPlace(
          x: Double(pixel % Self.size) + 0.5, y: Double(pixel / Self.size) + 0.5)
        let away = Self.distance(middle, line)
        // Bends may be sharp if lines are narrow, and an octagon is not a circle.
        guard away > width / 2 - 1 || paint > 255, away < width / 2 + 1 || paint == 0 else {
          Issue.record("seed \(seed), round \(round): \(middle), \(away) away: \(paint)")
          return
        }
      }
    }
  }

  private static func distance(_ place: MapPlace, _ line: [MapPlace]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (x, y) = (b.x - a.x, b.y - a.y)
      let along = ((place.x - a.x) * x + (place.y - a.y) * y) / (x * x + y * y)
      let t = min(max(along, 0), 1)
      let (dx, dy) = (a.x + x * t - place.x, a.y + y * t - place.y)
      return (dx * dx + dy * dy).squareRoot()
    }.min()!
  }

  /// A frame of two rings, far larger than the picture, whose hole is larger too.
  @Test(arguments: [1e3, 1e6, 1e9, 1e15, 1e200, .infinity, .nan])
  func hugeRingsAndLines(reach: Double) {
    let around = PictureScenes.places([
      (-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach),
    ])
    let half = PictureScenes.places([
      (-reach, 12), (reach, 12), (reach, reach), (-reach, reach),
    ])
    let painted = Self.painted(
      parts: 4,
      {
        $0.add(around)
        $0.add(half)
      }, by: .evenOdd)
    if !reach.isNaN {
      #expect(painted == (0..<Self.size * Self.size).map { $0 / Self.size < 12 ? 256 : 0 })
    }
    // Dashes on a line that is much too long to walk along.
    for dash in [nil, (on: 3.0, off: 2.0)] {
      let stroke = Stroke(width: 1, dash: dash)
      let line = PictureScenes.places([(-reach, 5.5), (reach, 5.5)])
      let drawn = Self.painted(
        parts: 4, { stroke.add(line, isClosed: false, scale: 1, to: &$0) }, by: .union)
      let length = drawn.reduce(0, +) / 256
      guard reach <= 1e9 else { continue }
      #expect(dash == nil ? length == Self.size : (12...17).contains(length), "\(length)")
    }
  }

  @Test func nothingToFill() {
    let none = [Int](repeating: 0, count: Self.size * Self.size)
    for ring in [
      [], [(5.0, 5.0)], [(5, 5), (9, 9)], [(5, 5), (5, 5), (5, 5)], [(1, 30), (9, 40), (3, 99)],
    ] {
      #expect(Self.painted(parts: 4, { $0.add(PictureScenes.places(ring)) }, by: .evenOdd) == none)
    }
  }
}
