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
      return try validPoint(latitude, longitude, Options.latitude, Options.longitude)
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
    return try validPoint(values[0], values[1], Options.at, Options.at)
  }

  private func validPoint(
    _ latitude: Double, _ longitude: Double, _ latitudeOption: Option, _ longitudeOption: Option
  ) throws -> Coordinate {
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let given = Coordinate(latitude: latitude, longitude: longitude)
    let isLatitude = !Coordinate.latitudeRange.contains(latitude)
    let option = isLatitude ? latitudeOption : longitudeOption
    let value = isLatitude ? latitude : longitude
    let text =
      option == Options.at
      ? "\(isLatitude ? "latitude" : "longitude") \(shown(value))" : self[option] ?? ""
    let swapped = Coordinate(validLatitude: longitude, longitude: latitude)
    let isFine = swapped.map { Camera.bounds.contains($0) || !refusesOutside } ?? false
    let hint =
      isFine ? "; latitude and longitude swapped? \(pointOptions(given.swapped)) is in range" : ""
    throw error(
      option, "\(text) is out of range (\(isLatitude ? "-90…90" : "-180…180"))\(hint)")
  }
}

/// As a user would type it.
func pointOptions(_ point: Coordinate) -> String {
  "--lat \(shown(point.latitude)) --lon \(shown(point.longitude))"
}

/// A point as text, latitude first.
func shown(_ point: Coordinate) -> String {
  "\(shown(point.latitude)),\(shown(point.longitude))"
}

/// A number as in JSON: without ".0" and needless digits.
func shown(_ value: Double) -> String {
  var buffer = ByteBuffer(capacity: 64)
  buffer.append(number: value)
  return String(decoding: buffer.bytes, as: UTF8.self)
}
