import FinderEngine

/// Keeps texts from overlapping: records the boxes taken, in the view's pixels.
struct LabelLayout {
  struct Box {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Around a pin's disc, but half a pixel smaller on each side: otherwise a disc right above its place
    /// would touch the name beside that place.
    init(discAt place: MapPlace) {
      let reach = PinLayout.radius - 0.5
      (left, top) = (place.x - reach, place.y - reach)
      (right, bottom) = (place.x + reach, place.y + reach)
    }

    func wider(by width: Double) -> Box {
      Box(left: left - width, top: top, right: right + width, bottom: bottom)
    }

    func isInside(_ view: MapView) -> Bool {
      left >= 0 && top >= 0 && right <= Double(view.width) && bottom <= Double(view.height)
    }

    func contains(_ place: MapPlace) -> Bool {
      place.x >= left && place.x <= right && place.y >= top && place.y <= bottom
    }

    func intersects(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  let textSize: MapTextSize
  private let view: MapView
  private var taken: [Box] = []

  init(_ view: MapView, _ textSize: MapTextSize) { (self.view, self.textSize) = (view, textSize) }

  /// The box of a text with this many columns, around its middle.
  func box(around place: MapPlace, columns: Int, lines: Double = 1) -> Box {
    let (width, height) = (Double(columns) * textSize.advance, lines * textSize.height)
    var (left, top) = (place.x - width / 2, place.y - height / 2)
    if textSize.isGrid {
      left = (left / textSize.advance).rounded() * textSize.advance
      top = (top / textSize.height).rounded() * textSize.height
    }
    return Box(left: left, top: top, right: left + width, bottom: top + height)
  }

  func isFree(_ box: Box) -> Bool { box.isInside(view) && !taken.contains { $0.intersects(box) } }

  mutating func take(_ box: Box) { taken.append(box) }

  /// Takes the free place nearest to `wanted`, within `limits` and at most `reach` text heights away, and
  /// returns its middle; `nil` if there is none.
  mutating func claim(
    near wanted: MapPlace, columns: Int, lines: Double = 1, reach: Double = 4,
    within limits: Box? = nil
  ) -> MapPlace? {
    let (width, height) = (Double(columns) * textSize.advance, lines * textSize.height)
    let inside = MapPlace(
      x: min(max(wanted.x, width / 2), Double(view.width) - width / 2),
      y: min(max(wanted.y, height / 2), Double(view.height) - height / 2))
    for offset in Self.offsets {
      guard offset.x * offset.x + offset.y * offset.y <= reach * reach else { break }
      let place = MapPlace(
        x: inside.x + offset.x * textSize.height, y: inside.y + offset.y * textSize.height)
      let box = box(around: place, columns: columns, lines: lines)
      let middle = MapPlace(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2)
      guard limits?.contains(middle) ?? true, isFree(box) else { continue }
      take(box)
      return middle
    }
    return nil
  }

  /// Up to four text heights, in half steps, nearest first; at equal distance, north first, then west.
  private static let offsets: [MapPlace] = {
    var offsets: [MapPlace] = []
    for y in -8...8 {
      for x in -8...8 { offsets.append(MapPlace(x: Double(x) / 2, y: Double(y) / 2)) }
    }
    return offsets.sorted { one, other in
      let (near, far) = (one.x * one.x + one.y * one.y, other.x * other.x + other.y * other.y)
      return near != far ? near < far : one.y != other.y ? one.y < other.y : one.x < other.x
    }
  }()

  /// Takes the space of the captions along the lower edge.
  mutating func takeCaptions(of scene: MapScene) {
    let bottom = Double(scene.view.height)
    let (advance, line) = (textSize.advance, textSize.height)
    var right = 0.0
    if let bar = scene.scaleBar {
      right =
        textSize.isGrid
        ? bar.length + Double(1 + bar.text.utf8.count) * advance
        : MapCaptions.margin + max(bar.length, Double(bar.text.utf8.count) * advance)
    }
    if !textSize.isGrid, let way = scene.way {
      let words = max(DisplayWidth.of(way.caption), MapWayInView.longestName)
      right += MapCaptions.gap + MapCaptions.sample + Double(words + 1) * advance
    }
    let height = textSize.isGrid ? line : MapCaptions.height
    if right > 0 { take(Box(left: 0, top: bottom - height, right: right, bottom: bottom)) }
    guard !scene.credit.isEmpty else { return }
    let width = Double(DisplayWidth.of(scene.credit) + (textSize.isGrid ? 0 : 2)) * advance
    take(
      Box(
        left: Double(scene.view.width) - width, top: bottom - (textSize.isGrid ? line : 2 * line),
        right: Double(scene.view.width), bottom: bottom))
  }
}

/// The captions along a map's lower edge: the scale and the legend of the way on the left, the credit on the
/// right.
enum MapCaptions {
  /// In pictures, from the edge to the scale.
  static let margin = 14.0
  /// The length of the line that stands for the way.
  static let sample = 28.0
  /// From the scale to the way's sample.
  static let gap = 20.0
  /// The scale's text is above it.
  static let height = 30.0
}
