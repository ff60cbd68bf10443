/// A JSON object with a point in it, as it is walked over: flat with `lat` and `lon`, or a GeoJSON
/// feature. Which of the two is known only at its end.
struct PointObject {
  private var all: [PointRecord.Member] = []
  private var isFeature = false
  private var geometry: JSONSpan?
  private var latitude: JSONSpan?
  private var longitude: JSONSpan?

  mutating func read(_ cursor: inout JSONCursor) throws(ParseError) {
    var members: [PointRecord.Member] = []
    try cursor.readObject { (key, cursor) throws(ParseError) in
      members.append(PointRecord.Member(key: key, value: try cursor.spanOfValue()))
    }
    all = members
    for member in members { take(member, cursor) }
  }

  private mutating func take(_ member: PointRecord.Member, _ cursor: JSONCursor) {
    if cursor.string(member.key, is: "type") {
      isFeature = cursor.bytes(of: member.value).elementsEqual("\"Feature\"".utf8)
    } else if cursor.string(member.key, is: "geometry") {
      geometry = member.value
    } else {
      cursor.withDecoded(member.key) { key in
        if ColumnNames.isLatitude(key) { latitude = member.value }
        if ColumnNames.isLongitude(key) { longitude = member.value }
      }
    }
  }

  /// Latitude and longitude, whose ranges are not checked yet.
  func numbers(_ cursor: JSONCursor) throws -> (Double, Double) {
    if isFeature { return try pointOfGeometry(cursor) }
    guard let latitude else { throw BadRecord("has no 'lat'") }
    guard let longitude else { throw BadRecord("has no 'lon'") }
    return (try number(latitude, "lat", cursor), try number(longitude, "lon", cursor))
  }

  /// Numbers, or strings that hold one.
  private func number(
    _ span: JSONSpan, _ name: String, _ cursor: JSONCursor
  ) throws(BadRecord) -> Double {
    let token = cursor.bytes(of: span)
    let isString = token.first == UInt8(ascii: "\"")
    let digits = isString ? UnsafeBufferPointer(rebasing: token.dropFirst().dropLast()) : token
    guard let value = DecimalNumber.parse(digits) else {
      throw BadRecord("'\(name)' is not a number: \(excerpt(of: token, at: 0))")
    }
    return value
  }

  private func pointOfGeometry(_ cursor: JSONCursor) throws -> (Double, Double) {
    guard let geometry else { throw BadRecord("has no geometry") }
    var reader = cursor.moved(to: geometry.start)
    var scan = GeometryScan()
    try reader.readGeometry(into: &scan)
    guard scan.verdict == nil || scan.verdict == .outOfRange else {
      throw BadRecord(scan.verdict?.explanation ?? "")
    }
    return (scan.center.latitude, scan.center.longitude)
  }

  /// What goes back to the asker: all but the point itself and what the answer writes anew.
  func members(_ cursor: JSONCursor) -> [PointRecord.Member] {
    all.filter { member in
      if cursor.string(member.key, is: "line") { return false }
      if isFeature {
        return !cursor.string(member.key, is: "type") && !cursor.string(member.key, is: "geometry")
          && !cursor.string(member.key, is: "lat") && !cursor.string(member.key, is: "lon")
      }
      return cursor.withDecoded(member.key) { key in
        !ColumnNames.isLatitude(key) && !ColumnNames.isLongitude(key)
      }
    }
  }
}
