import FinderEngine

/// Finds the nearest of a set of places, from which places are removed one after another.
///
/// It is a tree of boxes, each with the lowest number of the places that are left in it. Of places
/// equally near it finds the one with the lowest number, so a box as far away as the best so far is
/// searched only if it has a lower number.
///
/// Finding the nearest and removing a place are O(log n) for places spread as venues are. If all
/// are equally near, each is examined.
struct ShrinkingTree {
  private struct Node {
    var low: Cartesian
    var high: Cartesian
    var places: Range<Int>
    /// Its two halves; 0 for a leaf.
    var left = 0
    var right = 0
    var parent = -1
    var first = Int.max
  }

  private static let leafSize = 8

  private let places: [Cartesian]
  private var order: [Int]
  private var nodes: [Node] = []
  private var leaf: [Int]
  private var isGone: [Bool]

  init(_ places: [Cartesian]) {
    self.places = places
    order = Array(places.indices)
    leaf = Array(repeating: 0, count: places.count)
    isGone = Array(repeating: false, count: places.count)
    if !places.isEmpty { _ = build(places.indices, parent: -1) }
  }

  private mutating func build(_ range: Range<Int>, parent: Int) -> Int {
    let number = nodes.count
    var node = Node(
      low: places[order[range.lowerBound]], high: places[order[range.lowerBound]],
      places: range, parent: parent)
    for i in order[range] {
      let place = places[i]
      node.low = Cartesian(
        x: min(node.low.x, place.x), y: min(node.low.y, place.y), z: min(node.low.z, place.z))
      node.high = Cartesian(
        x: max(node.high.x, place.x), y: max(node.high.y, place.y), z: max(node.high.z, place.z))
      node.first = min(node.first, i)
    }
    nodes.append(node)
    guard range.count > Self.leafSize else {
      for i in order[range] { leaf[i] = number }
      return number
    }
    halve(range, along: Self.longestAxis(node))
    let middle = range.lowerBound + range.count / 2
    nodes[number].left = build(range.lowerBound..<middle, parent: number)
    nodes[number].right = build(middle..<range.upperBound, parent: number)
    return number
  }

  private mutating func halve(_ range: Range<Int>, along axis: KeyPath<Cartesian, Double>) {
    let places = places
    order[range].sort { a, b in
      let (first, second) = (places[a][keyPath: axis], places[b][keyPath: axis])
      return first == second ? a < b : first < second
    }
  }

  private static func longestAxis(_ node: Node) -> KeyPath<Cartesian, Double> {
    let x = node.high.x - node.low.x
    let y = node.high.y - node.low.y
    let z = node.high.z - node.low.z
    if x >= y, x >= z { return \.x }
    return y >= z ? \.y : \.z
  }

  mutating func remove(_ number: Int) {
    isGone[number] = true
    var node = leaf[number]
    nodes[node].first = order[nodes[node].places].filter { !isGone[$0] }.min() ?? .max
    while nodes[node].parent >= 0 {
      node = nodes[node].parent
      nodes[node].first = min(nodes[nodes[node].left].first, nodes[nodes[node].right].first)
    }
  }

  /// The number of the place nearest to a point, by the straight line; `nil` where none is left.
  func nearest(to point: Cartesian) -> Int? {
    guard let root = nodes.first, root.first < .max else { return nil }
    var best = (square: Double.infinity, number: Int.max)
    search(0, Self.squaredDistance(point, root), point, &best)
    return best.number
  }

  private func search(
    _ number: Int, _ square: Double, _ point: Cartesian,
    _ best: inout (square: Double, number: Int)
  ) {
    let node = nodes[number]
    guard (square, node.first) < best, node.first < .max else { return }
    guard node.left > 0 else {
      for i in order[node.places] where !isGone[i] {
        let found = (places[i].squaredChord(to: point), i)
        if found < best { best = found }
      }
      return
    }
    let left = (Self.squaredDistance(point, nodes[node.left]), nodes[node.left].first)
    let right = (Self.squaredDistance(point, nodes[node.right]), nodes[node.right].first)
    if left < right {
      search(node.left, left.0, point, &best)
      search(node.right, right.0, point, &best)
    } else {
      search(node.right, right.0, point, &best)
      search(node.left, left.0, point, &best)
    }
  }

  /// Never more than the distance to any place in the box, since each step rounds the same way for
  /// both.
  private static func squaredDistance(_ point: Cartesian, _ node: Node) -> Double {
    let dx = max(0, node.low.x - point.x, point.x - node.high.x)
    let dy = max(0, node.low.y - point.y, point.y - node.high.y)
    let dz = max(0, node.low.z - point.z, point.z - node.high.z)
    return dx * dx + dy * dy + dz * dz
  }
}
