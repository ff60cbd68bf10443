import FinderEngine

/// Reads an answer of Overpass to `out count; out center tags` into features.
///
/// Ways and relations are placed at their centres. The answer must be complete: without a `remark`, which
/// means that the server gave up, and with as many elements as it counted.
package struct OverpassAnswer {
  private let text: PaddedBytes
  private let test: FetchAreaTest
  private let includesPrivate: Bool
  private let today: String
  private var tags = OSMTags()
  /// What the answer says about itself.
  private var (remark, counted): (String?, Int?)
  private var lists = 0

  /// Venues outside the area are left out: Overpass measures on a sphere, and includes ways that only touch
  /// the area.
  package static func read(
    _ text: PaddedBytes, in area: FetchArea?, includesPrivate: Bool = false,
    today: String = Timestamp.today, into features: inout FetchedFeatures
  ) throws(FetchFault) {
    var answer = OverpassAnswer(
      text: text, test: FetchAreaTest(area), includesPrivate: includesPrivate, today: today)
    try answer.read(into: &features)
  }

  private init(text: PaddedBytes, test: FetchAreaTest, includesPrivate: Bool, today: String) {
    (self.text, self.test, self.includesPrivate, self.today) = (text, test, includesPrivate, today)
  }

  private mutating func read(into features: inout FetchedFeatures) throws(FetchFault) {
    let before = features.tally.received
    do throws(ParseError) {
      try readText(into: &features)
    } catch {
      throw .unreadable(error, text)
    }
    if let remark { throw FetchFault("it gave up: \(fitForMessage(remark))") }
    guard lists > 0 else { throw FetchFault("its answer has no list of elements") }
    guard lists == 1 else { throw FetchFault("its answer has several lists of elements") }
    let found = features.tally.received - before
    guard let counted else { throw FetchFault("it does not say how many elements there are") }
    guard counted == found else {
      throw FetchFault("it counted \(counted) elements and sent \(found)")
    }
    try features.endPart()
  }

  private mutating func readText(into features: inout FetchedFeatures) throws(ParseError) {
    var cursor = JSONCursor(text)
    defer { withExtendedLifetime(text) {} }
    cursor.skipWhitespace()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if cursor.string(key, is: "elements") {
        lists += 1
        var isFirst = true
        while try cursor.nextElement(&isFirst) { try readElement(&cursor, into: &features) }
      } else if cursor.string(key, is: "remark") {
        remark = try cursor.readMessage() ?? "the answer has a remark"
      } else {
        try cursor.skipValue()
      }
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
  }

  fileprivate struct Element {
    var type = JSONStringSpan.none
    var number: UInt64 = 0
    var (latitude, longitude) = (JSONSpan.none, JSONSpan.none)
    var point = Coordinate(latitude: .nan, longitude: .nan)
  }

  private mutating func readElement(
    _ cursor: inout JSONCursor, into features: inout FetchedFeatures
  ) throws(ParseError) {
    let start = cursor.position
    var element = Element()
    tags.clear()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let first = cursor.byte
      if cursor.string(key, is: "tags"), first == UInt8(ascii: "{") {
        try readTags(&cursor)
      } else if cursor.string(key, is: "type"), first == UInt8(ascii: "\"") {
        element.type = try cursor.readString()
        // The figures of a count are not a venue's tags.
        if cursor.string(element.type, is: "count") { return try readCount(&cursor) }
      } else if cursor.string(key, is: "id"), first &- 0x30 < 10 {
        element.number = try cursor.readWholeNumber()
      } else if cursor.string(key, is: "center"), first == UInt8(ascii: "{") {
        var isFirst = true
        while let key = try cursor.nextMember(&isFirst) { try element.take(key, &cursor) }
      } else {
        try element.take(key, &cursor)
      }
    }
    let kind = ObjectKind.allCases.first { cursor.string(element.type, is: $0.name) }
    guard let kind, let id = ObjectID(kind, Int64(clamping: element.number)) else {
      throw ParseError(start, "expected an element with a type and an id")
    }
    features.tally.received += 1
    write(element, id, cursor, into: &features)
  }

  private mutating func readTags(_ cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      guard cursor.byte == UInt8(ascii: "\"") else {
        try cursor.skipValue()
        continue
      }
      let value = cursor.rawBytes(try cursor.readString())
      tags.set(String(decoding: cursor.decoded(key), as: UTF8.self), to: value)
    }
  }

  /// The members after its type.
  private mutating func readCount(_ cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = false
    while let key = try cursor.nextMember(&isFirst) {
      guard cursor.string(key, is: "tags"), cursor.byte == UInt8(ascii: "{") else {
        try cursor.skipValue()
        continue
      }
      var isFirst = true
      while let key = try cursor.nextMember(&isFirst) {
        let value = try cursor.spanOfValue()
        if cursor.string(key, is: "total") { counted = cursor.integer(value) ?? counted }
      }
    }
  }

  private mutating func write(
    _ element: Element, _ id: ObjectID, _ cursor: JSONCursor, into features: inout FetchedFeatures
  ) {
    let name: Bytes
    switch tags.verdict(today: today, includesPrivate: includesPrivate) {
    case .keep(let shown): name = shown
    case .leaveOut(let reason):
      features.tally.leftOut[reason] += 1
      return
    }
    guard
      Coordinate(validLatitude: element.point.latitude, longitude: element.point.longitude)
        != nil
    else {
      features.tally.leftOut[.placeless] += 1
      return
    }
    guard test.contains(element.point) else {
      features.tally.leftOut[.outside] += 1
      return
    }
    features.append(id.word) { output in
      output.append(cursor.bytes(of: element.longitude))
      output.append(",")
      output.append(cursor.bytes(of: element.latitude))
    } properties: {
      tags.append(propertiesNamed: name, to: &$0)
    }
  }
}

extension OverpassAnswer.Element {
  /// A member of the element, or of its centre.
  @inline(__always)
  fileprivate mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) {
    let isNumber = cursor.byte == UInt8(ascii: "-") || cursor.byte &- 0x30 < 10
    let start = cursor.position
    if isNumber, cursor.string(key, is: "lat") {
      point.latitude = try cursor.readDouble()
      latitude = JSONSpan(start: start, end: cursor.position)
    } else if isNumber, cursor.string(key, is: "lon") {
      point.longitude = try cursor.readDouble()
      longitude = JSONSpan(start: start, end: cursor.position)
    } else {
      try cursor.skipValue()
    }
  }
}

extension JSONCursor {
  /// Digits only; a number larger than any id becomes the largest number.
  mutating func readWholeNumber() throws(ParseError) -> UInt64 {
    let start = position
    let digits = bytes(of: try readNumber())
    var value: UInt64 = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { throw ParseError(start, "expected a whole number") }
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(UInt64(digit &- 0x30))
      if first || second { return .max }
      value = sum
    }
    return value
  }
}
