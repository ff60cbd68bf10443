import FinderEngine

/// What painters write along a map's lower edge: the scale and what the walk's line means on the left, the
/// credit on the right.
enum MapCaptions {
  /// In pictures, from the edge to the scale, and from the walk's sample to its words.
  static let margin = 14.0
  static let sample = 28.0
  /// From the scale to the walk's sample.
  static let gap = 20.0
  /// The scale has its words above it.
  static let height = 30.0
}

extension LabelLayout {
  /// The space of what stands along the lower edge.
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
    if !textSize.isGrid, let walk = scene.walk {
      let words = max(DisplayWidth.of(walk.caption), MapWalk.longestName)
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
