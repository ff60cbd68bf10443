/// Receives the candidates that a nearest search finds.
protocol CandidateCollector {
  /// The square of the longest chord that still matters. It only ever shrinks.
  var bound: Double { get }
  /// Takes the rows of a leaf that are within the bound and that the filter accepts.
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

/// A collector that takes candidates one by one.
protocol SingleCollector: CandidateCollector {
  /// Takes a candidate that is within the bound.
  mutating func insert(_ candidate: Candidate)
}

/// A row that may be in the answer, and its distance in a straight line.
struct Candidate: BitwiseCopyable, Equatable {
  var squaredChord: Double
  var row: Int

  /// Ties are broken by row.
  @inline(__always) func precedesByChord(_ other: Candidate) -> Bool {
    squaredChord != other.squaredChord ? squaredChord < other.squaredChord : row < other.row
  }
}

/// Decides which rows may be in an answer. It is asked only about rows that are near enough to matter.
protocol RowFilter {
  func accepts(_ row: Int) -> Bool
}

struct AllRows: RowFilter {
  @inline(__always) func accepts(_ row: Int) -> Bool { true }
}
