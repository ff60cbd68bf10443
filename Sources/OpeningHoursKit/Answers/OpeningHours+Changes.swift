extension OpeningHours {
  /// How many days ahead to look for a change: over four years, to include a 29 February.
  static let daysAhead = 1500

  /// In words evaluated: about 5 ms. Hours of the 255 characters that OpenStreetMap allows are followed to
  /// the last day, except for a few that no person would write.
  private static let mostWork = 1 << 21

  package func nextChange(after time: CivilTime, in place: HoursPlace) -> CivilTime? {
    change(after: time, in: place).time
  }

  /// The next minute with a state other than the one at `time`. Complexity: two passes over the words for
  /// each day, and on days that differ from the day before one pass over the times for each minute at which
  /// times begin or end.
  package func change(after time: CivilTime, in place: HoursPlace) -> HoursChange {
    guard hasSelectors else { return .never }
    var walk = HoursWalk(self, from: time.day, in: place)
    let state = walk.answer(at: time.minute).state
    if let minute = walk.first(after: time.minute, where: { $0.state != state }) {
      return .at(CivilTime(day: time.day, minute: minute))
    }
    for number in 1...Self.daysAhead {
      walk.advance()
      // On the first day only the rest has been checked.
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

  /// Whether the state is the same from a day on, for any days with these weekdays. That can be proved for
  /// all time if hours name all days of the week, or if their dates are over.
  private func isAlways(_ state: OpenState, from first: Int) -> Bool {
    // In the plans below, unknown also means that a minute may be either state, so nothing can be proved
    // about unknown.
    guard state != .unknown else { return false }
    // The position does not matter: times that depend on the sun may be at any minute.
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

  // The intervals of a day.

  private static let noon = 720

  /// The intervals that begin on that day, in order, without closed ones that have no comment, as a table of
  /// the week shows them. Times past midnight are included. The rest of the evening before is not, unless it
  /// lasts past noon.
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

  /// The minute of the walk's day at which the state from before midnight ends; 0 if it ends at midnight.
  private func end(of piece: Possible, goingInto walk: inout HoursWalk) -> Int {
    guard piece.state != .closed else { return 0 }
    return walk.first(after: -1) { !isOne(piece, $0) } ?? 1440
  }

  private func isOne(_ piece: Possible, _ other: Possible) -> Bool {
    guard piece.state == other.state else { return false }
    return piece.head == other.head || comment(ofHead: piece.head) == comment(ofHead: other.head)
  }

  /// The state of a whole calendar day: open if it is open at any minute, else unknown if it may be; and the
  /// first such minute, else midnight.
  ///
  /// This is exact: nothing changes between the minutes at which times begin and end, and all those are
  /// checked. Complexity: that of `state(at:in:)` for each time of the day.
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
  /// No change within `OpeningHours.daysAhead`, or within the work allowed.
  case unknown

  package var time: CivilTime? {
    if case .at(let time) = self { time } else { nil }
  }
}
