// Elements of lists in JSON, read into records.

extension JSONCursor {
  /// Passes over an element and takes what it says. A fault is a clause for people.
  mutating func readElement(
    of container: JSONList.Container, _ columns: ListColumns, into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    guard byte == UInt8(ascii: "{") else {
      try skipValue()
      return .fault("is not an object")
    }
    switch container {
    case .features: return try readListFeature(into: &record)
    case .elements: return try readOverpassElement(into: &record)
    case .establishments: return try readEstablishment(into: &record)
    case .venues, .array:
      return try beginsAsFeature()
        ? readListFeature(into: &record) : readObject(columns, into: &record)
    }
  }

  private func beginsAsFeature() throws(ParseError) -> Bool {
    var ahead = self
    ahead.position += 1
    ahead.skipWhitespace()
    guard ahead.byte == UInt8(ascii: "\"") else { return false }
    let key = try ahead.readString()
    ahead.skipWhitespace()
    guard ahead.string(key, is: "type"), ahead.skip(":") else { return false }
    ahead.skipWhitespace()
    guard ahead.byte == UInt8(ascii: "\"") else { return false }
    return ahead.string(try ahead.readString(), is: "Feature")
  }

  // MARK: GeoJSON

  private mutating func readListFeature(
    into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var isFeature = false
    var problem: String?
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "properties") {
        if !(try cursor.readMembers(into: &record)) {
          problem = FeatureFault.malformedProperties.explanation
        }
      } else if cursor.string(key, is: "geometry") {
        if let fault = try cursor.readPlace(into: &record) { problem = fault }
      } else if cursor.string(key, is: "type") {
        isFeature = false
        guard cursor.byte == UInt8(ascii: "\"") else { return try cursor.skipValue() }
        isFeature = cursor.string(try cursor.readString(), is: "Feature")
      } else if cursor.string(key, is: "id") {
        try cursor.readID(into: &record)
      } else {
        let start = cursor.position
        try cursor.passForeignMember(key)
        record.foreign.append(
          ListRecord.Member(
            key: cursor.rawBytes(key),
            value: cursor.bytes(of: JSONSpan(start: start, end: cursor.position))))
      }
    }
    guard isFeature else { return .fault(FeatureFault.notAFeature.explanation) }
    return problem.map { .fault($0) } ?? .record
  }

  private mutating func readID(into record: inout ListRecord) throws(ParseError) {
    let span = try spanOfValue()
    let isNull = base[span.start] == UInt8(ascii: "n")
    record.id = isNull ? ListRecord.noText : bytes(of: span)
  }

  /// False where it is neither an object nor null.
  private mutating func readMembers(into record: inout ListRecord) throws(ParseError) -> Bool {
    record.removeMembers()
    guard byte == UInt8(ascii: "{") else {
      let isNull = byte == UInt8(ascii: "n")
      try skipValue()
      return isNull
    }
    try readObject { (key, cursor) throws(ParseError) in
      let value = try cursor.spanOfValue()
      record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
    }
    return true
  }

  /// Passes over a geometry. Returns what is wrong with it, if anything is.
  mutating func readPlace(into record: inout ListRecord) throws(ParseError) -> String? {
    record.place = .none
    record.coordinate = nil
    if byte == UInt8(ascii: "n") {
      try skipValue()
      return nil
    }
    let start = position
    if let point = readBarePoint() {
      let coordinate = Coordinate(latitude: point.latitude, longitude: point.longitude)
      guard
        Coordinate(validLatitude: coordinate.latitude, longitude: coordinate.longitude) != nil
      else { return coordinate.rangeProblem }
      record.setPoint(
        latitude: bytes(of: point.latitudeText), longitude: bytes(of: point.longitudeText),
        at: coordinate)
      return nil
    }
    position = start
    var scan = GeometryScan()
    try readGeometry(into: &scan)
    switch scan.verdict {
    case nil: record.coordinate = scan.center
    // As good as none, but it stays what it is.
    case .emptyGeometry: break
    case let fault?: return fault.explanation
    }
    record.place = .other(bytes(of: JSONSpan(start: start, end: position)))
    return nil
  }

  private struct BarePoint {
    let latitude: Double
    let longitude: Double
    let latitudeText: JSONSpan
    let longitudeText: JSONSpan
  }

  /// A point of two numbers and nothing else; `nil` with the cursor anywhere where it is not just
  /// that.
  private mutating func readBarePoint() -> BarePoint? {
    let outerDepth = depth
    defer { depth = outerDepth }
    guard skip("{") else { return nil }
    var point: BarePoint?
    var hasType = false
    for member in 0..<2 {
      skipWhitespace()
      guard let key = try? readString() else { return nil }
      skipWhitespace()
      guard skip(":") else { return nil }
      skipWhitespace()
      if !hasType, string(key, is: "type") {
        guard let type = try? readString(), string(type, is: "Point") else { return nil }
        hasType = true
      } else if point == nil, string(key, is: "coordinates") {
        point = readTwoNumbers()
        guard point != nil else { return nil }
      } else {
        return nil
      }
      skipWhitespace()
      guard member == 0 ? skip(",") : skip("}") else { return nil }
    }
    return point
  }

  private mutating func readTwoNumbers() -> BarePoint? {
    guard skip("[") else { return nil }
    skipWhitespace()
    let longitudeStart = position
    guard let longitude = try? readDouble() else { return nil }
    let longitudeText = JSONSpan(start: longitudeStart, end: position)
    skipWhitespace()
    guard skip(",") else { return nil }
    skipWhitespace()
    let latitudeStart = position
    guard let latitude = try? readDouble() else { return nil }
    let latitudeText = JSONSpan(start: latitudeStart, end: position)
    skipWhitespace()
    guard skip("]") else { return nil }
    return BarePoint(
      latitude: latitude, longitude: longitude, latitudeText: latitudeText,
      longitudeText: longitudeText)
  }

  // MARK: Overpass

  /// Nodes stand where they are, ways and relations at the centre that `out center` gives.
  private mutating func readOverpassElement(
    into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var (type, id) = (JSONSpan.none, JSONSpan.none)
    var position = PositionSpans()
    var center = PositionSpans()
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "tags") {
        _ = try cursor.readMembers(into: &record)
      } else if cursor.string(key, is: "center"), cursor.byte == UInt8(ascii: "{") {
        try cursor.readObject { (key, cursor) throws(ParseError) in
          let value = try cursor.spanOfValue()
          center.take(key, value, cursor, ListColumns())
        }
      } else {
        let value = try cursor.spanOfValue()
        if cursor.string(key, is: "type") { type = value }
        if cursor.string(key, is: "id") { id = value }
        position.take(key, value, cursor, ListColumns())
      }
    }
    if record.members.count == 0 { return .passedOver }
    if !type.isNone, !id.isNone, base[type.start] == UInt8(ascii: "\""),
      isNumberOrString(id)
    {
      record.id = record.join(
        JSONCursor.withoutEnd(bytes(of: type)), "/",
        JSONCursor.withoutQuotes(bytes(of: id)), "\"")
    }
    if position.isEmpty { position = center }
    return position.set(&record, self).map { .fault($0) } ?? .record
  }

  private func isNumberOrString(_ value: JSONSpan) -> Bool {
    let first = base[value.start]
    return first &- 0x30 < 10 || first == UInt8(ascii: "-") || first == UInt8(ascii: "\"")
  }

  private static func withoutEnd(_ text: ListRecord.Text) -> ListRecord.Text {
    ListRecord.Text(rebasing: text.dropLast())
  }

  private static func withoutQuotes(_ text: ListRecord.Text) -> ListRecord.Text {
    text.first == UInt8(ascii: "\"") && text.count >= 2
      ? ListRecord.Text(rebasing: text.dropFirst().dropLast()) : text
  }

  // MARK: Hygiene ratings

  private mutating func readEstablishment(
    into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var position = PositionSpans()
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "geocode"), cursor.byte == UInt8(ascii: "{") {
        try cursor.readObject { (key, cursor) throws(ParseError) in
          let value = try cursor.spanOfValue()
          position.take(key, value, cursor, ListColumns())
        }
        return
      }
      let value = try cursor.spanOfValue()
      if cursor.string(key, is: "FHRSID") { record.id = cursor.bytes(of: value) }
      record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
    }
    return position.set(&record, self).map { .fault($0) } ?? .record
  }

  // MARK: Objects with lat and lon

  private mutating func readObject(
    _ columns: ListColumns, into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var type = JSONSpan.none
    var (properties, geometry) = (JSONSpan.none, JSONSpan.none)
    var position = PositionSpans()
    let start = self.position
    try readObject { (key, cursor) throws(ParseError) in
      let first = cursor.byte
      let value = try cursor.spanOfValue()
      if position.take(key, value, cursor, columns) { return }
      let isObject = first == UInt8(ascii: "{")
      if isObject, cursor.string(key, is: "properties") {
        properties = value
      } else if isObject, cursor.string(key, is: "geometry") {
        geometry = value
      } else if cursor.string(key, is: "id") {
        record.id = first == UInt8(ascii: "n") ? ListRecord.noText : cursor.bytes(of: value)
      } else {
        if cursor.string(key, is: "type") { type = value }
        let isName = cursor.string(key, is: "name") || cursor.string(key, is: "postcode")
        if isName, first == UInt8(ascii: "n") { return }
        record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
      }
    }
    if !type.isNone {
      if bytes(of: type).elementsEqual("\"FeatureCollection\"".utf8) {
        return .fault(JSONList.collectionProblem)
      }
      if bytes(of: type).elementsEqual("\"Feature\"".utf8) {
        record.clear()
        self.position = start
        return try readListFeature(into: &record)
      }
    }
    let end = self.position
    defer { self.position = end }
    if !properties.isNone {
      forEachMember(of: properties) { key, value in
        record.append(key: rawBytes(key), value: bytes(of: value))
      }
    }
    if !geometry.isNone {
      self.position = geometry.start
      return try readPlace(into: &record).map { .fault($0) } ?? .record
    }
    return position.set(&record, self).map { .fault($0) } ?? .record
  }
}

