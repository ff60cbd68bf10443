import FinderEngine

/// A router's answer about distances. Nothing in it is trusted: each number must be within bounds, and there
/// must be as many as were asked for.
struct RouterTable: RouterDocument {
  /// Where the nearest street to a point is, or how far away.
  enum Step {
    case to(Coordinate)
    case metres(Double)
    case unknown
  }

  /// Metres along the streets to each target; `nil` for those without a route.
  var metres: [Double?]?
  var sources: [Step]?
  var targets: [Step]?
  var error = RouterError()

  func ways(for request: RouteRequest) throws(RouteFault) -> [RoutedWay] {
    guard let metres else { throw .nonsense("it has no distances") }
    guard metres.count == request.targets.count else {
      throw .nonsense("expected \(request.targets.count) distances, found \(metres.count)")
    }
    let first = sources?.count == 1 ? sources?[0].length(from: request.source) : nil
    let last = targets?.count == metres.count ? targets : nil
    return metres.indices.map { place in
      guard let way = metres[place] else { return .none }
      guard let first, let second = last?[place].length(from: request.targets[place]) else {
        return .streets(way)
      }
      return max(first, second) > RoutedWay.mostStep ? .none : .whole(first + way + second)
    }
  }

  // Answers of OSRM's table service:
  //
  //   {"code":"Ok","distances":[[0,320.4,null]],
  //    "sources":[{"location":[0.1206,52.200629],"distance":36.6,"name":"East 4"}],
  //    "destinations":[…]}
  //
  // The source is also the first of the destinations, since naming the others would make the address half as
  // long again.

  init(osrm cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "distances") {
        metres = try cursor.readRow { (_, cursor) throws(ParseError) in
          try cursor.readLength(inMetres: 1)
        }
      } else if cursor.string(key, is: "sources") {
        sources = try cursor.readSteps(Self.waypoint)
      } else if cursor.string(key, is: "destinations") {
        targets = try cursor.readSteps(Self.waypoint)
      } else if try !error.take(key, &cursor) {
        try cursor.skipValue()
      }
    }
    metres = metres.map { Array($0.dropFirst()) }
    targets = targets.map { Array($0.dropFirst()) }
  }

  /// The place on the street, from which the distance follows, or else the distance. OSRM before 5.20 has no
  /// "distance".
  private static func waypoint(_ cursor: inout JSONCursor) throws(ParseError) -> Step {
    var (place, metres) = (nil as Coordinate?, nil as Double?)
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "location") {
        place = try cursor.readLocation()
      } else if cursor.string(key, is: "distance") {
        metres = try cursor.readLength(inMetres: 1)
      } else {
        try cursor.skipValue()
      }
    }
    return place.map { .to($0) } ?? metres.map { .metres($0) } ?? .unknown
  }

  // Answers of Valhalla's /sources_to_targets:
  //
  //   {"sources_to_targets":[[{"from_index":0,"to_index":0,"time":228,"distance":0.32}]],
  //    "sources":[{"lat":52.200629,"lon":0.1206}],"targets":[{"lat":52.202788,"lon":0.1206}],
  //    "units":"kilometers"}
  //
  // "sources" and "targets" are the points' places on the streets. Older versions repeat the points
  // themselves there, in one more list.

  init(valhalla cursor: inout JSONCursor) throws(ParseError) {
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "sources_to_targets") {
        metres = try cursor.readRow(Self.cell)
      } else if cursor.string(key, is: "sources") {
        sources = try cursor.readSteps(Self.place)
      } else if cursor.string(key, is: "targets") {
        targets = try cursor.readSteps(Self.place)
      } else if cursor.string(key, is: "units") {
        try cursor.readKilometres()
      } else if try !error.take(key, &cursor) {
        try cursor.skipValue()
      }
    }
  }

  private static func cell(_ place: Int, _ cursor: inout JSONCursor) throws(ParseError) -> Double? {
    let start = cursor.position
    var (metres, isThere) = (nil as Double?, false)
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "distance") {
        metres = try cursor.readLength(inMetres: 1000)
        isThere = true
      } else if cursor.string(key, is: "to_index") {
        let start = cursor.position
        guard try cursor.readFinite() == Double(place) else {
          throw ParseError(start, "its distances are in another order")
        }
      } else {
        try cursor.skipValue()
      }
    }
    guard isThere else { throw ParseError(start, "a distance is missing") }
    return metres
  }

  private static func place(_ cursor: inout JSONCursor) throws(ParseError) -> Step {
    let start = cursor.position
    var (latitude, longitude) = (Double.nan, Double.nan)
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "lat") {
        latitude = try cursor.readFinite()
      } else if cursor.string(key, is: "lon") {
        longitude = try cursor.readFinite()
      } else {
        try cursor.skipValue()
      }
    }
    guard let place = Coordinate(validLatitude: latitude, longitude: longitude) else {
      throw ParseError(start, "a point is out of range")
    }
    return .to(place)
  }
}

