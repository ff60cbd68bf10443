/// A static tree over positions on the globe, asked for the nearest, a circle or a box.
///
/// **The idea.** Points are kept as places in space: x, y, z in metres from the earth's centre, on
/// the ellipsoid's surface. There the date line and the poles are places like any other, and the
/// straight chord between two points, three multiplications away, orders venues almost as the
/// geodesic does: for a chord c the geodesic is c + c³/24R², and R, the radius of curvature of
/// whichever direction, varies by 1 %. At 1 km that leaves 20 nm of doubt, at 100 km 2 cm. So the
/// tree answers in chords, generously: it hands out every row that could belong to the answer, and
/// whoever asked puts into exact order the few that stand too close to tell (`ExactOrder`).
///
/// **Layout.** Rows are sorted so that each half of any stretch is one side of a median split along
/// the stretch's widest axis, down to 2^depth leaves of at most 16 rows. The tree needs no pointers:
/// node n has the children 2n and 2n+1 (the root is 1), and leaf j holds the rows from j·count>>depth
/// up to (j+1)·count>>depth. A node keeps only its bounding box, in Float, rounded outwards (half a
/// metre): 32 bytes, two to a cache line, which is just the pair of children that a search compares.
///
/// **What always holds** (`brokenInvariant`): every row is inside the boxes of its leaf and of all
/// nodes above; the leaves cover the rows once, in order; the row order is a permutation.
///
/// After kdbush (V. Agafonkin), which keeps a tree in one sorted array, and Bentley 1975.
///
///     let (index, order) = SpatialIndex.build(count: points.count) { points[$0] }
///     list.begin(limit: 10, reach: .infinity)
///     index.gatherNearest(to: Cartesian(query), filter: AllRows(), into: &list)
///     list.finish(into: &candidates)
///     candidates.map { order[$0.row] }  // the nearest of `points`, or nearly
struct SpatialIndex: Sendable {
  static let leafCapacity = 16

  let count: Int
  let depth: Int
  let x: Column<Double>
  let y: Column<Double>
  let z: Column<Double>
  /// By node number; number 0 is not used.
  let boxes: Column<NodeBox>

  var leafCount: Int { 1 << depth }

  /// The rows under a node `level` levels below the root.
  @inline(__always)
  func rows(under node: Int, level: Int) -> Range<Int> {
    let place = node - (1 << level)
    return (place * count) >> level..<((place + 1) * count) >> level
  }

  /// The leaf that holds a row, from 0: the last one that begins at or before it.
  func leaf(ofRow row: Int) -> Int { ((row + 1) << depth - 1) / count }

  @inline(__always) func prove(_ rows: Range<Int>) {
    x.prove(rows)
    y.prove(rows)
    z.prove(rows)
  }

  @inline(__always) func squaredChord(from point: Cartesian, toRow row: Int) -> Double {
    let dx = x[row] - point.x
    let dy = y[row] - point.y
    let dz = z[row] - point.z
    return dx * dx + dy * dy + dz * dz
  }

  /// Levels enough that no leaf holds more than `leafCapacity` rows.
  static func depth(for count: Int) -> Int {
    var depth = 0
    while (count + (1 << depth) - 1) >> depth > leafCapacity { depth += 1 }
    return depth
  }
}

/// A box in space round all rows under a node; the fourth lane is not used.
struct NodeBox: BitwiseCopyable {
  var low: SIMD4<Float>
  var high: SIMD4<Float>

  /// Nothing is inside it, and it is infinitely far from everywhere.
  static let empty = NodeBox(low: SIMD4(repeating: .infinity), high: SIMD4(repeating: -.infinity))

  @inline(__always)
  func squaredDistance(from point: SIMD4<Double>) -> Double {
    let x = Self.outside(Double(low.x) - point.x, point.x - Double(high.x))
    let y = Self.outside(Double(low.y) - point.y, point.y - Double(high.y))
    let z = Self.outside(Double(low.z) - point.z, point.z - Double(high.z))
    return x * x + y * y + z * z
  }

  /// How far outside along one axis, where `below` and `above` are how far beyond either side. Written
  /// so, it is two `maxsd`; the library's `pointwiseMax` is a call.
  @inline(__always)
  private static func outside(_ below: Double, _ above: Double) -> Double {
    let farther = below > above ? below : above
    return farther > 0 ? farther : 0
  }

  /// To the corner farthest away: everything in the box is at least as near.
  @inline(__always)
  func squaredDistanceToFarthestCorner(from point: SIMD4<Double>) -> Double {
    let x = Self.farther(point.x - Double(low.x), Double(high.x) - point.x)
    let y = Self.farther(point.y - Double(low.y), Double(high.y) - point.y)
    let z = Self.farther(point.z - Double(low.z), Double(high.z) - point.z)
    return x * x + y * y + z * z
  }

  @inline(__always)
  private static func farther(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

  func union(_ other: NodeBox) -> NodeBox {
    NodeBox(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
  }
}

/// Which rows may be in an answer, asked for only when a row is near enough to matter.
protocol RowFilter {
  func accepts(_ row: Int) -> Bool
}

struct AllRows: RowFilter {
  @inline(__always) func accepts(_ row: Int) -> Bool { true }
}
