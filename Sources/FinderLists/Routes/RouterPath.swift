import FinderEngine

// Answers of Valhalla's /route, whose lines are polylines of six decimals:
//
//   {"trip":{"legs":[{"shape":"_zyl~Aw…","summary":{…}}],
//            "summary":{"length":0.64,"time":452.1},"units":"kilometers"}}
//
// and of OSRM's route service, of which the first way is the best:
//
//   {"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":[[-0.1278,51.5074],…]},
//                           "distance":640.2,"duration":461}],"waypoints":[…]}

/// What a router's answer says of a way, before anything is made of it.
struct RouterPath: RouterDocument {
  var line: [Coordinate] = []
  var metres: Double?
  var seconds: Double?
  var error = RouterError()

  /// A walk of 100 km has some 10,000.
  static let mostPoints = 200_000
  private static let longest = 100.0 * 86_400

  // MARK: Valhalla

  init(valhalla cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "trip") {
        try readTrip(&cursor)
      } else if try !error.take(key, &cursor) {
        try cursor.skipValue()
      }
    }
  }

  private mutating func readTrip(_ cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "legs") {
        try cursor.readArray { (cursor) throws(ParseError) in try readLeg(&cursor) }
      } else if cursor.string(key, is: "summary") {
        try readLengths(&cursor, metres: ("length", 1000), seconds: "time")
      } else if cursor.string(key, is: "units") {
        try cursor.readKilometres()
      } else {
        try cursor.skipValue()
      }
    }
  }

  private mutating func readLeg(_ cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "shape"), cursor.byte == UInt8(ascii: "\"") {
        let start = cursor.position
        let shape = cursor.decoded(try cursor.readString())
        do throws(BadPolyline) {
          try Polyline.read(shape, to: &line, most: Self.mostPoints)
        } catch {
          throw ParseError(start, error.problem)
        }
      } else {
        try cursor.skipValue()
      }
    }
  }

  // MARK: OSRM

  init(osrm cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "routes") {
        var isFirst = true
        try cursor.readArray { (cursor) throws(ParseError) in
          if isFirst { try readRoute(&cursor) } else { try cursor.skipValue() }
          isFirst = false
        }
      } else if try !error.take(key, &cursor) {
        try cursor.skipValue()
      }
    }
  }

  private mutating func readRoute(_ cursor: inout JSONCursor) throws(ParseError) {
    try readLengths(&cursor, metres: ("distance", 1), seconds: "duration") {
      (path, key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "geometry") else { return try cursor.skipValue() }
      try cursor.readObject { (key, cursor) throws(ParseError) in
        guard cursor.string(key, is: "coordinates") else { return try cursor.skipValue() }
        try cursor.readArray { (cursor) throws(ParseError) in
          guard path.line.count < Self.mostPoints else { throw cursor.tooManyPoints }
          path.line.append(try cursor.readLocation())
        }
      }
    }
  }

  // MARK: Both

  private mutating func readLengths(
    _ cursor: inout JSONCursor, metres length: (key: StaticString, unit: Double),
    seconds time: StaticString,
    other: (inout Self, JSONStringSpan, inout JSONCursor) throws(ParseError) -> Void = {
      (_, _, cursor) throws(ParseError) in try cursor.skipValue()
    }
  ) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: length.key) {
        metres = try cursor.readLength(inMetres: length.unit)
      } else if cursor.string(key, is: time) {
        let start = cursor.position
        let value = try cursor.readFinite()
        guard (0...Self.longest).contains(value) else {
          throw ParseError(start, "a time is out of range")
        }
        seconds = value
      } else {
        try other(&self, key, &cursor)
      }
    }
  }
}

extension JSONCursor {
  fileprivate var tooManyPoints: ParseError {
    ParseError(position, "its line has more than \(RouterPath.mostPoints) points")
  }

  mutating func readKilometres() throws(ParseError) {
    let start = position
    guard try readMessage() == "kilometers" else {
      throw ParseError(start, "its distances are not in kilometres")
    }
  }
}
