/// A straight line through the earth that approximates a geodesic of a way, or a part of a long one.
struct WayLine: Sendable {
  let start, end: Cartesian
  /// The geodesic is never farther from the line than this.
  let sagitta: Float
  /// The geodesic's number: that of the point of the way where it begins.
  let number: Int32
  /// The part of the geodesic that it approximates, in metres from the geodesic's start; accurate enough for
  /// a guess.
  private let first, last: Float

  private init(
    _ start: Cartesian, _ end: Cartesian, length: Double, number: Int, from first: Double,
    to last: Double
  ) {
    (self.start, self.end) = (start, end)
    self.number = Int32(number)
    (self.first, self.last) = (Float(first), Float(last))
    sagitta = Float(Self.sagitta(length))
  }

  /// A piece that is a single point.
  init(at place: Cartesian, number: Int) {
    self.init(place, place, length: 0, number: number, from: 0, to: 0)
  }

  var isPoint: Bool { start == end }

  /// A curve that is never more sharply bent than a circle is at most that circle's sagitta from its chord. A
  /// hundredth is added for the rounding to Float, and ten nanometres for that of places.
  private static func sagitta(_ length: Double) -> Double {
    let turn = min(length / (2 * ChordBounds.sharpest), .pi / 2)
    let half = sin(turn / 2)
    return 2.02 * ChordBounds.sharpest * half * half + 1e-8
  }

  /// Chords below this, in metres, give the lengths of their geodesics to 10 nm, in any direction.
  private static let shortChord = 1000.0
  /// The approximate length of the parts of a long geodesic.
  private static let longestPart = 2000.0

  /// Adds the lines for the geodesic between two points, at most `most`, and returns its length.
  static func append(
    from point: Coordinate, _ place: Cartesian, to next: Coordinate, _ nextPlace: Cartesian,
    number: Int, most: Int, into lines: inout [WayLine]
  ) -> Double {
    let squared = place.squaredChord(to: nextPlace)
    if squared < shortChord * shortChord {
      let chord = squared.squareRoot()
      // s = c + c³/24R², with R half-way between the sharpest curve and the flattest.
      let length = chord + chord * squared * (1 / (24 * 6_367_400.0 * 6_367_400.0))
      lines.append(WayLine(place, nextPlace, length: length, number: number, from: 0, to: length))
      return length
    }
    let segment = GeodesicSegment(from: point, to: next)
    let parts = min(most, Int((segment.length / longestPart).rounded(.up)))
    var (start, first) = (place, 0.0)
    for part in 1...max(1, parts) {
      let last = part >= parts ? segment.length : segment.length * Double(part) / Double(parts)
      let end = part >= parts ? nextPlace : Cartesian(segment.point(at: last))
      lines.append(
        WayLine(start, end, length: last - first, number: number, from: first, to: last))
      (start, first) = (end, last)
    }
    return segment.length
  }

  /// The square of a point's distance from the line, and a guess at the nearest place on its geodesic.
  @inline(__always)
  func nearest(to point: Cartesian) -> (squared: Double, guess: Double) {
    let (dx, dy, dz) = (end.x - start.x, end.y - start.y, end.z - start.z)
    let (px, py, pz) = (point.x - start.x, point.y - start.y, point.z - start.z)
    let length = dx * dx + dy * dy + dz * dz
    let along = px * dx + py * dy + pz * dz
    let share = length > 0 ? min(1, max(0, along / length)) : 0
    let (x, y, z) = (px - share * dx, py - share * dy, pz - share * dz)
    let guess = Double(first) + share * (Double(last) - Double(first))
    return (x * x + y * y + z * z, guess)
  }
}

/// A box in space around a part of a way, including its geodesics.
struct SpaceBox: Sendable {
  var low, high: SIMD4<Double>

  static let empty = SpaceBox(
    low: SIMD4(repeating: .infinity), high: SIMD4(repeating: -.infinity))

  init(low: SIMD4<Double>, high: SIMD4<Double>) { (self.low, self.high) = (low, high) }

  init(_ box: PlaceBox) {
    low = SIMD4(Double(box.low.x), Double(box.low.y), Double(box.low.z), 0)
    high = SIMD4(Double(box.high.x), Double(box.high.y), Double(box.high.z), 0)
  }

  @inline(__always) init(_ line: WayLine) {
    let (a, b) = (line.start, line.end)
    let (start, end) = (SIMD4(a.x, a.y, a.z, 0), SIMD4(b.x, b.y, b.z, 0))
    let more = Double(line.sagitta)
    low = smaller(start, end) - more
    high = larger(start, end) + more
  }

