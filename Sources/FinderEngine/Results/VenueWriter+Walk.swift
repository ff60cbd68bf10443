// What walks to venues take and burn, beside distance and bearing.

extension WalkFigures {
  /// As they are called in JSON and CSV.
  package enum Figure: String, CaseIterable, Sendable {
    case metres = "walk_m"
    case minutes = "walk_min"
    case kilocalories = "burns_kcal"
  }

  func value(of figure: Figure, _ hit: Hit) -> Double {
    switch figure {
    case .metres: metres(hit.distance)
    case .minutes: minutes(hit.distance)
    case .kilocalories: kilocalories(hit.distance)
    }
  }
}

extension VenueWriter {
  package static let walkColumns = WalkFigures.Figure.allCases.map(\.rawValue)
}

extension ByteBuffer {
  mutating func append(_ walk: WalkFigures, to hit: Hit) {
    append(key: "walk_m", tenths: walk.value(of: .metres, hit))
    append(key: "walk_min", tenths: walk.value(of: .minutes, hit))
    append(key: "burns_kcal", tenths: walk.value(of: .kilocalories, hit))
  }
}

extension JSONCursor {
  func isWalkFigure(_ key: JSONStringSpan) -> Bool {
    string(key, is: "walk_m") || string(key, is: "walk_min") || string(key, is: "burns_kcal")
  }
}
