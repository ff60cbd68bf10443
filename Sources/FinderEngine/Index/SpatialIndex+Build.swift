extension SpatialIndex {
  /// Sorts `points` into the tree's order. `order` tells for each row which of the points it is.
  ///
  /// O(n log n): a selection of the median at each of the tree's levels.
  static func build(
    count: Int, point: (Int) -> Coordinate
  ) -> (index: SpatialIndex, order: [UInt32]) {
    precondition(count < Int(UInt32.max), "positions are kept in 32 bits")
    let items = UnsafeMutableBufferPointer<IndexItem>.allocate(capacity: count)
    defer { items.deallocate() }
    for i in 0..<count {
      items.initializeElement(at: i, to: IndexItem(Cartesian(point(i)), number: i))
    }
    let depth = depth(for: count)
    split(items, node: 1, level: 0, depth: depth)
    let index = SpatialIndex(
      count: count, depth: depth,
      x: Column(count: count) { items[$0].x },
      y: Column(count: count) { items[$0].y },
      z: Column(count: count) { items[$0].z },
      boxes: boxes(of: items, depth: depth))
    return (index, items.map { UInt32($0.number) })
  }

  /// Puts the smaller half along the widest axis before the larger one, and so on in both halves.
  private static func split(
    _ items: UnsafeMutableBufferPointer<IndexItem>, node: Int, level: Int, depth: Int
  ) {
    guard level < depth else { return }
    let place = node - (1 << level)
    let start = (place * items.count) >> level
    let end = ((place + 1) * items.count) >> level
    let middle = ((2 * place + 1) * items.count) >> (level + 1)
    let part = UnsafeMutableBufferPointer(rebasing: items[start..<end])
    selectMedian(of: part, at: middle - start, axis: widestAxis(of: part))
    split(items, node: 2 * node, level: level + 1, depth: depth)
    split(items, node: 2 * node + 1, level: level + 1, depth: depth)
  }

  private static func widestAxis(of items: UnsafeMutableBufferPointer<IndexItem>) -> Int {
    let extent = Extent(items)
    let (x, y, z) = (
      extent.high.x - extent.low.x, extent.high.y - extent.low.y, extent.high.z - extent.low.z
    )
    if x >= y && x >= z { return 0 }
    return y >= z ? 1 : 2
  }

  /// Hoare's selection: what is before `median` is not larger than it, what is behind not smaller.
  /// Equal values are swapped too, which keeps it from going quadratic where all venues stand on
  /// one spot.
  private static func selectMedian(
    of items: UnsafeMutableBufferPointer<IndexItem>, at median: Int, axis: Int
  ) {
    guard let start = items.baseAddress else { return }
    // An item is four words: three coordinates and a number.
    let places = UnsafeMutableRawPointer(start).assumingMemoryBound(to: Double.self) + axis
    var first = 0
    var last = items.count - 1
    while first < last {
      let pivot = medianOfThree(
        places[4 * first], places[4 * ((first + last) / 2)], places[4 * max(first, last - 1)])
      var i = first - 1
      var j = last + 1
      while true {
        repeat { i += 1 } while places[4 * i] < pivot
        repeat { j -= 1 } while places[4 * j] > pivot
        if i >= j { break }
        items.swapAt(i, j)
      }
      if median <= j { last = j } else { first = j + 1 }
    }
  }

  /// Taken of the first, the middle and the last but one, it is never the largest of all unless
  /// shared, so that each round leaves something behind.
  private static func medianOfThree(_ a: Double, _ b: Double, _ c: Double) -> Double {
    max(min(a, b), min(max(a, b), c))
  }

  private static func boxes(
    of items: UnsafeMutableBufferPointer<IndexItem>, depth: Int
  ) -> Column<NodeBox> {
    let leaves = 1 << depth
    let boxes = UnsafeMutableBufferPointer<NodeBox>.allocate(capacity: 2 * leaves)
    defer { boxes.deallocate() }
    boxes.initialize(repeating: .empty)
    for leaf in 0..<leaves {
      let rows = (leaf * items.count) >> depth..<((leaf + 1) * items.count) >> depth
      boxes[leaves + leaf] = Extent(UnsafeMutableBufferPointer(rebasing: items[rows])).box
    }
    for node in stride(from: leaves - 1, to: 0, by: -1) {
      boxes[node] = boxes[2 * node].union(boxes[2 * node + 1])
    }
    return Column(count: 2 * leaves) { boxes[$0] }
  }
}

private struct IndexItem: BitwiseCopyable {
  var x: Double
  var y: Double
  var z: Double
  var number: Int

  init(_ place: Cartesian, number: Int) {
    (x, y, z) = (place.x, place.y, place.z)
    self.number = number
  }
}

/// How far some items reach along each axis.
private struct Extent {
  var low = (x: Double.infinity, y: Double.infinity, z: Double.infinity)
  var high = (x: -Double.infinity, y: -Double.infinity, z: -Double.infinity)

  init(_ items: UnsafeMutableBufferPointer<IndexItem>) {
    for item in items {
      low = (min(low.x, item.x), min(low.y, item.y), min(low.z, item.z))
      high = (max(high.x, item.x), max(high.y, item.y), max(high.z, item.z))
    }
  }

  /// Rounded outwards to what a Float can say.
  var box: NodeBox {
    guard low.x <= high.x else { return .empty }
    return NodeBox(
      low: SIMD4(below(low.x), below(low.y), below(low.z), 0),
      high: SIMD4(above(high.x), above(high.y), above(high.z), 0))
  }

  private func below(_ value: Double) -> Float {
    let nearest = Float(value)
    return Double(nearest) > value ? nearest.nextDown : nearest
  }

  private func above(_ value: Double) -> Float {
    let nearest = Float(value)
    return Double(nearest) < value ? nearest.nextUp : nearest
  }
}
