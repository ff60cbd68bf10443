/// How far it is to walk to a venue, and who says so.
package struct Walk: Equatable, Sendable {
  package enum Source: String, Sendable {
    /// The way along the streets, and the steps to them from both ends.
    case router
    case estimate
  }

  package let metres: Double
  package let source: Source

  package init(metres: Double, source: Source) { (self.metres, self.source) = (metres, source) }

  /// Of a straight line of so many metres.
  package static func estimate(
    _ distance: Double, _ factor: Double = WalkedWay.usualFactor
  ) -> Walk {
    Walk(metres: distance * factor, source: .estimate)
  }

  /// At the usual pace.
  package var minutes: Double {
    WalkingEnergy.minutes(over: metres, at: WalkingEnergy.Mode.walk.usualPace)
  }
}

/// A venue that was found, and the walk to it.
package struct WalkedHit: Equatable, Sendable {
  package let hit: Hit
  package let walk: Walk

  package init(hit: Hit, walk: Walk) { (self.hit, self.walk) = (hit, walk) }
}
