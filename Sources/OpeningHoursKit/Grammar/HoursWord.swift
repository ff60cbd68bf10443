/// One word of parsed hours: the head of a rule, or one of the selectors that follow it.
///
/// The lowest four bits are the kind; the rest is a row of numbers. Selectors of one group (days, dates, …)
/// are next to each other. A rule holds on a day if each of its groups has a selector that holds.
struct HoursWord: BitwiseCopyable, Sendable {
  var bits: UInt64

  enum Kind: UInt64 {
    case rule
    case years
    case months
    /// Two words: the first day, then the last.
    case dates
    case lastDate
    case weeks
    /// `PH` before weekdays: the day must match both.
    case holidays
    case shiftedHoliday
    case weekdays
    case nthWeekday
    /// `PH +1 day` among weekdays.
    case alsoShiftedHoliday
    /// A comment in place of a date, which only a person can interpret.
    case remark
    case times

    @inline(__always) var group: Int {
      switch self {
      case .rule: 0
      case .years: 1
      case .months, .dates, .lastDate: 2
      case .weeks: 3
      case .holidays, .shiftedHoliday: 4
      case .weekdays, .nthWeekday, .alsoShiftedHoliday: 5
      case .remark: 6
      case .times: 7
      }
    }
  }

  init(bits: UInt64) { self.bits = bits }

  @inline(__always) init(_ kind: Kind) { bits = kind.rawValue }

  @inline(__always) var kind: Kind {
    get { Kind(rawValue: bits & 15).unsafelyUnwrapped }
    set { bits = bits & ~15 | newValue.rawValue }
  }

  @inline(__always) func number(_ shift: UInt64, _ width: UInt64) -> Int {
    Int(truncatingIfNeeded: bits >> shift & (1 << width - 1))
  }

  @inline(__always) mutating func set(_ shift: UInt64, _ width: UInt64, _ number: Int) {
    let mask: UInt64 = (1 << width - 1) << shift
    bits = bits & ~mask | UInt64(truncatingIfNeeded: number) << shift & mask
  }

  @inline(__always) func with(_ shift: UInt64, _ width: UInt64, _ number: Int) -> HoursWord {
    var word = self
    word.set(shift, width, number)
    return word
  }

  // The head of a rule.

  enum Separator: Int {
    /// `;`: replaces what the rules before say about its days.
    case normal
    /// `,`: adds to it.
    case additional
    /// `||`: counts where the rules before say closed.
    case fallback
  }

  var state: OpenState {
    get { OpenState(rawValue: UInt8(number(4, 2))).unsafelyUnwrapped }
    set { set(4, 2, Int(newValue.rawValue)) }
  }

  var separator: Separator {
    get { Separator(rawValue: number(6, 2)).unsafelyUnwrapped }
    set { set(6, 2, newValue.rawValue) }
  }

  /// Without times, a rule holds for whole days.
  var hasTimes: Bool {
    get { number(8, 1) != 0 }
    set { set(8, 1, newValue ? 1 : 0) }
  }

  /// Whether some of its times may reach into the next day.
  var spills: Bool {
    get { number(9, 1) != 0 }
    set { set(9, 1, newValue ? 1 : 0) }
  }

  /// How many words of selectors follow.
  var selectors: Int {
    get { number(10, 14) }
    set { set(10, 14, newValue) }
  }

  /// Where its comment begins in the comments, and its length in bytes; also for a remark.
  var comment: (start: Int, count: Int) {
    get { (number(24, 16), number(40, 16)) }
    set {
      set(24, 16, newValue.start)
      set(40, 16, newValue.count)
    }
  }

  var hasComment: Bool {
    get { number(56, 1) != 0 }
    set { set(56, 1, newValue ? 1 : 0) }
  }

  init(_ kind: Kind, _ date: HoursDate) {
    self.init(kind)
    set(4, 14, date.year)
    set(18, 4, date.month)
    set(22, 5, date.day)
    set(27, 4, date.weekday)
    set(31, 11, date.days + 1024)
    set(43, 4, date.nth)
  }

  var date: HoursDate {
    HoursDate(
      year: number(4, 14), month: number(18, 4), day: number(22, 5), weekday: number(27, 4),
      nth: number(43, 4), days: number(31, 11) - 1024)
  }

  /// `Dec 1+`: without a last day other than the year's, or without any if the first has a year. Stored in
  /// the last date.
  var isOpenEndedDate: Bool {
    get { number(42, 1) != 0 }
    set { set(42, 1, newValue ? 1 : 0) }
  }

  // `2024-2030/2`, `week 1-53/2`: 0 as the last means no end.

  init(_ kind: Kind, from first: Int, to last: Int, step: Int) {
    self.init(kind)
    set(4, 14, first)
    set(18, 14, last)
    set(32, 14, step)
  }

