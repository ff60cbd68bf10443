/// The largest of each 32 values, of each 32 of those, and so on, to find the best of any range without
/// examining all of it.
struct RankTree: Sendable {
  /// All levels above the values, one after another.
  let largest: Column<UInt32>
  let count: Int

  static let bits = 5

  init(largest: Column<UInt32>, count: Int) { (self.largest, self.count) = (largest, count) }

  init(count: Int, _ value: (Int) -> UInt32) {
    var levels = GrowingList<UInt32>()
    var (start, length) = (0, count)
    while length > 1 {
      let above = Self.length(above: length)
      for node in 0..<above {
        var best: UInt32 = 0
        for child in node << Self.bits..<min(length, (node + 1) << Self.bits) {
          best = max(
            best,
            start == 0 && levels.count < Self.length(above: count)
              ? value(child) : levels[start + child])
        }
        levels.append(best)
      }
      start = levels.count - above
      length = above
    }
    self.init(largest: levels.column(), count: count)
  }

  private static func length(above length: Int) -> Int { (length + (1 << bits) - 1) >> bits }

  /// How many levels there are above the values.
  var depth: Int {
    var (depth, length) = (0, count)
    while length > 1 {
      length = Self.length(above: length)
      depth += 1
    }
    return depth
  }

  /// The largest value below a node; level 1 is the first above the values.
  func largest(_ node: Int, level: Int) -> UInt32 {
    var (start, length) = (0, Self.length(above: count))
    for _ in 1..<level {
      start += length
      length = Self.length(above: length)
    }
    return largest.value(at: start + node) ?? 0
  }
}