  @inline(__always) mutating func extend(over line: WayLine) { extend(over: SpaceBox(line)) }

  @inline(__always) mutating func extend(over other: SpaceBox) {
    low = smaller(low, other.low)
    high = larger(high, other.high)
  }

  var diagonal: Double {
    let sides = high - low
    return (sides.x * sides.x + sides.y * sides.y + sides.z * sides.z).squareRoot()
  }

  @inline(__always) func squaredDistance(to other: SpaceBox) -> Double {
    Self.squared(larger(low - other.high, other.low - high))
  }

  @inline(__always) func squaredDistance(to point: SIMD4<Double>) -> Double {
    Self.squared(larger(low - point, point - high))
  }

  @inline(__always) private static func squared(_ gap: SIMD4<Double>) -> Double {
    let gap = larger(gap, SIMD4(repeating: 0))
    let squares = gap * gap
    return squares.x + squares.y + squares.z
  }
}

// Compare and select are single instructions; the standard library's version handles the lanes one by one.

@inline(__always)
private func larger(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
  one.replacing(with: other, where: other .> one)
}

@inline(__always)
private func smaller(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
  one.replacing(with: other, where: other .< one)
}

/// The lines of a way in a tree of boxes: eight lines to a leaf, eight boxes to a node. A way keeps
/// neighbours together by itself, so its own order is the tree's. One that covers the same small part of the
/// world over and over is first sorted by place, and its repetitions are left out, since the first of equally
/// near places counts.
///
/// Its distances are from straight lines through the earth, and it rules out only lines that are certainly
/// not the nearest: it allows for the sagitta, and for the doubt between chords and geodesics
/// (`ChordBounds`).
struct WayTree: Sendable {
  private let lines: [WayLine]
  /// The boxes of each eight lines, then of each eight of those, up to a single box.
  private let boxes: [SpaceBox]
  /// The index in `boxes` where each level begins, and finally their count.
  private let levels: [Int]

  private static let width = 8

  init(_ lines: [WayLine], isTangled: Bool, of points: [Coordinate]) {
    let lines = isTangled ? Self.untangled(lines, of: points) : lines
    var boxes: [SpaceBox] = []
    var levels = [0]
    boxes.reserveCapacity(lines.count / 7 + 8)
    for start in stride(from: 0, to: lines.count, by: Self.width) {
      var box = SpaceBox.empty
      for line in start..<min(start + Self.width, lines.count) { box.extend(over: lines[line]) }
      boxes.append(box)
    }
    levels.append(boxes.count)
    while boxes.count - levels[levels.count - 2] > 1 {
      let below = levels[levels.count - 2]..<boxes.count
      for start in stride(from: below.lowerBound, to: below.upperBound, by: Self.width) {
        var box = SpaceBox.empty
        for child in start..<min(start + Self.width, below.upperBound) {
          box.extend(over: boxes[child])
        }
        boxes.append(box)
      }
      levels.append(boxes.count)
    }
    (self.lines, self.boxes, self.levels) = (lines, boxes, levels)
  }

  /// The box around everything.
  var box: SpaceBox { boxes[boxes.count - 1] }

  // MARK: Searching

  /// A geodesic that may be the nearest.
  struct LineInDoubt {
    let number: Int
    let isPoint: Bool
    /// Its chord is at least this long.
    let low: Double
    let guess: Double
  }

  /// The lines whose geodesics may be the nearest to a point and within that distance of it, in order of the
  /// way, and those of one geodesic starting with the nearest; none if no part of the way is that near.
  func linesInDoubt(near point: Cartesian, within: Double) -> [LineInDoubt] {
    var reach = ChordBounds.chordReaching(within)
    var found: [LineInDoubt] = []
    guard reach >= 0 else { return [] }
    let target = SIMD4(point.x, point.y, point.z, 0)
    withUnsafeTemporaryAllocation(of: Waiting.self, capacity: levels.count * Self.width) { stack in
      var waiting = 1
      stack[0] = Waiting(
        squared: box.squaredDistance(to: target), level: levels.count - 2, node: 0)
      while waiting > 0 {
        waiting -= 1
        let here = stack[waiting]
        guard here.squared <= reach * reach else { continue }
        let children = here.node * Self.width
        if here.level == 0 {
          for place in children..<min(children + Self.width, lines.count) {
            let line = lines[place]
            let (squared, guess) = line.nearest(to: point)
            let (chord, sagitta) = (squared.squareRoot(), Double(line.sagitta))
            let low = max(0, chord - sagitta)
            guard low <= reach else { continue }
            found.append(
              LineInDoubt(
                number: Int(line.number), isPoint: line.isPoint, low: low, guess: guess))
            reach = min(reach, Self.chordInDoubt(chord + sagitta))
          }
          continue
        }
        let below = levels[here.level - 1]
        let count = levels[here.level] - below
        let first = waiting
        for child in children..<min(children + Self.width, count) {
          let squared = boxes[below + child].squaredDistance(to: target)
          guard squared <= reach * reach else { continue }
          // The nearest goes on top.
          var place = waiting
          while place > first, stack[place - 1].squared < squared {
            stack[place] = stack[place - 1]
            place -= 1
          }
          stack[place] = Waiting(squared: squared, level: here.level - 1, node: child)
          waiting += 1
        }
      }
    }
    found.removeAll { $0.low > reach }
    if found.count > 1 { found.sort { ($0.number, $0.low) < ($1.number, $1.low) } }
    return found
  }

