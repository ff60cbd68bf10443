/// When the sun rises and sets, by the equations of the NOAA solar calculator (from Meeus, Astronomical
/// Algorithms), good to about half a minute at these latitudes.
enum Sun {
  private static let degree = Double.pi / 180

  /// Degrees of the sun's centre below the horizon: at sunrise its upper edge appears, raised by refraction;
  /// at dawn, the 6° of civil twilight.
  private static func depression(of event: SunEvent) -> Double {
    event == .sunrise || event == .sunset ? 0.833 : 6
  }

  /// Minutes since midnight, UTC; `nil` if the sun does not reach that height.
  static func minute(of event: SunEvent, on date: CivilDay, at place: HoursPlace) -> Int? {
    let isMorning = event == .dawn || event == .sunrise
    var minute = 720 - 4 * place.longitude
    // Each pass uses the sun's position at the time found by the pass before.
    for _ in 0..<3 {
      let century = (Double(date.number) + 2_440_587.5 + minute / 1440 - 2_451_545) / 36_525
      let (declination, equation) = position(century)
      let latitude = place.latitude * degree
      let height = -depression(of: event) * degree
      let cosine =
        (sin(height) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
      guard abs(cosine) <= 1 else { return nil }
      let angle = acos(cosine) * 180 / .pi
      minute = 720 - 4 * (place.longitude + (isMorning ? angle : -angle)) - equation
    }
    return Int(minute.rounded())
  }

  /// The declination in radians, and the equation of time in minutes.
  private static func position(_ t: Double) -> (declination: Double, equation: Double) {
    let longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)) * degree
    let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * degree
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
      + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t) * degree
    let apparent = longitude + (centre - 0.00569 - 0.00478 * sin(node)) * degree
    let mean = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60
    let obliquity = (mean + 0.00256 * cos(node)) * degree
    let half = tan(obliquity / 2)
    let y = half * half
    let equation =
      y * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * longitude)
      - 0.5 * y * y * sin(4 * longitude) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return (asin(sin(obliquity) * sin(apparent)), 4 * equation / degree)
  }
}

/// Summer time in the British Isles: from the last Sunday of March to that of October, at 1:00 UTC.
enum SummerTime {
  /// Whether it applies when the sun rises that day.
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
