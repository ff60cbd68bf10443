import CommandLineKit
import FinderEngine

extension Invocation {
  /// The point that was given, in whatever way; `nil` if none was.
  func optionalPoint() throws -> Coordinate? {
    if has(Options.at) {
      guard !has(Options.latitude), !has(Options.longitude) else {
        throw error("give the point once: --at, or --lat and --lon")
      }
      return try pointInOneArgument()
    }
    let latitude = try number(Options.latitude)
    let longitude = try number(Options.longitude)
    switch (latitude, longitude) {
    case (nil, nil): return nil
    case (_?, nil): throw error(Options.longitude, "is missing: --lat needs it")
    case (nil, _?): throw error(Options.latitude, "is missing: --lon needs it")
    case (let latitude?, let longitude?):
      return try validPoint(latitude, longitude)
    }
  }

  func point() throws -> Coordinate {
    guard let point = try optionalPoint() else {
      throw error("expected a point: --lat D --lon D, or --at LAT,LON")
    }
    return point
  }

  private func pointInOneArgument() throws -> Coordinate {
    let text = self[Options.at] ?? ""
    guard let values = numbers(2, in: text, separator: text.contains(",") ? "," : " ") else {
      throw error(Options.at, "\(UsageError.show(text)) is not a latitude and a longitude")
    }
    return try validPoint(values[0], values[1])
  }

  private func validPoint(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let isLatitude = !Coordinate.latitudeRange.contains(latitude)
    var option = isLatitude ? Options.latitude : Options.longitude
    var text = self[option] ?? ""
    if has(Options.at) {
      option = Options.at
      text = isLatitude ? "latitude \(shown(latitude))" : "longitude \(shown(longitude))"
    }
    var hint = ""
    if let swapped = Coordinate(validLatitude: longitude, longitude: latitude),
      Camera.bounds.contains(swapped) || !refusesOutside
    {
      hint = "; latitude and longitude swapped? \(pointOptions(swapped)) is in range"
    }
    throw error(
      option, "\(text) is out of range (\(isLatitude ? "-90…90" : "-180…180"))\(hint)")
  }
}

/// As a user would type it.
func pointOptions(_ point: Coordinate) -> String {
  "--lat \(shown(point.latitude)) --lon \(shown(point.longitude))"
}
