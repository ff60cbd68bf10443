// Answers of OSRM's table service:
//
//   {"code":"Ok","distances":[[0,320.4,null]],
//    "sources":[{"location":[0.1206,52.200629],"distance":36.6,"name":"East 4"}],
//    "destinations":[…]}
//
// The source is the first of the destinations, since naming the others would make the address half as
// long again. An error is {"code":"NoSegment","message":"Could not find a matching segment for …"}.

extension RouterTable {
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
      } else if cursor.string(key, is: "code") {
        errorWord = try cursor.readMessage()
      } else if cursor.string(key, is: "message") {
        errorText = try cursor.readMessage()
      } else if cursor.string(key, is: "error_code") {
        errorNumber = try cursor.readFinite()
      } else {
        try cursor.skipValue()
      }
    }
    metres = metres.map { Array($0.dropFirst()) }
    targets = targets.map { Array($0.dropFirst()) }
  }

  /// Its place on the street says how far it is as well; before 5.20 there is no "distance".
  private static func waypoint(_ cursor: inout JSONCursor) throws(ParseError) -> Step {
    var (place, metres) = (nil as Coordinate?, nil as Double?)
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "location") {
        place = try Self.location(&cursor)
      } else if cursor.string(key, is: "distance") {
        metres = try cursor.readLength(inMetres: 1)
      } else {
        try cursor.skipValue()
      }
    }
    return place.map { .to($0) } ?? metres.map { .metres($0) } ?? .untold
  }

  /// Longitude first.
  private static func location(_ cursor: inout JSONCursor) throws(ParseError) -> Coordinate {
    let start = cursor.position
    var numbers: [Double] = []
    try cursor.readArray { (cursor) throws(ParseError) in
      numbers.append(try cursor.readFinite())
    }
    guard numbers.count == 2,
      let place = Coordinate(validLatitude: numbers[1], longitude: numbers[0])
    else { throw ParseError(start, "a point is out of range") }
    return place
  }

  func osrmFault() -> RouteFault? {
    guard errorNumber == nil else { return .otherLanguage }
    switch errorWord {
    case "Ok": return nil
    case nil: return .nonsense("it does not say how it went")
    case "TooBig", "NoSegment": return .partly(errorText ?? errorWord ?? "")
    case let word?: return .refused(errorText ?? word)
    }
  }

  /// Its way to say that no target can be reached.
  var isOSRMsNoPath: Bool { errorWord == "NoTable" }
}
