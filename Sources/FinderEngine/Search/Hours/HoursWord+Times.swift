/// The sun's events in hours.
enum SunEvent: Int, CaseIterable {
  case dawn = 1
  case sunrise
  case sunset
  case dusk

  var isOfMorning: Bool { self == .dawn || self == .sunrise }

  /// The minutes at which it may come, by the clocks of the British Isles: at midsummer the sun rises in
  /// Shetland at 3:38 and sets at 22:34, and at midwinter at 9:09 and 14:57. Dusk may come past midnight, and
  /// dawn before 3:10 in the north of Scotland alone.
  var timesOfYear: ClosedRange<Int> {
    switch self {
    case .dawn: 190...510
    case .sunrise: 210...560
    case .sunset: 890...1360
    case .dusk: 940...1500
    }
  }
}

/// A time as written: a minute of the day, up to 2880 for an end past midnight, or minutes after an event.
struct HoursTime: BitwiseCopyable {
  var event: SunEvent?
  var minute: Int
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

  /// Whether it ends on the day that it begins on, and is empty where its end does not come after its start:
  /// `sunset-22:00` where the sun sets at ten past ten. Such times follow one another on some days of the
  /// year only; where the end always comes first, as in `sunrise-02:00`, a night lies between.
  var isOfOneDay: Bool {
    let (start, end) = (start, end)
    switch (start.event, end.event) {
    case (let from?, let to?) where from.isOfMorning != to.isOfMorning: return from.isOfMorning
    case (let from?, let to?): return from.rawValue < to.rawValue || start.minute < end.minute
    case (let from?, nil): return from.timesOfYear.contains(end.minute - start.minute)
    case (nil, let to?): return to.timesOfYear.contains(start.minute - end.minute)
    case (nil, nil): return false
    }
  }

  @inline(__always) var mayReachNextDay: Bool {
    number(24, 14) - 4096 > 1440 || isOpenEnded || needsSun
  }
}
