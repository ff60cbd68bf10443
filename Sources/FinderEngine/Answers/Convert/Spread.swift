/// Moves venues that stand on one spot apart, so that a map shows each.
///
/// The first on a spot stays. Each other one goes to a random place at most 25 m away that no venue
/// has, neither one that was moved nor one that stands there by itself. The random numbers come from
/// the seed, the spot and how many were moved from it before, so that the same list gives the same
/// bytes each time, and a venue more elsewhere changes nothing here.
struct Spread {
  /// Metres.
  static let farthest = 25.0
  private static let nearest = 3.0
  /// How much of a degree of latitude a metre is; rounded up, degrees being longest at the poles.
  private static let degreesPerMetre = 1 / 111_700.0

  let seed: UInt64
  /// As positions are rounded, if they are.
  let decimals: Int?

  /// Six decimals are 11 cm.
  private static let usualDecimals = 6
  private static let tries = 64

  /// Returns how many were moved.
  func apply(to records: HeldRecords) -> Int {
    var taken = Set<Coordinate>()
    var isFirst = [Bool](repeating: false, count: records.count)
    for index in 0..<records.count {
      guard records.isPoint[index], let spot = records.coordinates[index] else { continue }
      isFirst[index] = taken.insert(spot.plain).inserted
    }
    var movedFrom: [Coordinate: Int] = [:]
    for index in 0..<records.count where records.isPoint[index] && !isFirst[index] {
      guard let spot = records.coordinates[index]?.plain else { continue }
      let number = movedFrom[spot, default: 0]
      movedFrom[spot] = number + 1
      records.moved[index] = place(near: spot, number: number, &taken)
    }
    return records.moved.count
  }

  /// With as few decimals as are asked for, as long as there is room among those.
  private func place(
    near spot: Coordinate, number: Int, _ taken: inout Set<Coordinate>
  ) -> (point: Coordinate, decimals: Int) {
    var random = random(spot, number)
    let wanted = self.decimals ?? Self.usualDecimals
    let decimals = wanted < Self.usualDecimals ? [wanted, Self.usualDecimals] : [min(wanted, 9)]
    for (round, decimals) in (decimals + [9]).enumerated() {
      for _ in 0..<(round == 0 ? Self.tries : 16 * Self.tries) {
        let point = randomPoint(near: spot, &random, decimals)
        if Geodesic.distance(from: spot, to: point) <= Self.farthest, taken.insert(point).inserted {
          return (point, decimals)
        }
      }
    }
    // A disc of 25 m has 10^14 places of nine decimals.
    return (spot, 9)
  }

  private func randomPoint(
    near spot: Coordinate, _ random: inout SplitMix64, _ decimals: Int
  ) -> Coordinate {
    // Evenly over the ring: the root makes up for the middle's smaller circles.
    let inner = Self.nearest * Self.nearest
    let outer = Self.farthest * Self.farthest
    let radius = (inner + (outer - inner) * random.fraction()).squareRoot()
    let angle = SineAndCosine(degrees: SIMD2(360 * random.fraction(), spot.latitude))
    let north = radius * angle.sine[0] * Self.degreesPerMetre
    let shrink = max(angle.cosine[1], 1e-4)
    let east = radius * angle.cosine[0] * Self.degreesPerMetre / shrink
    let scale = DecimalNumber.powersOfTen[decimals]
    var longitude = spot.longitude + east
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    longitude = (longitude * scale).rounded() / scale
    let latitude = ((spot.latitude + north) * scale).rounded() / scale
    return Coordinate(latitude: min(max(latitude, -90), 90), longitude: longitude).plain
  }

  private func random(_ spot: Coordinate, _ number: Int) -> SplitMix64 {
    var random = SplitMix64(state: seed)
    for word in [spot.latitude.bitPattern, spot.longitude.bitPattern, UInt64(number)] {
      random = SplitMix64(state: random.next() ^ word)
    }
    return random
  }
}

extension Coordinate {
  /// With a zero of one kind.
  fileprivate var plain: Coordinate { Coordinate(latitude: latitude + 0, longitude: longitude + 0) }
}
