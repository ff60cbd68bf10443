import TestSupport

@testable import FinderEngine
@testable import FinderLists

/// A made-up town: streets in a crooked grid, a river across it with one bridge, and an island without one.
/// Every point joins the street network at the nearest crossing.
struct StreetTown {
  /// Positions to six decimals, as routers print them.
  let crossings: [Coordinate]
  /// Each crossing's neighbours, with the distances in metres.
  private let streets: [[(crossing: Int, metres: Double)]]

  private static let side = 9

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let side = Self.side
    let crossings = (0..<side * side).map { number in
      Self.rounded(
        Coordinate(
          latitude: 52.2 + 0.001
            * (Double(number / side) + .random(in: -0.3...0.3, using: &generator)),
          longitude: 0.12
            + 0.0016 * (Double(number % side) + .random(in: -0.3...0.3, using: &generator))))
    }
    let river = Int.random(in: 2..<side - 2, using: &generator)
    let bridge = Int.random(in: 0..<side, using: &generator)
    var streets: [[(crossing: Int, metres: Double)]] = crossings.map { _ in [] }
    func join(_ a: Int, _ b: Int) {
      guard Self.isOnIsland(a) == Self.isOnIsland(b) else { return }
      let straight = Geodesic.distance(from: crossings[a], to: crossings[b])
      let metres = straight * .random(in: 1...1.4, using: &generator)
      streets[a].append((b, metres))
      streets[b].append((a, metres))
    }
    for number in crossings.indices {
      if number % side < side - 1 { join(number, number + 1) }
      let isRiver = number / side == river && number % side != bridge
      if number / side < side - 1, !isRiver { join(number, number + side) }
    }
    (self.crossings, self.streets) = (crossings, streets)
  }

  /// In the corner.
  private static func isOnIsland(_ crossing: Int) -> Bool {
    crossing / side >= side - 2 && crossing % side >= side - 2
  }

  static func rounded(_ point: Coordinate) -> Coordinate {
    Coordinate(
      latitude: (point.latitude * 1e6).rounded() / 1e6,
      longitude: (point.longitude * 1e6).rounded() / 1e6)
  }

  func crossing(nearestTo point: Coordinate) -> Int {
    crossings.indices.min {
      Geodesic.distance(from: point, to: crossings[$0])
        < Geodesic.distance(from: point, to: crossings[$1])
    }!
  }

  /// By Dijkstra's algorithm: whole metres along the streets to each crossing, as Valhalla counts; `nil` if
  /// none lead there.
  func ways(from start: Int) -> [Double?] {
    var best: [Double] = crossings.map { _ in .infinity }
    var isDone = crossings.map { _ in false }
    best[start] = 0
    while let next = crossings.indices.filter({ !isDone[$0] && best[$0].isFinite })
      .min(by: { best[$0] < best[$1] })
    {
      isDone[next] = true
      for street in streets[next] {
        best[street.crossing] = min(best[street.crossing], best[next] + street.metres)
      }
    }
    return best.map { $0.isFinite ? $0.rounded() : nil }
  }

  /// Positions to five decimals, some on one spot, with many similar names.
  static func venues(_ count: Int, using generator: inout SeededGenerator) -> [(Coordinate, String)]
  {
    var venues: [(Coordinate, String)] = []
    for _ in 0..<count {
      let spot =
        Int.random(in: 0..<5, using: &generator) == 0
        ? venues.randomElement(using: &generator)?.0 : nil
      let place = spot ?? point(using: &generator)
      venues.append((place, ["A", "a", "B", "Café"].randomElement(using: &generator)!))
    }
    return venues
  }

  /// In the town, or slightly outside.
  static func point(using generator: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: Double(Int.random(in: 5_219_900...5_220_900, using: &generator)) / 1e5,
      longitude: Double(Int.random(in: 11_900...13_400, using: &generator)) / 1e5)
  }
}