/// Where an object has its latitude and longitude.
private struct PositionSpans {
  private var latitude = JSONSpan.none
  private var longitude = JSONSpan.none

  var isEmpty: Bool { latitude.isNone && longitude.isNone }

  /// Whether the member is one of the two.
  @discardableResult
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ columns: ListColumns
  ) -> Bool {
    let isLatitude = cursor.withDecoded(key) { Self.is($0, columns.latitude, ColumnNames.latitude) }
    let isLongitude = cursor.withDecoded(key) {
      Self.is($0, columns.longitude, ColumnNames.longitude)
    }
    if isLatitude { latitude = value }
    if isLongitude { longitude = value }
    return isLatitude || isLongitude
  }

  private static func `is`(
    _ key: UnsafeBufferPointer<UInt8>, _ named: String?, _ usual: [StaticString]
  ) -> Bool {
    if let named { return key.elementsEqual(named.utf8) }
    guard key.count <= 9, let first = key.first, first | 0x20 == UInt8(ascii: "l") else {
      return false
    }
    return ColumnNames.isOne(of: usual, key)
  }

  /// Numbers, or strings that hold one; null and empty strings are none. Returns what is wrong.
  func set(_ record: inout ListRecord, _ cursor: JSONCursor) -> String? {
    record.setPoint(latitude: text(latitude, cursor), longitude: text(longitude, cursor))
  }

  private func text(_ span: JSONSpan, _ cursor: JSONCursor) -> UnsafeBufferPointer<UInt8>? {
    guard !span.isNone, cursor.base[span.start] != UInt8(ascii: "n") else { return nil }
    var text = cursor.bytes(of: span)
    if text.first == UInt8(ascii: "\"") {
      text = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
      if !text.contains(where: { !$0.isBlank }) { return nil }
    }
    return text
  }
}
