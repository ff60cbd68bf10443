/// When the sun rises and sets, by the equations of the NOAA solar calculator (after Meeus, Astronomical
/// Algorithms), good to about half a minute at these latitudes.
enum Sun {
  /// Degrees of the sun's centre below the horizon: at sunrise its upper edge, raised by refraction; at
  /// dawn the 6° of civil twilight.
  private static func depression(of event: SunEvent) -> Double {
    event == .sunrise || event == .sunset ? 0.833 : 6
  }

  /// Minutes since midnight, UTC; `nil` where the sun does not come to that height.
  static func minute(of event: SunEvent, on date: CivilDay, at coordinate: Coordinate) -> Int? {
    let isMorning = event == .dawn || event == .sunrise
    var minute = 720 - 4 * coordinate.longitude
    // Each pass takes the sun as it stands at the time that the last one found.
    for _ in 0..<3 {
      let century = (Double(date.number) + 2_440_587.5 + minute / 1440 - 2_451_545) / 36_525
      let (declination, equation) = position(century)
      let latitude = coordinate.latitude * Angle.degree
      let height = -depression(of: event) * Angle.degree
      let cosine =
        (sin(height) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
      guard abs(cosine) <= 1 else { return nil }
      let angle = acos(cosine) * 180 / .pi
      minute = 720 - 4 * (coordinate.longitude + (isMorning ? angle : -angle)) - equation
    }
    return Int(minute.rounded())
  }

  /// The declination in radians, and the equation of time in minutes.
  private static func position(_ t: Double) -> (declination: Double, equation: Double) {
    let radians = Angle.degree
    let longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * radians
    let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * radians
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
      + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t) * radians
    let apparent = longitude + (centre - 0.00569 - 0.00478 * sin(node)) * radians
    let mean = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60
    let obliquity = (mean + 0.00256 * cos(node)) * radians
    let half = tan(obliquity / 2)
    let y = half * half
    let equation =
      y * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * longitude)
      - 0.5 * y * y * sin(4 * longitude) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return (asin(sin(obliquity) * sin(apparent)), 4 * equation / radians)
  }
}

/// Summer time in the British Isles: from the last Sunday of March to that of October, at 1:00 UTC.
enum SummerTime {
  /// Whether it holds when the sun rises that day.
  static func holds(on date: CivilDay) -> Bool {
    switch date.month {
    case 4...9: true
    case 3: date.number >= lastSunday(of: 3, in: date.year)
    case 10: date.number < lastSunday(of: 10, in: date.year)
    default: false
    }
  }

  private static func lastSunday(of month: Int, in year: Int) -> Int {
    let last = CivilDay.number(year, month, 31)
    return last - (CivilDay.weekday(last) + 1) % 7
  }
}

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
