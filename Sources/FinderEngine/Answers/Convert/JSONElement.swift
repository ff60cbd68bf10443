// Reads elements of JSON lists into records: finds the kind of each, and reads those of GeoJSON.

extension JSONCursor {
  /// Reads an element into the record. `nil` for a FeatureCollection. A fault is a clause for people.
  mutating func readElement(
    of container: JSONList.Container, _ columns: ListInput, into record: inout ListRecord,
    _ element: inout OverpassElement
  ) throws(ParseError) -> ListReading? {
    guard byte == UInt8(ascii: "{") else {
      try skipValue()
      return .fault("is not an object")
    }
    switch container {
    case .features: return try readListFeature(into: &record)
    case .elements: return try readOverpassElement(into: &record, &element)
    case .establishments: return try readEstablishment(into: &record)
    case .venues, .array:
      return try begins(asType: "Feature")
        ? readListFeature(into: &record) : readObject(columns, into: &record)
    }
  }

  /// Whether a value is a text that names a kind of geometry.
  private func isGeometryType(ofText value: JSONSpan) -> Bool {
    !value.isNone && base[value.start] == UInt8(ascii: "\"") && isGeometryType(idToken(value))
  }

  /// Whether an object begins here whose first member is this `type`.
  private func begins(asType type: StaticString) throws(ParseError) -> Bool {
    var ahead = self
    var isFirst = true
    guard let key = try ahead.nextMember(&isFirst), ahead.string(key, is: "type") else {
      return false
    }
    return try ahead.readWhetherString(is: type)
  }

  mutating func readListFeature(into record: inout ListRecord) throws(ParseError) -> ListReading {
    var isFeature = false
    var problem: String?
    try readObject { (key, cursor) throws(ParseError) in
      switch cursor.featureMember(key) {
      case .properties:
        if !(try cursor.readMembers(into: &record)) {
          problem = FeatureFault.malformedProperties.explanation
        }
      case .geometry: if let fault = try cursor.readPlace(into: &record) { problem = fault }
      case .type: isFeature = try cursor.readWhetherString(is: "Feature")
      case .id: try cursor.readID(into: &record)
      case .other:
        let value = cursor.bytes(of: try cursor.spanOfForeignMember(key))
        record.foreign.append(ListRecord.Member(key: cursor.rawBytes(key), value: value))
      }
    }
    guard isFeature else { return .fault(FeatureFault.notAFeature.explanation) }
    return ListReading(problem: problem)
  }

  private enum FeatureMember {
    case properties, geometry, type, id, other
  }

  /// By length first: comparing each key with all four names took a tenth of a conversion.
  private func featureMember(_ key: JSONStringSpan) -> FeatureMember {
    withDecoded(key) { name in
      switch name.count {
      case 10 where name.equals("properties"): .properties
      case 8 where name.equals("geometry"): .geometry
      case 4 where name.equals("type"): .type
      case 2 where name.equals("id"): .id
      default: .other
      }
    }
  }

  mutating func spanOfForeignMember(_ key: JSONStringSpan) throws(ParseError) -> JSONSpan {
    let start = position
    try passForeignMember(key)
    return JSONSpan(start: start, end: position)
  }

  private mutating func readID(into record: inout ListRecord) throws(ParseError) {
    let span = try spanOfValue()
    let isNull = base[span.start] == UInt8(ascii: "n")
    record.id = isNull ? ListRecord.noText : bytes(of: span)
  }

