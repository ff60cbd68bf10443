import FinderEngine

/// A picture in memory, a byte a pixel, which says where its colour stands in the table. Before each row
/// is a 0, as PNG has it for rows that are as they are.
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

  func row(_ y: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pixels + y * stride + 1, count: width)
  }

  /// All rows, each with the 0 before it.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pixels, count: stride * height)
  }

  /// So many pixels of a row, of each of which so many parts are covered. All are inside the picture.
  @inline(__always)
  mutating func paint(_ x: Int, _ y: Int, count: Int, _ ink: MapColour, covering parts: Int) {
    let start = pixels + (y * stride + 1 + x)
    if parts >= table.parts {
      start.update(repeating: table.index(of: ink), count: count)
    } else if parts > 0 {
      for i in 0..<count { start[i] = table.index(of: ink, covering: parts, over: start[i]) }
    }
  }

  /// A rectangle, of which what is outside the picture is left out.
  @inline(__always) func fill(x: Int, y: Int, width: Int, height: Int, index: UInt8) {
    // Most dots of a wide view are this.
    if width == 1, height == 1 {
      if x >= 0, y >= 0, x < self.width, y < self.height { pixels[y * stride + 1 + x] = index }
      return
    }
    let (left, right) = (max(x, 0), min(x + width, self.width))
    guard left < right else { return }
    for row in max(y, 0)..<max(min(y + height, self.height), max(y, 0)) {
      let start = pixels + (row * stride + 1 + left)
      // A call for a single pixel takes longer than all the rest.
      if right - left == 1 {
        start.pointee = index
      } else {
        start.update(repeating: index, count: right - left)
      }
    }
  }
}
