import FinderEngine

/// Draws wide lines, solid or dashed, as areas: a rectangle for each piece and, on lines so wide that it
/// shows, an octagon at each bend. Overlaps are painted once.
struct Stroke {
  let width: Double
  /// The lengths of dashes and gaps; `nil` for a solid line.
  var dash: (on: Double, off: Double)?

  /// Adds a line. Its places are in the view's pixels; times `scale`, they are in the canvas's. Only the part
  /// within the canvas is drawn, so a line may have any length.
  func add(_ line: [MapPlace], isClosed: Bool, scale: Double, to fill: inout AreaFill) {
    guard line.count > 1, let last = line.last else { return }
    var from = isClosed ? last : line[0]
    var walked = 0.0
    for to in isClosed ? line[...] : line[1...] {
      let piece = (
        MapPlace(x: from.x * scale, y: from.y * scale), MapPlace(x: to.x * scale, y: to.y * scale)
      )
      if let dash {
        add(dashed: piece, dash, &walked, to: &fill)
      } else {
        add(piece.0, piece.1, to: &fill)
        if width > 2.2 { addBend(at: piece.1, to: &fill) }
      }
      from = to
    }
    if dash == nil, width > 2.2, !isClosed {
      addBend(at: MapPlace(x: line[0].x * scale, y: line[0].y * scale), to: &fill)
    }
  }

  private func add(_ from: MapPlace, _ to: MapPlace, to fill: inout AreaFill) {
    guard let (a, b) = frame(of: fill).cut(from, to) else { return }
    let (x, y) = (b.x - a.x, b.y - a.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return }
    let half = width / 2 / length
    let (acrossX, acrossY) = (-y * half, x * half)
    let corners = (
      MapPlace(x: a.x + acrossX, y: a.y + acrossY), MapPlace(x: b.x + acrossX, y: b.y + acrossY),
      MapPlace(x: b.x - acrossX, y: b.y - acrossY), MapPlace(x: a.x - acrossX, y: a.y - acrossY)
    )
    fill.add(corners.0, corners.1)
    fill.add(corners.1, corners.2)
    fill.add(corners.2, corners.3)
    fill.add(corners.3, corners.0)
  }

  private func frame(of fill: borrowing AreaFill) -> PictureFrame {
    PictureFrame(width: Double(fill.width), height: Double(fill.height), margin: width)
  }

  /// Stands for a circle. It runs the same way round as the rectangles, as `AreaFill.Rule.union` needs.
  private static let octagon = [
    (1.0, 0.0), (0.7071, -0.7071), (0.0, -1.0), (-0.7071, -0.7071), (-1.0, 0.0), (-0.7071, 0.7071),
    (0.0, 1.0), (0.7071, 0.7071),
  ]

  private func addBend(at place: MapPlace, to fill: inout AreaFill) {
    guard frame(of: fill).cut(place, place) != nil else { return }
    // An octagon inside the circle would leave dents at the bends.
    let reach = width / 2 * 1.04
    fill.add(Self.octagon.map { MapPlace(x: place.x + $0.0 * reach, y: place.y + $0.1 * reach) })
  }

  private func add(
    dashed piece: (MapPlace, MapPlace), _ dash: (on: Double, off: Double), _ walked: inout Double,
    to fill: inout AreaFill
  ) {
    let (from, to) = piece
    let (x, y) = (to.x - from.x, to.y - from.y)
    let length = (x * x + y * y).squareRoot()
    guard length > 0, length.isFinite else { return }
    defer { walked = (walked + length).truncatingRemainder(dividingBy: dash.on + dash.off) }
    guard let (a, b) = frame(of: fill).cut(from, to) else { return }
    let period = dash.on + dash.off
    func distance(_ place: MapPlace) -> Double {
      ((place.x - from.x) * x + (place.y - from.y) * y) / length
    }
    let (start, end) = (distance(a), distance(b))
    // The last dash that begins before the visible part.
    var dashStart = ((start + walked) / period).rounded(.down) * period - walked
    while dashStart < end {
      let (first, last) = (max(dashStart, start), min(dashStart + dash.on, end))
      if first < last {
        add(
          MapPlace(x: from.x + x / length * first, y: from.y + y / length * first),
          MapPlace(x: from.x + x / length * last, y: from.y + y / length * last), to: &fill)
      }
      dashStart += period
    }
  }
}
