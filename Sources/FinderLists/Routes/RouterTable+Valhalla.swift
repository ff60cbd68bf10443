import FinderEngine

// Answers of Valhalla's /sources_to_targets:
//
//   {"sources_to_targets":[[{"from_index":0,"to_index":0,"time":228,"distance":0.32}]],
//    "sources":[{"lat":52.200629,"lon":0.1206}],"targets":[{"lat":52.202788,"lon":0.1206}],
//    "units":"kilometers"}
//
// "sources" and "targets" are where the points stand on the streets. Older ones repeat the points
// themselves there, in one more list.

extension RouterTable {
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

  private static func cell(
    _ place: Int, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Double? {
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
