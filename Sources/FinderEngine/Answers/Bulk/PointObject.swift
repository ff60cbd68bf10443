/// A JSON object with a point in it, as it is walked over: flat with `lat` and `lon`, or a GeoJSON
/// feature. Which of the two is known only at its end.
struct PointObject {
  private var all: [ObjectMember] = []
  private var isFeature = false
  private var isCollection = false
  private var geometry: JSONSpan?
  private var latitude = Best()
  private var longitude = Best()

  /// The member with the best name so far.
  private struct Best {
    var number: Int?
    var rank = Int.max
  }

  mutating func read(_ cursor: inout JSONCursor, _ names: PositionNames) throws(ParseError) {
    var members: [ObjectMember] = []
    try cursor.readObject { (key, cursor) throws(ParseError) in
      members.append(ObjectMember(key: key, value: try cursor.spanOfValue()))
    }
    all = members
    for number in members.indices { take(number, cursor, names) }
    if !names.areGiven, !hasBoth { takePlane(cursor) }
  }

  /// One without the other is no position, as in a table.
  private var hasBoth: Bool { latitude.number != nil && longitude.number != nil }

  private mutating func take(_ number: Int, _ cursor: JSONCursor, _ names: PositionNames) {
    let member = all[number]
    if cursor.string(member.key, is: "type") {
      isFeature = cursor.bytes(of: member.value).equals("\"Feature\"")
      isCollection = cursor.bytes(of: member.value).equals("\"FeatureCollection\"")
    } else if cursor.string(member.key, is: "geometry") {
      geometry = member.value
    } else if let (half, rank) = cursor.withDecoded(member.key, { names.role(of: $0) }) {
      switch half {
      case .latitude: offer(number, rank, to: &latitude, cursor)
      case .longitude: offer(number, rank, to: &longitude, cursor)
      }
    }
  }

  /// Of equal keys the last holds, as everywhere in JSON; of names that are as good, the first.
  private func offer(_ number: Int, _ rank: Int, to best: inout Best, _ cursor: JSONCursor) {
    let isSameKey =
      best.number.map { held in
        cursor.withDecoded(all[held].key) { one in
          cursor.withDecoded(all[number].key) { one.elementsEqual($0) }
        }
      } ?? false
    if rank < best.rank || isSameKey { best = Best(number: number, rank: rank) }
  }

  private mutating func takePlane(_ cursor: JSONCursor) {
    func number(_ names: [StaticString]) -> Int? {
      all.firstIndex { member in
        cursor.withDecoded(member.key) { ColumnNames.isOne(of: names, $0) }
      }
    }
    guard let y = number(ColumnNames.plane.latitude), let x = number(ColumnNames.plane.longitude)
    else { return }
    (latitude.number, longitude.number) = (y, x)
  }

  /// The member with a point in words, where one was named, or latitude or longitude is missing.
  func pointInWords(_ cursor: JSONCursor, _ names: PositionNames) -> ObjectMember? {
    if let name = names.point {
      return all.last { cursor.withDecoded($0.key) { $0.elementsEqual(name.utf8) } }
    }
    guard !isFeature, !isCollection, !names.areGiven, !hasBoth else { return nil }
    var best: (member: ObjectMember, rank: Int)?
    for member in all {
      let rank = cursor.withDecoded(member.key) {
        ColumnNames.rankByLetters(of: $0, in: ColumnNames.point)
      }
      if let rank, rank < best?.rank ?? .max { best = (member, rank) }
    }
    return best?.member
  }

  /// Latitude and longitude, whose ranges are not checked yet.
  func numbers(_ cursor: JSONCursor, _ names: PositionNames) throws -> (Double, Double) {
    if let name = names.point { throw BadRecord("has no '\(fitForMessage(name))'") }
    if isFeature { return try pointOfGeometry(cursor) }
    if isCollection { throw BadRecord("is a FeatureCollection without 'features'") }
    guard latitude.number != nil || longitude.number != nil || names.areGiven else {
      throw BadRecord("has neither 'lat' and 'lon' nor 'postcode' or 'place'")
    }
    return (
      try number(latitude, names.latitude ?? "lat", cursor),
      try number(longitude, names.longitude ?? "lon", cursor)
    )
  }

  /// Numbers, or strings that hold one, as lists write them.
  private func number(
    _ best: Best, _ name: String, _ cursor: JSONCursor
  ) throws(BadRecord) -> Double {
    guard let number = best.number else { throw BadRecord("has no '\(fitForMessage(name))'") }
    let token = cursor.bytes(of: all[number].value)
    let isString = token.first == UInt8(ascii: "\"")
    guard let value = isString ? Self.number(inString: token) : DecimalNumber.parse(token) else {
      let key = String(decoding: cursor.decoded(all[number].key), as: UTF8.self)
      throw BadRecord(
        "'\(fitForMessage(key))' is not a number: \(excerpt(of: token, at: 0))",
        at: all[number].value.start)
    }
    return value
  }

  private static func number(inString token: UnsafeBufferPointer<UInt8>) -> Double? {
    var arena = Arena()
    let text = UnsafeBufferPointer(rebasing: token.dropFirst().dropLast())
    return DecimalNumber.parse(text) ?? PositionText.read(text, arena: &arena)?.value
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
  func members(_ cursor: JSONCursor) -> [ObjectMember] {
    all.indices.lazy.filter { comesBack($0, cursor) }.map { all[$0] }
  }

  private func comesBack(_ number: Int, _ cursor: JSONCursor) -> Bool {
    let key = all[number].key
    let givesWay = ["line", "lat", "lon"].contains { (word: StaticString) in
      cursor.string(key, is: word)
    }
    if givesWay { return false }
    return isFeature
      ? !cursor.string(key, is: "type") && !cursor.string(key, is: "geometry")
      : !hasBoth || number != latitude.number && number != longitude.number
  }
}

/// Where a member of a record's object stands in it.
struct ObjectMember {
  let key: JSONStringSpan
  let value: JSONSpan
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
