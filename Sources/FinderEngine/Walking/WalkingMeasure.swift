/// Weights and paces as people write them.
package enum WalkingMeasure {
  package static let weights = 1.0...1000
  package static let paces = 0.1...50
  package static let factors = 1.0...10

  /// Kilograms of `82`, `82kg`, `180lb` or `13st`; `nil` where that is no weight of a body.
  package static func weight(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let kilograms =
      number(text, "kg", 1) ?? number(text, "lb", 0.453_592_37) ?? number(text, "st", 6.350_293_18)
      ?? number(text, "", 1)
    return kilograms.flatMap { weights.contains($0) ? $0 : nil }
  }

  /// Kilometres an hour of `4.8`, `4.8km/h`, `4.8kmh` or `3mph`; `nil` where nobody goes at that.
  package static func pace(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let pace =
      number(text, "km/h", 1) ?? number(text, "kmh", 1) ?? number(text, "mph", 1.609344)
      ?? number(text, "", 1)
    return pace.flatMap { paces.contains($0) ? $0 : nil }
  }

  /// How many times as long as the straight line a walk is.
  package static func factor(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    number(text, "", 1).flatMap { factors.contains($0) ? $0 : nil }
  }

  package static func weight(_ text: String) -> Double? { text.withBytes { weight($0) } }
  package static func pace(_ text: String) -> Double? { text.withBytes { pace($0) } }

  /// In any case, and with or without a space before the unit.
  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, _ unit: StaticString, _ size: Double
  ) -> Double? {
    let text = text.trimmed
    let unit = unit.bytes
    let start = text.count - unit.count
    guard start >= 0 else { return nil }
    for place in 0..<unit.count where text[start + place].lowercasedASCII != unit[place] {
      return nil
    }
    return DecimalNumber.parse(UnsafeBufferPointer(rebasing: text[..<start]).trimmed)
      .map { $0 * size }
  }
}
