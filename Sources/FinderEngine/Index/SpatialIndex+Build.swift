extension SpatialIndex {
  /// Sorts `points` into the tree's order. `order` tells for each row which of the points it is.
  ///
  /// O(n log n): a selection of the median at each of the tree's levels.
  static func build(
    count: Int, point: (Int) -> Coordinate
  ) -> (index: SpatialIndex, order: Column<UInt32>) {
    precondition(count < Int(UInt32.max), "positions are kept in 32 bits")
    let items = UnsafeMutableBufferPointer<IndexItem>.allocate(capacity: count)
    defer { items.deallocate() }
    for i in 0..<count {
      items.initializeElement(at: i, to: IndexItem(Cartesian(point(i)), number: UInt32(i)))
    }
    let depth = depth(for: count)
    split(items, node: 1, level: 0, depth: depth)
    let index = SpatialIndex(
      count: count, depth: depth,
      x: Column(count: count) { items[$0].place.x },
      y: Column(count: count) { items[$0].place.y },
      z: Column(count: count) { items[$0].place.z },
      boxes: boxes(of: items, depth: depth))
    return (index, Column(count: count) { items[$0].number })
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
    var low = SIMD4<Double>(repeating: .infinity)
    var high = SIMD4<Double>(repeating: -.infinity)
    for item in items {
      low = pointwiseMin(low, item.place)
      high = pointwiseMax(high, item.place)
    }
    let width = high - low
    if width.x >= width.y && width.x >= width.z { return 0 }
    return width.y >= width.z ? 1 : 2
  }

  /// Hoare's selection: what is before `median` is not larger than it, what is behind not smaller.
  /// Equal values are swapped too, which keeps it from going quadratic where all venues stand on
  /// one spot.
  private static func selectMedian(
    of items: UnsafeMutableBufferPointer<IndexItem>, at median: Int, axis: Int
  ) {
    var first = 0
    var last = items.count - 1
    while first < last {
      let pivot = medianOfThree(items, first, last, axis)
      var i = first - 1
      var j = last + 1
      while true {
        repeat { i += 1 } while items[i].place[axis] < pivot
        repeat { j -= 1 } while items[j].place[axis] > pivot
        if i >= j { break }
        items.swapAt(i, j)
      }
      if median <= j { last = j } else { first = j + 1 }
    }
  }

  /// Of the first, the middle and the last but one: never the largest of all unless it is shared,
  /// so that each round leaves something behind.
  private static func medianOfThree(
    _ items: UnsafeMutableBufferPointer<IndexItem>, _ first: Int, _ last: Int, _ axis: Int
  ) -> Double {
    let a = items[first].place[axis]
    let b = items[(first + last) / 2].place[axis]
    let c = items[max(first, last - 1)].place[axis]
    return max(min(a, b), min(max(a, b), c))
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
      boxes[leaves + leaf] = items[rows].reduce(NodeBox.empty) { $0.union($1.box) }
    }
    for node in stride(from: leaves - 1, to: 0, by: -1) {
      boxes[node] = boxes[2 * node].union(boxes[2 * node + 1])
    }
    return Column(count: 2 * leaves) { boxes[$0] }
  }
}

private struct IndexItem: BitwiseCopyable {
  var place: SIMD4<Double>
  var number: UInt32

  init(_ place: Cartesian, number: UInt32) {
    self.place = SIMD4(place.x, place.y, place.z, 0)
    self.number = number
  }

  /// The point as a box, rounded outwards to what a Float can say.
  var box: NodeBox {
    let nearest = SIMD4<Float>(place)
    var box = NodeBox(low: nearest, high: nearest)
    for axis in 0..<3 {
      if Double(nearest[axis]) > place[axis] { box.low[axis] = nearest[axis].nextDown }
      if Double(nearest[axis]) < place[axis] { box.high[axis] = nearest[axis].nextUp }
    }
    return box
  }
}
