/// Puts candidates that are in order by chord into order by geodesic distance; equal distances by
/// name, then by the dataset's own order.
///
/// Two chords that differ by more than `ChordBounds` leaves in doubt are in the right order already.
/// What is left are runs of candidates too close to tell, mostly venues of one building: only for
/// these is a geodesic worked out, once for each position.
struct ExactOrder {
  let store: VenueStore
  let point: Coordinate

  func sort(_ candidates: inout [Candidate]) {
    candidates.withUnsafeMutableBufferPointer { candidates in
      var start = 0
      while start < candidates.count {
        let end = endOfRun(in: candidates, from: start)
        if end - start > 1 {
          sortRun(UnsafeMutableBufferPointer(rebasing: candidates[start..<end]))
        }
        start = end
      }
    }
  }

  private func endOfRun(
    in candidates: UnsafeMutableBufferPointer<Candidate>, from start: Int
  ) -> Int {
    var end = start + 1
    while end < candidates.count,
      candidates[end].squaredChord
        <= ChordBounds.squaredChordInDoubt(candidates[end - 1].squaredChord)
    {
      end += 1
    }
    return end
  }

  private func sortRun(_ run: UnsafeMutableBufferPointer<Candidate>) {
    var run = run
    if standOnOneSpot(run) {
      if !standInOneLeaf(run) { run.sort { store.precedesAtSameDistance($0.row, $1.row) } }
      return
    }
    let origin = GeodesicOrigin(point)
    var measured = run.map { candidate in
      (
        distance: origin.distance(to: store.coordinate(ofRow: candidate.row)),
        candidate: candidate
      )
    }
    measured.sort {
      $0.distance != $1.distance
        ? $0.distance < $1.distance
        : store.precedesAtSameDistance($0.candidate.row, $1.candidate.row)
    }
    for i in run.indices { run[i] = measured[i].candidate }
  }

  private func standOnOneSpot(_ run: UnsafeMutableBufferPointer<Candidate>) -> Bool {
    // Most runs that do not are told by the chords, without a look at the coordinates.
    guard run[0].squaredChord == run[run.count - 1].squaredChord else { return false }
    let first = store.coordinate(ofRow: run[0].row)
    return run.dropFirst().allSatisfy { store.coordinate(ofRow: $0.row) == first }
  }

  /// Then they are in order already: by row, which there is the order of names (`NeighbourOrder`).
  private func standInOneLeaf(_ run: UnsafeMutableBufferPointer<Candidate>) -> Bool {
    guard let index = store.index else { return false }
    return index.leaf(ofRow: run[0].row) == index.leaf(ofRow: run[run.count - 1].row)
  }
}
