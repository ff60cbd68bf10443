import FinderEngine

extension GivenPoint {
  /// A note on what the point was taken to be. People always get it. Programs get it only if a postcode was
  /// placed at the middle of a sector or a district, and the answer does not say so.
  func note(
    _ doing: String = "searching from", isTable: Bool, isInAnswer: Bool = false
  ) -> String? {
    isTable || !isInAnswer && place?.isGuess ?? false ? note(doing) : nil
  }
}

extension PointPlace {
  /// Whether only a part of the postcode asked for has a known position.
  fileprivate var isGuess: Bool {
    switch precision {
    case .sector: asked != .sector
    case .district: asked != .outcode
    default: false
    }
  }

  private var asked: Postcode.Level? {
    guard case .postcode(let postcode)? = try? PointForm("postcode:\(name)") else { return nil }
    return postcode.level
  }
}

/// A point for people, to a tenth of a metre: the centre of a grid square has 14 decimals.
func shownShort(_ point: Coordinate) -> String {
  shown(
    Coordinate(
      latitude: (point.latitude * 1e6).rounded() / 1e6,
      longitude: (point.longitude * 1e6).rounded() / 1e6))
}
