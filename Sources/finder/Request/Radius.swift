import CommandLineKit
import FinderEngine

/// `--radius`: a distance, or a walking time that the settings' pace and walk factor turn into one.
struct Radius: Sendable {
  let metres: Double
  /// Set if it is a walking time.
  let walk: Walk?
  /// A note for when nothing is found within it; `nil` if the meaning is clear.
  let note: String?

  struct Walk: Sendable {
    /// How far people walk in that time.
    let metres: Double
    /// Metres walked for each metre of the straight line.
    let factor: Double
  }

  /// A bare number below this is probably not meant to be metres.
  private static let leastBareMetres = 25.0

  fileprivate init(metres: Double, text: String, of option: Option) {
    (self.metres, walk) = (metres, nil)
    note = Self.note(metres: metres, text: text, of: option)
  }

  /// A note on a radius that was probably meant differently.
  static func note(
    metres: Double, text: String, of option: Option = Options.radius
  ) -> String? {
    let isBare = DecimalNumber.parse(text) != nil
    guard isBare, metres > 0, metres < leastBareMetres else { return nil }
    let flag = option.short.map { "-\($0)" } ?? option.flag
    return "\(option.flag) \(text): that is \(shown(metres)) metre\(metres == 1 ? "" : "s"); "
      + "for kilometres or miles: \(flag) \(text)km or \(flag) \(text)mi"
  }

  fileprivate init(minutes: Double, _ figures: ReadableFigures) {
    let walked = figures.metres(walkedIn: minutes)
    metres = walked / figures.walkFactor
    walk = Walk(metres: walked, factor: figures.walkFactor)
    note = nil
  }
}

extension Invocation {
  /// `nil` if the option was not given.
  func radius(_ option: Option = Options.radius) throws -> Radius? {
    try self[option].map { try radius($0, of: option) }
  }

  /// For one of several values.
  func radius(_ text: String, of option: Option) throws -> Radius {
    if let metres = Quantity.metres(text) { return Radius(metres: metres, text: text, of: option) }
    if let minutes = Quantity.minutes(text) {
      return Radius(minutes: minutes, try walkingFigures())
    }
    if let meant = option.reading?.corrected(text) {
      throw error("\(option.flag) \(UsageError.show(text)) is not a distance").correcting(
        words(setting: option, to: meant))
    }
    throw error(
      option,
      "\(UsageError.show(text)) is not a distance: expected a number, 0 or more, and m, km, mi, yd or ft, or "
        + "a walk such as 15min")
  }
}

extension Options {
  static let radius = Option(
    "radius", short: "r", value: "D",
    summary:
      "only venues within D: 800, 800m, 1.5km, 5mi, 300yd or 600ft, or a walk of 15min or 1h30",
    group: "Search", isEveryday: true, reading: Quantity.words,
    otherWords:
      "distance dist within range max-distance walk-time walk km=#km kilometres=#km kilometers=#km "
      + "mi=#mi miles=#mi metres=#m meters=#m yards=#yd feet=#ft minutes=#min mins=#min min=#min")
}
