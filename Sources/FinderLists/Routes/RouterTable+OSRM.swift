import FinderEngine

// Answers of OSRM's table service:
//
//   {"code":"Ok","distances":[[0,320.4,null]],
//    "sources":[{"location":[0.1206,52.200629],"distance":36.6,"name":"East 4"}],
//    "destinations":[…]}
//
// The source is the first of the destinations, since naming the others would make the address half as
// long again.

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
      } else if try !error.take(key, &cursor) {
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
        place = try cursor.readLocation()
      } else if cursor.string(key, is: "distance") {
        metres = try cursor.readLength(inMetres: 1)
      } else {
        try cursor.skipValue()
      }
    }
    return place.map { .to($0) } ?? metres.map { .metres($0) } ?? .untold
  }
}
