/// Receives the candidates that a search for the nearest finds.
protocol CandidateCollector {
  /// The square of the longest chord that still matters. It only ever shrinks.
  var bound: Double { get }
  /// Takes in the rows of a leaf that are within the bound and that the filter accepts.
  mutating func insert(
    _ rows: Range<Int>, of index: SpatialIndex, target: CartesianPairs, filter: some RowFilter)
}

extension SingleCollector {
  @inline(__always)
  mutating func insert(
    _ rows: Range<Int>, of index: SpatialIndex, target: CartesianPairs, filter: some RowFilter
  ) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: SpatialIndex.leafCapacity) {
      chords in
      var near = index.squaredChords(
        of: rows, to: target, within: bound, into: chords.baseAddress!)
      while near != 0 {
        let place = near.trailingZeroBitCount
        near &= near - 1
        guard chords[place] <= bound, filter.accepts(rows.lowerBound + place) else { continue }
        insert(Candidate(squaredChord: chords[place], row: rows.lowerBound + place))
      }
    }
  }
}
