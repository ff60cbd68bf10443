extension SpatialIndex {
  /// Gathers every row that could be among the `limit` nearest of those that the filter accepts.
  ///
  /// Goes down to the nearer child first, so that the bound is tight before the farther one is
  /// looked at. About 5 leaves for the nearest 10 of real data.
  func gatherNearest(
    to point: Cartesian, filter: some RowFilter, into list: inout CandidateList
  ) {
    guard count > 0 else { return }
    let target = SIMD4(point.x, point.y, point.z, 0)
    visit(
      node: 1, level: 0, squaredDistance: boxes[1].squaredDistance(from: target),
      target: target, filter: filter, list: &list)
  }

  private func visit(
    node: Int, level: Int, squaredDistance: Double, target: SIMD4<Double>,
    filter: some RowFilter, list: inout CandidateList
  ) {
    guard squaredDistance <= list.bound else { return }
    guard level < depth else {
      return scan(rows(under: node, level: level), target: target, filter: filter, list: &list)
    }
    var near = 2 * node
    var far = near + 1
    boxes.prove(near..<far + 1)
    var toNear = boxes.base[near].squaredDistance(from: target)
    var toFar = boxes.base[far].squaredDistance(from: target)
    if toFar < toNear {
      swap(&near, &far)
      swap(&toNear, &toFar)
    }
    visit(
      node: near, level: level + 1, squaredDistance: toNear, target: target, filter: filter,
      list: &list)
    visit(
      node: far, level: level + 1, squaredDistance: toFar, target: target, filter: filter,
      list: &list)
  }

  /// Four rows at a time; few of a leaf's rows are near enough to look at one by one.
  @inline(__always)
  private func scan(
    _ rows: Range<Int>, target: SIMD4<Double>, filter: some RowFilter,
    list: inout CandidateList
  ) {
    prove(rows)
    var row = rows.lowerBound
    while row < rows.upperBound {
      let chords = squaredChords(fromRow: row, to: target)
      if any(chords .<= list.bound) {
        for lane in 0..<min(4, rows.upperBound - row) where chords[lane] <= list.bound {
          guard filter.accepts(row + lane) else { continue }
          list.insert(Candidate(squaredChord: chords[lane], row: row + lane))
        }
      }
      row += 4
    }
  }

  /// Of four rows from `row` on; those past the last row are read from the columns' padding.
  @inline(__always)
  func squaredChords(fromRow row: Int, to target: SIMD4<Double>) -> SIMD4<Double> {
    let dx = lanes(x, row) - target.x
    let dy = lanes(y, row) - target.y
    let dz = lanes(z, row) - target.z
    return dx * dx + dy * dy + dz * dz
  }

  @inline(__always)
  private func lanes(_ column: Column<Double>, _ row: Int) -> SIMD4<Double> {
    UnsafeRawPointer(column.base + row).loadUnaligned(as: SIMD4<Double>.self)
  }
}
