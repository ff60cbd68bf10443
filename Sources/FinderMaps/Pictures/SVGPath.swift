import FinderEngine

/// Writes the data of an SVG path as steps from point to point, which take half the space of absolute
/// coordinates. Steps are in tenths of a pixel, finer than a picture shows. Rounding errors do not add up:
/// each step starts at the rounded end of the last one.
struct SVGPath {
  private var x = 0
  private var y = 0
  private var isEmpty = true
  /// In tenths of a pixel. A point closer than this to the last one, both across and down, is left out.
  private static let leastStep = 3

  /// Appends another ring or line.
  mutating func append(_ line: [MapPlace], isClosed: Bool, to buffer: inout ByteBuffer) {
    guard let first = line.first, line.count > 1 else { return }
    move(Self.tenths(first.x), Self.tenths(first.y), to: &buffer)
    let start = (x, y)
    buffer.append("l")
    var needsGap = false
    for (i, place) in line.enumerated().dropFirst() {
      let step = (Self.tenths(place.x) - x, Self.tenths(place.y) - y)
      let isShort = abs(step.0) < Self.leastStep && abs(step.1) < Self.leastStep
      // A line keeps its last point, however near. A ring returns to its first point anyway.
      if isShort, i < line.count - 1 || isClosed { continue }
      append(step, needsGap: needsGap, to: &buffer)
      needsGap = true
    }
    // A ring too small for any step still needs one after its `l`.
    if !needsGap { buffer.append("0 0") }
    guard isClosed else { return }
    buffer.append("z")
    (x, y) = start
  }

  /// Appends the parts of a line that are in the frame.
  mutating func append(_ line: [MapPlace], in frame: PictureFrame, to buffer: inout ByteBuffer) {
    for part in frame.cut(line: line) { append(part, isClosed: false, to: &buffer) }
  }

  /// Appends an element. The lines are one path, which drawing programs treat as one object.
  static func append(
    _ lines: [[MapPlace]], _ style: SVGStyle, in view: MapView, to buffer: inout ByteBuffer
  ) {
    buffer.append("<path")
    style.append(to: &buffer)
    buffer.append(" d=\"")
    var path = SVGPath()
    let frame = PictureFrame(view)
    for line in lines { path.append(line, in: frame, to: &buffer) }
    buffer.append("\"/>\n")
  }

  /// A line of no length: round line ends turn it into a disc.
  mutating func append(dotAt dot: MapDot, to buffer: inout ByteBuffer) {
    move(Int(dot.x) * 10 + 5, Int(dot.y) * 10 + 5, to: &buffer)
    buffer.append("h0")
  }

  /// A row of `count` pixels.
  mutating func append(rowAt dot: MapDot, count: Int, to buffer: inout ByteBuffer) {
    move(Int(dot.x) * 10, Int(dot.y) * 10 + 5, to: &buffer)
    buffer.append("h")
    buffer.append(integer: count)
    x += 10 * count
  }

  private mutating func move(_ x: Int, _ y: Int, to buffer: inout ByteBuffer) {
    buffer.append(isEmpty ? "M" : "m")
    isEmpty = false
    append((x - self.x, y - self.y), needsGap: false, to: &buffer)
  }

  private mutating func append(_ step: (Int, Int), needsGap: Bool, to buffer: inout ByteBuffer) {
    if needsGap, step.0 >= 0 { buffer.append(" ") }
    Self.append(tenths: step.0, to: &buffer)
    if step.1 >= 0 { buffer.append(" ") }
    Self.append(tenths: step.1, to: &buffer)
    x += step.0
    y += step.1
  }

  private static func append(tenths value: Int, to buffer: inout ByteBuffer) {
    if value < 0 { buffer.append("-") }
    let (whole, tenth) = value.magnitude.quotientAndRemainder(dividingBy: 10)
    if whole > 0 || tenth == 0 { buffer.append(integer: Int(whole)) }
    if tenth > 0 {
      buffer.append(".")
      buffer.append(UInt8(ascii: "0") + UInt8(tenth))
    }
  }

  private static func tenths(_ value: Double) -> Int {
    Int((min(max(value.isNaN ? 0 : value, -1e7), 1e7) * 10).rounded())
  }
}
