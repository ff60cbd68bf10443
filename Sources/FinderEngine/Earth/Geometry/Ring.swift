/// A closed line, with a tree of boxes over its edges.
///
/// **The idea.** A point is inside if a ray from it to the east crosses the line an odd number of times. The
/// edges stay in the line's order; each run of 16 edges, each 16 of those runs and so on have a box. A run
/// whose box is west, north or south of the point is not crossed. One whose box is east of it is crossed an
/// odd number of times if it begins on one side of the ray and ends on the other, whatever it does in
/// between. So only runs whose boxes contain the point are examined: a few, even for a coastline of 50,000
/// edges.
///
/// The edge from vertex i to i + 1 belongs to node i / 16 of the lowest level, that node to node i / 256 of
/// the next, and so on up to a single node.
struct Ring: Sendable {
  enum Relation {
    case outside
    case inside
    case onEdge
  }

  /// The last one equals the first.
  private let vertices: [Coordinate]
  /// From the lowest level up.
  private let levels: [[BoundingBox]]

  private static let fanOut = 16

  /// Takes at least two positions, the last one equal to the first.
  init(_ vertices: [Coordinate]) {
    self.vertices = vertices
    var levels = [Self.boxes(vertices)]
    while let below = levels.last, below.count > 1 {
      levels.append(
        stride(from: 0, to: below.count, by: Self.fanOut).map { start in
          below[start..<min(start + Self.fanOut, below.count)].reduce(into: .empty) {
            $0.extend(over: $1)
          }
        })
    }
    self.levels = levels
  }

  private static func boxes(_ vertices: [Coordinate]) -> [BoundingBox] {
    stride(from: 0, to: vertices.count - 1, by: fanOut).map { start in
      vertices[start...min(start + fanOut, vertices.count - 1)].reduce(into: .empty) {
        $0.extend(over: $1)
      }
    }
  }

  private var edgeCount: Int { vertices.count - 1 }

  var box: BoundingBox { levels[levels.count - 1][0] }

  /// Whether an edge spans more than 180 degrees of longitude, but not from -180 to 180.
  var hasEdgeTheLongWayRound: Bool {
    (0..<edgeCount).contains { edge in
      let width = abs(vertices[edge + 1].longitude - vertices[edge].longitude)
      return width > 180 && width < 360
    }
  }

  func relation(to point: Coordinate) -> Relation {
    var isInside = false
    let isOnEdge = follow(point, level: levels.count - 1, node: 0, &isInside)
    return isOnEdge ? .onEdge : isInside ? .inside : .outside
  }

  /// The same without the tree: it tests every edge.
  func plainRelation(to point: Coordinate) -> Relation {
    var isInside = false
    for edge in 0..<edgeCount {
      let (a, b) = (vertices[edge], vertices[edge + 1])
      let side = Orientation.side(of: point, from: a, to: b)
      if side == 0, BoundingBox(from: a, to: b).surrounds(point) { return .onEdge }
      let crosses = (a.latitude > point.latitude) != (b.latitude > point.latitude)
      if crosses, (b.latitude > a.latitude) == (side > 0) { isInside.toggle() }
    }
    return isInside ? .inside : .outside
  }

  /// Toggles `isInside` for each crossing of the ray. Returns true if the point is on an edge.
  private func follow(_ point: Coordinate, level: Int, node: Int, _ isInside: inout Bool) -> Bool {
    let box = levels[level][node]
    guard point.latitude >= box.south, point.latitude <= box.north, point.longitude <= box.east
    else { return false }
    if point.longitude < box.west {
      let (start, end) = edges(ofNode: node, level: level)
      if isAbove(start, point) != isAbove(end, point) { isInside.toggle() }
      return false
    }
    if level == 0 { return followEdges(ofNode: node, point, &isInside) }
    for child in children(ofNode: node, level: level) {
      if follow(point, level: level - 1, node: child, &isInside) { return true }
    }
    return false
  }

  private func followEdges(ofNode node: Int, _ point: Coordinate, _ isInside: inout Bool) -> Bool {
    let (start, end) = edges(ofNode: node, level: 0)
    for edge in start..<end {
      let (a, b) = (vertices[edge], vertices[edge + 1])
      let crosses = isAbove(edge, point) != isAbove(edge + 1, point)
      guard crosses || a.latitude == point.latitude || b.latitude == point.latitude else {
        continue
      }
      let side = Orientation.side(of: point, from: a, to: b)
      if side == 0, BoundingBox(from: a, to: b).surrounds(point) { return true }
      // The edge is east of the point: on its right if it goes down, on its left if it goes up.
      if crosses, (b.latitude > a.latitude) == (side > 0) { isInside.toggle() }
    }
    return false
  }

  @inline(__always) private func isAbove(_ vertex: Int, _ point: Coordinate) -> Bool {
    vertices[vertex].latitude > point.latitude
  }

  /// Whether an edge may have a point in the box. Never false if one does.
  func mayMeet(_ other: BoundingBox) -> Bool { mayMeet(other, level: levels.count - 1, node: 0) }

  private func mayMeet(_ other: BoundingBox, level: Int, node: Int) -> Bool {
    guard levels[level][node].meets(other) else { return false }
    if level > 0 {
      return children(ofNode: node, level: level).contains {
        mayMeet(other, level: level - 1, node: $0)
      }
    }
    let (start, end) = edges(ofNode: node, level: 0)
    return (start..<end).contains { edge in
      let (a, b) = (vertices[edge], vertices[edge + 1])
      return BoundingBox(from: a, to: b).meets(other) && !Self.isBeside(other, a, b)
    }
  }

