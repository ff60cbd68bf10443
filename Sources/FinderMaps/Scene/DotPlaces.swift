import FinderEngine

// Where a venue is in a `DotField`.

/// In which cell of a view of cells a venue is: the same as that of `finder clusters`.
struct CellPlaces: ~Copyable {
  /// By how much of a cell the quick way to a row may be off.
  static let doubt = 1e-3

  private let square = MercatorSquare()
  private let shift: UInt32
  private let (left, top): (Int, Int)
  private let side: Int

  init(_ view: MapView) {
    side = Int(view.worldWidth)
    shift = UInt32(MercatorSquare.depth - side.trailingZeroBitCount)
    (left, top) = view.firstCell
  }

  /// The middle of the cell; `nil` where the point is none.
  @inline(__always) func place(of point: Coordinate) -> MapPlace? {
    guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { return nil }
    let row = Int(square.row(ofLatitude: point.latitude) &>> shift)
    let column = Int(MercatorSquare.column(ofLongitude: point.longitude) &>> shift)
    // A view across the antimeridian begins in the west of it.
    let x = (column - left) & (side - 1)
    return MapPlace(x: Double(x) + 0.5, y: Double(row - top) + 0.5)
  }
}

/// The columns of a view, and how far it reaches.
struct FieldBounds {
  private let (lowest, highest): (Double, Double)
  private let middle: Double
  private let halfPixels: Double
  /// Of a degree of longitude.
  private let pixelsPerDegree: Double

  init(_ view: MapView, _ box: BoundingBox) {
    lowest = box.south <= -MapView.northernmost + 1e-9 ? -90 : box.south
    highest = box.north >= MapView.northernmost - 1e-9 ? 90 : box.north
    middle = view.center.longitude
    halfPixels = Double(view.width) / 2
    pixelsPerDegree = view.worldWidth / 360
  }

  /// Beyond the view's latitudes the table of rows ends. Those beyond the square are drawn on its edge.
  @inline(__always) func holds(latitude: Double) -> Bool {
    latitude >= lowest && latitude <= highest
  }

  /// On that side of the antimeridian which is nearer to the view's middle.
  @inline(__always) func x(ofLongitude longitude: Double) -> Double {
    var aside = longitude - middle
    if aside > 180 { aside -= 360 }
    if aside < -180 { aside += 360 }
    return halfPixels + aside * pixelsPerDegree
  }
}
