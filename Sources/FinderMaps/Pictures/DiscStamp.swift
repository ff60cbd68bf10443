import FinderEngine

/// A disc of pixels with a smooth edge, reckoned once and set down many times.
struct DiscStamp {
  let size: Int
  /// Row by row, how many parts of each pixel are covered.
  let covered: [UInt8]

  /// The disc's middle is that of a pixel where `scale` is odd, and between pixels where it is even:
  /// just where the middle of a pixel of the view is.
  init(radius: Double, scale: Int, parts: Int) {
    let reach = Int((radius + 0.5).rounded(.up))
    let size = 2 * reach + scale % 2
    let middle = Double(size) / 2
    let isCrisp = radius < 2
    self.size = size
    covered = (0..<size * size).map { i in
      let x = Double(i % size) + 0.5 - middle
      let y = Double(i / size) + 0.5 - middle
      let share = radius + 0.5 - (x * x + y * y).squareRoot()
      // The smallest have no smooth edge: thousands of them would take a third more bytes.
      if isCrisp { return share >= 0.5 ? UInt8(parts) : 0 }
      return UInt8(min(max(share, 0), 1) * Double(parts) + 0.5)
    }
  }
}

extension Canvas {
  /// With its middle in that of a pixel of the view.
  mutating func stamp(_ stamp: DiscStamp, x: Int, y: Int, scale: Int, _ ink: MapColour) {
    let reach = stamp.size / 2
    let (left, top) = (x * scale + scale / 2 - reach, y * scale + scale / 2 - reach)
    let columns = max(0, -left)..<max(min(stamp.size, width - left), max(0, -left))
    let (whole, all) = (table.index(of: ink), table.parts)
    for row in max(0, -top)..<max(min(stamp.size, height - top), max(0, -top)) {
      let line = pixels + ((top + row) * stride + 1 + left)
      for column in columns {
        let parts = Int(stamp.covered[row * stamp.size + column])
        if parts == all {
          line[column] = whole
        } else if parts > 0 {
          line[column] = table.index(of: ink, covering: parts, over: line[column])
        }
      }
    }
  }
}
