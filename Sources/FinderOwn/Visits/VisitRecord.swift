import FinderEngine

/// One of the user's visits or reviews: one line of the log.
///
///     {"version":1,"id":"20261122-k3f9xy2m","venue":{"id":"…","name":"…","postcode":"…","lat":51.5,
///      "lon":-0.1},"date":"2026-11-22","kind":"review","rating":4,"recommend":true,
///      "service":"eat-in","text":"…","photos":["SHA-256.jpg"]}
///
/// Missing members are left out. Those that this finder does not know are kept unchanged.
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
  /// In bytes. No review is longer.
  package static let mostText = 1 << 16
  package static let mostPhotos = 10
  /// In bytes. finder's own ids have 17.
  static let mostID = 64

  /// Members that only printed rows have. They are computed each time, so a record read from such a row does
  /// not keep them.
  static let computedMembers = [
    "closed", "venue_id_now", "missing", "distance_m", "walk_m", "walk_min", "burns_kcal",
  ]

  package let id: String
  package let venue: RecordedVenue
  package var date: CalendarDate
  package let kind: Kind
  package var rating: Int?
  package var recommend: Bool?
  package var service: Service?
  package var text: String?
  /// File names in the folder of photos.
  package var photos: [String] = []
  var others = OtherMembers()

  /// A new record, with an id of its own.
  package init(_ kind: Kind, of venue: RecordedVenue, on date: CalendarDate) {
    (self.kind, self.venue, self.date) = (kind, venue, date)
    id = Self.newID(date)
  }

  /// A review must say something; a visit need not.
  package var hasContent: Bool { kind == .visit || text != nil || rating != nil }

  /// The date, so people can recognise it, and 40 random bits: among a thousand records of one day, two share
  /// an id once in two million times.
  private static func newID(_ date: CalendarDate) -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let end = (0..<8).map { _ in letters[Int.random(in: 0..<32)] }
    return date.text().filter { $0 != "-" } + "-" + String(end)
  }

  static let version = 1

  /// Reads the object at the cursor. Any fault is an error, since a partly read record would be written back
  /// incomplete. If `isNew`, the record is checked as strictly as a typed one. Records already in the log are
  /// not, so that they stay readable.
  init(_ cursor: inout JSONCursor, isNew: Bool = false) throws(ParseError) {
    let start = cursor.position
    var members = Members(isNew: isNew)
    try cursor.readMembers { (key, cursor) throws(ParseError) in
      guard try !members.take(key, &cursor) else { return }
      try members.others.take(key, &cursor)
    }
    guard let id = members.id, !id.isEmpty else {
      throw ParseError(start, "expected a record with an \"id\"")
    }
    guard let venue = members.venue else {
      throw ParseError(start, "expected a record with a \"venue\"")
    }
    guard let date = members.date else {
      throw ParseError(start, "expected a record with a \"date\"")
    }
    guard let kind = members.kind else {
      throw ParseError(start, "expected a record with a \"kind\"")
    }
    (self.id, self.venue, self.date, self.kind) = (id, venue, date, kind)
    (rating, recommend, service) = (members.rating, members.recommend, members.service)
    (text, photos, others) = (members.text, members.photos, members.others)
    guard hasContent else {
      throw ParseError(start, "expected a review with a \"rating\" or a \"text\"")
    }
    guard !isNew || kind == .review || rating == nil else {
      throw ParseError(start, "expected a visit without a \"rating\"")
    }
  }

  private struct Members {
    let isNew: Bool
    var id: String?
    var text: String?
    var venue: RecordedVenue?
    var date: CalendarDate?
    var kind: Kind?
    var rating: Int?
    var recommend: Bool?
    var service: Service?
    var photos: [String] = []
    var others = OtherMembers()

    mutating func take(
      _ key: JSONStringSpan, _ cursor: inout JSONCursor
    ) throws(ParseError) -> Bool {
      let start = cursor.position
      switch String(decoding: cursor.decoded(key), as: UTF8.self) {
      case "version": try Self.checkVersion(&cursor)
      case "id": id = try isNew ? cursor.readNewID() : cursor.readTextOrNull()
      case "venue":
        venue = try RecordedVenue(&cursor)
        guard !isNew || venue?.isShort != false else {
          throw ParseError(start, "expected a venue \(RecordedVenue.limit)")
        }
      case "date":
        date = try isNew ? cursor.readPastDate() : cursor.readDate()
        if date == nil { throw ParseError(start, JSONCursor.expectedDate) }
      case "kind":
        kind = try cursor.readTextOrNull().flatMap(Kind.init(rawValue:))
        if kind == nil { throw ParseError(start, "expected visit or review") }
      case "rating": rating = try cursor.readRating()
      case "recommend": recommend = try cursor.readBool()
      case "service": service = try cursor.readService()
      case "text": text = try isNew ? cursor.readTrimmedText() : cursor.readTextOrNull()
      case "photos":
        photos = try cursor.readPhotoNames()
        guard !isNew || photos.count <= VisitRecord.mostPhotos else {
          throw ParseError(start, "expected at most \(VisitRecord.mostPhotos) photos")
        }
      case let name where VisitRecord.computedMembers.contains(name): try cursor.skipValue()
      default: return false
      }
      return true
    }

    private static func checkVersion(_ cursor: inout JSONCursor) throws(ParseError) {
      let start = cursor.position
      let digits = cursor.bytes(of: try cursor.readNumber())
      guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else {
        throw ParseError(start, "expected version \(VisitRecord.version)")
      }
      guard number <= VisitRecord.version else {
        throw ParseError(
          start, "expected version \(VisitRecord.version); a newer finder wrote this")
      }
    }
  }

  /// Its members, without the version of the line.
  package func append(membersTo output: inout ByteBuffer) {
    output.append(key: "id", string: id)
    output.append(key: "venue")
    venue.append(to: &output)
    output.append(key: "date", string: date.text())
    output.append(key: "kind", string: kind.rawValue)
    if let rating { output.append(key: "rating", integer: rating) }
    if let recommend { output.append(key: "recommend", bool: recommend) }
    if let service { output.append(key: "service", string: service.rawValue) }
    if let text { output.append(key: "text", string: text) }
    if !photos.isEmpty {
      output.append(key: "photos", elements: photos.count) { $0.append(jsonString: photos[$1]) }
    }
    others.append(to: &output)
  }

  func append(lineTo output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "version", integer: Self.version)
      append(membersTo: &output)
    }
    output.append("\n")
  }
}

