import FinderEngine

/// The frame that a base map was cut at: land goes on beyond it, so that it is no coast.
///
/// Edges of land and lakes that lie exactly on the western, eastern, southern or northern limit of the
/// whole map are not drawn. The area is still filled, up to the limit.
struct CutEdges {
  private let (south, west): (Double, Double)
  private let (north, east): (Double, Double)

  private init(_ shapes: [BaseShape]) {
    var (south, west) = (Double.infinity, Double.infinity)
    var (north, east) = (-Double.infinity, -Double.infinity)
    for shape in shapes {
      for line in shape.lines {
        for point in line {
          (south, west) = (min(south, point.latitude), min(west, point.longitude))
          (north, east) = (max(north, point.latitude), max(east, point.longitude))
        }
      }
    }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// An area with such edges becomes one without any, and the lines that are left of them. O(n) for n
  /// points.
  static func removed(from shapes: [BaseShape]) -> [BaseShape] {
    let frame = CutEdges(shapes)
    return shapes.flatMap { shape in
      guard shape.isClosed, shape.kind == .land || shape.kind == .lake,
        shape.lines.contains(where: frame.cuts)
      else { return [shape] }
      var area = shape
      area.hasEdge = false
      let lines = shape.lines.flatMap(frame.coasts)
      return lines.isEmpty
        ? [area] : [area, BaseShape(kind: shape.kind, lines: lines, isClosed: false)]
    }
  }

  private func isOnFrame(_ a: Coordinate, _ b: Coordinate) -> Bool {
    a.longitude == b.longitude && (a.longitude == west || a.longitude == east)
      || a.latitude == b.latitude && (a.latitude == south || a.latitude == north)
  }

  /// What is a rectangle by itself is drawn as one.
  private func cuts(_ ring: [Coordinate]) -> Bool {
    let edges = ring.indices.map { isOnFrame(ring[$0], ring[($0 + 1) % ring.count]) }
    return edges.contains(true) && edges.contains(false)
  }

  /// The pieces of a ring between its edges on the frame; the whole ring where it has none.
  private func coasts(_ ring: [Coordinate]) -> [[Coordinate]] {
    guard cuts(ring) else { return ring.isEmpty ? [] : [ring + [ring[0]]] }
    let count = ring.count
    let start = ring.indices.first { isOnFrame(ring[$0], ring[($0 + 1) % count]) }!
    var pieces: [[Coordinate]] = []
    var piece: [Coordinate] = []
    for step in 1...count {
      let place = (start + step) % count
      piece.append(ring[place])
      guard isOnFrame(ring[place], ring[(place + 1) % count]) else { continue }
      if piece.count > 1 { pieces.append(piece) }
      piece = []
    }
    return pieces
  }
}
