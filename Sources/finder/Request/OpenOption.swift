import CommandLineKit
import FinderEngine
import FinderLists
import OpeningHoursKit

// `--open WHEN`; `--open` alone means now.

extension Options {
  static let open = Option(
    "open", value: "WHEN",
    summary:
      "only venues that are open then: now, 7pm, tonight, friday, 'friday 7pm', 2026-11-22T18:30",
    group: "Search", isEveryday: true, completes: .moments,
    reading: ValueReading(
      standard: "now", isMeant: { WrittenWhen.isMeant($0) },
      joins: { WrittenWhen($0) != nil || WrittenWhen.meant(by: $0) != nil },
      corrected: { WrittenWhen.meant(by: $0) }),
    defaultText: "now where WHEN is left out",
    otherWords: "open-at opennow=now open-now=now now=now tonight=tonight opening hours time when")
}

extension WrittenWhen {
  /// Whether a word after `--open` is its value rather than an argument: it is a time, or an attempt at one.
  fileprivate static func isMeant(_ word: String) -> Bool {
    // A number may be a latitude.
    WrittenWhen(word) != nil || looksLikeTime(word)
      || !word.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } && meant(by: word) != nil
      || nextOnes.contains(word.lowercased())
      || LinkOpener.option.choices.contains(word.lowercased())
  }

  /// The time that a text was probably meant to be; `nil` if it already is a time, or is nothing like one.
  ///
  ///     tomorow      tomorrow           next friday  friday
  ///     tonite       tonight            friday 7     friday 7pm
  ///     19.30  0730  19:30  07:30       7pm-9pm      7pm
  static func meant(by text: String) -> String? {
    guard text.utf8.count <= 40, WrittenWhen(text) == nil else { return nil }
    if let date = namedDay(text) { return date }
    let words = text.lowercased().split(separator: " ").map { String($0) }
    let said = words.filter { !nextOnes.contains($0) && !silentWords.contains($0) }
    let meant = said.map { word in
      if WrittenWhen(word) != nil || said.count > 1 && (word == "am" || word == "pm") {
        return word
      }
      return others[word] ?? hour(word) ?? beginning(of: word) ?? closest(to: word) ?? word
    }
    let line = meant.joined(separator: " ")
    return WrittenWhen(line) == nil ? nil : line
  }

  /// The next date of a named day: people ask for Christmas most.
  private static func namedDay(_ text: String) -> String? {
    let name = text.lowercased().filter { !" -'’".contains($0) }
    guard let date = namedDays[name], let today = CivilTime.ofThisMachine else { return nil }
    let year = Int(today.date.prefix { $0 != "-" }) ?? 0
    let days = [year, year + 1].map { "\($0)-\(date)" }
    return days.first { today.date <= $0 }
  }

  private static let namedDays = [
    "christmas": "12-25", "xmas": "12-25", "christmasday": "12-25", "christmaseve": "12-24",
    "boxingday": "12-26", "newyear": "01-01", "newyearsday": "01-01", "newyearseve": "12-31",
    "halloween": "10-31", "valentines": "02-14", "valentinesday": "02-14",
  ]

  private static let nextOnes: Set = ["next", "this"]
  private static let silentWords: Set = [
    "at", "on", "from", "after", "around", "about", "by", "until", "till",
  ]
  private static let others = [
    "tmrw": "tomorrow", "tmr": "tomorrow", "tomoz": "tomorrow", "2moro": "tomorrow",
    "tonite": "tonight", "evening": "tonight", "lunchtime": "lunch", "dinnertime": "dinner",
    "supper": "dinner", "brunch": "11am", "morning": "10am", "afternoon": "3pm",
    "weekend": "saturday",
    "midday": "noon",
  ]

  /// `7`, which means the evening; `19`, `0730` and `19.30`.
  private static func hour(_ word: String) -> String? {
    let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = Array(parts.joined())
    guard digits.allSatisfy(\.isDigit), let number = Int(Substring(decoding: digits, as: UTF8.self))
    else { return nil }
    switch (parts.count, digits.count) {
    case (1, 1...2):
      guard number < 24 else { return nil }
      return number == 0 || number > 12 ? clock(number, 0) : "\(number)pm"
    case (1, 4), (2, 3...4):
      guard parts.count == 1 || parts[1].count == 2, number / 100 < 24, number % 100 < 60 else {
        return nil
      }
      return clock(number / 100, number % 100)
    default: return nil
    }
  }

  private static func clock(_ hour: Int, _ minute: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(two(hour)):\(two(minute))"
  }

  /// The beginning of a range such as `7pm-9pm`.
  private static func beginning(of word: String) -> String? {
    let parts = word.split { $0 == "-" || $0 == "–" }.map { String($0) }
    guard parts.count == 2, WrittenWhen(parts[1]) != nil else { return nil }
    return WrittenWhen(parts[0]) == nil ? nil : parts[0]
  }

  /// The word that a misspelt word was probably meant to be. Its first letter must be right: Pinner is a part
  /// of London, not dinner.
  private static func closest(to typed: String) -> String? {
    let typed = typed.unicodeScalars.map(\.value)
    guard (5...12).contains(typed.count) else { return nil }
    return longWords.first { word in
      let scalars = word.unicodeScalars.map(\.value)
      return scalars.first == typed[0]
        && EditDistance.between(typed, scalars, atMost: scalars.count < 8 ? 1 : 2) != nil
    }
  }
}

