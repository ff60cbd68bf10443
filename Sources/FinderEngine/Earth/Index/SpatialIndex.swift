/// A static tree over positions on the globe. It finds the nearest, and those in a circle or a box.
///
/// **The idea.** Points are kept as places in space: x, y, z in metres from the earth's centre, on the
/// ellipsoid's surface. There, the date line and the poles are places like any other. The straight chord
/// between two points takes three multiplications, and orders venues almost as the geodesic does: for a chord
/// c the geodesic is c + c³/24R², and R, the radius of curvature in any direction, varies by 1 %. At 1 km
/// that leaves 20 nm of doubt, at 100 km 2 cm. So the tree answers in chords, generously: it gathers every
/// row that could belong to the answer, and the caller sorts exactly the few that are too close to decide
/// (`ExactOrder`).
///
/// **Layout.** Rows are sorted so that the two halves of any part are the sides of a median split along its
/// widest axis. There are `depth` such splits, down to 2^depth leaves of at most 16 rows: leaf j holds the
/// rows from j·count>>depth up to (j+1)·count>>depth. Two splits together make a node with four children,
/// whose boxes are kept in one `BoxQuad`: a search examines four boxes with the instructions for one. The
/// tree needs no pointers. Its roots (one, or two if depth is odd) are nodes 0 and 1, and with r roots, node
/// n has the children r+4n up to r+4n+3; nodes from `boxes.count` on are the leaves. Boxes take 32 bytes a
/// leaf in all.
///
/// **Invariants** (`brokenInvariant`): every row is inside the boxes of its leaf and of all nodes above; the
/// leaves cover the rows once, in order; the row order is a permutation.
///
/// After kdbush (V. Agafonkin), which keeps a tree in one sorted array, and Bentley 1975.
///
///     let (index, order, _) = SpatialIndex.build(count: points.count) { points[$0] }
///     list.begin(limit: 10, reach: .infinity)
///     index.gatherNearest(to: Cartesian(query), filter: AllRows(), into: &list)
///     list.finish(into: &candidates)
///     candidates.map { order[$0.row] }  // the nearest of `points`, or nearly
///
/// A class: copying a struct of columns would retain their four owners, and concurrent searches would contend
/// for the reference counts.
package final class SpatialIndex: Sendable {
  static let leafCapacity = 16

  let count: Int
  package let depth: Int
  let x: Column<Double>
  let y: Column<Double>
  let z: Column<Double>
  /// By node: the boxes of its children.
  let boxes: Column<BoxQuad>
  /// Long runs of rows at one spot, in order.
  let crowds: Column<RowRun>

  init(
    x: Column<Double>, y: Column<Double>, z: Column<Double>, boxes: Column<BoxQuad>,
    crowds: Column<RowRun>
  ) {
    count = x.count
    depth = Self.depth(for: count)
    self.x = x
    self.y = y
    self.z = z
    self.boxes = boxes
    self.crowds = crowds
  }

  var leafCount: Int { 1 << depth }

  /// 1 or 2.
  @inline(__always) var rootCount: Int { 1 << (depth & 1) }

  /// The rows of a leaf, counted from 0.
  @inline(__always)
  func rows(ofLeaf leaf: Int) -> Range<Int> { rows(inPart: leaf, of: depth) }

  /// The rows of one part of 2^`splits`.
  @inline(__always)
  package func rows(inPart part: Int, of splits: Int) -> Range<Int> {
    (part &* count) &>> splits..<((part &+ 1) &* count) &>> splits
  }

  /// The leaf that holds a row, counted from 0: the last one that begins at or before it.
  func leaf(ofRow row: Int) -> Int { ((row + 1) << depth - 1) / count }

  @inline(__always) func verify(_ rows: Range<Int>) {
    x.verify(rows)
    y.verify(rows)
    z.verify(rows)
  }

  @inline(__always) func place(ofRow row: Int) -> Cartesian {
    Cartesian(x: x[row], y: y[row], z: z[row])
  }

  @inline(__always) func squaredChord(from point: Cartesian, toRow row: Int) -> Double {
    place(ofRow: row).squaredChord(to: point)
  }

  /// The least depth at which no leaf holds more than `leafCapacity` rows.
  static func depth(for count: Int) -> Int {
    var depth = 0
    while (count + (1 << depth) - 1) >> depth > leafCapacity { depth += 1 }
    return depth
  }

  /// Nodes that have children: r·(4^levels - 1)/3.
  static func boxCount(for count: Int) -> Int {
    let depth = depth(for: count)
    return ((1 << depth) - (1 << (depth & 1))) / 3
  }

  /// For four rows from `row` on; those past the last row are read from the columns' padding.
  @inline(__always)
  func squaredChords(fromRow row: Int, to target: SIMD4<Double>) -> SIMD4<Double> {
    let dx = x.lanes(row) - target.x
    let dy = y.lanes(row) - target.y
    let dz = z.lanes(row) - target.z
    return dx * dx + dy * dy + dz * dz
  }
}

extension Column<Double> {
  /// Four rows from `row` on, which the caller has verified.
  @inline(__always) func lanes(_ row: Int) -> SIMD4<Double> {
    UnsafeRawPointer(base + row).loadUnaligned(as: SIMD4<Double>.self)
  }
}

/// Consecutive rows at one spot.
struct RowRun: BitwiseCopyable, Equatable {
  var start: UInt32
  var end: UInt32

  var rows: Range<Int> { Int(start)..<Int(max(start, end)) }
}
