/// Where hours hold: a position, for the sun, and whose holidays are kept there.
package struct HoursPlace: Sendable, BitwiseCopyable {
  package let latitude: Double
  package let longitude: Double
  package let nation: Nation

  /// The nation is the one that the position lies in, unless it is known.
  package init(latitude: Double, longitude: Double, nation: Nation? = nil) {
    (self.latitude, self.longitude) = (latitude, longitude)
    self.nation = nation ?? Nation(latitude: latitude, longitude: longitude)
  }

  /// A minute of the day by the clock there; `nil` where it hangs on an event that the sun has not, or on
  /// a time zone that is not known.
  func minute(of time: HoursTime, on date: CivilDay) -> Int? {
    guard let event = time.event else { return time.minute }
    return minute(of: event, on: date).map { max(0, $0 + time.minute) }
  }

  func minute(of event: SunEvent, on date: CivilDay) -> Int? {
    guard nation != .elsewhere, let minute = Sun.minute(of: event, on: date, at: self) else {
      return nil
    }
    return minute + (SummerTime.holds(on: date) ? 60 : 0)
  }
}
