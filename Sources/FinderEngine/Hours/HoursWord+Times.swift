/// The sun's events in hours.
enum SunEvent: Int {
  case dawn = 1
  case sunrise
  case sunset
  case dusk
}

/// A time as written: a minute of the day, up to 2880 for an end past midnight, or minutes after an event.
struct HoursTime: BitwiseCopyable {
  var event: SunEvent?
  var minute: Int

  var isOfMorning: Bool {
    guard let event else { return minute <= 720 }
    return event == .dawn || event == .sunrise
  }
}

extension HoursWord {
  init(from start: HoursTime, to end: HoursTime, isOpenEnded: Bool) {
    self.init(.times)
    set(4, 3, start.event?.rawValue ?? 0)
    set(7, 14, start.minute + 4096)
    set(21, 3, end.event?.rawValue ?? 0)
    set(24, 14, end.minute + 4096)
    set(38, 1, isOpenEnded ? 1 : 0)
  }

  var start: HoursTime {
    HoursTime(event: SunEvent(rawValue: number(4, 3)), minute: number(7, 14) - 4096)
  }

  var end: HoursTime {
    HoursTime(event: SunEvent(rawValue: number(21, 3)), minute: number(24, 14) - 4096)
  }

  var isOpenEnded: Bool { number(38, 1) != 0 }

  @inline(__always) var needsSun: Bool { number(4, 3) | number(21, 3) != 0 }

  /// Whether both times are of a morning, or both of an afternoon and evening, so that no night is meant
  /// to lie between. What ends before four ends a night.
  var isWithinHalfDay: Bool {
    let (start, end) = (start, end)
    guard end.event != nil || (4 * 60..<1440).contains(end.minute) else { return false }
    return start.isOfMorning == end.isOfMorning
  }

  @inline(__always) var mayReachNextDay: Bool {
    number(24, 14) - 4096 > 1440 || isOpenEnded || needsSun
  }
}
