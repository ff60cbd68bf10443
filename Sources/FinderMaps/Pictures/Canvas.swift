import FinderEngine

/// A picture in memory, one byte a pixel, which is the index of its colour in the table. Each row begins with
/// a 0, PNG's mark for an unfiltered row.
struct Canvas: ~Copyable {
  let width: Int
  let height: Int
  let stride: Int
  let pixels: UnsafeMutablePointer<UInt8>
  var table: ColourTable

  init(width: Int, height: Int, parts: Int, filledWith ground: MapColour) {
    (self.width, self.height) = (width, height)
    table = ColourTable(parts: parts)
    stride = width + 1
    pixels = .allocate(capacity: stride * height)
    pixels.update(repeating: table.index(of: ground), count: stride * height)
    for y in 0..<height { pixels[y * stride] = 0 }
  }

  deinit { pixels.deallocate() }

  func row(_ y: Int) -> Bytes { UnsafeBufferPointer(start: pixels + y * stride + 1, count: width) }

  /// All rows, each with the 0 before it.
  var bytes: Bytes { UnsafeBufferPointer(start: pixels, count: stride * height) }

  /// Paints `count` pixels of a row, each with `parts` parts covered. All must be inside the picture.
  @inline(__always)
  mutating func paint(_ x: Int, _ y: Int, count: Int, _ ink: MapColour, covering parts: Int) {
    let start = pixels + (y * stride + 1 + x)
    if parts >= table.parts {
      start.update(repeating: table.index(of: ink), count: count)
    } else if parts > 0 {
      for i in 0..<count { start[i] = table.index(of: ink, covering: parts, over: start[i]) }
    }
  }

  /// Fills a rectangle; what is outside the picture is left out.
  @inline(__always) func fill(x: Int, y: Int, width: Int, height: Int, index: UInt8) {
    // Most dots of a wide view are one pixel.
    if width == 1, height == 1 {
      if x >= 0, y >= 0, x < self.width, y < self.height { pixels[y * stride + 1 + x] = index }
      return
    }
    let (left, right) = (max(x, 0), min(x + width, self.width))
    guard left < right else { return }
    for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
      let start = pixels + (row * stride + 1 + left)
      // For a single pixel, a function call takes longer than everything else.
      if right - left == 1 {
        start.pointee = index
      } else {
        start.update(repeating: index, count: right - left)
      }
    }
  }
}

/// The colours of a picture, at most 255: the map's own, as they are first used, and the mixtures at the
/// edges of shapes. A mixture close to a colour already there uses that one, so most pictures need only a few
/// dozen colours.
struct ColourTable {
  /// The number of parts that a pixel is divided into; none, some or all may be covered. With two, edges are
  /// smooth enough for ordinary screens, and a picture of the country takes 40 KB instead of 52.
  let parts: Int
  private static let most = 255
  /// Colours no further apart than this, as the sum of their components' squared differences, count as one.
  private static let tolerance: Int32 = 3 * 4 * 4

  private(set) var colours: [UInt32] = []
  /// For each of the map's colours, the index plus 1; 0 if it is not used yet.
  private var own = [UInt8](repeating: 0, count: MapColour.allCases.count)
  /// The same, by ink, colour below and parts covered.
  private var mixtures: [UInt8]

  init(parts: Int) {
    self.parts = parts
    mixtures = Array(repeating: 0, count: MapColour.allCases.count * 256 * parts)
  }

  mutating func index(of ink: MapColour) -> UInt8 {
    let known = own[Int(ink.rawValue)]
    if known > 0 { return known - 1 }
    let index = nearest(to: ink.light, within: 0)
    own[Int(ink.rawValue)] = index + 1
    return index
  }

  /// The index of a colour that is not one of the map's own.
  mutating func index(ofOther colour: UInt32) -> UInt8 { nearest(to: colour, within: 0) }

  /// The colour of a pixel when the ink covers this many of its parts.
  @inline(__always)
  mutating func index(of ink: MapColour, covering covered: Int, over below: UInt8) -> UInt8 {
    let slot = (Int(ink.rawValue) << 8 | Int(below)) * parts + covered
    let known = mixtures[slot]
    return known > 0 ? known - 1 : mix(ink, covered, below, slot)
  }

  @inline(never)
  private mutating func mix(
    _ ink: MapColour, _ covered: Int, _ below: UInt8, _ slot: Int
  ) -> UInt8 {
    let (over, under) = (SIMD3(colour: ink.light), SIMD3(colour: colours[Int(below)]))
    let (covered, parts) = (Int32(covered), Int32(parts))
    let sum = over &* covered &+ under &* (parts - covered) &+ parts / 2
    let mixed = (sum / parts).colour
    let index = nearest(to: mixed, within: Self.tolerance)
    mixtures[slot] = index + 1
    return index
  }

  /// The index of a similar colour, or of a new one if there is none and there is room.
  private mutating func nearest(to colour: UInt32, within tolerance: Int32) -> UInt8 {
    var (best, found) = (Int32.max, 0)
    for (i, other) in colours.enumerated() {
      let apart = Self.distance(colour, other)
      if apart < best { (best, found) = (apart, i) }
    }
    if best <= tolerance || colours.count == Self.most { return UInt8(found) }
    colours.append(colour)
    return UInt8(colours.count - 1)
  }

  private static func distance(_ first: UInt32, _ second: UInt32) -> Int32 {
    let apart = SIMD3(colour: first) &- SIMD3(colour: second)
    return (apart &* apart).wrappedSum()
  }
}
