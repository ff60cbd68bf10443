/// The opening hours of a venue, as its dataset has them.
package struct VenueHours {
  /// `nil` where they cannot be read.
  package let hours: OpeningHours?
  /// Why they cannot be read.
  package let problem: String?
  package let place: HoursPlace

  /// `nil` where the venue has none.
  package init?(of row: Int, in store: VenueStore) {
    guard let value = store.openingHours(ofRow: row) else { return nil }
    let venue = Venue(row: row, of: store)
    place = HoursPlace(venue.coordinate, postcode: venue.postcode)
    (hours, problem) = venue.cursor.openingHours(at: value)
  }

  package func state(at moment: CivilTime) -> OpenState {
    hours?.state(at: moment, in: place) ?? .unknown
  }

  /// Whether a day is a public holiday there; `nil` where finder does not know.
  package func isHoliday(_ day: Int) -> Bool? { place.nation.isHoliday(CivilDay(day)) }

  /// What there is to say of a moment.
  package func status(at moment: CivilTime) -> HoursStatus {
    guard let hours else { return .unknown }
    let state = hours.state(at: moment, in: place)
    guard let until = hours.nextChange(after: moment, in: place) else {
      return HoursStatus(state: state, comment: hours.comment(at: moment, in: place))
    }
    return HoursStatus(
      state: state, until: until, next: hours.state(at: until, in: place),
      comment: hours.comment(at: moment, in: place))
  }
}

/// Whether a venue is open, and what comes next.
package struct HoursStatus: Sendable {
  package let state: OpenState
  /// When that changes; `nil` where it never does, or nobody knows when.
  package var until: CivilTime?
  /// What it is then.
  package var next: OpenState?
  package var comment: String?

  package static let unknown = HoursStatus(state: .unknown)
}

extension JSONCursor {
  fileprivate func openingHours(at value: JSONSpan) -> (OpeningHours?, String?) {
    guard base[value.start] == UInt8(ascii: "\"") else { return (nil, "expected a text") }
    return withDecoded(idToken(value)) { text in
      do throws(HoursFault) {
        return (try OpeningHours(parsing: UnsafeRawBufferPointer(text)), nil)
      } catch {
        return (nil, error.message)
      }
    }
  }
}
