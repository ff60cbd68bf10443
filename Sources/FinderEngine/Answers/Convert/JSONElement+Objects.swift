// Elements that are objects of other services, or finder's own.

extension JSONCursor {
  // MARK: Hygiene ratings

  mutating func readEstablishment(
    into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var position = PositionSpans()
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "geocode"), cursor.byte == UInt8(ascii: "{") {
        return try position.take(membersAt: &cursor)
      }
      let value = try cursor.spanOfValue()
      if cursor.string(key, is: "FHRSID") { record.id = cursor.bytes(of: value) }
      record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
    }
    return position.set(&record, self).map { .fault($0) } ?? .record
  }

  // MARK: Objects with lat and lon

  mutating func readObject(
    _ columns: ListInput, into record: inout ListRecord
  ) throws(ParseError) -> ListReading {
    var type = JSONSpan.none
    var (properties, geometry) = (JSONSpan.none, JSONSpan.none)
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
        if isNull, cursor.string(key, is: "name") || cursor.string(key, is: "postcode") { return }
        record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
      }
    }
    let kind = bytes(of: type)
    if kind.equals("\"FeatureCollection\"") { return .fault(JSONList.collectionProblem) }
    if kind.equals("\"Feature\"") {
      record.clear()
      self.position = start
      return try readListFeature(into: &record)
    }
    forEachMember(of: properties) { key, value in
      record.append(key: rawBytes(key), value: bytes(of: value))
    }
    if geometry.isNone { return position.set(&record, self).map { .fault($0) } ?? .record }
    var ahead = moved(to: geometry.start)
    return try ahead.readPlace(into: &record).map { .fault($0) } ?? .record
  }
}
