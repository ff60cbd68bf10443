/// The length of the walk to a venue, and its source.
package struct Walk: Equatable, Sendable {
  package enum Source: String, Sendable {
    /// The way along the streets, including the way to the streets at both ends.
    case router
    case estimate
  }

  package let metres: Double
  package let source: Source

  package init(metres: Double, source: Source) { (self.metres, self.source) = (metres, source) }

  /// For a straight line of this many metres.
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

package struct WalkedHit: Equatable, Sendable {
  package let hit: Hit
  package let walk: Walk

  package init(hit: Hit, walk: Walk) { (self.hit, self.walk) = (hit, walk) }
}

/// The time and energy of walks from one point, estimated from straight lines. A class, since writers may
/// have none: for an optional struct the runtime would make a type description.
package final class WalkFigures: Sendable {
  package let energy: WalkingEnergy
  /// Metres walked per metre of the straight line; twice as many for a return trip.
  package let scale: Double

  package init(
    _ energy: WalkingEnergy, factor: Double = WalkedWay.usualFactor, isReturn: Bool = false
  ) {
    self.energy = energy
    scale = isReturn ? factor * 2 : factor
  }

  package func metres(_ straight: Double) -> Double { straight * scale }

  package func minutes(_ straight: Double) -> Double { minutes(walking: metres(straight)) }

  package func minutes(walking metres: Double) -> Double {
    WalkingEnergy.minutes(over: metres, at: energy.pace)
  }

  package func kilocalories(_ straight: Double) -> Double {
    energy.kilocalories(over: metres(straight))
  }

  /// The ring where walks burn at least this much, and are at most 1 + `tolerance` times as long as needed:
  /// 0.5 allows half as long again.
  package func annulus(burning kilocalories: Double, tolerance: Double) -> Annulus {
    let inner = energy.metres(burning: kilocalories)
    return Annulus(scale: scale, inner: inner, outer: inner * (1 + tolerance))
  }
}
