/// The opening hours of a venue, as its dataset has them.
package struct VenueHours {
  /// `nil` where they cannot be read.
  package let hours: OpeningHours?
  /// Why they cannot be read.
  package let problem: String?
  /// Its nation is the venue's only where the hours depend on it.
  let place: HoursPlace
  private let venue: Venue

  /// `nil` where the venue has none.
  package init?(of row: Int, in store: VenueStore) {
    guard let value = store.openingHours(ofRow: row) else { return nil }
    venue = Venue(row: row, of: store)
    let needsNation: Bool
    (hours, problem, needsNation) = venue.cursor.openingHours(at: value)
    // Looking for it takes as long as half of the hours.
    place =
      needsNation ? venue.hoursPlace : HoursPlace(venue.coordinate, nation: .englandAndWales)
  }

  package func state(at moment: CivilTime) -> OpenState {
    hours?.state(at: moment, in: place) ?? .unknown
  }

  /// Whether a day is a public holiday there; `nil` where finder does not know.
  package func isHoliday(_ day: Int) -> Bool? {
    venue.hoursPlace.nation.isHoliday(CivilDay(day))
  }

  /// What a week's table shows of a day.
  package func intervals(on day: Int) -> [HoursInterval] {
    hours?.intervals(on: day, in: place) ?? []
  }

  /// What there is to say of a moment.
  package func status(at moment: CivilTime) -> HoursStatus {
    guard let hours else { return .unknown }
    let state = hours.state(at: moment, in: place)
    let change = hours.change(after: moment, in: place)
    return HoursStatus(
      state: state, change: change, next: change.time.map { hours.state(at: $0, in: place) },
      comment: hours.comment(at: moment, in: place))
  }
}

/// Whether a venue is open, and what comes next.
package struct HoursStatus: Sendable {
  package let state: OpenState
  package var change = HoursChange.unknown
  /// What it is then.
  package var next: OpenState?
  package var comment: String?

  package static let unknown = HoursStatus(state: .unknown)

  /// When that changes; `nil` where it never does, or nobody knows when.
  package var until: CivilTime? { change.time }
}

extension JSONCursor {
  fileprivate func openingHours(
    at value: JSONSpan
  ) -> (OpeningHours?, problem: String?, needsNation: Bool) {
    guard base[value.start] == UInt8(ascii: "\"") else { return (nil, "expected a text", false) }
    return withDecoded(idToken(value)) { text in
      do throws(HoursFault) {
        let hours = try OpeningHours(parsing: UnsafeRawBufferPointer(text))
        return (hours, nil, hours.hasSun || hours.doubts.contains(.publicHolidays))
      } catch {
        return (nil, error.message, false)
      }
    }
  }
}

extension Venue {
  /// The postcode decides on the nation, else the position.
  fileprivate var hoursPlace: HoursPlace { HoursPlace(coordinate, postcode: postcode) }
}
