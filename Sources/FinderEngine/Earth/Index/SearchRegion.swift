/// A part of the earth's surface. It is compared with four boxes at a time on the way down the tree, and with
/// four rows at the end.
protocol SearchRegion {
  typealias RowMask = SIMDMask<SIMD4<Int64>>

  /// A node may count as neither inside nor outside if that is uncertain.
  func relation(to quad: BoxQuad) -> QuadRelation
  /// Exact, for four rows; those from `end` on do not matter.
  func contains(rowsFrom row: Int, before end: Int) -> RowMask
  /// No part of the region is outside it.
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
  /// The number of rows in the region.
  func count(in region: some SearchRegion) -> Int {
    var total = 0
    forEachPart(in: region) { rows in
      total += rows.count
    } leaf: { rows in
      total += count(of: rows, in: region)
    }
    return total
  }

  /// Calls `body` with runs of rows in the region. Together they are all of its rows.
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
    descend { quad, first, splits in
      let relation = region.relation(to: quad)
      let left = ~relation.outside.bits & 15
      var inside = relation.inside.bits & left
      let opened = left & ~inside
      while inside != 0 {
        whole(rows(inPart: first + inside.trailingZeroBitCount, of: splits))
        inside &= inside - 1
      }
      return opened
    } leaf: { rows in
      leaf(rows)
    }
  }
}
