import Foundation

@testable import FinderEngine
@testable import FinderMaps

/// Rings of land, for comparing with others.
struct Coast {
  /// Closed implicitly.
  let rings: [[Coordinate]]

  struct Edge {
    let start: Coordinate
    let end: Coordinate
  }

  static let kilometresPerDegree = 111.2

  init(_ rings: [[Coordinate]]) { self.rings = rings }

  static func edges(of ring: [Coordinate]) -> [Edge] {
    ring.indices.map { Edge(start: ring[$0], end: ring[($0 + 1) % ring.count]) }
  }

  /// Points at equal steps along the rings.
  func samples(each kilometres: Double) -> [Coordinate] {
    rings.flatMap { Self.samples(along: $0, each: kilometres) }
  }

  private static func samples(along ring: [Coordinate], each step: Double) -> [Coordinate] {
    var samples: [Coordinate] = []
    // The distance of the next one from the edge's start.
    var due = 0.0
    for edge in edges(of: ring) {
      let (north, east) = offset(of: edge.end, from: edge.start)
      let length = (north * north + east * east).squareRoot()
      while due < length {
        let share = due / length
        samples.append(
          Coordinate(
            latitude: edge.start.latitude + share * (edge.end.latitude - edge.start.latitude),
            longitude: edge.start.longitude + share * (edge.end.longitude - edge.start.longitude)))
        due += step
      }
      due -= length
    }
    return samples
  }

  /// In kilometres, on a plane.
  static func offset(
    of point: Coordinate, from origin: Coordinate
  ) -> (north: Double, east: Double) {
    (
      (point.latitude - origin.latitude) * kilometresPerDegree,
      (point.longitude - origin.longitude) * kilometresPerDegree
        * cos(origin.latitude * .pi / 180)
    )
  }

  static func distance(from point: Coordinate, to edge: Edge) -> Double {
    let (startNorth, startEast) = offset(of: edge.start, from: point)
    let (endNorth, endEast) = offset(of: edge.end, from: point)
    let (north, east) = (endNorth - startNorth, endEast - startEast)
    let square = north * north + east * east
    let along = square > 0 ? -(startNorth * north + startEast * east) / square : 0
    let share = min(max(along, 0), 1)
    return hypot(startNorth + share * north, startEast + share * east)
  }

  /// The area inside a ring on the sphere, in square kilometres.
  static func area(of ring: [Coordinate]) -> Double {
    let degree = Double.pi / 180
    let sum = edges(of: ring).reduce(0.0) { sum, edge in
      let heights = sin(edge.start.latitude * degree) + sin(edge.end.latitude * degree)
      return sum + (edge.end.longitude - edge.start.longitude) * degree * heights / 2
    }
    return abs(sum) * 6371.0088 * 6371.0088
  }

  static func polygon(_ ring: [Coordinate]) -> Polygon {
    Polygon([Polygon.Part(rings: [Ring(ring + [ring[0]])])])
  }

  /// The points of a grid over the ring's box that are inside it.
  static func grid(in ring: [Coordinate], across: Int = 24) -> [Coordinate] {
    let polygon = polygon(ring)
    let box = polygon.box
    return (0..<across * across).compactMap { number in
      let (row, column) = (Double(number / across) + 0.5, Double(number % across) + 0.5)
      let point = Coordinate(
        latitude: box.south + (box.north - box.south) * row / Double(across),
        longitude: box.west + (box.east - box.west) * column / Double(across))
      return polygon.contains(point) ? point : nil
    }
  }
}

/// Edges in strips of a quarter of a degree of latitude, to find the nearest one without examining all.
struct CoastStrips {
  private var strips: [Int: [Coast.Edge]] = [:]
  private static let perDegree = 4.0

  init(_ coast: Coast) {
    for edge in coast.rings.flatMap(Coast.edges) {
      let (low, high) = (
        min(edge.start.latitude, edge.end.latitude), max(edge.start.latitude, edge.end.latitude)
      )
      for strip in Self.strip(low)...Self.strip(high) { strips[strip, default: []].append(edge) }
    }
  }

  private static func strip(_ latitude: Double) -> Int {
    Int((latitude * perDegree).rounded(.down))
  }

  /// In kilometres.
  func distance(from point: Coordinate) -> Double {
    let own = Self.strip(point.latitude)
    var least = Double.infinity
    for away in 0..<1_000 {
      // All remaining edges are at least this many whole strips away.
      guard Double(away - 1) / Self.perDegree * Coast.kilometresPerDegree < least else { break }
      for strip in away == 0 ? [own] : [own - away, own + away] {
        for edge in strips[strip] ?? [] {
          least = min(least, Coast.distance(from: point, to: edge))
        }
      }
    }
    return least
  }
}
