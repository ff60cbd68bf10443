extension SpatialIndex {
  /// `order` has the number of each row's point; `divided` the rows, in order, of all points that may share
  /// their spot with points in another leaf.
  typealias Built = (index: SpatialIndex, order: [UInt32], divided: [UInt32])

  /// Sorts `points` into the tree's order.
  ///
  /// O(n log n): a selection of the median at each of the tree's levels. Meanwhile, an item takes 16 bytes: a
  /// place to the metre, which is all that splitting needs. Exact places are computed once the order is
  /// known, which is faster than carrying them along. `point` is called from several threads at once.
  static func build(count: Int, point: (Int) -> Coordinate) -> Built {
    precondition(count < SplitItem.mostItems, "positions are kept in 31 bits")
    let depth = depth(for: count)
    let (order, divided) = order(count: count, depth: depth, point)
    let places = places(count: count) { point(Int(order[$0])) }
    let crowds = crowds(among: divided) { point(Int(order[Int($0)])) }
    let index = SpatialIndex(
      x: places.x, y: places.y, z: places.z,
      boxes: boxes(of: places, count: count, depth: depth),
      crowds: Column(count: crowds.count) { crowds[$0] })
    return (index, order, divided)
  }

  private static func places(count: Int, _ point: (Int) -> Coordinate) -> Places {
    let x = GrowingList<Double>(filled: count)
    let y = GrowingList<Double>(filled: count)
    let z = GrowingList<Double>(filled: count)
    let (xs, ys, zs) = (x.base, y.base, z.base)
    let ranges = Parallel.ranges(of: count)
    Parallel.run(ranges.count) { part in
      for row in ranges[part] {
        let place = Cartesian(point(row))
        (xs[row], ys[row], zs[row]) = (place.x, place.y, place.z)
      }
    }
    return (x: x.column(), y: y.column(), z: z.column())
  }

  private static func order(
    count: Int, depth: Int, _ point: (Int) -> Coordinate
  ) -> (order: [UInt32], divided: [UInt32]) {
    let items = UnsafeMutableBufferPointer<SplitItem>.allocate(capacity: count)
    defer { items.deallocate() }
    let ranges = Parallel.ranges(of: count)
    Parallel.run(ranges.count) { part in
      for number in ranges[part] {
        items.initializeElement(at: number, to: SplitItem(point(number), number: number))
      }
    }
    split(items, depth: depth)
    var divided: [UInt32] = []
    let order = [UInt32](unsafeUninitializedCapacity: count) { order, filled in
      for row in 0..<count {
        order.initializeElement(at: row, to: items[row].number)
        if items[row].isDivided { divided.append(UInt32(row)) }
      }
      filled = count
    }
    return (order, divided)
  }

  /// The first splits go level by level: one thread splits all items, two threads the halves, and so on.
  /// Below these, each part has one thread.
  private static func split(_ items: UnsafeMutableBufferPointer<SplitItem>, depth: Int) {
    var levels = 0
    while levels < depth, items.count >> levels > 1 << 14, 1 << levels < 8 * Parallel.processors {
      Parallel.run(1 << levels) { part in
        halve(items, node: (1 << levels) + part, level: levels)
      }
      levels += 1
    }
    Parallel.run(1 << levels) { part in
      split(items, node: (1 << levels) + part, level: levels, depth: depth)
    }
  }

  private static func split(
    _ items: UnsafeMutableBufferPointer<SplitItem>, node: Int, level: Int, depth: Int
  ) {
    guard level < depth else { return }
    halve(items, node: node, level: level)
    split(items, node: 2 * node, level: level + 1, depth: depth)
    split(items, node: 2 * node + 1, level: level + 1, depth: depth)
  }

  /// Puts the smaller half along the widest axis before the larger one. Items that are equal along it, and so
  /// may share a spot, may end up in either half: they are marked.
  private static func halve(_ items: UnsafeMutableBufferPointer<SplitItem>, node: Int, level: Int) {
    let place = node - (1 << level)
    let start = (place * items.count) >> level
    let end = ((place + 1) * items.count) >> level
    let middle = ((2 * place + 1) * items.count) >> (level + 1)
    let part = UnsafeMutableBufferPointer(rebasing: items[start..<end])
    let divided = MedianSelection(part, axis: widestAxis(of: part)).select(middle - start)
    for i in divided { part[i].isDivided = true }
  }

  /// For many items, a sample of a hundred or two is good enough.
  private static func widestAxis(of items: UnsafeMutableBufferPointer<SplitItem>) -> Int {
    guard let first = items.first?.lanes else { return 0 }
    var (low, high) = (first, first)
    for i in stride(from: 0, to: items.count, by: items.count / 128 + 1) {
      let lanes = items[i].lanes
      low.replace(with: lanes, where: lanes .< low)
      high.replace(with: lanes, where: lanes .> high)
    }
    let extent = high - low
    if extent.x >= extent.y && extent.x >= extent.z { return 0 }
    return extent.y >= extent.z ? 1 : 2
  }

  private typealias Places = (x: Column<Double>, y: Column<Double>, z: Column<Double>)

  /// From the leaves up: each node's boxes come from those of its children.
  private static func boxes(of places: Places, count: Int, depth: Int) -> Column<BoxQuad> {
    let boxCount = boxCount(for: count)
    let rootCount = 1 << (depth & 1)
    let boxes = UnsafeMutablePointer<BoxQuad>.allocate(
      capacity: boxCount + Column<BoxQuad>.padding)
    boxes.initialize(repeating: .empty, count: boxCount + Column<BoxQuad>.padding)
    func extendParent(of node: Int, over box: PlaceBox) {
      let (parent, lane) = (node - rootCount).quotientAndRemainder(dividingBy: 4)
      boxes[parent].extend(lane: lane, over: box)
    }
    if boxCount > 0 {
      // The children of one node are handled by one thread.
      let parents = Parallel.ranges(of: (1 << depth) / 4, atLeast: 1 << 10)
      Parallel.run(parents.count) { part in
        for leaf in 4 * parents[part].lowerBound..<4 * parents[part].upperBound {
          extendParent(
            of: boxCount + leaf,
            over: box((leaf * count) >> depth..<((leaf + 1) * count) >> depth, places))
        }
      }
    }
    for node in (rootCount..<max(rootCount, boxCount)).reversed() {
      extendParent(of: node, over: boxes[node].whole)
    }
    return Column(
      base: UnsafePointer(boxes), count: boxCount,
      owner: AllocatedMemory(boxes) { boxes.deallocate() })
  }

  /// Rounded outwards to a Float.
  private static func box(_ rows: Range<Int>, _ places: Places) -> PlaceBox {
    let (x, y, z) = (range(places.x, rows), range(places.y, rows), range(places.z, rows))
    return PlaceBox(low: (x.low, y.low, z.low), high: (x.high, y.high, z.high))
  }

  @inline(__always)
  private static func range(
    _ column: Column<Double>, _ rows: Range<Int>
  ) -> (low: Float, high: Float) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows {
      let value = column.base[row]
      low = value < low ? value : low
      high = value > high ? value : high
    }
    let (below, above) = (Float(low), Float(high))
    return (
      Double(below) > low ? below.nextDown : below, Double(above) < high ? above.nextUp : above
    )
  }
}
