extension [Candidate] {
  /// By chord, then by row.
  ///
  /// A merge sort. The library's sort compares through a closure, and makes an array of ranges: setting up
  /// that type costs a one-shot query 70,000 instructions.
  mutating func sortByChord() { withUnsafeMutableBufferPointer(ChordSort.sort) }
}

extension UnsafeMutableBufferPointer<Candidate> {
  /// For lists that are short or almost sorted.
  @inline(__always) func insertionSortByChord() {
    for later in 1..<Swift.max(1, count) {
      let moving = self[later]
      var place = later
      while place > 0, moving.precedesByChord(self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = moving
    }
  }
}

private enum ChordSort {
  private static let runLength = 8

  static func sort(_ all: inout UnsafeMutableBufferPointer<Candidate>) {
    guard let base = all.baseAddress else { return }
    let count = all.count
    let sorted = count > runLength ? startOfSortedEnd(base, count) : count
    guard sorted < count / 2 else { return sort(base, count) }
    // All at one spot, as found by a scan: only the heap before them is out of order.
    sort(base, sorted)
    withUnsafeTemporaryAllocation(of: Candidate.self, capacity: count) { scratch in
      let scratch = scratch.baseAddress!
      merge(base, base + sorted, base + count, into: scratch)
      base.update(from: scratch, count: count)
    }
  }

  private static func startOfSortedEnd(
    _ all: UnsafeMutablePointer<Candidate>, _ count: Int
  ) -> Int {
    var start = count - 1
    while start > 0, !all[start].precedesByChord(all[start - 1]) { start -= 1 }
    return start
  }

  private static func sort(_ base: UnsafeMutablePointer<Candidate>, _ count: Int) {
    for start in stride(from: 0, to: count, by: runLength) {
      UnsafeMutableBufferPointer(start: base + start, count: min(runLength, count - start))
        .insertionSortByChord()
    }
    guard count > runLength else { return }
    withUnsafeTemporaryAllocation(of: Candidate.self, capacity: count) {
      mergeRuns(base, $0.baseAddress!, count)
    }
  }

  /// Merges neighbouring sorted runs of `runLength`, from one buffer into the other.
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
