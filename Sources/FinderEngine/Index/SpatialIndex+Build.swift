extension SpatialIndex {
  /// Sorts `points` into the tree's order. `order` has the number of each row's point.
  ///
  /// O(n log n): a selection of the median at each of the tree's levels. Meanwhile an item takes 16
  /// bytes: a place to the metre, which is all that splitting needs. Exact places are computed once
  /// the order is known, which is faster than carrying them along.
  static func build(
    count: Int, point: (Int) -> Coordinate
  ) -> (index: SpatialIndex, order: [UInt32]) {
    precondition(count < Int(UInt32.max), "positions are kept in 32 bits")
    let depth = depth(for: count)
    let order = order(count: count, depth: depth, point)
    var x = GrowingList<Double>(capacity: count)
    var y = GrowingList<Double>(capacity: count)
    var z = GrowingList<Double>(capacity: count)
    for row in 0..<count {
      let place = Cartesian(point(Int(order[row])))
      x.append(place.x)
      y.append(place.y)
      z.append(place.z)
    }
    let places = (x: x.column(), y: y.column(), z: z.column())
    let index = SpatialIndex(
      x: places.x, y: places.y, z: places.z,
      boxes: boxes(of: places, count: count, depth: depth))
    return (index, order)
  }

  private static func order(
    count: Int, depth: Int, _ point: (Int) -> Coordinate
  ) -> [UInt32] {
    let items = UnsafeMutableBufferPointer<SplitItem>.allocate(capacity: count)
    defer { items.deallocate() }
    for number in 0..<count {
      items.initializeElement(at: number, to: SplitItem(point(number), number: number))
    }
    split(items, node: 1, level: 0, depth: depth)
    return items.map(\.number)
  }

  /// Puts the smaller half along the widest axis before the larger one, and so on in both halves.
  private static func split(
    _ items: UnsafeMutableBufferPointer<SplitItem>, node: Int, level: Int, depth: Int
  ) {
    guard level < depth else { return }
    let place = node - (1 << level)
    let start = (place * items.count) >> level
    let end = ((place + 1) * items.count) >> level
    let middle = ((2 * place + 1) * items.count) >> (level + 1)
    let part = UnsafeMutableBufferPointer(rebasing: items[start..<end])
    MedianSelection(part, axis: widestAxis(of: part)).select(middle - start)
    split(items, node: 2 * node, level: level + 1, depth: depth)
    split(items, node: 2 * node + 1, level: level + 1, depth: depth)
  }

  /// A hundred or two of many items are a good enough sample.
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

  // MARK: Boxes

  private typealias Places = (x: Column<Double>, y: Column<Double>, z: Column<Double>)

  /// From the leaves up, each node's boxes from those of its children.
  private static func boxes(
    of places: Places, count: Int, depth: Int
  ) -> Column<BoxQuad> {
    let boxCount = boxCount(for: count)
    let rootCount = 1 << (depth & 1)
    let boxes = UnsafeMutablePointer<BoxQuad>.allocate(
      capacity: boxCount + Column<BoxQuad>.padding)
    boxes.initialize(repeating: .empty, count: boxCount + Column<BoxQuad>.padding)
    for node in (rootCount..<boxCount + 1 << depth).reversed() {
      let (parent, lane) = (node - rootCount).quotientAndRemainder(dividingBy: 4)
      let leaf = node - boxCount
      boxes[parent].extend(
        lane: lane,
        over: leaf < 0
          ? boxes[node].whole
          : box((leaf * count) >> depth..<((leaf + 1) * count) >> depth, places))
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