extension OpenHours {
  /// `--open` and `--unknown-hours`; `nil` without them. The note says how the time was read.
  static func wanted(by invocation: Invocation) throws -> (hours: OpenHours, note: String?)? {
    guard let text = invocation[Options.open] else {
      guard !invocation.has(Options.unknownHours) else {
        throw invocation.error(Options.unknownHours, "has no effect without --open")
      }
      return nil
    }
    guard let when = WrittenWhen(text) else { throw problem(with: text, invocation) }
    if !when.isWhole, let zone = MachineZone.unknown {
      invocation.diagnostics.note(
        "TZ=\(zone) is not a time zone that this machine knows: its clock is read as UTC")
    }
    guard let time = when.time() else {
      throw Failure(
        .unavailable, "this machine's clock cannot be read",
        hint: "  give the day as well: --open 2026-11-22T18:30")
    }
    let hours = OpenHours(at: time, keepsUnknown: invocation[Options.unknownHours] == "keep")
    return (hours, when.isWhole ? nil : "--open \(UsageError.show(text)): \(time.meaning)")
  }

  private static func problem(with text: String, _ invocation: Invocation) -> UsageError {
    let shown = UsageError.show(text)
    if LinkOpener.option.choices.contains(text.lowercased()) {
      return invocation.error(
        Options.open,
        "\(shown) is not a time; 'finder show VENUE --open \(text.lowercased())' opens links")
    }
    if PointText.plainDegrees(text) != nil {
      return invocation.error(Options.open, "\(shown) is a point: expected --open now")
    }
    if let meant = WrittenWhen.meant(by: text) {
      return invocation.error("--open \(shown) is not a time").correcting(
        invocation.words(setting: Options.open, to: meant))
    }
    if let time = WrittenWhen(String(text.prefix(16))), time.isWhole {
      return invocation.error(
        Options.open,
        "\(shown) is more than a time: expected 2026-11-22T18:30, as the clocks show it where the venues "
          + "are, without seconds or a zone")
    }
    return invocation.error(
      Options.open,
      "\(shown) is not a time: expected now, 18:30, 7pm, tonight, friday, 'friday 7pm' or "
        + "2026-11-22T18:30")
  }
}

extension OpenTime {
  /// `19:30 on Fri 2026-11-27`, `any time on Fri 2026-11-27`
  fileprivate var meaning: String {
    switch self {
    case .minute: String(phrase.dropFirst("at ".count))
    case .day: "any time \(phrase)"
    }
  }
}

/// The time zone in TZ. The C library silently reads a zone that it does not know as UTC.
private enum MachineZone {
  /// Where C libraries look for zones.
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/var/db/timezone/zoneinfo",
  ]

  /// `nil` if the zone is known, or TZ is not set.
  static var unknown: FilePath? {
    guard let zone = environment("TZ") else { return nil }
    let name = zone.hasPrefix(":") ? zone.dropFirst(1) : zone
    guard !name.isEmpty, !isRule(name.bytes) else { return nil }
    let own = environment("TZDIR").map { ["\($0)/\(name)" as FilePath] } ?? []
    let paths = name.hasPrefix("/") ? [name] : own + folders.map { "\($0)/\(name)" }
    return paths.contains { $0.isAccessible(R_OK) } ? nil : zone
  }

  /// `UTC`, `GMT0`, `EST5EDT`, `<+03>-3`: a rule that states its own offset from UTC.
  private static func isRule(_ zone: ArraySlice<UInt8>) -> Bool {
    if zone.first == UInt8(ascii: "<") { return true }
    let name = zone.prefix(while: \.isASCIILetter)
    let rest = zone.dropFirst(name.count).drop { "+-".utf8.contains($0) }
    return name.count >= 3 && rest.first?.isDigit == true
      || name.count == zone.count && ["UTC", "GMT"].contains(String(decoding: name, as: UTF8.self))
  }
}
