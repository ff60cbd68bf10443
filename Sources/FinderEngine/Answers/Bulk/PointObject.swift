/// A JSON object with a point in it, collected while it is read: flat with `lat` and `lon`, a GeoJSON
/// feature, or a bare geometry. Which it is becomes clear only at its end.
struct PointObject {
  private var all: [ObjectMember] = []
  private(set) var isFeature = false
  private var isCollection = false
  private var isGeometry = false
  private var geometry: JSONSpan?
  private var position = PositionSpans()

  mutating func read(_ cursor: inout JSONCursor, _ names: PositionNames) throws(ParseError) {
    let start = cursor.position
    var members: [ObjectMember] = []
    try cursor.readObject { (key, cursor) throws(ParseError) in
      members.append(ObjectMember(key: key, value: try cursor.spanOfValue()))
    }
    all = members
    for member in members { take(member, cursor, names) }
    if !names.areGiven, !position.hasBoth { takePlane(cursor) }
    if !names.areGiven, names.point == nil, position.isEmpty, !isFeature, isBareGeometry(cursor) {
      isGeometry = true
      geometry = JSONSpan(start: start, end: cursor.position)
    }
  }

  /// As in `{"type":"Point","coordinates":[…]}`.
  private func isBareGeometry(_ cursor: JSONCursor) -> Bool {
    all.contains { Self.isOfGeometry($0.key, cursor) }
      && all.contains { member in
        guard cursor.string(member.key, is: "type"),
          cursor.base[member.value.start] == UInt8(ascii: "\"")
        else { return false }
        return cursor.isGeometryType(cursor.idToken(member.value))
      }
  }

  private static func isOfGeometry(_ key: JSONStringSpan, _ cursor: JSONCursor) -> Bool {
    cursor.string(key, is: "coordinates") || cursor.string(key, is: "geometries")
  }

  private mutating func take(_ member: ObjectMember, _ cursor: JSONCursor, _ names: PositionNames) {
    if cursor.string(member.key, is: "type") {
      isFeature = cursor.bytes(of: member.value).equals("\"Feature\"")
      isCollection = cursor.bytes(of: member.value).equals("\"FeatureCollection\"")
    } else if cursor.string(member.key, is: "geometry") {
      geometry = member.value
    } else {
      position.take(member.key, member.value, cursor, names)
    }
  }

  private mutating func takePlane(_ cursor: JSONCursor) {
    func member(_ names: [StaticString]) -> ObjectMember? {
      all.first { member in
        cursor.withDecoded(member.key) { ColumnNames.isOne(of: names, $0) }
      }
    }
    guard let y = member(ColumnNames.plane.latitude), let x = member(ColumnNames.plane.longitude)
    else { return }
    (position.latitude.member, position.longitude.member) = (y, x)
  }

  /// The member with a point in words, if the user named one, or if latitude or longitude is missing.
  func pointInWords(_ cursor: JSONCursor, _ names: PositionNames) -> ObjectMember? {
    if let name = names.point {
      return all.last { cursor.withDecoded($0.key) { $0.elementsEqual(name.utf8) } }
    }
    guard !isFeature, !isGeometry, !isCollection, !names.areGiven, !position.hasBoth else {
      return nil
    }
    var best: (member: ObjectMember, rank: Int)?
    for member in all {
      let rank = cursor.withDecoded(member.key) {
        ColumnNames.rankByLetters(of: $0, in: ColumnNames.point)
      }
      if let rank, rank < best?.rank ?? .max { best = (member, rank) }
    }
    return best?.member
  }

  /// Latitude and longitude, not yet checked for range.
  func numbers(_ cursor: JSONCursor, _ names: PositionNames) throws -> (Double, Double) {
    if let name = names.point { throw BadRecord("has no '\(fitForMessage(name))'") }
    if isFeature || isGeometry { return try pointOfGeometry(cursor) }
    if isCollection { throw BadRecord("is a FeatureCollection without 'features'") }
    guard !position.isEmpty || names.areGiven else {
      throw BadRecord("has neither 'lat' and 'lon' nor 'postcode' or 'place'")
    }
    return (
      try number(position.latitude.member, names.latitude ?? "lat", cursor),
      try number(position.longitude.member, names.longitude ?? "lon", cursor)
    )
  }

  /// A number, or a string that holds one, as lists write them.
  private func number(
    _ member: ObjectMember?, _ name: String, _ cursor: JSONCursor
  ) throws(BadRecord) -> Double {
    guard let member else { throw BadRecord("has no '\(fitForMessage(name))'") }
    let token = cursor.bytes(of: member.value)
    let isString = token.first == UInt8(ascii: "\"")
    let isLatitude = member.value == position.latitude.member?.value
    let value =
      isString
      ? Self.number(inString: token, ofLatitude: isLatitude) : DecimalNumber.parse(token)
    guard let value else {
      throw BadRecord(
        "'\(fitForMessage(text(cursor.decoded(member.key))))' is not a number: "
          + excerpt(of: token, at: 0),
        at: member.value.start)
    }
    return value
  }

  private static func number(inString token: Bytes, ofLatitude isLatitude: Bool) -> Double? {
    let text = UnsafeBufferPointer(rebasing: token.dropFirst().dropLast())
    return PositionText.number(text) ?? DegreesText.degrees(inCell: text, ofLatitude: isLatitude)
  }

  private func pointOfGeometry(_ cursor: JSONCursor) throws -> (Double, Double) {
    guard let geometry else { throw BadRecord("has no geometry") }
    var reader = cursor.moved(to: geometry.start)
    var scan = GeometryScan()
    try reader.readGeometry(into: &scan)
    guard scan.verdict == nil || scan.verdict == .outOfRange else {
      throw BadRecord(scan.verdict?.explanation ?? "")
    }
    guard scan.isPoint else {
      throw BadRecord(
        "the geometry is a \(Self.type(of: geometry, cursor)); bulk needs points",
        at: geometry.start)
    }
    return (scan.center.latitude, scan.center.longitude)
  }

  /// The last of several members called `type` counts.
  private static func type(of geometry: JSONSpan, _ cursor: JSONCursor) -> String {
    var type = "geometry"
    cursor.forEachMember(of: geometry) { key, value in
      guard cursor.string(key, is: "type") else { return }
      type = fitForMessage(text(cursor.decoded(cursor.idToken(value))))
    }
    return type
  }

  /// The members to return: all except the point itself and those that the answer writes itself.
  func members(_ cursor: JSONCursor) -> [ObjectMember] { all.filter { comesBack($0.key, cursor) } }

  private func comesBack(_ key: JSONStringSpan, _ cursor: JSONCursor) -> Bool {
    let givesWay = ["line", "lat", "lon"].contains { (word: StaticString) in
      cursor.string(key, is: word)
    }
    if givesWay { return false }
    if isGeometry { return !cursor.string(key, is: "type") && !Self.isOfGeometry(key, cursor) }
    return isFeature
      ? !cursor.string(key, is: "type") && !cursor.string(key, is: "geometry")
      : !position.hasBoth
        || key != position.latitude.member?.key
          && key != position.longitude.member?.key
  }
}
