/// Room for what a search lets in, used again for the next.
struct NearestFewMemory {
  private var seen = [Candidate](
    repeating: Candidate(squaredChord: 0, row: 0), count: NearestFew.capacity)

  /// Returns false, with nothing gathered, if this needs a `CandidateList`.
  @inline(__always)
  mutating func gather(
    from index: SpatialIndex, to point: Cartesian, limit: Int, reach: Double,
    filter: some RowFilter, into found: inout [Candidate]
  ) -> Bool {
    seen.withUnsafeMutableBufferPointer { seen in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: SpatialIndex.leafCapacity) {
        chords in
        var list = NearestFew(
          limit: limit, reach: reach, seen: seen.baseAddress!, chords: chords.baseAddress!)
        index.gatherNearest(to: point, filter: filter, into: &list)
        guard !list.hasGivenUp else { return false }
        list.finish(into: &found)
        return true
      }
    }
  }
}
