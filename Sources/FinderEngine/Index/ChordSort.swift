extension [Candidate] {
  /// By chord, equal chords by row.
  ///
  /// A merge sort. The library's sort compares through a closure, and makes an array of ranges:
  /// setting up that type costs a one-shot query 70,000 instructions.
  mutating func sortByChord() { withUnsafeMutableBufferPointer(ChordSort.sort) }
}

private enum ChordSort {
  private static let runLength = 8

  static func sort(_ all: inout UnsafeMutableBufferPointer<Candidate>) {
    guard let base = all.baseAddress else { return }
    let count = all.count
    for start in stride(from: 0, to: count, by: runLength) {
      insertionSort(base + start, min(runLength, count - start))
    }
    guard count > runLength else { return }
    withUnsafeTemporaryAllocation(of: Candidate.self, capacity: count) {
      mergeRuns(base, $0.baseAddress!, count)
    }
  }

  private static func insertionSort(_ run: UnsafeMutablePointer<Candidate>, _ count: Int) {
    for i in 1..<max(count, 1) {
      let moving = run[i]
      var hole = i
      while hole > 0, moving.precedesByChord(run[hole - 1]) {
        run[hole] = run[hole - 1]
        hole -= 1
      }
      run[hole] = moving
    }
  }

  /// Merges neighbouring sorted runs of `runLength`, from one memory into the other.
  private static func mergeRuns(
    _ all: UnsafeMutablePointer<Candidate>, _ scratch: UnsafeMutablePointer<Candidate>, _ count: Int
  ) {
    var (source, target) = (all, scratch)
    var length = runLength
    while length < count {
      for start in stride(from: 0, to: count, by: 2 * length) {
        let middle = min(start + length, count)
        let end = min(middle + length, count)
        merge(source + start, source + middle, source + end, into: target + start)
      }
      swap(&source, &target)
      length *= 2
    }
    if source != all { all.update(from: source, count: count) }
  }

  private static func merge(
    _ start: UnsafeMutablePointer<Candidate>, _ middle: UnsafeMutablePointer<Candidate>,
    _ end: UnsafeMutablePointer<Candidate>, into target: UnsafeMutablePointer<Candidate>
  ) {
    var (left, right, place) = (start, middle, target)
    while left < middle, right < end {
      let isRight = right.pointee.precedesByChord(left.pointee)
      place.pointee = isRight ? right.pointee : left.pointee
      right += isRight ? 1 : 0
      left += isRight ? 0 : 1
      place += 1
    }
    place.update(from: left, count: middle - left)
    (place + (middle - left)).update(from: right, count: end - right)
  }
}
