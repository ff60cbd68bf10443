import FinderEngine

/// The way to one target, as a router answered.
package enum RoutedWay: Equatable, Sendable {
  /// Metres along the streets, with the steps to them from both ends.
  case whole(Double)
  /// Metres along the streets alone: how far they are from the points, the router does not say.
  case streets(Double)
  /// It knows none.
  case none

  /// A point farther than this from the street lies where the router has no map: it may have been given
  /// that of another country, and takes its nearest street all the same. Then it knows no way.
  static let mostStep = 10_000.0
  static let longest = 10_000_000.0

  /// To a venue so far away in a straight line, which no walk is shorter than.
  func walk(over distance: Double) -> Walk? {
    switch self {
    case .whole(let metres): Walk(metres: max(metres, distance), source: .router)
    case .streets(let metres): Walk(metres: max(metres, distance), source: .estimate)
    case .none: nil
    }
  }
}

/// Why there is no answer.
package enum RouteFault: Error, Equatable {
  /// What was asked speaks the other router's language.
  case otherLanguage
  /// Too many targets, or one among them that it will not hear of: it may answer for fewer.
  case partly(String)
  /// In its own words.
  case refused(String)
  /// An HTTP error without a word from a router.
  case status
  case nonsense(String)
}
