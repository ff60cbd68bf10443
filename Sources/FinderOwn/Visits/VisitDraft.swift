import FinderEngine

/// A visit or review before its venue and kind are known: from options, answers at a prompt, or a JSON
/// document.
///
///     {"venue":"Hoagie Yard","rating":4,"recommend":true,"service":"eat-in","text":"…",
///      "date":"2026-11-22","photos":["lunch.jpg"]}
package struct VisitDraft: Sendable {
  /// An id or a name.
  package var venue: String?
  package var date: CalendarDate?
  package var rating: Int?
  package var recommend: Bool?
  package var service: VisitRecord.Service?
  package var text: String?
  /// The paths of the files to copy.
  package var photos: [String] = []
  var others = OtherMembers()

  package init() {}

  package var hasContent: Bool { text != nil || rating != nil }

  /// A record with a new id, and with today's date if the draft has none.
  package func record(
    _ kind: VisitRecord.Kind, of venue: RecordedVenue, photos: [CleanPhoto] = []
  ) -> VisitRecord {
    var record = VisitRecord(kind, of: venue, on: date ?? .today)
    (record.rating, record.recommend, record.service) = (rating, recommend, service)
    (record.text, record.others) = (text, others)
    record.photos = photos.map(\.name)
    return record
  }

  /// Reads a document that is one JSON object. Members that finder does not know are kept with the record.
  package init(_ document: PaddedBytes, named name: String) throws(OwnFileError) {
    self = try JSONCursor.reading(document, named: name) { (cursor) throws(ParseError) in
      var draft = VisitDraft()
      try cursor.readMembers { (key, cursor) throws(ParseError) in
        if try !draft.take(key, &cursor) { try draft.others.take(key, &cursor) }
      }
      guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
      return draft
    }
  }

  /// Returns false, with the cursor still at the value, if finder does not know the key.
  private mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Bool {
    let start = cursor.position
    switch String(decoding: cursor.decoded(key), as: UTF8.self) {
    case "venue": venue = try cursor.readTextOrNull()
    case "rating": rating = try cursor.readRating()
    case "recommend": recommend = try cursor.readBool()
    case "service": service = try cursor.readService()
    case "date": date = try cursor.readPastDate()
    case "text": text = try cursor.readTrimmedText()
    case "photos":
      try cursor.readArray { (cursor) throws(ParseError) in
        let start = cursor.position
        guard let path = try cursor.readTextOrNull(), !path.isEmpty else {
          throw ParseError(start, "expected the path of a photo")
        }
        photos.append(path)
      }
      guard photos.count <= VisitRecord.mostPhotos else {
        throw ParseError(start, "expected at most \(VisitRecord.mostPhotos) photos")
      }
    case "id", "kind", "version":
      throw ParseError(start, "expected no \"id\", \"kind\" or \"version\"; 'import' adds records")
    case let name where VisitRecord.computedMembers.contains(name): try cursor.skipValue()
    default: return false
    }
    return true
  }

  /// Without white space at either end; `nil` if nothing is left.
  package static func trimmed(_ text: String) -> String? {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
