/// Places of some ranges in order of their values, the largest first, equal ones by place. It looks at
/// little more than what it returns: nodes of a `RankTree` wait in a heap until nothing is better.
struct RankedWalk {
  private let tree: RankTree
  private let ranges: [Range<Int>]
  private let value: (Int) -> UInt32
  /// A heap, the best on top.
  private var waiting: [Node] = []

  private struct Node {
    /// The largest value below it, above the place where it begins counted backwards.
    let key: UInt64
    let place: Int
    let level: Int
    let range: Int
  }

  init(_ tree: RankTree, _ ranges: [Range<Int>], _ value: @escaping (Int) -> UInt32) {
    self.tree = tree
    self.ranges = ranges
    self.value = value
    for (number, range) in ranges.enumerated() where !range.isEmpty {
      // The lowest level on which the range is a few nodes.
      var level = 0
      while level < tree.depth, range.count >> (RankTree.bits * level) > 8 { level += 1 }
      let shift = RankTree.bits * level
      for node in range.lowerBound >> shift...(range.upperBound - 1) >> shift {
        push(node, level, number)
      }
    }
  }

  mutating func next() -> Int? {
    while let best = pop() {
      if best.level == 0 { return best.place }
      let node = best.place >> (RankTree.bits * best.level)
      let shift = RankTree.bits * (best.level - 1)
      let range = ranges[best.range]
      let first = max(node << RankTree.bits, range.lowerBound >> shift)
      let end = min((node + 1) << RankTree.bits, (range.upperBound - 1) >> shift + 1)
      for child in first..<max(first, end) { push(child, best.level - 1, best.range) }
    }
    return nil
  }

  private mutating func push(_ node: Int, _ level: Int, _ range: Int) {
    let place = max(node << (RankTree.bits * level), ranges[range].lowerBound)
    let value = level == 0 ? value(place) : tree.largest(node, level: level)
    // Nothing is worth 0 but what is not to be found.
    guard value > 0 else { return }
    let key = UInt64(value) << 32 | UInt64(~UInt32(truncatingIfNeeded: place))
    waiting.append(Node(key: key, place: place, level: level, range: range))
    var child = waiting.count - 1
    while child > 0, precedes(waiting[child], waiting[(child - 1) / 2]) {
      waiting.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Of equal keys the node comes first: the place that it begins with may be another's too.
  private func precedes(_ a: Node, _ b: Node) -> Bool {
    a.key != b.key ? a.key > b.key : a.level > b.level
  }

  private mutating func pop() -> Node? {
    guard let best = waiting.first else { return nil }
    let last = waiting.removeLast()
    guard !waiting.isEmpty else { return best }
    waiting[0] = last
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < waiting.count else { return best }
      if child + 1 < waiting.count, precedes(waiting[child + 1], waiting[child]) { child += 1 }
      guard precedes(waiting[child], waiting[hole]) else { return best }
      waiting.swapAt(child, hole)
      hole = child
    }
  }
}
