import CVector
import FinderEngine

/// Where the parts of an index's tree are in a view, using only their boxes. No venue's position is read,
/// which for 5.5 million venues saves 88 MB.
///
/// A box's middle is rotated so that the view's middle is on the x axis. The tangent of half its angle there
/// gives the column, and the tangent of its latitude the row, each from a table.
struct PartPlaces: ~Copyable {
  struct Spot {
    let x: Double
    let y: Double
    /// How far from there its venues may be, in pixels; infinite if that is not known.
    let aside: Double
  }

  /// The directions of four boxes, before the tables are used.
  struct Directions {
    fileprivate let turns, tangents: SIMD4<Double>
    /// In metres and in pixels.
    fileprivate let reaches, asides: SIMD4<Double>
  }

  /// The distance from a box's middle to a corner, in metres: half a degree.
  private static let farthest = 55_000.0
  /// Beyond 80 degrees of latitude, or 166 of longitude from the view's middle, distances in pixels are
  /// useless.
  private static let (steepest, widest) = (tan(80 * Angle.degree), 8.0)

  private let (cosine, sine): (Double, Double)
  private let rows: LinearTable
  private let columns: LinearTable
  /// At the equator.
  private let pixelsPerMetre: Double
  private let error: Double

  init(_ view: MapView, _ box: BoundingBox) {
    let middle = view.center.longitude * Angle.degree
    (cosine, sine) = (cos(middle), sin(middle))
    // A little more on each side, so that places just outside are recognised as such.
    let steepest = Self.steepest
    func tangent(_ latitude: Double) -> Double {
      min(max(tan(min(max(latitude, -85), 85) * Angle.degree), -steepest), steepest)
    }
    rows = LinearTable(
      from: tangent(box.south - 1), to: tangent(box.north + 1), pixels: view.height
    ) { view.place(column: 0, row: MapView.row(tangent: $0)).y }
    let turn = min(Double(view.width) / view.worldWidth * .pi + 4 * Angle.degree, 0.94 * .pi)
    let half = min(tan(turn / 2), Self.widest)
    let pixelsPerTurn = view.worldWidth / (2 * .pi)
    columns = LinearTable(from: -half, to: half, pixels: view.width) {
      Double(view.width) / 2 + 2 * atan($0) * pixelsPerTurn
    }
    pixelsPerMetre = view.worldWidth / 360 * PlaceBox.degreesPerMetre
    error = rows.error + columns.error
  }

  @inline(__always) func directions(of quad: BoxQuad) -> Directions {
    // Twice the middles.
    let x = SIMD4<Double>(quad.lowX) + SIMD4<Double>(quad.highX)
    let y = SIMD4<Double>(quad.lowY) + SIMD4<Double>(quad.highY)
    let z = SIMD4<Double>(quad.lowZ) + SIMD4<Double>(quad.highZ)
    let across = (x * x + y * y).squareRoot()
    let tangents = z / across * Self.flatter
    let turns = (y * cosine - x * sine) / (across + x * cosine + y * sine)
    let (width, depth) = (quad.highX - quad.lowX, quad.highY - quad.lowY)
    let height = quad.highZ - quad.lowZ
    let squares = width * width + depth * depth + height * height
    let reaches = SIMD4<Double>(squares.squareRoot()) / 2
    // At 80 degrees, half a degree farther from the equator makes everything a twentieth larger.
    let growth = 1.001 + reaches * (0.06 / Self.farthest)
    let scales = (1 + tangents * tangents).squareRoot() * pixelsPerMetre
    return Directions(
      turns: Self.whole(turns), tangents: Self.whole(tangents), reaches: Self.whole(reaches),
      asides: Self.whole(reaches * growth * scales))
  }

  @inline(__always) private static func whole(_ lanes: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(lowHalf: cvector_whole2(lanes.lowHalf), highHalf: cvector_whole2(lanes.highHalf))
  }

  @inline(__always) func spot(_ directions: Directions, _ lane: Int) -> Spot {
    let (turn, tangent) = (directions.turns[lane], directions.tangents[lane])
    guard directions.reaches[lane] < Self.farthest, abs(turn) < Self.widest,
      abs(tangent) < Self.steepest
    else { return Spot(x: 0, y: 0, aside: .infinity) }
    return Spot(x: columns[turn], y: rows[tangent], aside: directions.asides[lane] + error)
  }

  /// Converts the tangent of a direction to that of its latitude.
  private static let flatter = 1 / ((1 - Geodesic.flattening) * (1 - Geodesic.flattening))
}

/// A function, interpolated linearly between some of its values: the projection itself takes 50 ns, this 2.
struct LinearTable: ~Copyable {
  /// How far off a value may be.
  private(set) var error = 0.0
  /// Valid only as long as the table exists.
  let lines: Lines

  /// For loops, which would otherwise read the table again for each value that they write.
  struct Lines: BitwiseCopyable {
    fileprivate let low: Double
    fileprivate let strips: Int
    fileprivate let stripsPerUnit: Double
    fileprivate let values: UnsafeMutablePointer<Double>

    /// Beyond an end, returns the value at that end. The argument must not be NaN.
    @inline(__always) subscript(argument: Double) -> Double {
      let place = min(max((argument - low) * stripsPerUnit, 0), Double(strips))
      let strip = Int(cvector_truncated(place))
      let start = values[strip]
      return start + (values[strip + 1] - start) * (place - Double(strip))
    }
  }

  /// For arguments from `low` to `high`. With a strip for every few pixels it is off by less than a
  /// thousandth of a pixel for ordinary projections.
  init(from low: Double, to high: Double, pixels: Int, _ value: (Double) -> Double) {
    let strips = min(max(pixels, 64), 512)
    let length = max(high - low, 1e-9)
    let values = UnsafeMutablePointer<Double>.allocate(capacity: strips + 2)
    lines = Lines(
      low: low, strips: strips, stripsPerUnit: Double(strips) / length, values: values)
    for strip in 0..<strips + 2 {
      values[strip] = value(low + length * Double(strip) / Double(strips))
    }
    // Linear interpolation is off by an eighth of the second difference; this allows twice that, since it
    // changes.
    for strip in 0..<strips {
      error = max(error, abs(values[strip] - 2 * values[strip + 1] + values[strip + 2]) / 4)
    }
  }

  deinit { lines.values.deallocate() }

  @inline(__always) subscript(argument: Double) -> Double { lines[argument] }
}