  func isOver(before year: Int) -> Bool { number(18, 14) != 0 && number(18, 14) < year }

  func isEndless(from year: Int) -> Bool {
    number(18, 14) == 0 && number(32, 14) == 1 && number(4, 14) <= year
  }

  func includes(_ value: Int) -> Bool {
    let (first, last, step) = (number(4, 14), number(18, 14), number(32, 14))
    if last != 0, last < first { return value >= first || value <= last }
    return value >= first && (last == 0 || value <= last) && (value - first) % step == 0
  }

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

  /// Whether it ends on the day on which it begins, and is empty if its end is not after its start:
  /// `sunset-22:00` when the sun sets at ten past ten. This is for times whose order changes over the year;
  /// if the end always comes first, as in `sunrise-02:00`, it is on the next day.
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

/// What hours say about a minute.
package enum OpenState: UInt8, Sendable, CaseIterable {
  case closed
  case open
  case unknown
}

/// A date as written: `2026 Dec 25`, `Mar`, `easter -2 days`, `Dec 25 -Su -21 days`.
struct HoursDate: BitwiseCopyable {
  static let easter = 13

  /// 0 if there is none.
  var year = 0
  /// 1…12, or `easter`.
  var month = 0
  /// 0 if the whole month is meant.
  var day = 0
  /// 1…7: forward to the next Monday…Sunday; 8…14: back to the last one. With `nth`, the weekday itself.
  var weekday = 0
  /// `Mar Su[-1]`: 1…5, or 6…10 from the end of the month.
  var nth = 0
  var days = 0

  /// Neither easter nor moved: such dates compare by year, month and day.
  var isPlain: Bool { month != Self.easter && weekday == 0 && days == 0 }

  /// Whether it is a day, not a whole month.
  var isOneDay: Bool { day > 0 || nth > 0 || month == Self.easter }

  /// Its order within a year.
  var place: Int { month << 5 | day }

  /// The days on which it may fall, over all years, as numbers in the year 2000.
  var daysOfYears: ClosedRange<Int> {
    let year = 2000
    var (first, last) =
      month == Self.easter
      ? (CivilDay.number(year, 3, 22), CivilDay.number(year, 4, 25))
      : (CivilDay.number(year, month, max(1, day)), CivilDay.number(year, month, max(1, day)))
    if nth > 5 {
      last += CivilDay.days(ofMonth: month, in: year) - 1 - 7 * (nth - 6)
      first = last - 6
    } else if nth > 0 {
      first += 7 * (nth - 1)
      last = first + 6
    } else if weekday > 7 {
      first -= 6
    } else if weekday > 0 {
      last += 6
    }
    return first + days...last + days
  }

  /// The day of that year on which it falls.
  func number(in year: Int) -> Int {
    var number =
      month == Self.easter ? CivilDay.easter(year) : CivilDay.number(year, month, max(1, day))
    if nth > 0 {
      number = nthWeekday(in: year)
    } else if weekday > 7 {
      number -= (CivilDay.weekday(number) - (weekday - 8) + 7) % 7
    } else if weekday > 0 {
      number += (weekday - 1 - CivilDay.weekday(number) + 7) % 7
    }
    return number + days
  }

  /// A fifth weekday may be in the next month.
  private func nthWeekday(in year: Int) -> Int {
    guard nth > 5 else {
      let first = CivilDay.number(year, month, 1)
      return first + (weekday - 1 - CivilDay.weekday(first) + 7) % 7 + 7 * (nth - 1)
    }
    let last = CivilDay.number(year, month, CivilDay.days(ofMonth: month, in: year))
    return last - (CivilDay.weekday(last) - (weekday - 1) + 7) % 7 - 7 * (nth - 6)
  }
}

enum SunEvent: Int, CaseIterable {
  case dawn = 1
  case sunrise
  case sunset
  case dusk

  var isOfMorning: Bool { self == .dawn || self == .sunrise }

  /// The minutes at which it may happen, by the clocks of the British Isles. In Shetland, the sun rises at
  /// 3:38 and sets at 22:34 at midsummer, and at 9:09 and 14:57 at midwinter. Dusk may come past midnight,
  /// and dawn comes before 3:10 only in the north of Scotland.
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

/// The words of the hours. A fixed number of them in a tuple would need no memory of its own, but would be
/// copied from call to call: that took two fifths of the time to read hours.
struct HoursWords: Sendable {
  private var bits: [UInt64] = []

  /// Enough for nearly all venues.
  private static let usual = 16

  init() { bits.reserveCapacity(Self.usual) }

  var count: Int { bits.count }

  subscript(place: Int) -> HoursWord {
    @inline(__always) get { HoursWord(bits: bits[place]) }
    @inline(__always) set { bits[place] = newValue.bits }
  }

  @inline(__always) mutating func append(_ word: HoursWord) { bits.append(word.bits) }
}
