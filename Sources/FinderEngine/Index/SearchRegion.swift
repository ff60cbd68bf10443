/// A part of the earth's surface. It is compared with four boxes at a time on the way down the
/// tree, and with four rows at the end.
protocol SearchRegion {
  typealias RowMask = SIMDMask<SIMD4<Int64>>

  /// A node may count as neither inside nor outside where that is uncertain.
  func relation(to quad: BoxQuad) -> QuadRelation
  /// Exact, for four rows, of which those from `end` on do not matter.
  func contains(rowsFrom row: Int, before end: Int) -> RowMask
  /// No part of the region lies outside it.
  var window: DegreeWindow { get }
}

extension SearchRegion {
  /// The same, row by row.
  @inline(never)
  func mask(rowsFrom row: Int, before end: Int, _ contains: (Int) -> Bool) -> RowMask {
    var mask = RowMask(repeating: false)
    for lane in 0..<min(4, end - row) { mask[lane] = contains(row + lane) }
    return mask
  }
}

extension SpatialIndex {
  /// How many rows lie in the region.
  func count(in region: some SearchRegion) -> Int {
    var total = 0
    forEachPart(in: region) { rows in
      total += rows.count
    } leaf: { rows in
      total += count(of: rows, in: region)
    }
    return total
  }

  /// Calls `body` with runs of rows that lie in the region. Together they are all that do.
  func forEachRun(in region: some SearchRegion, _ body: (Range<Int>) -> Void) {
    forEachPart(in: region, whole: body) { rows in
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 4) {
        let isInside = region.contains(rowsFrom: row, before: rows.upperBound)
        for lane in 0..<min(4, rows.upperBound - row) where isInside[lane] {
          body(row + lane..<row + lane + 1)
        }
      }
    }
  }

  @inline(__always)
  private func count(of rows: Range<Int>, in region: some SearchRegion) -> Int {
    var counts = SIMD4<Int64>()
    var row = rows.lowerBound
    while row + 4 <= rows.upperBound {
      // A lane that is true is -1.
      let isInside = region.contains(rowsFrom: row, before: rows.upperBound)
      counts &-= unsafeBitCast(isInside, to: SIMD4<Int64>.self)
      row += 4
    }
    if row < rows.upperBound {
      let isInside = region.contains(rowsFrom: row, before: rows.upperBound)
      let left = SIMD4<Int64>(repeating: Int64(rows.upperBound - row))
      let isRow = SIMD4<Int64>(0, 1, 2, 3) .< left
      counts &-= unsafeBitCast(isInside .& isRow, to: SIMD4<Int64>.self)
    }
    return Int(counts.wrappedSum())
  }

  @inline(__always)
  private func forEachPart(
    in region: some SearchRegion, whole: (Range<Int>) -> Void, leaf: (Range<Int>) -> Void
  ) {
    guard count > 0 else { return }
    withUnsafeTemporaryAllocation(of: RegionPart.self, capacity: 64) { stack in
      let stack = stack.baseAddress!
      var waiting = 0
      for root in 0..<rootCount {
        stack[waiting] = RegionPart(node: root, part: root, splits: depth & 1)
        waiting += 1
      }
      while waiting > 0 {
        waiting -= 1
        let here = stack[waiting]
        guard here.splits < depth else {
          leaf(rows(ofLeaf: Int(here.part)))
          continue
        }
        let node = Int(here.node)
        boxes.verify(node..<node + 1)
        let relation = region.relation(to: boxes.base[node])
        let inside = relation.inside.bits
        var left = ~relation.outside.bits & 15
        while left != 0 {
          let lane = left.trailingZeroBitCount
          left &= left - 1
          let child = RegionPart(
            node: rootCount + 4 * node + lane, part: 4 * Int(here.part) + lane,
            splits: Int(here.splits) + 2)
          if inside >> UInt32(lane) & 1 != 0 {
            whole(rows(inPart: Int(child.part), of: Int(child.splits)))
          } else {
            stack[waiting] = child
            waiting += 1
          }
        }
      }
    }
  }
}

/// A node to visit: which of the 2^`splits` parts of the rows it holds.
private struct RegionPart: BitwiseCopyable {
  let node: UInt32
  let part: UInt32
  let splits: UInt32

  @inline(__always) init(node: Int, part: Int, splits: Int) {
    self.node = UInt32(truncatingIfNeeded: node)
    self.part = UInt32(truncatingIfNeeded: part)
    self.splits = UInt32(truncatingIfNeeded: splits)
  }
}
