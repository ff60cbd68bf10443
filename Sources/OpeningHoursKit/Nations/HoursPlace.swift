/// A place for which hours are evaluated: its position, for the sun, and its nation, for public holidays.
package struct HoursPlace: Sendable, BitwiseCopyable {
  package let latitude: Double
  package let longitude: Double
  package let nation: Nation

  /// Without a nation, takes the one at the position.
  package init(latitude: Double, longitude: Double, nation: Nation? = nil) {
    (self.latitude, self.longitude) = (latitude, longitude)
    self.nation = nation ?? Nation(latitude: latitude, longitude: longitude)
  }

  /// A minute of the day in local time; `nil` if it depends on an event of the sun that does not happen, or
  /// on an unknown time zone.
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
