/// Sorts candidates, which come in the order of their chords, by geodesic distance. Equal distances
/// are sorted by name, then in the dataset's own order.
///
/// Two chords that differ by more than `ChordBounds` leaves in doubt are in the right order
/// already. What is left are runs of candidates whose chords are too close to decide, mostly venues
/// of one building. Only for these is a geodesic computed, once for each position.
struct ExactOrder {
  let store: VenueStore
  let point: Coordinate

  func sort(_ candidates: inout [Candidate]) {
    candidates.withUnsafeMutableBufferPointer { candidates in
      var start = 0
      while start < candidates.count {
        let end = min(candidates.count, start + Self.stretch)
        start = sort(candidates, from: start, upTo: end)
      }
    }
  }

  /// One more candidate than a number has bits.
  private static let stretch = 65

  /// Sorts all runs that begin in a stretch, and returns where the next stretch begins.
  ///
  /// Which neighbours are in doubt is found first, without a branch, which would be mispredicted at
  /// the end of nearly every run.
  private func sort(
    _ candidates: UnsafeMutableBufferPointer<Candidate>, from start: Int, upTo end: Int
  ) -> Int {
    var doubts: UInt64 = 0
    for place in start..<end - 1 {
      let inDoubt = ChordBounds.squaredChordInDoubt(candidates[place].squaredChord)
      let bit: UInt64 = candidates[place + 1].squaredChord <= inDoubt ? 1 : 0
      doubts |= bit &<< UInt64(truncatingIfNeeded: place &- start)
    }
    var place = start
    while doubts != 0 {
      let skipped = doubts.trailingZeroBitCount
      place += skipped
      doubts &>>= UInt64(truncatingIfNeeded: skipped)
      var last = place + (~doubts).trailingZeroBitCount
      doubts = last - place < 64 ? doubts &>> UInt64(truncatingIfNeeded: last - place) : 0
      if last == end - 1 { last = endOfRun(in: candidates, from: last) - 1 }
      sortRun(UnsafeMutableBufferPointer(rebasing: candidates[place...last]))
      place = last
      if place >= end - 1 { return place + 1 }
    }
    // The last of the stretch may be in doubt with the first of the next.
    return end == candidates.count ? end : end - 1
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
    // The chords are not needed from here on: the distances take their place.
    for i in run.indices {
      run[i].squaredChord = origin.distance(to: store.coordinate(ofRow: run[i].row))
    }
    run.sort {
      $0.squaredChord != $1.squaredChord
        ? $0.squaredChord < $1.squaredChord : store.precedesAtSameDistance($0.row, $1.row)
    }
  }

  private func standOnOneSpot(_ run: UnsafeMutableBufferPointer<Candidate>) -> Bool {
    // The chords alone show most runs that do not share a spot, without a look at the coordinates.
    guard run[0].squaredChord == run[run.count - 1].squaredChord else { return false }
    let first = store.coordinate(ofRow: run[0].row)
    return run.dropFirst().allSatisfy { store.coordinate(ofRow: $0.row) == first }
  }

  /// They are then in order already: by row, which for one spot is the order of names
  /// (`VenueStore.arranged`).
  private func standInOneLeaf(_ run: UnsafeMutableBufferPointer<Candidate>) -> Bool {
    guard let index = store.index else { return false }
    return index.leaf(ofRow: run[0].row) == index.leaf(ofRow: run[run.count - 1].row)
  }
}
