extension SpatialIndex {
  /// Walks down the tree. `opens` is called for each four siblings with their boxes, and with the number of
  /// the first among the 2^`splits` parts of the rows; it returns a bit for each of the four that should be
  /// opened. `leaf` gets the rows of the leaves that are opened. Roots are always opened.
  @inline(__always)
  func descend(
    opens: (_ quad: BoxQuad, _ first: Int, _ splits: Int) -> UInt32, leaf: (Range<Int>) -> Void
  ) {
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
          leaf(rows(ofLeaf: Int(here.part)))
          continue
        }
        let node = Int(here.node)
        boxes.verify(node..<node + 1)
        let (first, splits) = (4 * Int(here.part), Int(here.splits) + 2)
        var left = opens(boxes.base[node], first, splits)
        while left != 0 {
          let lane = left.trailingZeroBitCount
          left &= left - 1
          stack[waiting] = OpenPart(
            node: rootCount + 4 * node + lane, part: first + lane, splits: splits)
          waiting += 1
        }
      }
    }
  }

  /// The same, with `opens` called for one box at a time.
  @inline(__always)
  func forEachPart(opens: (PlaceBox, Range<Int>) -> Bool, leaf: (Range<Int>) -> Void) {
    descend { quad, first, splits in
      var opened: UInt32 = 0
      for lane in 0..<4 where opens(quad[lane], rows(inPart: first + lane, of: splits)) {
        opened |= 1 << UInt32(lane)
      }
      return opened
    } leaf: { rows in
      leaf(rows)
    }
  }

  /// Like `descend`, but level by level, since what is learned from larger parts may save opening smaller
  /// ones. Visits one of several shares: together they are the whole tree.
  @inline(__always)
  package func descendByLevel(
    share: Int, of shares: Int,
    opens: (_ quad: BoxQuad, _ first: Int, _ splits: Int) -> UInt32, leaf: (Range<Int>) -> Void
  ) {
    guard count > 0 else { return }
    // The nodes of a level are consecutive.
    var (start, splits) = (0, depth & 1)
    // Shares begin at a level with enough parts for each; neighbours go to different shares.
    while shares > 1, splits < depth, 1 << splits < 64 * shares {
      (start, splits) = (rootCount + 4 * start, splits + 2)
    }
    var parts = (0..<UInt32(1) << UInt32(splits)).filter { Int($0) % shares == share }
    var opened: [UInt32] = []
    while splits < depth {
      for part in parts {
        let node = start + Int(part)
        boxes.verify(node..<node + 1)
        let first = 4 * Int(part)
        var left = opens(boxes.base[node], first, splits + 2)
        while left != 0 {
          opened.append(UInt32(first + left.trailingZeroBitCount))
          left &= left - 1
        }
      }
      (start, splits) = (rootCount + 4 * start, splits + 2)
      swap(&parts, &opened)
      opened.removeAll(keepingCapacity: true)
    }
    for part in parts { leaf(rows(ofLeaf: Int(part))) }
  }
}

/// A node that is open, and its number among the 2^`splits` parts of the rows.
private struct OpenPart: BitwiseCopyable {
  let node: UInt32
  let part: UInt32
  let splits: UInt32

  @inline(__always) init(node: Int, part: Int, splits: Int) {
    self.node = UInt32(truncatingIfNeeded: node)
    self.part = UInt32(truncatingIfNeeded: part)
    self.splits = UInt32(truncatingIfNeeded: splits)
  }
}
