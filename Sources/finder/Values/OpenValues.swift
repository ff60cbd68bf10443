import CommandLineKit
import FinderEngine

extension Invocation {
  /// `--open` and `--unknown-hours`; `nil` where nothing is said of opening hours.
  func openHours() throws -> OpenHours? {
    guard let text = self[Options.open] else {
      guard !has(Options.unknownHours) else {
        throw error(Options.unknownHours, "has no effect without --open")
      }
      return nil
    }
    let keepsUnknown = self[Options.unknownHours] == "keep"
    if let moment = CivilTime(typed: text) {
      return OpenHours(at: moment, keepsUnknown: keepsUnknown)
    }
    guard CivilTime.ofThisMachine != nil else {
      throw Failure(
        .unavailable, "this machine's clock cannot be read",
        hint: "  give the day as well: --open 2026-11-22T18:30")
    }
    throw error(Options.open, problem(with: text))
  }

  private func problem(with text: String) -> String {
    let shown = UsageError.show(text)
    if LinkOpener.option.choices.contains(text.lowercased()) {
      return "\(shown) is not a time; 'finder show VENUE --open \(text.lowercased())' opens links"
    }
    if PointText.plainDegrees(text) != nil { return "\(shown) is a point: expected --open now" }
    if CivilTime(typed: String(text.prefix(16))) != nil {
      return "\(shown) is more than a time: expected 2026-11-22T18:30, as the clocks show it where "
        + "the venues are, without seconds or a zone"
    }
    return "\(shown) is not a time: expected now, 2026-11-22T18:30, 18:30 or 'tomorrow 18:30'"
  }
}
