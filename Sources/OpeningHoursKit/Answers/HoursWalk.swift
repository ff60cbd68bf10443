/// The days from one on, each with what the hours say of its minutes.
///
///     var walk = HoursWalk(hours, from: number, in: place)
///     walk.answer(at: 720)
///     walk.advance()                          // the next day
///     walk.isAsBefore                         // in all its minutes
struct HoursWalk {
  private let hours: OpeningHours
  private let assumptions: [HoursAssumption]
  private(set) var day: HoursDay
  private var yesterday: HoursDay
  private var sun: HoursSunTable
  /// One for each assumption; and the day before's.
  private var plans: [HoursPlan]
  private var plansBefore: [HoursPlan]
  private var edges: [Int] = []
  private var hasEdges = false
  /// About how many words were evaluated: each takes some nanoseconds.
  private(set) var work = 0
  private let dailyWork: Int

  init(_ hours: OpeningHours, from number: Int, in place: HoursPlace) {
    self.hours = hours
    day = HoursDay(number, in: place)
    yesterday = day.before
    sun = HoursSunTable(of: hours, on: number, in: place)
    assumptions = hours.assumptions(of: day)
    plans = [HoursPlan](repeating: HoursPlan(), count: assumptions.count)
    plansBefore = plans
    dailyWork = sun.dailyWork + 2 * assumptions.count * hours.work
    makePlans()
  }

  private mutating func makePlans() {
    for (place, assumption) in assumptions.enumerated() {
      plans[place].make(hours, day, after: yesterday, assumption, sun)
    }
    hasEdges = false
    work += dailyWork
  }

  mutating func advance() {
    yesterday = day
    day = day.shifted(by: 1)
    sun.advance()
    swap(&plans, &plansBefore)
    makePlans()
  }

  /// The day is as the one before it was, to the minute.
  var isAsBefore: Bool { plans == plansBefore }

  /// As `OpeningHours.answer(at:_:)`.
  func answer(at minute: Int) -> OpeningHours.Possible {
    var all = plans[0].answer(at: minute)
    for plan in plans.dropFirst() { all.merge(plan.answer(at: minute)) }
    return all
  }

  /// The first minute after that one of which something is true; `nil` where there is none on the day. It is
  /// asked only where times begin or end, and at midnight, which follows -1.
  mutating func first(after minute: Int, where isWanted: (OpeningHours.Possible) -> Bool) -> Int? {
    if minute < 0, isWanted(answer(at: 0)) { return 0 }
    makeEdges()
    let cost = plans.reduce(0) { $0 + $1.spans.count }
    var last = minute
    for edge in edges where edge > last {
      last = edge
      work += cost
      if isWanted(answer(at: edge)) { return edge }
    }
    return nil
  }

  private mutating func makeEdges() {
    guard !hasEdges else { return }
    edges.removeAll(keepingCapacity: true)
    for plan in plans { plan.appendEdges(to: &edges) }
    edges.sort()
    hasEdges = true
  }
}

extension OpeningHours {
  /// Each case of what is not known of a day; the first is that there is no holiday.
  func assumptions(of day: HoursDay) -> [HoursAssumption] {
    let asksPublic = doubts.contains(.publicHolidays) && day.isHoliday == nil
    return [false, true].prefix(doubts.contains(.schoolHolidays) ? 2 : 1).flatMap { schools in
      [false, true].prefix(asksPublic ? 2 : 1).map { publicly in
        HoursAssumption(schools: schools, publicly: publicly)
      }
    }
  }

  /// About how long it takes to ask which rules hold on a day, in plain words.
  fileprivate var work: Int {
    (0..<words.count).reduce(0) { sum, place in
      let word = words[place]
      let isDate = word.kind == .dates || word.kind == .lastDate
      return sum + (isDate && !word.date.isPlain ? 24 : 1)
    }
  }
}
