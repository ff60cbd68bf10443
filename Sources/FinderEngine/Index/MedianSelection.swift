/// A point while the tree is sorted: a place in space, to the metre, and the point's number.
struct SplitItem: BitwiseCopyable {
  let x, y, z: Float
  let number: UInt32

  /// The fourth word is not a coordinate.
  @inline(__always) var lanes: SIMD4<Float> { SIMD4(x, y, z, 0) }
}

extension SplitItem {
  @inline(__always) init(_ point: Coordinate, number: Int) {
    let angles = SineAndCosine(degrees: SIMD2(point.latitude, point.longitude))
    // On the sphere, since it does not matter much which half a point belongs to. With this radius
    // a Float's steps are half a metre or less.
    let fromAxis = Geodesic.equatorialRadius * angles.cosine[0]
    self.init(
      x: Float(fromAxis * angles.cosine[1]), y: Float(fromAxis * angles.sine[1]),
      z: Float(Geodesic.equatorialRadius * angles.sine[0]),
      number: UInt32(truncatingIfNeeded: number))
  }
}

/// Puts the smaller items along one axis before the larger ones.
///
/// Hoare's selection, in rounds. The pivot comes from a sample, a little beyond the place that is
/// sought (Floyd and Rivest 1975), so that little is left after the second round. The passes have
/// no branch that could be mispredicted.
struct MedianSelection {
  private let items: UnsafeMutablePointer<SplitItem>
  private let keys: UnsafePointer<Float>
  private let count: Int

  init(_ items: UnsafeMutableBufferPointer<SplitItem>, axis: Int) {
    self.items = items.baseAddress!
    count = items.count
    // An item is four words: three coordinates and a number.
    keys = UnsafePointer(
      UnsafeMutableRawPointer(self.items).assumingMemoryBound(to: Float.self) + axis)
  }

  /// Afterwards no item before `place` is larger than the one there, and no item after it smaller.
  func select(_ place: Int) {
    var first = 0
    var end = count
    while end - first > 1 {
      let pivot = pivot(first, end, for: place)
      let middle = moveToFront(first, end) { $0 < pivot }
      if place < middle {
        end = middle
      } else if middle > first {
        first = middle
      } else {
        // No item was smaller, so the equal ones go to the front.
        let equalEnd = moveToFront(first, end) { $0 <= pivot }
        // If a forged file has NaN for a place, none is even equal.
        if place < equalEnd || equalEnd == first { return }
        first = equalEnd
      }
    }
  }

  /// Moves the items whose keys belong in front to the front, and returns where they end. Each item
  /// is swapped with the first one that does not belong there, which may be itself.
  @inline(__always)
  private func moveToFront(_ first: Int, _ end: Int, _ belongs: (Float) -> Bool) -> Int {
    var middle = first
    for i in first..<end {
      let item = items[i]
      let key = keys[4 * i]
      items[i] = items[middle]
      items[middle] = item
      middle &+= belongs(key) ? 1 : 0
    }
    return middle
  }

  private func pivot(_ first: Int, _ end: Int, for place: Int) -> Float {
    let count = end - first
    let size = count >= 1024 ? 32 : count >= 64 ? 8 : 3
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 32) { sample in
      for i in 0..<size {
        insert(keys[4 * (first + (2 * i + 1) * count / (2 * size))], at: i, in: sample)
      }
      // A sample's ranks are off by about half the root of its size.
      let rank = (place - first) * size / count
      let beyond = size < 8 ? 0 : size == 8 ? 1 : 2
      let aim = 2 * (place - first) < count ? rank + beyond : rank - beyond
      return sample[min(max(aim, 1), size - 1)]
    }
  }

  @inline(__always)
  private func insert(_ key: Float, at end: Int, in sample: UnsafeMutableBufferPointer<Float>) {
    var i = end
    while i > 0, sample[i - 1] > key {
      sample[i] = sample[i - 1]
      i -= 1
    }
    sample[i] = key
  }
}
