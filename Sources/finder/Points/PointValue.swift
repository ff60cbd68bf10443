import CommandLineKit
import FinderEngine

extension Invocation {
  /// The point that was given, in whatever way; `nil` if none was. The data is read where the point
  /// needs it. With `words`, as if they were the argument POINT.
  func optionalPoint(
    _ data: QueryData, _ words: ArraySlice<Word>? = nil
  ) throws -> GivenPoint? {
    let words = words ?? self.words(Options.pointArgument)
    let isInTwo = has(Options.latitude) || has(Options.longitude)
    let ways = (words.isEmpty ? 0 : 1) + (has(Options.at) ? 1 : 0) + (isInTwo ? 1 : 0)
    guard ways <= 1 else { throw givenTwice() }
    if let text = self[Options.at] {
      return try point(in: text, data) { error(Options.at, $0).explained(by: "points") }
    }
    if isInTwo { return GivenPoint(coordinate: try pointInTwo()) }
    if words.isEmpty { return nil }
    return try point(in: try argument(words), data) {
      error(Options.pointArgument, $0).explained(by: "points")
    }
  }

  /// The same; where none was given, here.
  func point(_ data: QueryData, _ words: ArraySlice<Word>? = nil) throws -> GivenPoint {
    if let point = try optionalPoint(data, words) { return point }
    let here = try Here(self)
    if let point = here.point(text: "here") { return point }
    let why = here.machine.state == .undefined ? "" : "; here is not known: \(here.reason)"
    throw error(
      "expected a point: POINT such as 51.5,-0.12, --at POINT, or --lat D --lon D\(why)"
    ).explained(by: "points")
  }

  /// Two words are two numbers; anything else is written as one.
  private func argument(_ words: ArraySlice<Word>) throws -> String {
    // Most points are one word, and `joined` takes the runtime 100,000 instructions the first time.
    if words.count == 1, let word = words.first { return word.text }
    let text = words.map(\.text).joined(separator: " ")
    guard words.count == 2, numbers(2, in: text) == nil else { return text }
    throw error(
      Options.pointArgument,
      "\(UsageError.show(text)) is two words: put quotes around it"
    ).explained(by: "points")
  }

  private func givenTwice() -> UsageError {
    // The point of `--at 51.5 -0.12` falls apart, since an option takes one word.
    if let latitude = self[Options.at], DecimalNumber.parse(latitude) != nil,
      let longitude = self[Options.pointArgument], DecimalNumber.parse(longitude) != nil
    {
      return error(
        Options.at, "takes one word: write --at \(latitude),\(longitude), or leave out --at"
      ).explained(by: "points")
    }
    return error("give the point once: as POINT, or with --at, or with --lat and --lon")
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

  /// Plain degrees first: they are what scripts give, and quick.
  private func point(
    in text: String, _ data: QueryData, error: (String) -> UsageError
  ) throws -> GivenPoint {
    if let values = numbers(2, in: text), !Self.isOnGrid(values) {
      return GivenPoint(
        coordinate: try validPoint(values[0], values[1]) { name, problem in
          error("\(name.rawValue) \(shown(name == .latitude ? values[0] : values[1])) \(problem)")
        })
    }
    return try PointResolver(self, data).point(in: text) {
      error("\(UsageError.show(text)) \($0)")
    }
  }

  /// Both beyond all degrees: metres on the National Grid.
  private static func isOnGrid(_ values: [Double]) -> Bool {
    values[0] > 180 && values[1] > 180
      && PointText(easting: values[0], northing: values[1]) != nil
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
