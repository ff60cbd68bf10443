/// Hours in the form of OpenStreetMap's `opening_hours`: when a venue is open or closed, or when that is not
/// known.
///
///     let hours = try OpeningHours(parsing: bytes)       // Mo-Fr 09:00-17:30; Sa 10:00-16:00; PH off
///     hours.state(at: CivilTime("2026-12-25T12:00")!, in: place)                         // .closed
///     hours.nextChange(after: CivilTime("2026-11-24T12:00")!, in: place)       // 2026-11-24T17:30
///
/// Hours are a list of rules, each a head word and the words of its selectors (`HoursWord`). To find the
/// state at a minute, the rules are walked once, in order:
///
/// - A rule after `;` that holds on the day replaces everything that earlier rules say about the day,
///   including what spills over from the evening before, as the specification says. A rule that says closed
///   replaces only what it covers.
/// - A rule after `,` counts during its times; one after `||` where the rules before it say closed.
/// - Times past midnight belong to the day on which they began.
/// - After `18:00+` it is open until midnight, then unknown until five; after `18:00-20:00+` open until
///   eight, then unknown until five. It is not known how long such a rule goes on, so until five the state
///   may be the rule's or that of the other rules: after `17:00+ off` it is closed, if no other rule says
///   open.
/// - If a rule depends on something finder cannot know (school holidays, a comment in place of a date,
///   another country's holidays), both cases are followed, and a minute is unknown if they differ.
package struct OpeningHours: Sendable {
  let words: HoursWords
  let comments: [UInt8]
  let spills: Bool
  let hasSun: Bool
  let doubts: HoursDoubts

  /// Complexity: one pass over the bytes.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(HoursFault) {
    var parser = HoursParser(bytes: bytes)
    try parser.parse()
    (words, comments) = (parser.words, parser.comments)
    (spills, hasSun, doubts) = (parser.spills, parser.hasSun, parser.doubts)
  }

  package init(_ text: String) throws(HoursFault) {
    var (text, hours) = (text, Result<OpeningHours, HoursFault>?.none)
    text.withUTF8 { bytes in
      hours = Result { () throws(HoursFault) in
        try OpeningHours(parsing: UnsafeRawBufferPointer(bytes))
      }
    }
    self = try hours.unsafelyUnwrapped.get()
  }

  /// Whether the answers depend on which nation's holidays and summer time apply.
  package var dependOnNation: Bool { hasSun || doubts.contains(.publicHolidays) }

  /// Complexity: one pass over the words.
  package func state(at time: CivilTime, in place: HoursPlace) -> OpenState {
    answer(at: time.minute, HoursDay(time.day, in: place)).state
  }

  /// The comment of the rule that decides the state at that minute.
  package func comment(at time: CivilTime, in place: HoursPlace) -> String? {
    comment(ofHead: answer(at: time.minute, HoursDay(time.day, in: place)).head)
  }

  func comment(ofHead head: Int) -> String? {
    guard head >= 0 else { return nil }
    if let comment = comment(of: words[head]) { return comment }
    let hasRemark = words[head].selectors > 0 && words[head + 1].kind == .remark
    return hasRemark ? comment(of: words[head + 1]) : nil
  }

  private func comment(of word: HoursWord) -> String? {
    guard word.kind == .remark || word.hasComment else { return nil }
    let (start, count) = word.comment
    return String(decoding: comments[start..<start + count], as: UTF8.self)
  }

  // What the rules say about one minute.

  /// The states that a minute may have, as bits, and the head of the rule that decided last.
  struct Possible {
    var states: UInt8 = Possible.closed
    var head = -1

    static let closed = Possible.bit(.closed)
    static func bit(_ state: OpenState) -> UInt8 { 1 << state.rawValue }

    var state: OpenState {
      switch states {
      case Self.closed: .closed
      case Self.bit(.open): .open
      default: .unknown
      }
    }

    /// Applies a rule to the minute, if it holds and its times cover the minute. If it only may, the state
    /// may be the rule's or the one before.
    @inline(__always) mutating func apply(
      _ head: Int, isFallback: Bool, _ state: UInt8, _ holds: Trilean
    ) {
      guard holds != .no else { return }
      guard isFallback else {
        states = holds == .yes ? state : states | state
        self.head = head
        return
      }
      guard states & Self.closed != 0 else { return }
      // Where the rules before may say closed, the fallback replaces closed.
      if holds == .yes { states &= ~Self.closed }
      states |= state
      self.head = head
    }

    /// Adds another case of what is not known.
    mutating func merge(_ other: Possible) {
      if other.states & Self.closed == 0 || head < 0 { head = other.head }
      states |= other.states
    }
  }

  @inline(__always) func answer(at minute: Int, _ day: HoursDay) -> Possible {
    guard !doubts.isEmpty else { return possible(at: minute, day, HoursAssumption()) }
    return doubtfulAnswer(at: minute, day)
  }

  /// Combines all cases of what is not known about the day.
  private func doubtfulAnswer(at minute: Int, _ day: HoursDay) -> Possible {
    let asksPublic = doubts.contains(.publicHolidays) && day.isHoliday == nil
    var all = possible(at: minute, day, HoursAssumption())
    for schools in 0...(doubts.contains(.schoolHolidays) ? 1 : 0) {
      for publicly in 0...(asksPublic ? 1 : 0) where schools + publicly > 0 {
        let assumption = HoursAssumption(schools: schools > 0, publicly: publicly > 0)
        all.merge(possible(at: minute, day, assumption))
      }
    }
    return all
  }

  private func possible(at minute: Int, _ day: HoursDay, _ assumption: HoursAssumption) -> Possible
  {
    var result = Possible()
    var head = 0
    let yesterday = spills ? day.before : day
    while head < words.count {
      let rule = words[head]
      let next = head + 1 + rule.selectors
      let today = holds(head + 1..<next, on: day, assumption)
      if today != .no, rule.separator == .normal, rule.state != .closed {
        result.states = today == .yes ? Possible.closed : result.states | Possible.closed
        if today == .yes { result.head = -1 }
      }
      let (isFallback, state) = (rule.separator == .fallback, Possible.bit(rule.state))
      if today != .no {
        let covers = covers(head, at: minute, on: day)
        result.apply(head, isFallback: isFallback, state, today.and(covers))
      }
      if rule.spills {
        let late = covers(head, at: minute + 1440, on: yesterday)
        if late != .no {
          // Nothing is assumed about yesterday's holidays, since the assumption is about today.
          let before = holds(head + 1..<next, on: yesterday, nil)
          result.apply(head, isFallback: isFallback, state, before.and(late))
        }
      }
      head = next
    }
    return result
  }

  /// Whether the rule's times cover the minute.
  @inline(__always) private func covers(_ head: Int, at minute: Int, on day: HoursDay) -> Trilean {
    let rule = words[head]
    guard rule.hasTimes else { return minute < 1440 ? .yes : .no }
    var (isUnknown, openEnd) = (false, Int.min)
    var last = head + rule.selectors
    while last > head, words[last].kind == .times {
      let word = words[last]
      switch day.covers(word, minute) {
      case .no: break
      case .yes: return .yes
      case .maybe:
        if word.isOpenEnded, let span = day.span(of: word) {
          openEnd = max(openEnd, span.end)
        } else {
          isUnknown = true
        }
      }
      last -= 1
    }
    // In `11:00-14:00+,17:00-20:00`, the open end of the first is over when the second begins.
    if openEnd > .min, !isUnknown {
      isUnknown = lastStart(upTo: minute, in: head, on: day) < openEnd
    }
    return isUnknown ? .maybe : .no
  }

  private func lastStart(upTo minute: Int, in head: Int, on day: HoursDay) -> Int {
    var (latest, last) = (Int.min, head + words[head].selectors)
    while last > head, words[last].kind == .times {
      if let start = day.span(of: words[last])?.start, start <= minute {
        latest = max(latest, start)
      }
      last -= 1
    }
    return latest
  }
}

/// An interval in one state; its end may be on the next day.
package struct HoursInterval: Equatable, Sendable {
  package let from: CivilTime
  package let to: CivilTime
  package let state: OpenState
  package let comment: String?
}

enum Trilean: UInt8 {
  case no
  case maybe
  case yes

  @inline(__always) func and(_ other: Trilean) -> Trilean {
    rawValue < other.rawValue ? self : other
  }
}

/// What is assumed about a day where it is not known.
struct HoursAssumption {
  var schools = false
  var publicly = false
  /// Nothing is known except the weekday, and that dates already over stay over.
  var isOfAnyDay = false

  static let ofAnyDay = HoursAssumption(isOfAnyDay: true)
}
