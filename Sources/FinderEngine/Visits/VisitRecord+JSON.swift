extension VisitRecord {
  static let version = 1

  /// The object that begins here. Whatever is wrong with it is an error: a record that was read in part
  /// would be written back in part.
  init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var members = Members()
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
    guard saysSomething else {
      throw ParseError(start, "expected a review with a \"rating\" or a \"text\"")
    }
  }

  private struct Members {
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
      case "id": id = try cursor.readText()
      case "venue": venue = try RecordedVenue(&cursor)
      case "date":
        date = try cursor.readText().flatMap { CalendarDate($0) }
        if date == nil { throw ParseError(start, "expected a date such as 2026-11-22") }
      case "kind":
        kind = try cursor.readText().flatMap(Kind.init(rawValue:))
        if kind == nil { throw ParseError(start, "expected visit or review") }
      case "rating": rating = try cursor.readRating()
      case "recommend": recommend = try cursor.readBool()
      case "service": service = try cursor.readService()
      case "text": text = try cursor.readText()
      case "photos": photos = try cursor.readPhotoNames()
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

  /// Its members, without the line's version.
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
    guard let text = try readText() else { return nil }
    guard let service = VisitRecord.Service(rawValue: text) else {
      throw ParseError(start, "expected eat-in, take-away or delivery")
    }
    return service
  }

  /// Names that lead out of the folder of photos are no names of photos.
  mutating func readPhotoNames() throws(ParseError) -> [String] {
    var names: [String] = []
    try readArray { (cursor) throws(ParseError) in
      let start = cursor.position
      guard let name = try cursor.readText(), PhotoName.isOne(name) else {
        throw ParseError(start, "expected the name of a photo: its SHA-256 and .jpg, .png or .webp")
      }
      names.append(name)
    }
    return names
  }
}
