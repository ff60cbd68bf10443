/// Where the parts of an index's tree are in a view, as far as their boxes tell: no venue's position is
/// read for it, which at 5.5 million are 88 MB.
///
/// A box's middle is turned so that the view's middle lies on the x axis. The tangent of half its angle
/// there gives the column, and that of its latitude the row, by two tables.
struct PartPlaces: ~Copyable {
  struct Spot {
    let x: Double
    let y: Double
    /// How far from there its venues may be, in pixels.
    let aside: Double
  }

  /// In metres, from a box's middle to a corner: half a degree.
  private static let farthest = 55_000.0
  /// Beyond 80 degrees of latitude, and 166 of longitude from the view's middle, pixels are no measure.
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
    // Somewhat more on each side, so that what is beyond is seen to be.
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
    // Half a degree farther from the equator all is a twentieth larger, at 80 degrees.
    pixelsPerMetre = 1.06 * view.worldWidth / 360 * PlaceBox.degreesPerMetre
    error = rows.error + columns.error
  }

  /// `nil` where the box does not tell.
  @inline(__always) func spot(of box: PlaceBox) -> Spot? {
    let reach = box.diagonal / 2
    guard reach < Self.farthest else { return nil }
    let middle = box.middle
    let across = (middle.x * middle.x + middle.y * middle.y).squareRoot()
    let along = middle.x * cosine + middle.y * sine
    let turn = (middle.y * cosine - middle.x * sine) / (across + along)
    let tangent = middle.z / across * Self.flatter
    guard abs(turn) < Self.widest, abs(tangent) < Self.steepest else { return nil }
    let scale = (1 + tangent * tangent).squareRoot() * pixelsPerMetre
    return Spot(x: columns[turn], y: rows[tangent], aside: reach * scale + error)
  }

  /// From the direction of a place to its latitude's.
  private static let flatter = 1 / ((1 - Geodesic.flattening) * (1 - Geodesic.flattening))
}
