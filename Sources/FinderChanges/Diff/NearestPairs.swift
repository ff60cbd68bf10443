import FinderEngine

/// Pairs the places of two sets, the two nearest to each other first, then the two nearest of those
/// left, and so on, until one set is used up.
///
/// Distances are straight lines. Among pairs of the same length, the first is the one whose first place comes
/// first from south to north, then from west to east. No place may be in both sets. It makes no difference
/// which set is called the first.
///
/// Not all pairs are measured. A walk goes from any place to the nearest of the other set, and on
/// from there, until two places are each other's nearest. No remaining pair with one of these two
/// can be shorter, so measuring all pairs would pair them as well. The steps get shorter and
/// shorter, so the walk ends. It goes on from the place before the two.
///
/// That is O(n log n) for places spread as venues are. If one set lies in the middle of a ring made
/// from the other, all are equally near and each step looks at all of them: O(n²). So if both sets
/// have more than `mostPlaces`, which no name and postcode of real venues have, nothing is
/// measured, and the places are paired in the order of their positions.
struct NearestPairs {
  static let mostPlaces = 4096

  /// A place from each set, and the number of venues to pair there.
  struct Pair: Equatable {
    let first: Int
    let second: Int
    let count: Int
  }

  struct Spot {
    let position: Coordinate
    let count: Int
  }

  /// The pairs, in the order of the first set's places. Both sets must be sorted by position,
  /// without duplicates.
  static func of(_ first: [Spot], _ second: [Spot]) -> [Pair] {
    if first.count == 1, second.count == 1 {
      return [Pair(first: 0, second: 0, count: min(first[0].count, second[0].count))]
    }
    if min(first.count, second.count) > mostPlaces { return inOrder(first, second) }
    var walk = Walk(first, second)
    return walk.run().sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private static func inOrder(_ first: [Spot], _ second: [Spot]) -> [Pair] {
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    var (left, right) = (first.map(\.count), second.map(\.count))
    while i < left.count, j < right.count {
      let count = min(left[i], right[j])
      pairs.append(Pair(first: i, second: j, count: count))
      left[i] -= count
      right[j] -= count
      if left[i] == 0 { i += 1 }
      if right[j] == 0 { j += 1 }
    }
    return pairs
  }

  private struct Walk {
    private struct Side {
      let places: [Cartesian]
      var counts: [Int]
      var tree: ShrinkingTree
      var left: Int

      init(_ spots: [Spot]) {
        places = spots.map { Cartesian($0.position) }
        counts = spots.map(\.count)
        tree = ShrinkingTree(places)
        left = spots.count
      }

      mutating func take(_ count: Int, from number: Int) {
        counts[number] -= count
        guard counts[number] == 0 else { return }
        tree.remove(number)
        left -= 1
      }
    }

    private var sides: [Side]

    init(_ first: [Spot], _ second: [Spot]) { sides = [Side(first), Side(second)] }

    mutating func run() -> [Pair] {
      var pairs: [Pair] = []
      var start = 0
      // The numbers of places, alternately from the first set and the second.
      var path: [Int] = []
      while sides[0].left > 0, sides[1].left > 0 {
        if path.isEmpty {
          while sides[0].counts[start] == 0 { start += 1 }
          path.append(start)
        }
        let side = (path.count - 1) & 1
        let here = path[path.count - 1]
        guard let next = sides[1 - side].tree.nearest(to: sides[side].places[here]) else { break }
        guard path.count > 1, path[path.count - 2] == next else {
          path.append(next)
          continue
        }
        path.removeLast(2)
        let (first, second) = side == 0 ? (here, next) : (next, here)
        let count = min(sides[0].counts[first], sides[1].counts[second])
        sides[0].take(count, from: first)
        sides[1].take(count, from: second)
        pairs.append(Pair(first: first, second: second, count: count))
      }
      return pairs
    }
  }
}

/// Finds the nearest of a set of places, from which places are removed one after another.
///
/// It is a tree of boxes, each with the lowest number of the places that are left in it. Among equally near
/// places it finds the one with the lowest number, so a box as far away as the best so far is searched only
/// if it has a lower number.
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

  /// The number of the place nearest to a point in a straight line; `nil` if none is left.
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
