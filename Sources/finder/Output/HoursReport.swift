import FinderEngine
import FinderLists
import OpeningHoursKit

/// What `show` says about a venue's opening hours: whether it is open, and the seven days from today. Nothing
/// if it has none, or if this machine's clock cannot be read.
struct HoursReport {
  private let venue: VenueHours?
  private let moment: CivilTime?

  private static let daysShown = 7

  init(of venue: Venue, in store: VenueStore) {
    self.venue = VenueHours(of: venue.row, in: store)
    moment = self.venue == nil ? nil : .ofThisMachine
  }

  private var days: [(day: Int, intervals: [HoursInterval], isHoliday: Bool?)] {
    guard let venue, let moment, venue.hours != nil else { return [] }
    return (moment.day..<moment.day + Self.daysShown).map { day in
      (day, venue.intervals(on: day), venue.isHoliday(day))
    }
  }

  var rows: [(name: String, text: String)] {
    guard let venue, let moment else { return [] }
    guard venue.hours != nil else { return [("hours", "cannot be read: \(venue.problem ?? "")")] }
    let status = venue.status(at: .minute(moment))
    let comment = status.comment.map { ", \(Self.quoted($0))" } ?? ""
    return [("hours", HoursText(time: .minute(moment)).text(status) + comment)]
      + days.map { ("", line($0.day, $0.intervals, $0.isHoliday ?? false)) }
  }

  private func line(_ day: Int, _ intervals: [HoursInterval], _ isHoliday: Bool) -> String {
    let date = CivilTime(day: day, minute: 0)
    let texts = intervals.map(Self.text)
    let name = "\(HoursText.weekdays[date.weekday]) \(date.date)"
    return "\(name)  \(texts.isEmpty ? "closed" : texts.joined(separator: ", "))"
      + (isHoliday ? " (public holiday)" : "")
  }

  private static func text(_ interval: HoursInterval) -> String {
    let isWhole = interval.from.minute == 0 && interval.to == interval.from + 1440
    let times = isWhole ? "all day" : "\(interval.from.clock)–\(end(interval))"
    let comment = interval.comment.map { " \(quoted($0))" } ?? ""
    return switch interval.state {
    case .open: times + comment
    case .unknown: "\(times) perhaps\(comment)"
    case .closed: isWhole ? "closed\(comment)" : "closed \(times)\(comment)"
    }
  }

  private static func end(_ interval: HoursInterval) -> String {
    let isMidnight = interval.to.minute == 0 && interval.to.day == interval.from.day + 1
    return isMidnight ? "24:00" : interval.to.clock
  }

  private static func quoted(_ comment: String) -> String { "\"\(TidyText.string(comment))\"" }

  /// `nil` if there is nothing to say.
  var member: ((inout ByteBuffer) -> Void)? {
    venue == nil || moment == nil ? nil : { append(to: &$0) }
  }

  private func append(to output: inout ByteBuffer) {
    guard let venue, let moment else { return }
    output.append(key: "hours") { output in
      output.append(key: "at", string: moment.text)
      let status = venue.status(at: .minute(moment))
      output.append(membersOf: status)
      output.append(key: "comment", string: status.comment)
      guard venue.hours != nil else { return output.append(key: "problem", string: venue.problem) }
      let days = days
      output.append(key: "week", elements: days.count) { output, place in
        let (day, intervals, isHoliday) = days[place]
        output.appendObject { output in
          output.append(key: "date", string: CivilTime(day: day, minute: 0).date)
          output.append(keyText: "public_holiday")
          output.append(isHoliday.map { $0 ? "true" : "false" } ?? "null")
          output.append(key: "hours", elements: intervals.count) {
            $0.append(intervals[$1])
          }
        }
      }
    }
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ interval: HoursInterval) {
    appendObject { output in
      output.append(key: "from", string: interval.from.text)
      output.append(key: "to", string: interval.to.text)
      output.append(key: "state", string: interval.state.name)
      output.append(key: "comment", string: interval.comment)
    }
  }
}

/// Opening hours for people. At a time: `open till 23:00`, `opens Mon 09:00`. For a day, the first opening:
/// `open 09:00–23:00`.
struct HoursText {
  let time: OpenTime

  private var moment: CivilTime {
    switch time {
    case .minute(let moment): moment
    case .day(let day): CivilTime(day: day, minute: 0)
    }
  }

  func text(_ status: HoursStatus) -> String {
    switch status.state {
    case .open:
      // Without a later start, it is open when the day begins, or at the minute asked about.
      if let start = status.at, start > moment {
        opening(from: start.clock, status.change)
      } else {
        switch status.change {
        case .at(let time): "open till \(end(time))"
        case .never: "always open"
        case .unknown: "open"
        }
      }
    case .closed: closed(status)
    case .unknown: "not known"
    }
  }

  private func opening(from start: String, _ change: HoursChange) -> String {
    change.time.map { "open \(start)–\(end($0))" } ?? "open from \(start)"
  }

  private func closed(_ status: HoursStatus) -> String {
    guard let until = status.until else { return "closed" }
    return status.next == .open ? "opens \(time(until))" : "closed till \(time(until))"
  }

  /// Closing at two in the morning counts as part of the evening before.
  private func end(_ time: CivilTime) -> String {
    let isOfNight = time.day == moment.day + 1 && time.minute <= Self.endOfNight
    return isOfNight ? time.clock : self.time(time)
  }

  private static let endOfNight = 6 * 60

  private func time(_ time: CivilTime) -> String {
    switch time.day - moment.day {
    case 0: time.clock
    case 1...6: "\(Self.weekdays[time.weekday]) \(time.clock)"
    default: "\(time.date) \(time.clock)"
    }
  }

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}

extension OpenHours {
  func text(of venue: Venue) -> String { HoursText(time: time).text(status(of: venue)) }
}

extension OpenTime {
  /// `at 19:30 on Fri 2026-11-27`, `on Fri 2026-11-27`
  var phrase: String {
    switch self {
    case .minute(let time): "at \(time.clock) on \(Self.dayAndDate(time))"
    case .day(let day): "on \(Self.dayAndDate(CivilTime(day: day, minute: 0)))"
    }
  }

  private static func dayAndDate(_ time: CivilTime) -> String {
    "\(HoursText.weekdays[time.weekday]) \(time.date)"
  }
}
