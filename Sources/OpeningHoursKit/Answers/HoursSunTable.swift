/// The sun's events of yesterday, today and tomorrow. A walk over days computes each once, however many times
/// depend on it.
struct HoursSunTable {
  private let place: HoursPlace
  /// The events that the hours name.
  private var events: [SunEvent] = []
  private var today: Int
  /// For three days, by event.
  private var minutes: [Int?] = []

  init(of hours: OpeningHours, on day: Int, in place: HoursPlace) {
    (self.place, today) = (place, day)
    guard hours.hasSun else { return }
    events = SunEvent.allCases.filter { event in
      (0..<hours.words.count).contains {
        let word = hours.words[$0]
        return word.kind == .times && (word.start.event == event || word.end.event == event)
      }
    }
    for number in day - 1...day + 1 { append(number) }
  }

  /// How many evaluations of a word a day costs, roughly.
  var dailyWork: Int { 300 * events.count }

  private mutating func append(_ number: Int) {
    var day = [Int?](repeating: nil, count: SunEvent.allCases.count)
    for event in events {
      day[event.rawValue - 1] = place.minute(of: event, on: CivilDay(number))
    }
    minutes += day
  }

  mutating func advance() {
    today += 1
    guard !events.isEmpty else { return }
    minutes.removeFirst(SunEvent.allCases.count)
    append(today + 1)
  }

  /// For today, or with -1 for yesterday.
  func span(of word: HoursWord, daysOn: Int) -> HoursSpan? {
    HoursSpan(of: word) { time, later in
      guard let event = time.event else { return time.minute }
      let row = SunEvent.allCases.count * (1 + daysOn + later)
      return minutes[row + event.rawValue - 1].map { max(0, $0 + time.minute) }
    }
  }
}
