// {"state":"open","until":"2026-11-22T23:00"}, and the columns hours_state and hours_until.

extension OpenHours: VenueAddition {
  private static let (state, until) = ("hours_state", "hours_until")

  package var key: String { "hours" }
  package var columns: [String] { [Self.state, Self.until] }

  package func append(json name: String, of venue: Venue, to output: inout ByteBuffer) {
    let status = status(of: venue)
    switch name {
    case Self.state: output.append(jsonString: status.state.name)
    case Self.until: output.append(jsonOf: status.until)
    default: output.appendObject { $0.append(membersOf: status) }
    }
  }

  package func status(of venue: Venue) -> HoursStatus {
    VenueHours(of: venue.row, in: venue.store)?.status(at: moment) ?? .unknown
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
