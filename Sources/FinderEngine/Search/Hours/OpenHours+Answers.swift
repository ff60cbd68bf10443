// {"state":"open","until":"2026-11-22T23:00"}, and the columns hours_state and hours_until.

extension OpenHours: VenueAddition {
  private static let (state, until) = ("hours_state", "hours_until")

  package var key: String { "hours" }
  package var columns: [String] { [Self.state, Self.until] }

  package func append(json name: String, of venue: Venue, to output: inout ByteBuffer) {
    switch name {
    case Self.state: output.append(jsonString: state(ofRow: venue.row, of: venue.store).name)
    case Self.until: output.append(jsonOf: status(of: venue).until)
    default:
      let status = status(of: venue)
      output.appendObject { $0.append(membersOf: status) }
    }
  }

  /// Remembered: a table asks for it column by column, and a stream for the same venue point after point.
  package func status(of venue: Venue) -> HoursStatus {
    if let known = knownStatus(of: venue) { return known }
    let status = VenueHours(of: venue.row, in: venue.store)?.status(at: moment) ?? .unknown
    remember(status, of: venue)
    return status
  }
}

extension OpenState {
  package var name: String {
    switch self {
    case .open: "open"
    case .closed: "closed"
    case .unknown: "unknown"
    }
  }
}

extension ByteBuffer {
  package mutating func append(membersOf status: HoursStatus) {
    append(key: "state", string: status.state.name)
    append(key: "until")
    append(jsonOf: status.until)
  }

  fileprivate mutating func append(jsonOf time: CivilTime?) {
    if let time { append(jsonString: time.text) } else { append("null") }
  }
}
