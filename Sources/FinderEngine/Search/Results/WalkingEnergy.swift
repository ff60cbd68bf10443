/// The energy for walking or running on the flat, estimated by the metabolic equations of the American
/// College of Sports Medicine. Per kilogram and minute, a body takes up
///
///     3.5 + 0.1 S ml of oxygen walking, 3.5 + 0.2 S running      S: metres a minute
///
/// and burns 5 kcal per litre. It needs 3.5 ml at rest, too. At 4.8 km/h, 80 metres a minute, a kilometre
/// takes 0.719 kcal per kilogram in total (gross), of which 0.5 are more than at rest (net).
package struct WalkingEnergy: Equatable, Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case walk
    case run

    /// Millilitres of oxygen per kilogram and metre.
    fileprivate var oxygenByMetre: Double { self == .walk ? 0.1 : 0.2 }

    /// The default, in kilometres an hour.
    package var usualPace: Double { self == .walk ? 4.8 : 10 }
  }

  package let mode: Mode
  /// Kilograms.
  package let weight: Double
  /// Kilometres an hour.
  package let pace: Double
  /// Without the energy needed at rest.
  package let isNet: Bool

  /// The default, in kilograms.
  package static let usualWeight = 70.0
  private static let oxygenAtRest = 3.5
  /// Kilocalories per millilitre of oxygen.
  private static let energyOfOxygen = 0.005

  /// `weight` and `pace` must be above 0.
  package init(
    mode: Mode = .walk, weight: Double = usualWeight, pace: Double? = nil, isNet: Bool = true
  ) {
    self.mode = mode
    self.weight = weight
    self.pace = pace ?? mode.usualPace
    self.isNet = isNet
  }

  package var kilocaloriesByKilometre: Double {
    let rest = isNet ? 0 : Self.oxygenAtRest / Self.metresByMinute(at: pace)
    return (mode.oxygenByMetre + rest) * 1000 * Self.energyOfOxygen * weight
  }

  package func kilocalories(over metres: Double) -> Double {
    metres / 1000 * kilocaloriesByKilometre
  }

  /// `pace` is in kilometres an hour.
  static func metresByMinute(at pace: Double) -> Double { pace * 1000 / 60 }

  /// The time for this many metres at a pace in kilometres an hour.
  package static func minutes(over metres: Double, at pace: Double) -> Double {
    metres / metresByMinute(at: pace)
  }

  /// `70 kg and 4.8 km/h`, for people. Rounded, since values converted from other units have long fractions.
  package var bodyAndPace: String {
    "\(shown(weight.inTenths)) kg and \(shown(pace.inTenths)) km/h"
  }

  /// The distance that burns this much.
  package func metres(burning kilocalories: Double) -> Double {
    kilocalories / kilocaloriesByKilometre * 1000
  }
}

/// The length of a walk between two points, estimated: streets make it 1.2 times the straight line (Newell
/// 1980; Boeing 2017 found 1.22 in 40 cities).
package enum WalkedWay {
  package static let usualFactor = 1.2
}
