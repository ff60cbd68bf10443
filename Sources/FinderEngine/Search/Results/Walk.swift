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

package struct WalkedHit: Equatable, Sendable {
  package let hit: Hit
  package let walk: Walk

  package init(hit: Hit, walk: Walk) { (self.hit, self.walk) = (hit, walk) }
}

/// What walks from one point take and burn, by the straight lines there: estimates. A class: what writes
/// venues may have one, and of a struct the runtime would make a description for that.
package final class WalkFigures: Sendable {
  package let energy: WalkingEnergy
  /// Metres walked for each of the straight line, twice as many where one walks back as well.
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

  /// Where walks burn at least so much, and are at most so much longer than they need be: `tolerance` is
  /// 0.5 for half as long again.
  package func annulus(burning kilocalories: Double, tolerance: Double) -> Annulus {
    let inner = energy.metres(burning: kilocalories)
    return Annulus(scale: scale, inner: inner, outer: inner * (1 + tolerance))
  }
}
