import Foundation

/// Distributions of venues around the globe, each hard for a spatial index in its own way.
package enum PointCloud: String, CaseIterable, Sendable {
  case uniform
  case clustered
  case oneSpot
  case dateLine
  case poles
  case meridian
  case equator
  /// Whole tenths of a degree around a point on the equator: many exactly equal distances.
  case grid

  package func positions(count: Int, using generator: inout SeededGenerator) -> [ExactPosition] {
    if case .clustered = self { return clusters(count: count, using: &generator) }
    let spot = anywhere(&generator)
    return (0..<count).map { _ in
      self == .oneSpot ? spot : position(using: &generator)
    }
  }

  private func position(using generator: inout SeededGenerator) -> ExactPosition {
    let longitude = Double.random(in: -180...180, using: &generator)
    let offset = Self.skewed(&generator)
    switch self {
    case .dateLine:
      return ExactPosition(nearestTo: .random(in: -80...80, using: &generator), 180 + offset)
        .withDateLineEitherWay(&generator)
    case .poles:
      let side = Bool.random(using: &generator) ? 1.0 : -1
      return ExactPosition(nearestTo: side * (90 - abs(offset)), longitude)
    case .meridian:
      return ExactPosition(nearestTo: .random(in: -90...90, using: &generator), 12.5)
    case .equator: return ExactPosition(nearestTo: 0, longitude)
    case .grid:
      let tenth = ExactPosition.unit / 10
      return ExactPosition(
        latitude: .random(in: -8...8, using: &generator) * tenth,
        longitude: .random(in: -8...8, using: &generator) * tenth)
    case .uniform, .clustered, .oneSpot: return anywhere(&generator)
    }
  }

  /// Evenly over the surface of a sphere.
  private func anywhere(_ generator: inout SeededGenerator) -> ExactPosition {
    let height = Double.random(in: -1...1, using: &generator)
    return ExactPosition(
      nearestTo: asin(height) * 180 / .pi, .random(in: -180...180, using: &generator))
  }

  /// Towns from a street to a county across, with every fifth venue exactly on another's spot.
  private func clusters(count: Int, using generator: inout SeededGenerator) -> [ExactPosition] {
    let centers = (0..<7).map { _ in (anywhere(&generator), Self.skewed(&generator)) }
    var positions: [ExactPosition] = []
    for _ in 0..<count {
      let (center, size) = centers.randomElement(using: &generator)!
      if let other = positions.randomElement(using: &generator),
        Int.random(in: 0..<5, using: &generator) == 0
      {
        positions.append(other)
        continue
      }
      let (north, east) = (Self.skewed(&generator), Self.skewed(&generator))
      positions.append(
        ExactPosition(
          nearestTo: center.coordinate.latitude + size * north,
          center.coordinate.longitude + size * east))
    }
    return positions
  }

  /// Of either sign, from a ten-millionth up to 3, and one in four times 0.
  private static func skewed(_ generator: inout SeededGenerator) -> Double {
    guard Int.random(in: 0..<4, using: &generator) > 0 else { return 0 }
    let size = pow(10, Double.random(in: -7...0.5, using: &generator))
    return Bool.random(using: &generator) ? size : -size
  }
}

extension ExactPosition {
  /// The meridians 180 and -180 are one; datasets contain both.
  fileprivate func withDateLineEitherWay(
    _ generator: inout SeededGenerator
  ) -> ExactPosition {
    guard abs(longitude) == 180 * Self.unit, Bool.random(using: &generator) else { return self }
    return ExactPosition(latitude: latitude, longitude: -longitude)
  }
}
