import FinderEngine

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
