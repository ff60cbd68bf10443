import CommandLineKit
import FinderEngine
import FinderLists
import OpeningHoursKit

// `--open WHEN`, and `--open` alone, which is now.

extension Options {
  static let open = Option(
    "open", value: "WHEN",
    summary:
      "only venues that are open then: now, 7pm, tonight, friday, 'friday 7pm', 2026-11-22T18:30",
    group: "Search", isEveryday: true, completes: .moments,
    reading: ValueReading(
      standard: "now", isMeant: { WrittenWhen.isMeant($0) },
      joins: { WrittenWhen($0) != nil }),
    defaultText: "now",
    otherWords: "open-at opennow=now open-now=now now=now tonight=tonight opening hours time when")
}

extension WrittenWhen {
  /// Whether a word after `--open` is its value, and not an argument: it says when, or is meant to.
  fileprivate static func isMeant(_ word: String) -> Bool {
    WrittenWhen(word) != nil || looksLikeTime(word) || closest(to: word) != nil
      || LinkOpener.option.choices.contains(word.lowercased())
  }

  /// The word that one with a typing error was probably meant for. The first letter is right: Pinner is a
  /// part of London.
  fileprivate static func closest(to typed: String) -> String? {
    let typed = Array(typed.lowercased().utf8)
    guard (5...12).contains(typed.count) else { return nil }
    return longWords.first { word in
      word.utf8.first == typed[0]
        && editDistance(typed, Array(word.utf8)) <= (word.utf8.count < 8 ? 1 : 2)
    }
  }
}

extension OpenHours {
  /// `--open` and `--unknown-hours`; `nil` where nothing is said of opening hours. A note says which moment
  /// words mean.
  static func wanted(by invocation: Invocation) throws -> OpenHours? {
    guard let text = invocation[Options.open] else {
      guard !invocation.has(Options.unknownHours) else {
        throw invocation.error(Options.unknownHours, "has no effect without --open")
      }
      return nil
    }
    guard let when = WrittenWhen(text) else { throw problem(with: text, invocation) }
    if !when.isWhole, let zone = MachineZone.unknown {
      invocation.diagnostics.note(
        "TZ=\(zone) is no time zone that this machine knows: its clock is read as UTC")
    }
    guard let time = when.time() else {
      throw Failure(
        .unavailable, "this machine's clock cannot be read",
        hint: "  give the day as well: --open 2026-11-22T18:30")
    }
    if !when.isWhole {
      invocation.diagnostics.note("--open \(UsageError.show(text)): \(time.meaning)")
    }
    return OpenHours(at: time, keepsUnknown: invocation[Options.unknownHours] == "keep")
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
    if let close = WrittenWhen.closest(to: text) {
      let line = invocation.line(setting: Options.open, to: close)
      return invocation.error(Options.open, "\(shown) is not a time").advising(
        "--open \(shown) is not a time; try: \(line)")
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

/// The time zone that TZ names: the C library reads one that it does not know as UTC, and says nothing.
private enum MachineZone {
  /// Where zones are kept, as the C library and its relatives have it.
  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    "/var/db/timezone/zoneinfo",
  ]

  /// `nil` where it is known, or TZ says nothing.
  static var unknown: FilePath? {
    guard let zone = environment("TZ") else { return nil }
    let name = zone.hasPrefix(":") ? zone.dropFirst(1) : zone
    guard !name.isEmpty, !isRule(name.bytes) else { return nil }
    let own = environment("TZDIR").map { ["\($0)/\(name)" as FilePath] } ?? []
    let paths = name.hasPrefix("/") ? [name] : own + folders.map { "\($0)/\(name)" }
    return paths.contains { $0.isAccessible(R_OK) } ? nil : zone
  }

  /// `UTC`, `GMT0`, `EST5EDT`, `<+03>-3`: it says by itself how far from UTC it is.
  private static func isRule(_ zone: ArraySlice<UInt8>) -> Bool {
    if zone.first == UInt8(ascii: "<") { return true }
    let name = zone.prefix(while: \.isASCIILetter)
    let rest = zone.dropFirst(name.count).drop { "+-".utf8.contains($0) }
    return name.count >= 3 && rest.first?.isDigit == true
      || name.count == zone.count && ["UTC", "GMT"].contains(String(decoding: name, as: UTF8.self))
  }
}
