/// A day at a place, for checking selectors.
struct HoursDay {
  let date: CivilDay
  let weekday: Int
  let place: HoursPlace

  @inline(__always) init(_ number: Int, in place: HoursPlace) {
    date = CivilDay(number)
    weekday = CivilDay.weekday(number)
    self.place = place
  }

  var before: HoursDay { shifted(by: -1) }

  func shifted(by days: Int) -> HoursDay { HoursDay(date.number + days, in: place) }

  /// `nil` if it is not known.
  var isHoliday: Bool? { place.nation.isHoliday(date) }

  /// Bits 0…6 of the mask are weekdays, 7 is public holidays, 8 is school holidays.
  @inline(__always) func isAmong(_ mask: Int, _ assumption: HoursAssumption?) -> Trilean {
    if mask >> weekday & 1 != 0 { return .yes }
    return mask >> 7 == 0 ? .no : isHolidayAmong(mask, assumption)
  }

  private func isHolidayAmong(_ mask: Int, _ assumption: HoursAssumption?) -> Trilean {
    var result = Trilean.no
    if mask & 0x80 != 0 {
      switch isHoliday ?? assumption?.publicly {
      case true?: return .yes
      case false?: break
      case nil: result = .maybe
      }
    }
    if mask & 0x100 != 0 {
      switch assumption?.schools {
      case true?: return .yes
      case false?: break
      case nil: result = .maybe
      }
    }
    return result
  }

  func isNthWeekday(_ word: HoursWord) -> Bool {
    let offset = word.number(18, 11) - 1024
    let day = offset == 0 ? date : CivilDay(date.number - offset)
    guard day.weekday == word.number(4, 3) else { return false }
    let fromStart = (day.day - 1) / 7 + 1
    let fromEnd = (CivilDay.days(ofMonth: day.month, in: day.year) - day.day) / 7 + 1
    let mask = word.number(7, 11)
    return mask >> fromStart & 1 != 0 || mask >> (fromEnd + 5) & 1 != 0
  }

  /// Whether times of this day cover a minute, which may be after its midnight.
  @inline(__always) func covers(_ word: HoursWord, _ minute: Int) -> Trilean {
    guard word.needsSun || word.isOpenEnded else {
      return minute >= word.number(7, 14) - 4096 && minute < word.number(24, 14) - 4096 ? .yes : .no
    }
    guard let span = span(of: word) else { return minute < 1440 ? .maybe : .no }
    if minute >= span.start, minute < span.end { return .yes }
    return minute >= span.end && minute < span.unknownUntil ? .maybe : .no
  }

  /// `nil` if the sun's event does not happen on this day, or its time is not known.
  func span(of word: HoursWord) -> HoursSpan? {
    HoursSpan(of: word) { time, later in
      place.minute(of: time, on: later == 0 ? date : CivilDay(date.number + later))
    }
  }
}

/// A span of minutes within a day and the night after it.
struct HoursSpan: Equatable {
  let start: Int
  let end: Int
  /// The end, unless the end is open.
  let unknownUntil: Int
  /// An open end is over when other times of the rule begin.
  let isOpenEnded: Bool

  /// `minute` gives the minute of a time on the day, or so many days later.
  @inline(__always) init?(of word: HoursWord, _ minute: (HoursTime, _ later: Int) -> Int?) {
    guard let start = minute(word.start, 0), var end = minute(word.end, 0) else { return nil }
    if end <= start {
      // The sunrise that ends a night is the next day's, perhaps after the clocks changed.
      end = word.isOfOneDay ? start : 1440 + (minute(word.end, 1) ?? end)
    }
    self.init(
      start: start, end: end,
      unknownUntil: word.isOpenEnded ? max(end, Self.openEnd(after: end)) : end,
      isOpenEnded: word.isOpenEnded)
  }

  init(start: Int, end: Int, unknownUntil: Int, isOpenEnded: Bool = false) {
    (self.start, self.end) = (start, end)
    (self.unknownUntil, self.isOpenEnded) = (unknownUntil, isOpenEnded)
  }

  /// Five in the morning: no evening out goes on longer.
  static func openEnd(after end: Int) -> Int { end > 1440 + 300 ? 2 * 1440 : 1440 + 300 }
}
