import FinderEngine

/// An establishment's members, as they are in the answer.
struct HygieneVenue {
  enum Member: String {
    case name = "BusinessName"
    case type = "BusinessType"
    case line1 = "AddressLine1"
    case line2 = "AddressLine2"
    case line3 = "AddressLine3"
    case line4 = "AddressLine4"
    case postcode = "PostCode"
    case phone = "Phone"
    case rating = "RatingValue"
    case date = "RatingDate"
    case authority = "LocalAuthorityName"
    case longitude, latitude
  }

  private(set) var id: UInt64 = 0
  private var spans: [Member: JSONStringSpan] = [:]

  subscript(member: Member) -> JSONStringSpan? {
    spans[member].flatMap { $0.count == 0 ? nil : $0 }
  }

  mutating func read(_ cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let isObject = cursor.byte == UInt8(ascii: "{")
      if isObject, cursor.string(key, is: "geocode") {
        var isFirst = true
        while let key = try cursor.nextMember(&isFirst) { try take(key, &cursor) }
      } else if cursor.string(key, is: "FHRSID") {
        let value = try cursor.spanOfValue()
        id = cursor.integer(value).flatMap { UInt64(exactly: $0) } ?? 0
      } else {
        try take(key, &cursor)
      }
    }
  }

  /// Takes texts and numbers: some versions of the API write a number as a text.
  private mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) {
    let first = cursor.byte
    let value = try cursor.spanOfValue()
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || first &- 0x30 < 10 else {
      return
    }
    if let member = Member(rawValue: String(decoding: cursor.decoded(key), as: UTF8.self)) {
      spans[member] = cursor.idToken(value)
    }
  }

  /// `nil` if there is no position. For some of these the API has 0,0.
  func point(in cursor: JSONCursor) -> Coordinate? {
    guard let north = self[.latitude], let east = self[.longitude],
      let latitude = DecimalNumber.parse(cursor.rawBytes(north)),
      let longitude = DecimalNumber.parse(cursor.rawBytes(east)),
      latitude != 0 || longitude != 0
    else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }

  func append(name: JSONStringSpan, _ cursor: JSONCursor, to output: inout ByteBuffer) {
    func append(_ key: StaticString, _ span: JSONStringSpan?) {
      guard let span else { return }
      output.append(key: key)
      output.append("\"")
      output.append(cursor.rawBytes(span))
      output.append("\"")
    }
    append("name", name)
    append("postcode", self[.postcode])
    appendAddress(cursor, to: &output)
    append("phone", self[.phone])
    append("business_type", self[.type])
    if let rating = self[.rating] {
      // A number is written as one, so it can be compared; some ratings are words, such as Pass and Exempt.
      let isDigit = rating.count == 1 && cursor.rawBytes(rating)[0] &- 0x30 < 10
      if isDigit {
        output.append(key: "hygiene_rating", json: cursor.rawBytes(rating))
      } else {
        append("hygiene_rating", rating)
      }
    }
    append("hygiene_date", day(in: cursor))
    append("authority", self[.authority])
  }

  /// `2019-05-10` from `2019-05-10T00:00:00`. A date before 2000 means that there is none: the scheme began
  /// in 2010.
  private func day(in cursor: JSONCursor) -> JSONStringSpan? {
    guard var span = self[.date], span.count >= 10, !span.hasEscapes else { return nil }
    span.end = span.start + 10
    let text = String(decoding: cursor.rawBytes(span), as: UTF8.self)
    return text >= "2000" && Timestamp.seconds(ofDay: text) != nil ? span : nil
  }

  private func appendAddress(_ cursor: JSONCursor, to output: inout ByteBuffer) {
    var isFirst = true
    for line in [Member.line1, .line2, .line3, .line4] {
      guard let span = self[line] else { continue }
      if isFirst {
        output.append(key: "address")
        output.append("\"")
      } else {
        output.append(", ")
      }
      isFirst = false
      output.append(cursor.rawBytes(span))
    }
    if !isFirst { output.append("\"") }
  }
}
