/// What hours say about all minutes of one day: the rules that may apply, each with its times in minutes.
///
/// It is made once for a day. After that, each minute costs a pass over the times, without the calendar or
/// the sun. If the plans of two days are equal, the days are the same to the minute.
struct HoursPlan: Equatable {
  private struct Piece: Equatable {
    let head: Int
    let state: UInt8
    let isFallback: Bool
    let holds: Trilean
    /// It may replace the rules before, but it is not known whether it does.
    let mayReplace: Bool
    let spans: Range<Int>
  }

  private var pieces: [Piece] = []
  private(set) var spans: [HoursSpan] = []

  mutating func make(
    _ hours: OpeningHours, _ day: HoursDay, after yesterday: HoursDay,
    _ assumption: HoursAssumption, _ sun: HoursSunTable
  ) {
    removeAll()
    // Nothing is assumed about yesterday's holidays, since the assumption is about today.
    let assumptionBefore = assumption.isOfAnyDay ? assumption : nil
    var head = 0
    while head < hours.words.count {
      let rule = hours.words[head]
      let next = head + 1 + rule.selectors
      let today = hours.holds(head + 1..<next, on: day, assumption)
      if today != .no {
        let replaces = rule.separator == .normal && rule.state != .closed
        if replaces, today == .yes { removeAll() }
        append(hours, head, today, mayReplace: replaces && today == .maybe) {
          $0.needsSun && assumption.isOfAnyDay ? nil : sun.span(of: $0, daysOn: 0)
        }
      }
      if rule.spills {
        let late = hours.holds(head + 1..<next, on: yesterday, assumptionBefore)
        if late != .no {
          append(hours, head, late, mayReplace: false) { word in
            if word.needsSun, assumption.isOfAnyDay { return nil }
            return (sun.span(of: word, daysOn: -1) ?? .never).before(1440)
          }
        }
      }
      head = next
    }
  }

  private mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
  }

  private mutating func append(
    _ hours: OpeningHours, _ head: Int, _ holds: Trilean, mayReplace: Bool,
    _ span: (HoursWord) -> HoursSpan?
  ) {
    let (rule, start) = (hours.words[head], spans.count)
    if rule.hasTimes {
      var last = head + rule.selectors
      while last > head, hours.words[last].kind == .times {
        spans.append(span(hours.words[last]) ?? .perhapsAllDay)
        last -= 1
      }
    } else {
      spans.append(.allDay)
    }
    pieces.append(
      Piece(
        head: head, state: OpeningHours.Possible.bit(rule.state),
        isFallback: rule.separator == .fallback, holds: holds, mayReplace: mayReplace,
        spans: start..<spans.count))
  }

  /// As in `OpeningHours.answer(at:_:)`.
  func answer(at minute: Int) -> OpeningHours.Possible {
    var result = OpeningHours.Possible()
    for piece in pieces {
      if piece.mayReplace { result.states |= OpeningHours.Possible.closed }
      result.apply(
        piece.head, isFallback: piece.isFallback, piece.state,
        piece.holds.and(covers(piece, at: minute)))
    }
    return result
  }

  private func covers(_ piece: Piece, at minute: Int) -> Trilean {
    var (isUnknown, openEnd, latest) = (false, Int.min, Int.min)
    for index in piece.spans where spans[index].start <= minute {
      let span = spans[index]
      if minute < span.end { return .yes }
      latest = max(latest, span.start)
      guard minute < span.unknownUntil else { continue }
      if span.isOpenEnded { openEnd = max(openEnd, span.end) } else { isUnknown = true }
    }
    // In `11:00-14:00+,17:00-20:00`, the open end of the first is over when the second begins.
    isUnknown = isUnknown || openEnd > .min && latest < openEnd
    return isUnknown ? .maybe : .no
  }

  /// Adds the minutes at which times begin and end, except midnight.
  func appendEdges(to edges: inout [Int]) {
    func append(_ edge: Int) { if edge > 0, edge < 1440 { edges.append(edge) } }
    for span in spans {
      append(span.start)
      append(span.end)
      if span.unknownUntil > span.end { append(span.unknownUntil) }
    }
  }
}

extension HoursSpan {
  fileprivate static let allDay = HoursSpan(start: 0, end: 1440, unknownUntil: 1440)
  /// For an event of the sun whose time is not known.
  fileprivate static let perhapsAllDay = HoursSpan(start: 0, end: 0, unknownUntil: 1440)
  fileprivate static let never = HoursSpan(start: 0, end: 0, unknownUntil: 0)

  fileprivate func before(_ minutes: Int) -> HoursSpan {
    HoursSpan(
      start: start - minutes, end: end - minutes, unknownUntil: unknownUntil - minutes,
      isOpenEnded: isOpenEnded)
  }
}