  /// Anything with a longer chord than this is certainly not nearer than something with the given chord. Up
  /// to 1,000 km by the bound of `ChordBounds.squaredChordInDoubt`, before it is squared.
  @inline(__always) private static func chordInDoubt(_ chord: Double) -> Double {
    guard chord < 1e6 else {
      return ChordBounds.chordReaching(ChordBounds.upper(chord: chord))
    }
    return chord + 2.3e-17 * chord * chord * chord + 4e-7
  }

  private struct Waiting: BitwiseCopyable {
    let squared: Double
    let level: Int
    let node: Int
  }

  /// Whether some part of the way may be within a chord of a box; never false if one is.
  func mayReach(_ other: SpaceBox, chord reach: Double) -> Bool {
    guard reach >= 0 else { return false }
    let squaredReach = reach * reach
    return withUnsafeTemporaryAllocation(
      of: Waiting.self, capacity: levels.count * Self.width
    ) { stack in
      var waiting = 1
      stack[0] = Waiting(squared: 0, level: levels.count - 2, node: 0)
      while waiting > 0 {
        waiting -= 1
        let here = stack[waiting]
        guard
          boxes[levels[here.level] + here.node].squaredDistance(to: other) <= squaredReach
        else { continue }
        let children = here.node * Self.width
        if here.level == 0 {
          for place in children..<min(children + Self.width, lines.count)
          where SpaceBox(lines[place]).squaredDistance(to: other) <= squaredReach {
            return true
          }
          continue
        }
        let count = levels[here.level] - levels[here.level - 1]
        for child in children..<min(children + Self.width, count) {
          stack[waiting] = Waiting(squared: 0, level: here.level - 1, node: child)
          waiting += 1
        }
      }
      return false
    }
  }
}

// MARK: - Ways that repeat themselves

extension WayTree {
  private struct Ends: Hashable {
    let first, last: Coordinate
  }

  private static func untangled(_ lines: [WayLine], of points: [Coordinate]) -> [WayLine] {
    var seen: Set<Ends> = []
    var kept: [WayLine] = []
    var (last, isKept) = (Int32(-1), false)
    for line in lines {
      if line.number != last {
        last = line.number
        let start = points[Int(last)].canonical
        let end = line.isPoint ? start : points[Int(last) + 1].canonical
        isKept =
          seen.insert(
            start.order(end) < 0 ? Ends(first: start, last: end) : Ends(first: end, last: start)
          )
          .inserted
      }
      if isKept { kept.append(line) }
    }
    let box = kept.reduce(into: SpaceBox.empty) { $0.extend(over: $1) }
    let keyed = kept.indices.map { (key: key(of: kept[$0], in: box), place: $0) }
    return keyed.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map { kept[$0.place] }
  }

  /// Places whose keys begin alike are near each other: Morton order, with 20 bits per axis.
  private static func key(of line: WayLine, in box: SpaceBox) -> UInt64 {
    let middle = [
      (line.start.x + line.end.x) / 2 - box.low.x, (line.start.y + line.end.y) / 2 - box.low.y,
      (line.start.z + line.end.z) / 2 - box.low.z,
    ]
    let side = max(1e-3, (box.high - box.low).max())
    let cells = middle.map { UInt64(max(0, min(1, $0 / side)) * 1_048_575) }
    return (0..<20).reversed().reduce(0) { key, bit in
      cells.reduce(key) { $0 << 1 | $1 >> UInt64(bit) & 1 }
    }
  }
}
