/// A point while the tree is built: its position in space, to the metre, and its number.
struct SplitItem: BitwiseCopyable {
  let x, y, z: Float
  /// The number in the lower 31 bits, `isDivided` in the highest.
  private var word: UInt32

  static let mostItems = 1 << 31

  init(x: Float, y: Float, z: Float, number: UInt32) {
    (self.x, self.y, self.z) = (x, y, z)
    word = number
  }

  @inline(__always) var number: UInt32 { word & ~(1 << 31) }

  /// Whether points at the same spot may be in the other half of a split.
  var isDivided: Bool {
    get { word >> 31 == 1 }
    set { word = number | (newValue ? 1 << 31 : 0) }
  }

  /// The coordinates, and 0 in place of the number.
  @inline(__always) var lanes: SIMD4<Float> { SIMD4(x, y, z, 0) }

  @inline(__always) init(_ point: Coordinate, number: Int) {
    let angles = SineAndCosine(degrees: SIMD2(point.latitude, point.longitude))
    // A sphere is exact enough: it hardly matters which half a point is in. Up to this radius, a Float is
    // exact to half a metre.
    let fromAxis = Geodesic.equatorialRadius * angles.cosine[0]
    self.init(
      x: Float(fromAxis * angles.cosine[1]), y: Float(fromAxis * angles.sine[1]),
      z: Float(Geodesic.equatorialRadius * angles.sine[0]),
      number: UInt32(truncatingIfNeeded: number))
  }
}

/// Splits items at a place along one axis: the smaller ones go before it, the larger ones after it.
///
/// This is Hoare's selection. Each round moves the items below a pivot to the front, and goes on with the
/// part that has the wanted place. The pivot comes from a sample, and aims a little beyond the place (Floyd
/// and Rivest 1975), so that little is left after two rounds. The passes have no branch that could be
/// mispredicted.
///
/// Anyone who knows which items are sampled can craft a file in which each round removes next to nothing. So
/// the work is counted. After `patience` passes over all items, the pivot is computed exactly (`exactPivot`):
/// two more rounds are then enough, and the time stays linear.
struct MedianSelection {
  private let items: UnsafeMutablePointer<SplitItem>
  private let keys: UnsafePointer<Float>
  private let count: Int

  private let patience: Int

  /// In passes over all items. Random orders need 2 to 3.
  static let patience = 8

  init(_ items: UnsafeMutableBufferPointer<SplitItem>, axis: Int, patience: Int = Self.patience) {
    self.patience = patience
    self.items = items.baseAddress!
    count = items.count
    // An item is four words: three coordinates and a number.
    keys = UnsafePointer(
      UnsafeMutableRawPointer(self.items).assumingMemoryBound(to: Float.self) + axis)
  }

  /// Afterwards, no item before `place` is larger than the one there, and no item after it is smaller.
  /// Returns the range of items equal to it if that begins before `place`, otherwise an empty range.
  @discardableResult
  func select(_ place: Int) -> Range<Int> {
    var work = 0
    return select(place, work: &work)
  }

  /// `work` is the number of items that the rounds passed over.
  func select(_ place: Int, work: inout Int) -> Range<Int> {
    var first = 0
    var end = count
    while end - first > 1 {
      work += end - first
      let isPatient = work <= patience * count
      let pivot = isPatient ? pivot(first, end, for: place) : exactPivot(first, end, for: place)
      let middle = moveToFront(first, end) { $0 < pivot }
      if place < middle {
        end = middle
      } else if middle > first {
        first = middle
      } else {
        // No item was smaller, so the equal ones go to the front.
        let equalEnd = moveToFront(first, end) { $0 <= pivot }
        // A forged file may have NaN for a coordinate, and then no item need equal the pivot.
        if equalEnd == first { return place..<place }
        if place < equalEnd { return first < place ? first..<equalEnd : place..<place }
        first = equalEnd
      }
    }
    return place..<place
  }

  /// Moves the items whose keys belong in front to the front, and returns where they end. Each item is
  /// swapped with the first one that does not belong there, which may be itself.
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
      // A sample's ranks are off by about half the square root of its size.
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

  /// The key that would be at `place` if the items were sorted, found byte by byte from the highest. Each
  /// pass takes the keys that begin with the bytes found so far, and counts them by their next byte. The
  /// counts show which byte the key at `place` has there. Four passes, whatever the keys.
  @inline(never)
  private func exactPivot(_ first: Int, _ end: Int, for place: Int) -> Float {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
      // The key's rank among those that begin with the bytes found so far.
      var rank = place - first
      var found: UInt64 = 0
      for shift in stride(from: UInt64(24), through: 0, by: -8) {
        counts.initialize(repeating: 0)
        for i in first..<end {
          let key = UInt64(Self.sortable(keys[4 * i]))
          if key >> (shift + 8) == found { counts[Int(key >> shift & 0xFF)] += 1 }
        }
        var byte = 0
        while byte < 0xFF, rank >= counts[byte] {
          rank -= counts[byte]
          byte += 1
        }
        found = found << 8 | UInt64(byte)
      }
      return Self.key(ofSortable: UInt32(found))
    }
  }

  /// Bits that are in the order of the numbers: those of negative numbers are inverted, and the others come
  /// after them. Adding zero turns -0 into 0, which is equal to it.
  private static func sortable(_ key: Float) -> UInt32 {
    let bits = (key + 0).bitPattern
    return bits >> 31 == 1 ? ~bits : bits | 1 << 31
  }

  private static func key(ofSortable bits: UInt32) -> Float {
    Float(bitPattern: bits >> 31 == 1 ? bits & ~(1 << 31) : ~bits)
  }
}