extension RouterTable.Step {
  fileprivate func length(from point: Coordinate) -> Double? {
    switch self {
    case .to(let street): Geodesic.distance(from: point, to: street)
    case .metres(let metres): metres
    case .unknown: nil
    }
  }
}

extension JSONCursor {
  /// Reads a length in some unit and returns metres; `nil` for null.
  mutating func readLength(inMetres unit: Double) throws(ParseError) -> Double? {
    guard byte != UInt8(ascii: "n") else {
      try skipValue()
      return nil
    }
    let start = position
    let metres = try readFinite() * unit
    guard metres >= 0, metres <= RoutedWay.longest else {
      throw ParseError(start, "a distance is out of range")
    }
    return metres
  }

  mutating func readFinite() throws(ParseError) -> Double {
    let start = position
    guard byte == UInt8(ascii: "-") || byte &- 0x30 < 10 else {
      throw ParseError(start, "a number is missing")
    }
    let value = try readDouble()
    guard value.isFinite else { throw ParseError(start, "a number is out of range") }
    return value
  }

  /// Longitude first.
  mutating func readLocation() throws(ParseError) -> Coordinate {
    let start = position
    var (longitude, latitude, count) = (Double.nan, Double.nan, 0)
    try readArray { (cursor) throws(ParseError) in
      (longitude, latitude) = (latitude, try cursor.readFinite())
      count += 1
    }
    guard count == 2, let place = Coordinate(validLatitude: latitude, longitude: longitude) else {
      throw ParseError(start, "a point is out of range")
    }
    return place
  }

  /// The single row of a matrix, cell by cell.
  mutating func readRow(
    _ cell: (Int, inout JSONCursor) throws(ParseError) -> Double?
  ) throws(ParseError) -> [Double?] {
    var rows: [[Double?]] = []
    try readArray { (cursor) throws(ParseError) in
      var row: [Double?] = []
      try cursor.readArray { (cursor) throws(ParseError) in
        row.append(try cell(row.count, &cursor))
      }
      rows.append(row)
    }
    guard rows.count == 1 else { throw ParseError(position, "it has \(rows.count) rows, not one") }
    return rows[0]
  }

  /// `nil` if it is a list of anything other than objects and nulls, as in an older Valhalla.
  mutating func readSteps(
    _ step: (inout JSONCursor) throws(ParseError) -> RouterTable.Step
  ) throws(ParseError) -> [RouterTable.Step]? {
    var steps: [RouterTable.Step] = []
    var isUsual = true
    try readArray { (cursor) throws(ParseError) in
      switch cursor.byte {
      case UInt8(ascii: "{"): steps.append(try step(&cursor))
      case UInt8(ascii: "n"):
        try cursor.skipValue()
        steps.append(.unknown)
      default:
        try cursor.skipValue()
        isUsual = false
      }
    }
    return isUsual ? steps : nil
  }

  mutating func readMessage() throws(ParseError) -> String? {
    guard byte == UInt8(ascii: "\"") else {
      try skipValue()
      return nil
    }
    return String(decoding: decoded(try readString()), as: UTF8.self)
  }
}
