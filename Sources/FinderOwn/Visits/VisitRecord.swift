import FinderEngine

/// A visit or a review of the user's own: one line of the log.
///
///     {"version":1,"id":"20261122-k3f9xy2m","venue":{"id":"…","name":"…","postcode":"…","lat":51.5,
///      "lon":-0.1},"date":"2026-11-22","kind":"review","rating":4,"recommend":true,
///      "service":"eat-in","text":"…","photos":["SHA-256.jpg"]}
///
/// Members that there are not are left out. Those that this finder does not know stay as they stood.
package struct VisitRecord: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case visit
    case review
  }

  package enum Service: String, CaseIterable, Sendable {
    case eatIn = "eat-in"
    case takeAway = "take-away"
    case delivery
  }

  package static let ratings = 1...5
  /// Bytes. More is no review.
  package static let mostText = 1 << 16
  package static let mostPhotos = 10
  /// Bytes. Ids of finder's own have 17.
  static let mostID = 64

  /// What rows that are printed have besides the record: it is worked out anew each time, so a record
  /// that was made of such a row does not keep it.
  static let workedOut = [
    "closed", "venue_id_now", "distance_m", "walk_m", "walk_min", "burns_kcal",
  ]

  package let id: String
  package let venue: RecordedVenue
  package var date: CalendarDate
  package let kind: Kind
  package var rating: Int?
  package var recommend: Bool?
  package var service: Service?
  package var text: String?
  /// Names of files in the folder of photos.
  package var photos: [String] = []
  var others = OtherMembers()

  /// With an id of its own.
  package init(_ kind: Kind, of venue: RecordedVenue, on date: CalendarDate) {
    (self.kind, self.venue, self.date) = (kind, venue, date)
    id = Self.newID(date)
  }

  /// A review says something; a visit was made.
  package var saysSomething: Bool { kind == .visit || text != nil || rating != nil }

  // MARK: Ids

  /// The date, so that people know which it is, and 40 random bits: of a thousand records of one day two
  /// would share an id once in two million times.
  private static func newID(_ date: CalendarDate) -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let end = (0..<8).map { _ in letters[Int.random(in: 0..<32)] }
    return date.text().filter { $0 != "-" } + "-" + String(end)
  }
}
