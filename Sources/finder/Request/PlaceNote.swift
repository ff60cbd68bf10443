import FinderEngine

extension GivenPoint {
  /// What an answer has to say of its point on standard error. People learn what it was taken for. Programs
  /// do where a postcode stands only at the middle of a sector or a district, unless the answer has it.
  func note(
    _ doing: String = "searching from", isTable: Bool, isInAnswer: Bool = false
  ) -> String? {
    isTable || !isInAnswer && place?.isGuess ?? false ? note(doing) : nil
  }
}

extension PointPlace {
  /// The position of a part of the postcode that was asked for.
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

/// A point for people, to a tenth of a metre: the centre of a grid's square has 14 decimals.
func shownShort(_ point: Coordinate) -> String {
  shown(
    Coordinate(
      latitude: (point.latitude * 1e6).rounded() / 1e6,
      longitude: (point.longitude * 1e6).rounded() / 1e6))
}
