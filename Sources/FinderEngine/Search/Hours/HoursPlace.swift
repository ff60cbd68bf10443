/// Where hours hold: a position, for the sun, and whose holidays are kept there.
package struct HoursPlace: Sendable, BitwiseCopyable {
  package let coordinate: Coordinate
  package let nation: Nation

  package init(_ coordinate: Coordinate, nation: Nation) {
    (self.coordinate, self.nation) = (coordinate, nation)
  }

  /// The nation is that of the postcode's area where the area lies in one, else that of the position.
  package init(_ coordinate: Coordinate, postcode: String? = nil) {
    let known = postcode.flatMap { postcode in
      let isIrish = Nation.mayBeRoutingKey(postcode) && Nation(at: coordinate) == .ireland
      return isIrish ? .ireland : Nation(postcode: postcode)
    }
    self.init(coordinate, nation: known ?? Nation(at: coordinate))
  }

  /// A minute of the day by the clock there; `nil` where it hangs on an event that the sun has not, or on
  /// a time zone that is not known.
  func minute(of time: HoursTime, on date: CivilDay) -> Int? {
    guard let event = time.event else { return time.minute }
    return minute(of: event, on: date).map { max(0, $0 + time.minute) }
  }

  func minute(of event: SunEvent, on date: CivilDay) -> Int? {
    guard nation != .elsewhere, let minute = Sun.minute(of: event, on: date, at: coordinate) else {
      return nil
    }
    return minute + (SummerTime.holds(on: date) ? 60 : 0)
  }
}
