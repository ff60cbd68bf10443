/// Sorts places of a list by keys of 64 bits: eleven bits at a time from the last ones on, without those
/// that are the same in all (a radix sort). Equal keys stay in order.
package enum KeySort {
  package struct Entry: BitwiseCopyable {
    package let key: UInt64
    package let place: UInt32

    package init(key: UInt64, place: UInt32) {
      self.key = key
      self.place = place
    }
  }

  private static let digitBits = 11

  package static func sort(_ entries: inout GrowingList<Entry>) {
    guard entries.count > 1 else { return }
    let all = entries.all
    let first = all[0].key
    let differing = all.reduce(0 as UInt64) { $0 | ($1.key ^ first) }
    var other = GrowingList<Entry>(filled: entries.count)
    var shift: UInt64 = 0
    while shift < 64, differing >> shift != 0 {
      if differing >> shift & (1 << UInt64(digitBits) - 1) != 0 {
        deal(entries.all, by: shift, to: other.base)
        swap(&entries, &other)
      }
      shift += UInt64(digitBits)
    }
  }

  private static func deal(
    _ entries: UnsafeBufferPointer<Entry>, by shift: UInt64, to target: UnsafeMutablePointer<Entry>
  ) {
    let digits = 1 << digitBits
    withUnsafeTemporaryAllocation(of: Int.self, capacity: digits) { starts in
      starts.initialize(repeating: 0)
      for entry in entries { starts[digit(entry, shift)] += 1 }
      var start = 0
      for digit in 0..<digits { (starts[digit], start) = (start, start + starts[digit]) }
      for entry in entries {
        let digit = digit(entry, shift)
        target[starts[digit]] = entry
        starts[digit] += 1
      }
    }
  }

  @inline(__always) private static func digit(_ entry: Entry, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: entry.key &>> shift & (1 << UInt64(digitBits) - 1))
  }
}
