// What stands round the elements.

extension JSONList {
  /// Passes over white space and record separators; false at the end.
  func findText() throws -> Bool {
    while true {
      let window = stream.window
      let start = window.firstIndex { !$0.isBlank && $0 != 0x1E } ?? window.count
      stream.use(start)
      if start < window.count { return true }
      if stream.isAtEnd {
        if texts == 0 { throw stream.failure("expected JSON, but there is none", at: 0) }
        return false
      }
      try stream.fill()
    }
  }

  /// Looks for the array that holds the elements, and stops at its bracket. `nil` where the text is a
  /// record itself.
  func findContainer(_ cursor: inout JSONCursor) throws(ParseError) -> Container? {
    if cursor.byte == UInt8(ascii: "[") { return .array }
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a JSON object ('{') or an array of them")
    }
    var ahead = cursor
    var members: [(JSONStringSpan, JSONSpan)] = []
    var (isFirst, isCollection) = (true, false)
    while let key = try ahead.nextMember(&isFirst) {
      if let container = try container(key, ahead, isCollection: isCollection) {
        cursor = ahead
        for (key, value) in members { totals.take(key, value, cursor) }
        // Of several collections the first one's members are kept.
        if texts == 1, container == .features {
          for (key, value) in members {
            membersBefore.append(cursor.rawBytes(key), cursor.bytes(of: value))
          }
        }
        return container
      }
      if isCollection, ahead.string(key, is: "features") {
        throw ahead.failure("expected 'features' to be an array")
      }
      if !isCollection, try isOfRecord(key, ahead) { return nil }
      let value = try ahead.spanOfForeignMember(key)
      if ahead.string(key, is: "type") {
        isCollection = ahead.bytes(of: value).equals("\"FeatureCollection\"")
      } else {
        members.append((key, value))
      }
    }
    throw ParseError(
      cursor.position,
      isCollection
        ? "expected a 'features' array in the FeatureCollection"
        : "expected GeoJSON, an answer of Overpass or of the hygiene ratings' API, or objects with "
          + "'lat' and 'lon'")
  }

  private func container(
    _ key: JSONStringSpan, _ cursor: JSONCursor, isCollection: Bool
  ) throws(ParseError) -> Container? {
    guard cursor.byte == UInt8(ascii: "["),
      let container = Self.containers.first(where: { cursor.string(key, is: $0.0) })?.1
    else { return nil }
    if isCollection { return container == .features ? .features : nil }
    // An array of objects: `"features":["terrace"]` is a property.
    var ahead = cursor
    var isFirst = true
    guard try ahead.nextElement(&isFirst) else { return container }
    guard ahead.position < ahead.end else { throw ahead.failure("expected an element") }
    return ahead.byte == UInt8(ascii: "{") ? container : nil
  }

  private static let containers: [(StaticString, Container)] = [
    ("features", .features), ("elements", .elements), ("establishments", .establishments),
    ("venues", .venues),
  ]

  /// Members that only the text of one venue has.
  private func isOfRecord(_ key: JSONStringSpan, _ cursor: JSONCursor) throws(ParseError) -> Bool {
    if cursor.string(key, is: "type") {
      var ahead = cursor
      return ahead.bytes(of: try ahead.spanOfValue()).equals("\"Feature\"")
    }
    return cursor.string(key, is: "geometry")
      || cursor.withDecoded(key) { key in
        ColumnNames.isOne(of: ColumnNames.latitude + ColumnNames.longitude, key)
          || [columns.position.latitude, columns.position.longitude].contains {
            $0?.utf8.elementsEqual(key) ?? false
          }
      }
  }

  /// Passes over the next member after the array of elements; false at the end of its object.
  func passMember(
    _ cursor: inout JSONCursor, _ container: Container
  ) throws(ParseError) -> Bool {
    var isFirst = false
    guard let key = try cursor.nextMember(&isFirst) else { return false }
    if container == .features, cursor.string(key, is: "features") {
      throw cursor.failure("expected 'features' only once")
    }
    let value = try cursor.spanOfForeignMember(key)
    // Only a value with its end in sight is whole.
    guard cursor.position < cursor.end || stream.isAtEnd else { return true }
    totals.take(key, value, cursor)
    if container == .elements, cursor.string(key, is: "remark"),
      cursor.base[value.start] == UInt8(ascii: "\"")
    {
      let remark = String(decoding: cursor.decoded(cursor.idToken(value)), as: UTF8.self)
      remarks.append("Overpass remarks: \(fitForMessage(remark))")
    }
    guard container == .features, texts == 1 else { return true }
    if !cursor.string(key, is: "type") {
      membersAfter.append(cursor.rawBytes(key), cursor.bytes(of: value))
    } else if !cursor.bytes(of: value).equals("\"FeatureCollection\"") {
      throw ParseError(value.start, "expected a FeatureCollection around 'features'")
    }
    return true
  }
}
