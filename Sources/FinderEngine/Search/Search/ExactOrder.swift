/// Sorts candidates, which arrive in the order of their chords, by geodesic distance. Equal distances are
/// sorted by name, then in the dataset's own order.
///
/// Two chords that differ by more than the doubt of `ChordBounds` are in the right order already. What
/// remains are runs of candidates whose chords are too close to decide, mostly venues in one building. Only
/// for these is a geodesic computed, once for each position.
struct ExactOrder {
  let store: VenueStore
  let point: Coordinate
  /// Records geodesics and ties, if set.
  var log: SearchLog?

  /// Puts the first `wanted` into place; the others may stay out of order.
  func sort(_ candidates: inout [Candidate], first wanted: Int = .max) {
    candidates.withUnsafeMutableBufferPointer { candidates in
      var start = 0
      while start < min(candidates.count, wanted) {
        let end = min(candidates.count, start + Self.stretch)
        start = sort(candidates, from: start, upTo: end, first: wanted)
      }
    }
  }

  /// One more candidate than a number has bits.
  private static let stretch = 65

  /// Sorts all runs that begin in a stretch, and returns where the next stretch begins.
  ///
  /// Neighbours in doubt are found first, without a branch, which would be mispredicted at the end of nearly
  /// every run.
  private func sort(
    _ candidates: UnsafeMutableBufferPointer<Candidate>, from start: Int, upTo end: Int,
    first wanted: Int
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
      sortRun(
        UnsafeMutableBufferPointer(rebasing: candidates[place...last]), first: wanted - place)
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

  private func sortRun(_ run: UnsafeMutableBufferPointer<Candidate>, first wanted: Int) {
    guard wanted > 0 else { return }
    if standOnOneSpot(run) {
      // With an index they are ordered by row, which for one spot is the order of names.
      if store.index == nil {
        run.sort(first: wanted) { store.precedesAtSameDistance($0.row, $1.row) }
      }
      log?.note(tie: run.prefix(wanted))
      return
    }
    // The chords are not needed any more: the distances replace them.
    let origin = GeodesicOrigin(point)
    var last = store.coordinate(ofRow: run[0].row)
    var distance = origin.distance(to: last)
    log?.geodesics.count += 1
    for i in run.indices {
      let coordinate = store.coordinate(ofRow: run[i].row)
      if coordinate != last {
        last = coordinate
        distance = origin.distance(to: coordinate)
        log?.geodesics.count += 1
      }
      run[i].squaredChord = distance
    }
    run.sort(first: wanted) { a, b in
      a.squaredChord != b.squaredChord
        ? a.squaredChord < b.squaredChord : precedesAtSameDistance(a, b)
    }
    log?.note(tiesIn: run.prefix(wanted))
  }

  private func standOnOneSpot(_ run: UnsafeMutableBufferPointer<Candidate>) -> Bool {
    // The chords alone show that most runs do not share a spot, without reading the coordinates.
    guard run[0].squaredChord == run[run.count - 1].squaredChord else { return false }
    let first = store.coordinate(ofRow: run[0].row)
    return run.dropFirst().allSatisfy { store.coordinate(ofRow: $0.row) == first }
  }

  private func precedesAtSameDistance(_ a: Candidate, _ b: Candidate) -> Bool {
    if store.index != nil, store.coordinate(ofRow: a.row) == store.coordinate(ofRow: b.row) {
      return a.row < b.row
    }
    return store.precedesAtSameDistance(a.row, b.row)
  }
}

extension UnsafeMutableBufferPointer<Candidate> {
  /// Moves the first `wanted` by `precedes` to the front, in order. If a great many are equally far away,
  /// each is compared with the last of those, and few are moved.
  fileprivate func sort(first wanted: Int, by precedes: (Candidate, Candidate) -> Bool) {
    var all = self
    guard wanted < count else { return all.sort(by: precedes) }
    var first = UnsafeMutableBufferPointer(rebasing: self[..<wanted])
    for root in (0..<wanted / 2).reversed() { first.siftDown(root, by: precedes) }
    for i in wanted..<count where precedes(self[i], first[0]) {
      swapAt(i, 0)
      first.siftDown(0, by: precedes)
    }
    first.sort(by: precedes)
  }

  /// In a heap with the last on top.
  private func siftDown(_ root: Int, by precedes: (Candidate, Candidate) -> Bool) {
    var hole = root
    while true {
      var child = 2 * hole + 1
      guard child < count else { return }
      if child + 1 < count, precedes(self[child], self[child + 1]) { child += 1 }
      guard precedes(self[hole], self[child]) else { return }
      swapAt(hole, child)
      hole = child
    }
  }
}
