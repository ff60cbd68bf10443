import FinderEngine

/// A rectangle a little larger than a view. Lines and rings are cut to it before they are drawn, so what is
/// far outside costs neither time nor bytes, and coordinates stay small enough for every SVG viewer.
struct PictureFrame {
  private let left: Double
  private let top: Double
  private let right: Double
  private let bottom: Double

  init(width: Double, height: Double, margin: Double) {
    (left, top, right, bottom) = (-margin, -margin, width + margin, height + margin)
  }

  init(_ view: MapView) {
    self.init(width: Double(view.width), height: Double(view.height), margin: 8)
  }

  /// The part of a segment that is inside (the Liang-Barsky algorithm).
  func cut(_ from: MapPlace, _ to: MapPlace) -> (MapPlace, MapPlace)? {
    let (x, y) = (to.x - from.x, to.y - from.y)
    guard x.isFinite, y.isFinite else { return nil }
    var (first, last) = (0.0, 1.0)
    func keep(_ step: Double, _ room: Double) -> Bool {
      if step == 0 { return room >= 0 }
      let share = room / step
      if step < 0 { first = max(first, share) } else { last = min(last, share) }
      return first <= last
    }
    guard keep(-x, from.x - left), keep(x, right - from.x), keep(-y, from.y - top),
      keep(y, bottom - from.y)
    else { return nil }
    return (
      first > 0 ? MapPlace(x: from.x + x * first, y: from.y + y * first) : from,
      last < 1 ? MapPlace(x: from.x + x * last, y: from.y + y * last) : to
    )
  }

  /// The parts of a line that are inside.
  func cut(line: [MapPlace]) -> [[MapPlace]] {
    if line.allSatisfy(contains) { return [line] }
    var parts: [[MapPlace]] = []
    var continues = false
    for (from, to) in zip(line, line.dropFirst()) {
      guard let (a, b) = cut(from, to) else {
        continues = false
        continue
      }
      if !continues || parts[parts.count - 1].last != a { parts.append([a]) }
      parts[parts.count - 1].append(b)
      continues = b == to
    }
    return parts
  }

  private func contains(_ place: MapPlace) -> Bool {
    place.x >= left && place.x <= right && place.y >= top && place.y <= bottom
  }

  /// The ring cut at the four edges in turn (the Sutherland-Hodgman algorithm). Between leaving and coming
  /// back, it follows the frame's edge, which the view does not show.
  func cut(ring: [MapPlace]) -> [MapPlace] {
    if ring.allSatisfy(contains) { return ring }
    var ring = ring.map(Self.limited)
    ring = Self.cut(ring, across: \.x, \.y, at: left, isUpper: false)
    ring = Self.cut(ring, across: \.x, \.y, at: right, isUpper: true)
    ring = Self.cut(ring, across: \.y, \.x, at: top, isUpper: false)
    return Self.cut(ring, across: \.y, \.x, at: bottom, isUpper: true)
  }

  private static func cut(
    _ ring: [MapPlace], across: WritableKeyPath<MapPlace, Double>,
    _ along: WritableKeyPath<MapPlace, Double>, at edge: Double, isUpper: Bool
  ) -> [MapPlace] {
    guard var from = ring.last else { return [] }
    var kept: [MapPlace] = []
    func isInside(_ place: MapPlace) -> Bool {
      isUpper ? place[keyPath: across] <= edge : place[keyPath: across] >= edge
    }
    for to in ring {
      if isInside(from) != isInside(to) {
        let share =
          (edge - from[keyPath: across]) / (to[keyPath: across] - from[keyPath: across])
        var crossing = from
        crossing[keyPath: across] = edge
        crossing[keyPath: along] += (to[keyPath: along] - from[keyPath: along]) * share
        kept.append(crossing)
      }
      if isInside(to) { kept.append(to) }
      from = to
    }
    return kept
  }

  /// Moves a place nearer if it is so far out that a picture cannot show the difference, but arithmetic might
  /// overflow.
  static func limited(_ place: MapPlace) -> MapPlace {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -1e12), 1e12) }
    return MapPlace(x: limited(place.x), y: limited(place.y))
  }
}
