/// Walks over days from a first one, each with what the hours say about its minutes.
///
///     var walk = HoursWalk(hours, from: number, in: place)
///     walk.answer(at: 720)
///     walk.advance()                          // the next day
///     walk.isAsBefore                         // in every minute
struct HoursWalk {
  private let hours: OpeningHours
  private let assumptions: [HoursAssumption]
  private(set) var day: HoursDay
  private var yesterday: HoursDay
  private var sun: HoursSunTable
  /// One for each assumption, for this day and the day before.
  private var plans: [HoursPlan]
  private var plansBefore: [HoursPlan]
  private var edges: [Int] = []
  private var hasEdges = false
  /// Roughly how many words were evaluated; each takes some nanoseconds.
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

  /// Whether the day is the same as the one before, to the minute.
  var isAsBefore: Bool { plans == plansBefore }

  /// As in `OpeningHours.answer(at:_:)`.
  func answer(at minute: Int) -> OpeningHours.Possible {
    var all = plans[0].answer(at: minute)
    for plan in plans.dropFirst() { all.merge(plan.answer(at: minute)) }
    return all
  }

  /// The first minute after that one for which `isWanted` is true; `nil` if there is none on the day. Only
  /// minutes at which times begin or end are checked, and midnight, if `minute` is -1.
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
  /// Every combination of what is not known about a day. The first is that there is no holiday.
  func assumptions(of day: HoursDay) -> [HoursAssumption] {
    let asksPublic = doubts.contains(.publicHolidays) && day.isHoliday == nil
    return [false, true].prefix(doubts.contains(.schoolHolidays) ? 2 : 1).flatMap { schools in
      [false, true].prefix(asksPublic ? 2 : 1).map { publicly in
        HoursAssumption(schools: schools, publicly: publicly)
      }
    }
  }

  /// Roughly how many plain words it costs to find the rules that hold on a day.
  fileprivate var work: Int {
    (0..<words.count).reduce(0) { sum, place in
      let word = words[place]
      let isDate = word.kind == .dates || word.kind == .lastDate
      return sum + (isDate && !word.date.isPlain ? 24 : 1)
    }
  }
}