  /// False for anything other than an object or null.
  mutating func readMembers(into record: inout ListRecord) throws(ParseError) -> Bool {
    record.members.removeAll()
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

  /// Reads a geometry. Returns what is wrong with it, or `nil`.
  mutating func readPlace(into record: inout ListRecord) throws(ParseError) -> String? {
    record.place = .none
    record.coordinate = nil
    if byte == UInt8(ascii: "n") {
      try skipValue()
      return nil
    }
    let start = position
    if let point = readBarePoint() {
      return record.setPoint(
        latitude: bytes(of: point.latitude), longitude: bytes(of: point.longitude),
        ifValid: point.position)
    }
    position = start
    var scan = GeometryScan()
    try readGeometry(into: &scan)
    switch scan.verdict {
    case nil: record.coordinate = scan.center
    // An empty geometry gives no position, but is kept as it is.
    case .emptyGeometry: break
    case let fault?: return fault.explanation
    }
    record.place = .other(bytes(of: JSONSpan(start: start, end: position)))
    return nil
  }

  private typealias BarePoint = (position: Coordinate, latitude: JSONSpan, longitude: JSONSpan)

  /// A point of two numbers and nothing else; otherwise `nil`, with the cursor in an unspecified place.
  private mutating func readBarePoint() -> BarePoint? {
    let outerDepth = depth
    defer { depth = outerDepth }
    var point: BarePoint?
    var (isFirst, hasType) = (true, false)
    do throws(ParseError) {
      while let key = try nextMember(&isFirst) {
        if !hasType, string(key, is: "type") {
          guard try readWhetherString(is: "Point") else { return nil }
          hasType = true
        } else if point == nil, string(key, is: "coordinates") {
          point = try readTwoNumbers()
          guard point != nil else { return nil }
        } else {
          return nil
        }
      }
    } catch {
      return nil
    }
    return hasType ? point : nil
  }

  private mutating func readTwoNumbers() throws(ParseError) -> BarePoint? {
    var isFirst = true
    guard try nextElement(&isFirst) else { return nil }
    let first = position
    let longitude = try readDouble()
    let longitudeSpan = JSONSpan(start: first, end: position)
    guard try nextElement(&isFirst) else { return nil }
    let second = position
    let latitude = try readDouble()
    let latitudeSpan = JSONSpan(start: second, end: position)
    guard try !nextElement(&isFirst) else { return nil }
    return (Coordinate(latitude: latitude, longitude: longitude), latitudeSpan, longitudeSpan)
  }

  // Elements that are objects of other services, or finder's own

  mutating func readEstablishment(into record: inout ListRecord) throws(ParseError) -> ListReading {
    var position = PositionSpans()
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "geocode"), cursor.byte == UInt8(ascii: "{") {
        return try position.take(membersAt: &cursor)
      }
      let value = try cursor.spanOfValue()
      if cursor.string(key, is: "FHRSID") { record.id = cursor.bytes(of: value) }
      record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
    }
    return ListReading(problem: position.set(&record, self))
  }

  private mutating func readObject(
    _ columns: ListInput, into record: inout ListRecord
  ) throws(ParseError) -> ListReading? {
    var type = JSONSpan.none
    var (properties, geometry, coordinates) = (JSONSpan.none, JSONSpan.none, JSONSpan.none)
    var position = PositionSpans()
    let start = self.position
    try readObject { (key, cursor) throws(ParseError) in
      let (isObject, isNull) = (cursor.byte == UInt8(ascii: "{"), cursor.byte == UInt8(ascii: "n"))
      let value = try cursor.spanOfValue()
      if position.take(key, value, cursor, columns.position, leaving: &record) {
        return
      } else if isObject, cursor.string(key, is: "properties") {
        properties = value
      } else if isObject, cursor.string(key, is: "geometry") {
        geometry = value
      } else if cursor.string(key, is: "id") {
        record.id = isNull ? ListRecord.noText : cursor.bytes(of: value)
      } else {
        if cursor.string(key, is: "type") { type = value }
        if cursor.string(key, is: "coordinates") || cursor.string(key, is: "geometries") {
          coordinates = value
        }
        if isNull, cursor.string(key, is: "name") || cursor.string(key, is: "postcode") { return }
        record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
      }
    }
    let kind = bytes(of: type)
    if kind.equals("\"FeatureCollection\"") { return nil }
    if kind.equals("\"Feature\"") {
      record.clear()
      self.position = start
      return try readListFeature(into: &record)
    }
    // As in a dataset, a geometry by itself is a feature without properties.
    if !coordinates.isNone, geometry.isNone, position.isEmpty, isGeometryType(ofText: type) {
      record.clear()
      self.position = start
      return try ListReading(problem: readPlace(into: &record))
    }
    forEachMember(of: properties) { key, value in
      record.append(key: rawBytes(key), value: bytes(of: value))
    }
    if geometry.isNone { return ListReading(problem: position.set(&record, self)) }
    var ahead = moved(to: geometry.start)
    return try ListReading(problem: ahead.readPlace(into: &record))
  }
}

extension PositionSpans {
  /// Takes the member. If it replaces another, that goes to the record. Returns whether it was taken.
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ names: PositionNames,
    leaving record: inout ListRecord
  ) -> Bool {
    switch take(key, value, cursor, names) {
    case .left: return false
    case .taken: break
    case .takenInstead(let other):
      record.append(key: cursor.rawBytes(other.key), value: cursor.bytes(of: other.value))
    }
    return true
  }

  /// Takes numbers, or strings that hold one; null and empty strings count as missing. Returns what is wrong,
  /// or `nil`.
  func set(_ record: inout ListRecord, _ cursor: JSONCursor) -> String? {
    record.setPoint(latitude: text(latitude, cursor), longitude: text(longitude, cursor))
  }
}

extension ListReading {
  fileprivate init(problem: String?) { self = problem.map { .fault($0) } ?? .record }
}
