/// The sun's events in hours of yesterday, today and tomorrow: a walk over days works each out once, however
/// many times hang on it.
struct HoursSunTable {
  private let place: HoursPlace
  /// Those that the hours name.
  private var events: [SunEvent] = []
  private var today: Int
  /// Of three days, by event.
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

  /// In evaluations of a word that a day takes about as long as.
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

  /// Of today, or of yesterday: -1.
  func span(of word: HoursWord, daysOn: Int) -> HoursSpan? {
    HoursSpan(of: word) { time, later in
      guard let event = time.event else { return time.minute }
      let row = SunEvent.allCases.count * (1 + daysOn + later)
      return minutes[row + event.rawValue - 1].map { max(0, $0 + time.minute) }
    }
  }
}
