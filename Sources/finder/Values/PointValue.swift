import CommandLineKit
import FinderEngine

extension Invocation {
  /// The point that was given, in whatever way; `nil` if none was.
  func optionalPoint() throws -> Coordinate? {
    let words = words(Options.pointArgument)
    let isInTwo = has(Options.latitude) || has(Options.longitude)
    let ways = (words.isEmpty ? 0 : 1) + (has(Options.at) ? 1 : 0) + (isInTwo ? 1 : 0)
    guard ways <= 1 else { throw givenTwice() }
    if let text = self[Options.at] { return try point(in: text) { error(Options.at, $0) } }
    if isInTwo { return try pointInTwo() }
    if words.isEmpty { return nil }
    return try point(in: words.map(\.text).joined(separator: " ")) {
      error(Options.pointArgument, $0)
    }
  }

  func point() throws -> Coordinate {
    guard let point = try optionalPoint() else {
      throw error("expected a point: LAT,LON, or --at LAT,LON, or --lat D --lon D")
    }
    return point
  }

  private func givenTwice() -> UsageError {
    // The point of `--at 51.5 -0.12` falls apart, since an option takes one word.
    if let latitude = self[Options.at], DecimalNumber.parse(latitude) != nil,
      let longitude = self[Options.pointArgument], DecimalNumber.parse(longitude) != nil
    {
      return error(
        Options.at, "takes one word: write --at \(latitude),\(longitude), or leave out --at")
    }
    return error("give the point once: as LAT,LON, or with --at, or with --lat and --lon")
  }

  private func pointInTwo() throws -> Coordinate {
    guard let latitude = try number(Options.latitude) else {
      throw error(Options.latitude, "is missing: --lon needs it")
    }
    guard let longitude = try number(Options.longitude) else {
      throw error(Options.longitude, "is missing: --lat needs it")
    }
    return try validPoint(latitude, longitude) { name, problem in
      let option = name == .latitude ? Options.latitude : Options.longitude
      return error(option, "\(self[option] ?? "") \(problem)")
    }
  }

  /// `51.5,-0.12` or `51.5 -0.12`
  private func point(in text: String, error: (String) -> UsageError) throws -> Coordinate {
    guard let values = numbers(2, in: text) else {
      let isAlone = numbers(1, in: text.last == "," ? String(text.dropLast()) : text) != nil
      throw error(
        isAlone
          ? "\(UsageError.show(text)) is a latitude alone: the longitude is missing"
          : "\(UsageError.show(text)) is not a latitude and a longitude")
    }
    return try validPoint(values[0], values[1]) { name, problem in
      error("\(name.rawValue) \(shown(name == .latitude ? values[0] : values[1])) \(problem)")
    }
  }

  private enum Part: String { case latitude, longitude }

  private func validPoint(
    _ latitude: Double, _ longitude: Double, error: (Part, String) -> UsageError
  ) throws -> Coordinate {
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let isLatitude = !Coordinate.latitudeRange.contains(latitude)
    var hint = ""
    if let swapped = Coordinate(validLatitude: longitude, longitude: latitude),
      Camera.bounds.contains(swapped) || !refusesOutside
    {
      hint = "; latitude and longitude swapped? \(pointOptions(swapped)) is in range"
    }
    throw error(
      isLatitude ? .latitude : .longitude,
      "is out of range (\(isLatitude ? "-90…90" : "-180…180"))\(hint)")
  }
}

/// As a user would type it.
func pointOptions(_ point: Coordinate) -> String {
  "--lat \(shown(point.latitude)) --lon \(shown(point.longitude))"
}
