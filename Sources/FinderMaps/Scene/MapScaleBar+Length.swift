import FinderEngine

extension MapScaleBar {
  /// The longest of 1, 2 and 5 times a power of ten that is at most a quarter of the view, at its bottom
  /// left corner; `nil` where there is no room.
  init?(_ view: MapView, _ figures: ReadableFigures, _ size: MapTextSize) {
    let most = view.metresPerPixel * Double(view.width) / 4
    guard most > 0, most.isFinite else { return nil }
    let (unit, name) = Self.unit(upTo: most, figures)
    let power = pow(10, log10(most / unit).rounded(.down))
    let steps = [5.0, 2, 1].first { $0 * power * unit <= most } ?? 1
    let length = steps * power
    guard length >= 1 else { return nil }
    self.init(
      length: length * unit / view.metresPerPixel, text: "\(Int(length)) \(name)")
    let columns = Int((self.length / size.advance).rounded(.up)) + 1 + text.utf8.count
    guard Double(columns) * size.advance <= Double(view.width),
      size.height <= Double(view.height)
    else { return nil }
  }

  /// In metres, and its name.
  private static func unit(upTo most: Double, _ figures: ReadableFigures) -> (Double, String) {
    switch figures.units {
    case .metric: most < 1_000 ? (1, "m") : (1_000, "km")
    case .imperial: most < 1_609.344 ? (0.9144, "yd") : (1_609.344, "mi")
    }
  }
}
