/// Weights and paces as people write them: a number, and a unit in any case, with or without a space in
/// between.
package enum WalkingMeasure {
  static let weights = 1.0...1000
  static let paces = 0.1...50
  static let factors = 1.0...10

  private static let pound = 0.453_592_37
  private static let mile = 1.609344
  private static let poundsOfStone = 14.0
  private static let stoneNames: [StaticString] = ["st", "stone", "stones"]

  /// Kilograms from `82`, `82kg`, `180lb`, `13st` or `13st 4lb`; `nil` if that is not a plausible body
  /// weight.
  package static func weight(_ text: Bytes) -> Double? {
    let kilograms =
      stonesAndPounds(text).map { $0 * pound }
      ?? number(text) { unit in
        if unit.isEmpty || unit.isOne(of: ["kg", "kgs", "kilo", "kilos"]) { return 1 }
        return pounds(ofUnit: unit).map { $0 * pound }
      }
    return kilograms.flatMap { weights.contains($0) ? $0 : nil }
  }

  /// Kilometres an hour from `4.8`, `4.8km/h`, `3mph`, or in runners' style `12 min/km`; `nil` if that is not
  /// a plausible pace.
  package static func pace(_ text: Bytes) -> Double? {
    let pace =
      number(text) { unit in
        if unit.isEmpty || unit.isOne(of: ["km/h", "kmh", "kph"]) { return 1 }
        return unit.isOne(of: ["mph", "mi/h"]) ? mile : nil
      }
      ?? number(text) { unit in
        if unit.isOne(of: ["min/km"]) { return 1 / 60 }
        return unit.isOne(of: ["min/mi", "min/mile"]) ? 1 / (60 * mile) : nil
      }.map { 1 / $0 }
    return pace.flatMap { paces.contains($0) ? $0 : nil }
  }

  /// The length of a walk relative to the straight line.
  package static func factor(_ text: Bytes) -> Double? {
    DecimalNumber.parse(text.trimmed).flatMap { factors.contains($0) ? $0 : nil }
  }

  package static func weight(_ text: String) -> Double? { text.withBytes { weight($0) } }
  package static func pace(_ text: String) -> Double? { text.withBytes { pace($0) } }

  private static func pounds(ofUnit unit: Bytes) -> Double? {
    if unit.isOne(of: ["lb", "lbs", "pound", "pounds"]) { return 1 }
    return unit.isOne(of: stoneNames) ? poundsOfStone : nil
  }

  /// Pounds from stones and pounds: `13st 4lb`, `13st4`.
  private static func stonesAndPounds(_ text: Bytes) -> Double? {
    let start = text.firstIndex { $0.isASCIILetter } ?? text.count
    let end = text[start...].firstIndex { !$0.isASCIILetter } ?? text.count
    guard let stones = number(Bytes(rebasing: text[..<end]), pounds), stones >= 0,
      Bytes(rebasing: text[start..<end]).isOne(of: stoneNames),
      let rest = number(
        Bytes(rebasing: text[end...]),
        { unit in unit.isEmpty ? 1 : pounds(ofUnit: unit).flatMap { $0 == 1 ? 1 : nil } }),
      (0..<poundsOfStone).contains(rest)
    else { return nil }
    return stones + rest
  }

  /// A number, times the size of the unit after it. A unit has letters, and perhaps a slash.
  private static func number(_ text: Bytes, _ size: (Bytes) -> Double?) -> Double? {
    let text = text.trimmed
    var end = text.count
    while end > 0, text[end - 1].isASCIILetter || text[end - 1] == UInt8(ascii: "/") { end -= 1 }
    guard let size = size(Bytes(rebasing: text[end...])) else { return nil }
    return DecimalNumber.parse(Bytes(rebasing: text[..<end]).trimmed).map { $0 * size }
  }
}

extension Bytes {
  /// Whether it is one of these words, in any case.
  fileprivate func isOne(of names: [StaticString]) -> Bool {
    names.contains { equalsInAnyCase($0.bytes) }
  }
}
