/// The pieces of a day.
extension OpeningHours {
  private static let noon = 720

  /// What begins on that day, in order, with what lies between left out where it is closed without a
  /// comment: what a week's table shows of the day. Times past midnight are part of it, and what the
  /// evening before left is not, unless it lasts past noon.
  package func intervals(on number: Int, in place: HoursPlace) -> [HoursInterval] {
    var walk = HoursWalk(self, from: number - 1, in: place)
    let evening = walk.answer(at: 1439)
    walk.advance()
    var start = end(of: evening, goingInto: &walk)
    if start >= Self.noon { start = 0 }
    var found: [HoursInterval] = []
    while start < 1440 {
      let piece = walk.answer(at: start)
      var end = walk.first(after: start) { !isOne(piece, $0) } ?? 1440
      if end == 1440 {
        walk.advance()
        let late = self.end(of: piece, goingInto: &walk)
        if late < Self.noon { end += late }
      }
      found.append(
        HoursInterval(
          from: CivilTime(day: number, minute: start), to: CivilTime(day: number, minute: end),
          state: piece.state, comment: comment(ofHead: piece.head)))
      start = end
    }
    return found.filter { $0.state != .closed || $0.comment != nil }
  }

  /// The minute of the walk's day until which what was before midnight goes on; 0 where it does not.
  private func end(of piece: Possible, goingInto walk: inout HoursWalk) -> Int {
    guard piece.state != .closed else { return 0 }
    return walk.first(after: -1) { !isOne(piece, $0) } ?? 1440
  }

  private func isOne(_ piece: Possible, _ other: Possible) -> Bool {
    guard piece.state == other.state else { return false }
    return piece.head == other.head || comment(ofHead: piece.head) == comment(ofHead: other.head)
  }
}
