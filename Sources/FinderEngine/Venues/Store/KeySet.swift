import CVector

/// A set of numbers: open addressing in a table at most half full.
///
/// A key's slot depends on random numbers drawn in each process, so nobody can craft a file whose keys
/// collide. The table has a region for each thread that fills it; all slots probed for a key are in one
/// region.
package struct KeySet: ~Copyable {
  private let table: UnsafeMutablePointer<UInt64>
  private let bits: Int
  private let regionBits: Int

  /// Marks an empty slot; no key is this large.
  private static let free = UInt64.max
  private static let secret = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max) | 1)
  /// Keys whose slots are prefetched together.
  private static let batch = 32

  init(capacity count: Int) {
    var bits = 6
    while 1 << bits < 2 * count { bits += 1 }
    self.bits = bits
    // Smaller regions would not fill evenly.
    regionBits =
      bits < 18 ? 0 : min(4, Int.bitWidth - (Parallel.processors - 1).leadingZeroBitCount)
    table = .allocate(capacity: 1 << bits)
    table.initialize(repeating: Self.free, count: 1 << bits)
  }

  deinit { table.deallocate() }

  /// Returns false if the key was there already.
  @inline(__always) mutating func insert(_ key: UInt64) -> Bool { insert(key, at: place(of: key)) }

  /// Inserts all keys, and returns the repeated ones, once for each repetition.
  mutating func insert(_ keys: UnsafeBufferPointer<UInt64>) -> [UInt64] {
    let regions = 1 << regionBits
    var repeated = [[UInt64]](repeating: [], count: regions)
    repeated.withUnsafeMutableBufferPointer { repeated in
      let lists = repeated.baseAddress!
      Parallel.run(regions) { lists[$0] = insert(keys, ofRegion: $0) }
    }
    return Array(repeated.joined())
  }

  /// One thread's part: skips keys of other regions.
  private func insert(_ keys: UnsafeBufferPointer<UInt64>, ofRegion region: Int) -> [UInt64] {
    var repeated: [UInt64] = []
    withUnsafeTemporaryAllocation(of: (key: UInt64, place: Int).self, capacity: Self.batch) {
      batch in
      var waiting = 0
      func insertWaiting() {
        for i in 0..<waiting where !insert(batch[i].key, at: batch[i].place) {
          repeated.append(batch[i].key)
        }
        waiting = 0
      }
      for key in keys {
        let place = place(of: key)
        guard place >> (bits - regionBits) == region else { continue }
        cvector_prefetch(table + place)
        batch[waiting] = (key, place)
        waiting += 1
        if waiting == Self.batch { insertWaiting() }
      }
      insertWaiting()
    }
    return repeated
  }

  @inline(__always) private func place(of key: UInt64) -> Int {
    let (high, low) = (key ^ Self.secret.0).multipliedFullWidth(by: Self.secret.1)
    return Int(truncatingIfNeeded: (high ^ low) >> UInt64(64 - bits))
  }

  @inline(__always) private func insert(_ key: UInt64, at place: Int) -> Bool {
    let mask = (1 << (bits - regionBits)) - 1
    var place = place
    while table[place] != Self.free {
      if table[place] == key { return false }
      place = place & ~mask | (place + 1) & mask
    }
    table[place] = key
    return true
  }

  /// The first of `count` items that equals an earlier one. Items are compared by their hashes and, where
  /// those agree, by `areSame`. Not a `Set`: making one takes the runtime 270,000 instructions, half of what
  /// a query from a saved point took.
  package static func firstRepeated(
    of count: Int, hash: (Int) -> UInt64, areSame: (Int, Int) -> Bool
  ) -> Int? {
    guard count > 1 else { return nil }
    var keys = KeySet(capacity: count)
    return (0..<count).first { place in
      // The shift keeps keys below the mark of an empty slot.
      !keys.insert(hash(place) >> 1) && (0..<place).contains { areSame($0, place) }
    }
  }
}
