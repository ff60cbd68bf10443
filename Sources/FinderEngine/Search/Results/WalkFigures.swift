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

  package func minutes(_ straight: Double) -> Double {
    minutes(walking: metres(straight))
  }

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
