extension SpatialIndex {
  /// Goes down the tree: `opens` is asked of each node's box and rows whether its parts matter, and
  /// `leaf` gets the rows of those leaves that it opened. Roots are always opened.
  @inline(__always)
  func forEachPart(opens: (PlaceBox, Range<Int>) -> Bool, leaf: (Range<Int>) -> Void) {
    guard count > 0 else { return }
    withUnsafeTemporaryAllocation(of: OpenPart.self, capacity: 64) { stack in
      let stack = stack.baseAddress!
      var waiting = 0
      for root in 0..<rootCount {
        stack[waiting] = OpenPart(node: root, part: root, splits: depth & 1)
        waiting += 1
      }
      while waiting > 0 {
        waiting -= 1
        let here = stack[waiting]
        guard here.splits < depth else {
          leaf(rows(ofLeaf: here.part))
          continue
        }
        boxes.verify(here.node..<here.node + 1)
        let quad = boxes.base[here.node]
        for lane in 0..<4 {
          let part = 4 * here.part + lane
          guard opens(quad[lane], rows(inPart: part, of: here.splits + 2)) else { continue }
          stack[waiting] = OpenPart(
            node: rootCount + 4 * here.node + lane, part: part, splits: here.splits + 2)
          waiting += 1
        }
      }
    }
  }
}

/// A node that is open: which of the 2^`splits` parts of the rows it holds.
private struct OpenPart: BitwiseCopyable {
  let node: Int
  let part: Int
  let splits: Int
}