  /// All four corners are on one side of the edge's line.
  private static func isBeside(_ box: BoundingBox, _ a: Coordinate, _ b: Coordinate) -> Bool {
    var (isLeft, isRight) = (true, true)
    for latitude in [box.south, box.north] {
      for longitude in [box.west, box.east] {
        let corner = Coordinate(latitude: latitude, longitude: longitude)
        let side = Orientation.side(of: corner, from: a, to: b)
        isLeft = isLeft && side > 0
        isRight = isRight && side < 0
      }
    }
    return isLeft || isRight
  }

  /// Some place of an edge in the box, within rounding; `nil` if no edge passes through it.
  func edgePlace(in other: BoundingBox) -> Coordinate? {
    edgePlace(in: other, level: levels.count - 1, node: 0)
  }

  private func edgePlace(in other: BoundingBox, level: Int, node: Int) -> Coordinate? {
    guard levels[level][node].meets(other) else { return nil }
    if level > 0 {
      for child in children(ofNode: node, level: level) {
        if let place = edgePlace(in: other, level: level - 1, node: child) { return place }
      }
      return nil
    }
    let (start, end) = edges(ofNode: node, level: 0)
    for edge in start..<end {
      let (a, b) = (vertices[edge], vertices[edge + 1])
      if let place = other.place(ofEdgeFrom: a, to: b) { return place }
    }
    return nil
  }

  private func children(ofNode node: Int, level: Int) -> Range<Int> {
    let first = node * Self.fanOut
    return first..<min(first + Self.fanOut, levels[level - 1].count)
  }

  /// The numbers of a run's first vertex and of its last one, with which the next run begins.
  private func edges(ofNode node: Int, level: Int) -> (start: Int, end: Int) {
    // 16 edges on the lowest level, 16 times as many on each one above.
    let shift = 4 * (level + 1)
    return (node << shift, min((node + 1) << shift, edgeCount))
  }
}

extension BoundingBox {
  @inline(__always) fileprivate init(from a: Coordinate, to b: Coordinate) {
    self.init(
      south: min(a.latitude, b.latitude), west: min(a.longitude, b.longitude),
      north: max(a.latitude, b.latitude), east: max(a.longitude, b.longitude))
  }
}

extension BoundingBox {
  /// The middle of the part of an edge that is in the box (Liang and Barsky), with a tiny margin around the
  /// box. An end inside the box is left as it is.
  fileprivate func place(ofEdgeFrom a: Coordinate, to b: Coordinate) -> Coordinate? {
    if surrounds(a) { return a }
    if surrounds(b) { return b }
    let slack = 1e-12
    var (first, last) = (0.0, 1.0)
    func keep(_ step: Double, _ room: Double) -> Bool {
      if step == 0 { return room >= 0 }
      let share = room / step
      if step < 0 { first = max(first, share) } else { last = min(last, share) }
      return first <= last
    }
    let (up, right) = (b.latitude - a.latitude, b.longitude - a.longitude)
    guard keep(-right, a.longitude - west + slack), keep(right, east - a.longitude + slack),
      keep(-up, a.latitude - south + slack), keep(up, north - a.latitude + slack)
    else { return nil }
    let share = (first + last) / 2
    return Coordinate(latitude: a.latitude + up * share, longitude: a.longitude + right * share)
  }
}

/// On which side of a line a point is, exactly.
///
/// The sign of (bx - ax) (py - ay) - (by - ay) (px - ax), computed in Double, is right unless the result is
/// smaller than its possible rounding error. In that case, the six products in its expansion are written as
/// sums of two Doubles each, without rounding, and all twelve are added without rounding. After Shewchuk,
/// Adaptive Precision Floating-Point Arithmetic, 1997.
enum Orientation {
  /// (3 + 16 e) e for e = 2^-53.
  private static let doubt = 3.330_669_073_875_471_6e-16

  /// Above 0 if the point is left of the line from `a` to `b`, below 0 if it is right of it, and 0 if it is
  /// on it. For coordinates in degrees; with values below 1e-140 the products would underflow.
  @inline(__always)
  static func side(of p: Coordinate, from a: Coordinate, to b: Coordinate) -> Double {
    let left = (b.longitude - a.longitude) * (p.latitude - a.latitude)
    let right = (b.latitude - a.latitude) * (p.longitude - a.longitude)
    let difference = left - right
    return abs(difference) > doubt * (abs(left) + abs(right))
      ? difference : exactSide(of: p, from: a, to: b)
  }

  @inline(never)
  private static func exactSide(of p: Coordinate, from a: Coordinate, to b: Coordinate) -> Double {
    // Without p.longitude * p.latitude and the like, which occur twice and cancel out.
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 12) { parts in
      var sum = ExactSum(parts: parts.baseAddress!)
      sum.add(b.longitude, p.latitude)
      sum.add(-b.longitude, a.latitude)
      sum.add(-a.longitude, p.latitude)
      sum.add(-b.latitude, p.longitude)
      sum.add(b.latitude, a.longitude)
      sum.add(a.latitude, p.longitude)
      return sum.sign
    }
  }
}

/// A sum of Doubles kept as Doubles that do not overlap, the smallest first, so that the last non-zero one
/// has its sign.
private struct ExactSum {
  let parts: UnsafeMutablePointer<Double>
  private var count = 0

  init(parts: UnsafeMutablePointer<Double>) { self.parts = parts }

  var sign: Double {
    for place in (0..<count).reversed() where parts[place] != 0 { return parts[place] }
    return 0
  }

  mutating func add(_ a: Double, _ b: Double) {
    let product = a * b
    add((-product).addingProduct(a, b))
    add(product)
  }

  private mutating func add(_ value: Double) {
    var carried = value
    for place in 0..<count {
      let sum = carried + parts[place]
      let added = sum - carried
      parts[place] = (carried - (sum - added)) + (parts[place] - added)
      carried = sum
    }
    parts[count] = carried
    count += 1
  }
}
