/// When the state changes.
extension OpeningHours {
  /// How many days ahead a change is looked for: over four years, so that 29 February is among them.
  package static let daysAhead = 1500

  /// The next minute at which the state is another than at `time`.
  /// Complexity: two passes over the words for each day, and two for each of its times; but days that are
  /// alike count once where the hours tell them apart only by weekdays and public holidays.
  package func change(after time: CivilTime, in place: HoursPlace) -> HoursChange {
    let reach = reach
    guard reach != .allDays else { return .never }
    var day = HoursDay(time.day, in: place)
    let state = answer(at: time.minute, day).state
    var (minute, work, seen) = (time.minute, 0, UInt64(0))
    for number in 0...Self.daysAhead {
      let kind: UInt64 = reach == .kindsOfDays ? 1 << UInt64(day.kind) : 0
      if seen & kind == 0 {
        while let edge = nextEdge(after: minute, on: day, &work) {
          minute = edge
          if answer(at: minute, day).state != state {
            return .at(CivilTime(day: day.date.number, minute: minute))
          }
          guard work <= Self.mostWork else { return .unknown }
        }
        // Of the first day only the rest was looked at.
        if number > 0 { seen |= kind }
      }
      if reach == .kindsOfDays, number > 7, !doubts.contains(.publicHolidays) { break }
      (day, minute) = (day.shifted(by: 1), -1)
    }
    return reach == .kindsOfDays ? .never : .unknown
  }

  package func nextChange(after time: CivilTime, in place: HoursPlace) -> CivilTime? {
    change(after: time, in: place).time
  }

  /// In words looked at, of which those of the sun take as long as 256 others: some 2 ms. Hours that change
  /// within a week take a thousandth of it.
  private static let mostWork = 1 << 18

  /// What days are told apart by.
  private enum Reach {
    case allDays
    /// Weekdays and public holidays.
    case kindsOfDays
    /// What may hold for the first time in many years, as `week 53` and `Dec 25 Mo` do.
    case dates
  }

  private var reach: Reach {
    var reach = Reach.allDays
    for index in 0..<words.count {
      switch words[index].kind {
      case .rule: break
      case .weekdays, .holidays, .remark: reach = .kindsOfDays
      case .times where !words[index].needsSun: reach = .kindsOfDays
      default: return .dates
      }
    }
    return reach
  }

  /// The first minute after that one at which any of the times of this day or the last begins or ends. Of
  /// rules that hold on neither nothing is asked: out of season the sun costs nothing.
  func nextEdge(after minute: Int, on day: HoursDay, _ work: inout Int) -> Int? {
    if minute < 0 { return 0 }
    var (next, head) = (1440, 0)
    let yesterday = spills ? day.before : day
    while head < words.count {
      let (rule, selectors) = (words[head], head + 1..<head + 1 + words[head].selectors)
      work += 1 + selectors.count
      if rule.hasTimes {
        let holdsToday = holds(selectors, on: day, nil) != .no
        let mayReachIn = rule.spills && holds(selectors, on: yesterday, nil) != .no
        if holdsToday || mayReachIn {
          for word in selectors where words[word].kind == .times {
            if words[word].needsSun { work += 256 }
            if holdsToday { next = min(next, edge(of: word, on: day, after: minute)) }
            if mayReachIn {
              next = min(next, edge(of: word, on: yesterday, after: minute + 1440) - 1440)
            }
          }
        }
      }
      head = selectors.upperBound
    }
    return next < 1440 ? next : nil
  }

  /// Beyond all minutes where there is none.
  private func edge(of word: Int, on day: HoursDay, after minute: Int) -> Int {
    var next = 4 * 1440
    for edge in Self.edges(of: words[word], on: day) where edge > minute { next = min(next, edge) }
    return next
  }

  private static func edges(of word: HoursWord, on day: HoursDay) -> HoursEdges {
    guard let span = day.span(of: word) else { return HoursEdges(1440, 1440, 1440) }
    return HoursEdges(span.start, span.end, span.unknownUntil)
  }

  /// What begins on that day, in order, with what lies between left out where it is closed without a
  /// comment: what a week's table shows of the day. Times past midnight are part of it, and what the
  /// evening before left is not, unless it lasts past noon.
  package func intervals(on number: Int, in place: HoursPlace) -> [HoursInterval] {
    let pieces = pieces(from: number, in: place)
    return pieces.filter { $0.state != .closed || $0.comment != nil }
  }

  private func pieces(from number: Int, in place: HoursPlace) -> [HoursInterval] {
    let noon = 720
    var found: [HoursInterval] = []
    var start = CivilTime(day: number, minute: 0)
    if let end = continuation(into: number, in: place), end < noon { start = start + end }
    let midnight = CivilTime(day: number + 1, minute: 0)
    while start < midnight {
      let (state, text) = (state(at: start, in: place), comment(at: start, in: place))
      var end = start
      repeat {
        end = edge(after: end, in: place)
      } while end < midnight
        && state == self.state(at: end, in: place) && text == comment(at: end, in: place)
      if end == midnight, state != .closed, let late = continuation(into: number + 1, in: place),
        late < noon
      {
        end = end + late
      }
      found.append(HoursInterval(from: start, to: end, state: state, comment: text))
      start = end
    }
    return found
  }

  private func edge(after time: CivilTime, in place: HoursPlace) -> CivilTime {
    var work = 0
    let next = nextEdge(after: time.minute, on: HoursDay(time.day, in: place), &work)
    return CivilTime(day: time.day, minute: next ?? 1440)
  }

  /// The minute until which what was before midnight goes on in the new day; `nil` where it does not.
  private func continuation(into number: Int, in place: HoursPlace) -> Int? {
    var time = CivilTime(day: number, minute: 0)
    let before = time + -1
    let (state, text) = (state(at: before, in: place), comment(at: before, in: place))
    guard state != .closed else { return nil }
    while time.day == number, self.state(at: time, in: place) == state,
      comment(at: time, in: place) == text
    {
      time = edge(after: time, in: place)
    }
    return time.day > number ? 1440 : time.minute == 0 ? nil : time.minute
  }
}

/// When a state changes.
package enum HoursChange: Equatable, Sendable {
  case at(CivilTime)
  case never
  /// Not within `OpeningHours.daysAhead`, as far as that was looked at.
  case unknown

  package var time: CivilTime? {
    if case .at(let time) = self { time } else { nil }
  }
}

/// The minutes at which times begin and end, without an array.
struct HoursEdges: Sequence, IteratorProtocol {
  private var minutes: (Int, Int, Int)
  private var place = 0

  init(_ start: Int, _ end: Int, _ unknownUntil: Int) { minutes = (start, end, unknownUntil) }

  mutating func next() -> Int? {
    place += 1
    switch place {
    case 1: return minutes.0
    case 2: return minutes.1
    case 3: return minutes.2
    default: return nil
    }
  }
}
