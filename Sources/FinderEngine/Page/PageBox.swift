/// A box in shares of the world's square: x from the antimeridian eastwards, y from the north. One that
/// reaches across the antimeridian ends beyond 1.
struct PageBox {
  var west: Double
  var east: Double
  var north: Double
  var south: Double

  init(west: Double, east: Double, north: Double, south: Double) {
    (self.west, self.east, self.north, self.south) = (west, east, north, south)
  }

  init(_ box: BoundingBox) {
    west = MapView.column(box.west)
    east = MapView.column(box.east) + (box.crossesAntimeridian ? 1 : 0)
    north = MapView.row(box.north)
    south = MapView.row(box.south)
  }

  func contains(_ other: PageBox) -> Bool {
    other.west >= west && other.east <= east && other.north >= north && other.south <= south
  }

  /// x counts on that side of the antimeridian which is nearer.
  mutating func extend(over point: Coordinate) {
    let (x, y) = (MapView.column(point.longitude), MapView.row(point.latitude))
    let middle = (west + east) / 2
    let near = x - (x - middle).rounded()
    (west, east) = (min(west, near), max(east, near))
    (north, south) = (min(north, y), max(south, y))
  }

  func append(to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "west", number: west)
      output.append(key: "east", number: east)
      output.append(key: "north", number: north)
      output.append(key: "south", number: south)
    }
  }
}

/// The box round points, from behind the widest gap between them, so that one which reaches across the
/// antimeridian stays small.
struct PageExtent {
  private static let stripCount = 720
  /// Of half a degree of longitude each: the westernmost and easternmost point in it.
  private var west = [Double](repeating: .infinity, count: stripCount)
  private var east = [Double](repeating: -.infinity, count: stripCount)
  /// In degrees: a row of the square takes a logarithm, and two of them will do.
  private var north = -Double.infinity
  private var south = Double.infinity

  mutating func add(_ point: Coordinate) {
    let x = MapView.column(point.longitude)
    let strip = min(Int(x * Double(Self.stripCount)), Self.stripCount - 1)
    (west[strip], east[strip]) = (min(west[strip], x), max(east[strip], x))
    (north, south) = (max(north, point.latitude), min(south, point.latitude))
  }

  var box: PageBox? {
    let filled = west.indices.filter { west[$0].isFinite }
    guard let first = filled.first, let last = filled.last else { return nil }
    // The gap that counts as long as it is the widest is the one from the last to the first.
    var (start, end, widest) = (first, last, first + Self.stripCount - last)
    for (before, after) in zip(filled, filled.dropFirst()) where after - before > widest {
      (start, end, widest) = (after, before, after - before)
    }
    return PageBox(
      west: west[start], east: east[end] + (end < start ? 1 : 0), north: MapView.row(north),
      south: MapView.row(south))
  }
}
