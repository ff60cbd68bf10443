import FinderEngine

/// Opening hours for people, as they stand at a moment: `open till 23:00`, `opens Mon 09:00`.
struct HoursText {
  let moment: CivilTime

  init(at moment: CivilTime) { self.moment = moment }

  func text(_ status: HoursStatus) -> String {
    switch status.state {
    case .open:
      switch status.change {
      case .at(let time): "open till \(end(time))"
      case .never: "always open"
      case .unknown: "open"
      }
    case .closed: closed(status)
    case .unknown: "not known"
    }
  }

  private func closed(_ status: HoursStatus) -> String {
    guard let until = status.until else { return "closed" }
    return status.next == .open ? "opens \(time(until))" : "closed till \(time(until))"
  }

  /// Whoever closes at two in the morning closes on the evening's day.
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
  /// For people.
  func text(of venue: Venue) -> String { HoursText(at: moment).text(status(of: venue)) }
}
