import CommandLineKit
import FinderEngine
import FinderOwn

// Days as options name them, the same in all commands.

extension Invocation {
  private static let expectedDay = "expected a day such as 2026-11-23, today or yesterday"

  /// The day of a visit; `nil` where the option was not given.
  func date(_ option: Option) throws -> CalendarDate? {
    guard let text = self[option] else { return nil }
    guard let date = CalendarDate(typed: text) else {
      throw error(option, "\(UsageError.show(text)) is not a day: \(Self.expectedDay)")
    }
    guard date.hasBegunSomewhere else {
      throw error(option, "\(UsageError.show(text)) is in the future")
    }
    return date
  }

  /// Which day of a month or year is meant.
  enum EndOfPeriod {
    case first
    case last
  }

  /// The first or last day that counts; `nil` where the option was not given.
  func limit(
    _ option: Option, _ end: EndOfPeriod, today: CalendarDate = .today
  ) throws -> CalendarDate? {
    guard let text = self[option] else { return nil }
    if let date = CalendarDate(typed: text, today: today) { return date }
    if let period = CalendarDate.period(text) {
      return end == .first ? period.lowerBound : period.upperBound
    }
    guard let days = CalendarDate.days(text) else {
      throw error(
        option,
        "\(UsageError.show(text)) is not a day: \(Self.expectedDay), or 30d, 8w, 2026-11 or 2026")
    }
    guard let date = today.before(days: days) else {
      throw error(
        option, "\(UsageError.show(text)) is too long ago: expected one from the year 1000 on")
    }
    return date
  }
}
