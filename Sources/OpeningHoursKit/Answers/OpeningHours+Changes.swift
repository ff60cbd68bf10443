extension OpeningHours {
  /// How many days ahead a change is looked for: over four years, so that 29 February is among them.
  static let daysAhead = 1500

  /// In words evaluated: some 5 ms. Hours of the 255 characters that OpenStreetMap allows are looked at to
  /// the last of the days, but for a few that nobody would write.
  private static let mostWork = 1 << 21

  package func nextChange(after time: CivilTime, in place: HoursPlace) -> CivilTime? {
    change(after: time, in: place).time
  }

  /// The next minute at which the state is another than at `time`.
  /// Complexity: two passes over the words for each day, and one over its times for each of them where the
  /// day is not as the one before it.
  package func change(after time: CivilTime, in place: HoursPlace) -> HoursChange {
    guard hasSelectors else { return .never }
    var walk = HoursWalk(self, from: time.day, in: place)
    let state = walk.answer(at: time.minute).state
    if let minute = walk.first(after: time.minute, where: { $0.state != state }) {
      return .at(CivilTime(day: time.day, minute: minute))
    }
    for number in 1...Self.daysAhead {
      walk.advance()
      // Of the first day only the rest was looked at.
      if number == 1 || !walk.isAsBefore,
        let minute = walk.first(after: -1, where: { $0.state != state })
      {
        return .at(CivilTime(day: time.day + number, minute: minute))
      }
      if number == 7, isAlways(state, from: time.day + 8) { return .never }
      guard walk.work <= Self.mostWork else { return .unknown }
    }
    return .unknown
  }

  private var hasSelectors: Bool {
    var head = 0
    while head < words.count, words[head].selectors == 0 { head += 1 }
    return head < words.count
  }

  /// Whether the state is the same from a day on, whatever else the days are than weekdays: a proof for all
  /// time, which hours with all days of the week have, and those whose dates are over.
  private func isAlways(_ state: OpenState, from first: Int) -> Bool {
    // There a minute is unknown where it may be either, so that nothing is proved of what is unknown.
    guard state != .unknown else { return false }
    // The position has no say: what hangs on the sun may be at any time.
    let anywhere = HoursPlace(latitude: 0, longitude: 0, nation: .elsewhere)
    let always = Possible.bit(state)
    var plan = HoursPlan()
    var edges: [Int] = []
    for number in first..<first + 7 {
      let day = HoursDay(number, in: anywhere)
      let sun = HoursSunTable(of: self, on: number, in: anywhere)
      plan.make(self, day, after: day.before, .ofAnyDay, sun)
      edges.removeAll(keepingCapacity: true)
      plan.appendEdges(to: &edges)
      guard plan.answer(at: 0).states == always,
        edges.allSatisfy({ plan.answer(at: $0).states == always })
      else { return false }
    }
    return true
  }

  // The pieces of a day.

  private static let noon = 720

  /// What begins on that day, in order, with what lies between left out where it is closed without a
  /// comment: what a week's table shows of the day. Times past midnight are part of it, and what the
  /// evening before left is not, unless it lasts past noon.
  package func intervals(on number: Int, in place: HoursPlace) -> [HoursInterval] {
    var walk = HoursWalk(self, from: number - 1, in: place)
    let evening = walk.answer(at: 1439)
    walk.advance()
    var start = end(of: evening, goingInto: &walk)
    if start >= Self.noon { start = 0 }
    var found: [HoursInterval] = []
    while start < 1440 {
      let piece = walk.answer(at: start)
      var end = walk.first(after: start) { !isOne(piece, $0) } ?? 1440
      if end == 1440 {
        walk.advance()
        let late = self.end(of: piece, goingInto: &walk)
        if late < Self.noon { end += late }
      }
      found.append(
        HoursInterval(
          from: CivilTime(day: number, minute: start), to: CivilTime(day: number, minute: end),
          state: piece.state, comment: comment(ofHead: piece.head)))
      start = end
    }
    return found.filter { $0.state != .closed || $0.comment != nil }
  }

  /// The minute of the walk's day until which what was before midnight goes on; 0 where it does not.
  private func end(of piece: Possible, goingInto walk: inout HoursWalk) -> Int {
    guard piece.state != .closed else { return 0 }
    return walk.first(after: -1) { !isOne(piece, $0) } ?? 1440
  }

  private func isOne(_ piece: Possible, _ other: Possible) -> Bool {
    guard piece.state == other.state else { return false }
    return piece.head == other.head || comment(ofHead: piece.head) == comment(ofHead: other.head)
  }

  /// What there is to say of a whole day, as its calendar has it: open where it is at any minute of it, else
  /// unknown where it may be at one; and the first such minute, else midnight.
  ///
  /// Exact: between the minutes at which times begin and end nothing changes, and all those are looked at.
  /// Complexity: that of `state(at:in:)` for each time of the day.
  package func firstOpening(on day: Int, in place: HoursPlace) -> (
    state: OpenState, time: CivilTime
  ) {
    var walk = HoursWalk(self, from: day, in: place)
    for state in [OpenState.open, .unknown] {
      if let minute = walk.first(after: -1, where: { $0.state == state }) {
        return (state, CivilTime(day: day, minute: minute))
      }
    }
    return (.closed, CivilTime(day: day, minute: 0))
  }
}

package enum HoursChange: Equatable, Sendable {
  case at(CivilTime)
  case never
  /// Not within `OpeningHours.daysAhead`, as far as that was looked at.
  case unknown

  package var time: CivilTime? {
    if case .at(let time) = self { time } else { nil }
  }
}
