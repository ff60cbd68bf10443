extension JSONCursor {
  /// Of a geometry: longitude, latitude, and perhaps more numbers (a height), which are passed over.
  package mutating func readPosition() throws(ParseError) -> Coordinate {
    let start = position
    var (longitude, latitude) = (nil as Double?, nil as Double?)
    var isFirst = true
    while try nextElement(&isFirst) {
      guard byte == UInt8(ascii: "-") || byte.isDigit else { throw failure("expected a number") }
      let number = try readDouble()
      if longitude == nil { longitude = number } else { latitude = latitude ?? number }
    }
    guard let longitude, let latitude else {
      throw ParseError(start, "expected a longitude and a latitude")
    }
    let position = Coordinate(latitude: latitude, longitude: longitude)
    guard Coordinate.latitudeRange.contains(position.latitude) else {
      throw ParseError(start, "expected a latitude of -90…90 as the second number")
    }
    guard Coordinate.longitudeRange.contains(position.longitude) else {
      throw ParseError(
        start,
        "expected a longitude of -180…180; what reaches across the antimeridian is cut there")
    }
    return position
  }
}