extension JSONCursor {
  fileprivate static let expectedDate = "expected a date such as 2026-11-22"

  /// `nil` for null.
  fileprivate mutating func readDate() throws(ParseError) -> CalendarDate? {
    let start = position
    guard let text = try readTextOrNull() else { return nil }
    guard let date = CalendarDate(text) else { throw ParseError(start, Self.expectedDate) }
    return date
  }

  /// Ids are typed and pasted, also in shells.
  fileprivate mutating func readNewID() throws(ParseError) -> String? {
    let start = position
    guard let id = try readTextOrNull() else { return nil }
    let isPlain = id.utf8.allSatisfy { byte in
      byte < 0x80 && byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, id.utf8.count <= VisitRecord.mostID else {
      throw ParseError(
        start, "expected an id of up to \(VisitRecord.mostID) letters, digits, - and _")
    }
    return id
  }

  mutating func readPastDate() throws(ParseError) -> CalendarDate? {
    let start = position
    guard let date = try readDate() else { return nil }
    guard date.hasBegunSomewhere else {
      throw ParseError(start, "expected a date that is not in the future")
    }
    return date
  }

  /// The text of a review or visit, trimmed; `nil` if nothing is left.
  mutating func readTrimmedText() throws(ParseError) -> String? {
    let start = position
    let text = try readTextOrNull().flatMap { VisitDraft.trimmed($0) }
    guard (text?.utf8.count ?? 0) <= VisitRecord.mostText else {
      throw ParseError(start, "expected a text of at most \(VisitRecord.mostText) bytes")
    }
    return text
  }

  mutating func readRating() throws(ParseError) -> Int? {
    let start = position
    if byte == UInt8(ascii: "n") {
      try skipValue()
      return nil
    }
    let digits = bytes(of: try readNumber())
    guard let rating = Int(String(decoding: digits, as: UTF8.self)),
      VisitRecord.ratings.contains(rating)
    else { throw ParseError(start, "expected a rating from 1 to 5") }
    return rating
  }

  mutating func readService() throws(ParseError) -> VisitRecord.Service? {
    let start = position
    guard let text = try readTextOrNull() else { return nil }
    guard let service = VisitRecord.Service(rawValue: text) else {
      throw ParseError(start, "expected eat-in, take-away or delivery")
    }
    return service
  }

  /// Names that lead out of the folder of photos are refused.
  mutating func readPhotoNames() throws(ParseError) -> [String] {
    var names: [String] = []
    try readArray { (cursor) throws(ParseError) in
      let start = cursor.position
      guard let name = try cursor.readTextOrNull(), PhotoName.isOne(name) else {
        throw ParseError(start, "expected the name of a photo: its SHA-256 and .jpg, .png or .webp")
      }
      names.append(name)
    }
    return names
  }
}
