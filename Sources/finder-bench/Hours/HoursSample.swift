import FinderEngine

/// Made-up hours of the forms that most venues have, all different.
enum HoursSample {
  static func texts(_ count: Int) -> [[UInt8]] {
    var draw = HoursDraw(random: SplitMix64(state: 2026))
    var seen: Set<String> = []
    var texts: [[UInt8]] = []
    while texts.count < count {
      let text = draw.text()
      if seen.insert(text).inserted { texts.append(Array(text.utf8)) }
    }
    return texts
  }
}

private struct HoursDraw {
  var random: SplitMix64

  mutating func text() -> String {
    switch below(10) {
    case 0...4: "Mo-Fr \(day()); Sa \(day()); PH off"
    case 5: "Mo-Sa \(day()); Su \(day())"
    case 6: "Mo-Su \(time(6, 12))-\(time(12, 14)),\(time(15, 18))-\(time(19, 24))"
    case 7: "Mo-Th \(day()); Fr-Sa \(time(6, 12))-\(time(0, 4)); Su \(day())"
    case 8: week()
    default: "Apr-Sep Mo-Fr \(day()); Oct-Mar Mo-Fr \(day()); Dec 25-26 off"
    }
  }

  private mutating func week() -> String {
    var rules: [String] = []
    for weekday in ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] {
      rules.append("\(weekday) \(day())")
    }
    return rules.joined(separator: "; ")
  }

  private mutating func day() -> String { "\(time(6, 12))-\(time(14, 23))" }

  /// A quarter of an hour between two hours.
  private mutating func time(_ first: Int, _ last: Int) -> String {
    let quarters = 4 * first + below(4 * (last - first))
    return Self.digits(quarters / 4) + ":" + Self.digits(quarters % 4 * 15)
  }

  private static func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
