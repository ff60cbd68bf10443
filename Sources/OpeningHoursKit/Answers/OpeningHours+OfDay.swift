extension OpeningHours {
  /// What there is to say of a whole day, as its calendar has it: open where it is at any minute of it, else
  /// unknown where it may be at one; and the first such minute, else midnight.
  ///
  /// Exact: between the minutes at which times begin and end nothing changes, and all those are looked at.
  /// Complexity: that of `state(at:in:)` for each time of the day.
  package func firstOpening(on day: Int, in place: HoursPlace) -> (
    state: OpenState, time: CivilTime
  ) {
    var walk = HoursWalk(self, from: day, in: place)
    for state in [OpenState.open, .unknown] {
      if let minute = walk.first(after: -1, where: { $0.state == state }) {
        return (state, CivilTime(day: day, minute: minute))
      }
    }
    return (.closed, CivilTime(day: day, minute: 0))
  }
}
