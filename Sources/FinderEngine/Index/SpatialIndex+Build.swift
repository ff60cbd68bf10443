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
    let places = PlaceColumns(count: count)
    for row in 0..<count { places.set(row, Cartesian(point(Int(order[row])))) }
    let index = SpatialIndex(
      count: count, depth: depth, x: places.x, y: places.y, z: places.z,
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

  /// From the leaves up, each node's boxes from those of its children.
  private static func boxes(
    of places: PlaceColumns, count: Int, depth: Int
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
          : places.box((leaf * count) >> depth..<((leaf + 1) * count) >> depth))
    }
    return Column(
      base: UnsafePointer(boxes), count: boxCount,
      owner: AllocatedMemory(boxes) { boxes.deallocate() })
  }
}

/// The index's three columns while they are filled.
private struct PlaceColumns {
  private let base: UnsafeMutablePointer<Double>
  private let stride: Int
  private let count: Int
  private let owner: MemoryOwner

  init(count: Int) {
    let stride = count + Column<Double>.padding
    let base = UnsafeMutablePointer<Double>.allocate(capacity: 3 * stride)
    for column in 1...3 {
      (base + column * stride - Column<Double>.padding).initialize(
        repeating: 0, count: Column<Double>.padding)
    }
    (self.base, self.stride, self.count) = (base, stride, count)
    owner = AllocatedMemory(base) { base.deallocate() }
  }

  var x: Column<Double> { column(0) }
  var y: Column<Double> { column(1) }
  var z: Column<Double> { column(2) }

  private func column(_ number: Int) -> Column<Double> {
    Column(base: UnsafePointer(base + number * stride), count: count, owner: owner)
  }

  @inline(__always) func set(_ row: Int, _ place: Cartesian) {
    base[row] = place.x
    base[row + stride] = place.y
    base[row + 2 * stride] = place.z
  }

  /// Rounded outwards to a Float.
  func box(_ rows: Range<Int>) -> PlaceBox {
    let (x, y, z) = (range(0, rows), range(1, rows), range(2, rows))
    return PlaceBox(low: (x.low, y.low, z.low), high: (x.high, y.high, z.high))
  }

  @inline(__always)
  private func range(_ column: Int, _ rows: Range<Int>) -> (low: Float, high: Float) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows {
      let value = base[row + column * stride]
      low = value < low ? value : low
      high = value > high ? value : high
    }
    let (below, above) = (Float(low), Float(high))
    return (
      Double(below) > low ? below.nextDown : below, Double(above) < high ? above.nextUp : above
    )
  }
}
