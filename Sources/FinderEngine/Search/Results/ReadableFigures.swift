/// Distances and directions for people: whole metres or yards, tenths of a kilometre or a mile, minutes on
/// foot, and eight points of the compass.
package struct ReadableFigures: FigureRounding {
  package enum Units: Sendable {
    case metric
    case imperial
  }

  package let units: Units
  /// The length of a walk relative to the straight line.
  package let walkFactor: Double
  private let metresByMinute: Double

  /// `pace` is in kilometres an hour.
  package init(
    units: Units, walkFactor: Double = WalkedWay.usualFactor,
    pace: Double = WalkingEnergy.Mode.walk.usualPace
  ) {
    self.units = units
    self.walkFactor = walkFactor
    metresByMinute = WalkingEnergy.metresByMinute(at: pace)
  }

  /// Whether all distances from `low` to `high` print alike. If both ends do, so do those in between:
  /// rounding never changes their order.
  package func printsAlike(distances low: Double, _ high: Double) -> Bool {
    minutes(low) == minutes(high)
      && RoundedDistance(low, units) == RoundedDistance(high, units)
  }

  package func printsAlike(bearings low: Double, _ high: Double) -> Bool {
    Self.compassPoint(low) == Self.compassPoint(high)
  }

  /// The time for a walk along this many metres of the straight line: an estimate (see `WalkedWay`).
  package func minutes(_ metres: Double) -> Int { minutes(walking: metres * walkFactor) }

  /// The length and time of that walk, not rounded, for machine-readable formats.
  package func walk(_ metres: Double) -> (metres: Double, minutes: Double) {
    (metres * walkFactor, metres * walkFactor / metresByMinute)
  }

  /// The length of a walk of this many minutes.
  package func metres(walkedIn minutes: Double) -> Double { minutes * metresByMinute }

  /// Whole minutes, rounded up.
  package func minutes(walking metres: Double) -> Int {
    let minutes = metres / metresByMinute
    let whole = Int(minutes)
    return Double(whole) < minutes ? whole + 1 : whole
  }

  /// 0 for north, 1 for north-east, and so on round to 7.
  @inlinable package static func compassPoint(_ bearing: Double) -> Int {
    nearestWhole(bearing / 45) & 7
  }

  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  package static func direction(_ bearing: Double) -> StaticString {
    directions[compassPoint(bearing)]
  }

  /// Rounds a number that is not negative, halves up. `rounded()` would be a call, eight times a row.
  @inlinable static func nearestWhole(_ value: Double) -> Int {
    let whole = Int(value)
    return value - Double(whole) < 0.5 ? whole : whole + 1
  }
}

private struct RoundedDistance: Equatable {
  let number: Int
  let isLong: Bool

  init(_ metres: Double, _ units: ReadableFigures.Units) {
    let (short, long, most) = units == .metric ? (1, 1000, 1000) : (0.9144, 1609.344, 440)
    let whole = ReadableFigures.nearestWhole(metres / short)
    isLong = whole >= most
    number = isLong ? ReadableFigures.nearestWhole(metres / long * 10) : whole
  }
}

extension ByteBuffer {
  package mutating func append(distance metres: Double, in units: ReadableFigures.Units) {
    let rounded = RoundedDistance(metres, units)
    switch (units, rounded.isLong) {
    case (.metric, false): append(rounded.number, " m")
    case (.metric, true): append(tenths: rounded.number, " km")
    case (.imperial, false): append(rounded.number, " yd")
    case (.imperial, true): append(tenths: rounded.number, " mi")
    }
  }

  /// The time on foot.
  package mutating func append(walk metres: Double, by figures: ReadableFigures) {
    append("~")
    append(minutes: figures.minutes(metres))
  }

  /// An estimated time in whole minutes, rounded up.
  package mutating func append(estimated minutes: Double) {
    append("~")
    append(minutes: Int(minutes.rounded(.up)))
  }

  package mutating func append(minutes: Int) {
    if minutes < 60 { return append(minutes, " min") }
    guard minutes < 600 else { return append((minutes + 30) / 60, " h") }
    append(minutes / 60, minutes % 60 < 10 ? " h 0" : " h ")
    append(integer: minutes % 60)
  }

  @inline(__always) private mutating func append(_ number: Int, _ unit: StaticString) {
    append(integer: number)
    append(unit)
  }

  /// Always with one decimal.
  private mutating func append(tenths: Int, _ unit: StaticString) {
    append(integer: tenths / 10)
    append(".")
    append(tenths % 10, unit)
  }
}
