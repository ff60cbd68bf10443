import FinderEngine

/// Lines in degrees as shares of the world's square. A line that crosses the antimeridian goes on beyond the
/// square's edge.
enum WorldLines {
  /// Lines of one shape, on the same turn of the world: a hole lies in its area.
  static func places(of lines: [[Coordinate]]) -> [[MapPlace]] {
    var middle: Double?
    return lines.map { line in
      let places = self.places(of: line)
      guard let first = places.first?.x else { return places }
      guard let middle else {
        let xs = places.map(\.x)
        middle = (xs.min()! + xs.max()!) / 2
        return places
      }
      let turn = (middle - first).rounded(.toNearestOrEven)
      return turn == 0 ? places : places.map { MapPlace(x: $0.x + turn, y: $0.y) }
    }
  }

  /// Of two ways round the world a line takes the shorter one. A step of exactly one world is no crossing,
  /// but an edge of what reaches all round, as Antarctica does.
  private static func places(of line: [Coordinate]) -> [MapPlace] {
    var last = line.first?.longitude ?? 0
    var turn = 0.0
    return line.map { point in
      let step = (point.longitude - last) / 360
      if abs(step) != 1 { turn -= step.rounded(.toNearestOrEven) }
      last = point.longitude
      return MapPlace(
        x: MapView.column(point.longitude) + turn, y: MapView.row(point.latitude))
    }
  }
}
