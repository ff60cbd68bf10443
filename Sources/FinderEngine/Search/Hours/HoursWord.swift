/// One word of hours that were read: the head of a rule, or one of the selectors that follow it.
///
/// The lowest four bits tell which; the rest is a row of numbers. Selectors of one group (days, dates, …)
/// stand together. A day is a rule's where each of its groups has a selector that holds.
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
    /// `PH` before weekdays: both must hold.
    case holidays
    case shiftedHoliday
    case weekdays
    case nthWeekday
    /// `PH +1 day` among weekdays.
    case alsoShiftedHoliday
    /// A comment in place of a date, which only a person can judge.
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
}

/// The head of a rule.
extension HoursWord {
  enum Separator: Int {
    /// `;`: replaces what the rules before say of its days.
    case normal
    /// `,`: adds to it.
    case additional
    /// `||`: counts where they say closed.
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

  /// Without times a rule holds for whole days.
  var hasTimes: Bool {
    get { number(8, 1) != 0 }
    set { set(8, 1, newValue ? 1 : 0) }
  }

  /// Some of its times may reach into the next day.
  var spills: Bool {
    get { number(9, 1) != 0 }
    set { set(9, 1, newValue ? 1 : 0) }
  }

  /// How many words of selectors follow.
  var selectors: Int {
    get { number(10, 14) }
    set { set(10, 14, newValue) }
  }

  /// Where its comment begins among the comments, and how many bytes it has; of a remark too.
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
}
