import FinderEngine

/// A request to a router for the route from one point to another.
package struct PathRequest: RouterQuestion, Equatable, Sendable {
  /// An OSRM route of 100 km takes 300 kB; one through mountains takes more.
  package static let mostBytes = 4_000_000

  package let source: Coordinate
  package let target: Coordinate

  package init(from source: Coordinate, to target: Coordinate) {
    (self.source, self.target) = (source, target)
  }

  package func message(
    to router: RouterAddress, as kind: RouterAddress.Kind
  ) -> (address: String, body: String?) {
    switch kind {
    case .valhalla: (router.wayAddress, body)
    case .osrm:
      (router.address("route", [source, target], "overview=full&geometries=geojson"), nil)
    }
  }

  /// Without directions at each corner, which are not used.
  private var body: String {
    var text = ByteBuffer(capacity: 256)
    text.appendObject { text in
      text.append(key: "locations", elements: 2) { buffer, place in
        buffer.appendObject { $0.append(placeOf: (place == 0 ? source : target).sent) }
      }
      text.appendPedestrian()
      text.append(key: "units", string: "kilometers")
      text.append(key: "directions_type", string: "none")
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// `nil` if the router finds no route.
  package func answer(
    in bytes: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> RoutedPath? {
    guard let path = try RouterPath.read(bytes, status: status, from: kind) else { return nil }
    guard let metres = path.metres, let seconds = path.seconds else {
      throw .nonsense("it does not say how long the route is")
    }
    guard let first = path.line.first, let last = path.line.last else {
      throw .nonsense("it has no line")
    }
    let steps = [
      Geodesic.distance(from: source, to: first), Geodesic.distance(from: last, to: target),
    ]
    guard steps.max()! <= RoutedWay.mostStep else { return nil }
    let aside = steps[0] + steps[1]
    return RoutedPath(
      line: [source] + path.line + [target],
      metres: max(metres + aside, Geodesic.distance(from: source, to: target)),
      minutes: seconds / 60
        + WalkingEnergy.minutes(over: aside, at: WalkingEnergy.Mode.walk.usualPace))
  }
}

/// A route along the streets, with the straight lines to the streets at both ends.
package struct RoutedPath: Equatable, Sendable {
  package let line: [Coordinate]
  /// As in `RoutedWay`.
  package let metres: Double
  /// The router's minutes, and those for the straight lines at the usual pace.
  package let minutes: Double
}

// Answers of Valhalla's /route, whose lines are polylines of six decimals:
//
//   {"trip":{"legs":[{"shape":"_zyl~Aw…","summary":{…}}],
//            "summary":{"length":0.64,"time":452.1},"units":"kilometers"}}
//
// and of OSRM's route service, whose first route is the best:
//
//   {"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":[[-0.1278,51.5074],…]},
//                           "distance":640.2,"duration":461}],"waypoints":[…]}

/// What a router's answer says about a route, before it is checked.
struct RouterPath: RouterDocument {
  var line: [Coordinate] = []
  var metres: Double?
  var seconds: Double?
  var error = RouterError()

  /// A walk of 100 km has about 10,000.
  static let mostPoints = 200_000
  private static let longest = 100.0 * 86_400

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
        try Polyline.read(shape, to: &line, most: Self.mostPoints, at: start)
      } else {
        try cursor.skipValue()
      }
    }
  }

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
          guard path.line.count < Self.mostPoints else {
            throw ParseError(cursor.position, "its line has more than \(Self.mostPoints) points")
          }
          path.line.append(try cursor.readLocation())
        }
      }
    }
  }

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
  mutating func readKilometres() throws(ParseError) {
    let start = position
    guard try readMessage() == "kilometers" else {
      throw ParseError(start, "its distances are not in kilometres")
    }
  }
}

/// Lines as Valhalla writes them: Google's encoded polylines, with six decimals. Each number is the
/// difference from the one before, with its sign in the lowest bit. It is written five bits to a character,
/// lowest first. The sixth bit is set in all characters of a number but the last. `?` is 0.
///
///     _p~iF~ps|U    latitude 3.85, longitude -12.02
enum Polyline {
  /// A difference of latitudes or longitudes needs at most 30 bits.
  private static let mostBits: UInt64 = 30

  /// O(n) for n characters. Errors give `start`, where the text begins.
  static func read(
    _ text: some Sequence<UInt8>, to line: inout [Coordinate], most: Int, at start: Int
  ) throws(ParseError) {
    var (latitude, longitude) = (0 as Int64, 0 as Int64)
    var (bits, shift) = (0 as UInt64, 0 as UInt64)
    var isLatitude = true
    for byte in text {
      let five = UInt64(byte) &- 63
      guard five < 64, shift < mostBits else { throw ParseError(start, "its line cannot be read") }
      bits |= (five & 31) << shift
      shift += 5
      guard five < 32 else { continue }
      let step = Int64(bits >> 1) ^ -Int64(bits & 1)
      (bits, shift) = (0, 0)
      if isLatitude { latitude += step } else { longitude += step }
      isLatitude.toggle()
      guard isLatitude else { continue }
      let place = Coordinate(
        validLatitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
      guard let place else { throw ParseError(start, "a point is out of range") }
      guard line.count < most else {
        throw ParseError(start, "its line has more than \(most) points")
      }
      line.append(place)
    }
    guard isLatitude, shift == 0 else { throw ParseError(start, "its line is cut off") }
  }
}
