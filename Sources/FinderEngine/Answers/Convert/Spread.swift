/// Moves apart venues that are at one place, so a map shows each of them.
///
/// The first one stays. Each other one goes to a random place at most 25 m away where there is no other
/// venue, neither a moved one nor one that was there before. The random numbers depend on the seed, the place
/// and how many were moved from it before. So the same list gives the same bytes each time, and another venue
/// elsewhere changes nothing here.
struct Spread {
  /// In metres.
  static let farthest = 25.0
  private static let nearest = 3.0
  /// Degrees of latitude per metre, rounded up for the poles, where degrees are longest.
  private static let degreesPerMetre = 1 / 111_700.0

  let seed: UInt64
  /// The decimals to which positions are rounded, if they are.
  let decimals: Int?

  /// A step of the sixth decimal is 11 cm.
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

  /// With as few decimals as wanted, as long as those have free places.
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
    // A disc of 25 m has 10^14 places with nine decimals.
    return (spot, 9)
  }

  private func randomPoint(
    near spot: Coordinate, _ random: inout SplitMix64, _ decimals: Int
  ) -> Coordinate {
    // Spreads places evenly over the ring: the root compensates for the smaller inner circles.
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
  /// With -0 replaced by 0.
  fileprivate var plain: Coordinate { Coordinate(latitude: latitude + 0, longitude: longitude + 0) }
}
