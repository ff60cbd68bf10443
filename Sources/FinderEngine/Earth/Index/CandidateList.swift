/// The nearest `limit` candidates so far, and those so little farther away that they may still belong to the
/// answer by their exact distance.
///
/// The nearest are a heap with the farthest on top. A candidate that is dropped from the heap goes to the
/// spill while it is in doubt. `bound` is the longest chord that still matters, and only ever shrinks. One
/// list serves many searches, so answering a stream of points allocates nothing.
struct CandidateList: SingleCollector {
  private var heap: [Candidate] = []
  private var spill: [Candidate] = []
  private(set) var limit = 0
  private var reach = Double.infinity

  private(set) var bound = Double.infinity

  /// Begins a search for `limit` candidates no farther than a chord of square `reach`.
  mutating func begin(limit: Int, reach: Double) {
    heap.removeAll(keepingCapacity: true)
    spill.removeAll(keepingCapacity: true)
    self.limit = limit
    self.reach = reach
    bound = reach
  }

  mutating func insert(_ candidate: Candidate) {
    if heap.count < limit {
      heap.append(candidate)
      siftUp(heap.count - 1)
      if heap.count == limit { tighten() }
    } else if candidate.squaredChord >= heap[0].squaredChord {
      spill.append(candidate)
    } else {
      let dropped = heap[0]
      replaceTop(with: candidate)
      tighten()
      if dropped.squaredChord <= bound { spill.append(dropped) }
    }
  }

  /// Moves all candidates that may be among the nearest into `sorted`, by chord, then by row. The memory of
  /// `sorted` is used for the next search.
  mutating func finish(into sorted: inout [Candidate]) {
    for candidate in spill where candidate.squaredChord <= bound { heap.append(candidate) }
    swap(&heap, &sorted)
    sorted.sortByChord()
  }

  private mutating func tighten() {
    bound = min(reach, ChordBounds.squaredChordInDoubt(heap[0].squaredChord))
  }

  private mutating func siftUp(_ start: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      var child = start
      let moving = heap[child]
      while child > 0 {
        let parent = (child - 1) / 2
        guard heap[parent].squaredChord < moving.squaredChord else { break }
        heap[child] = heap[parent]
        child = parent
      }
      heap[child] = moving
    }
  }

  private mutating func replaceTop(with moving: Candidate) {
    heap.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].squaredChord > heap[child].squaredChord {
          child += 1
        }
        guard heap[child].squaredChord > moving.squaredChord else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = moving
    }
  }
}
