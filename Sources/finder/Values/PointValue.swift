import CommandLineKit
import FinderEngine

/// A point as it was given.
struct GivenPoint {
  let coordinate: Coordinate
  /// `nil` where it was plain degrees, of which there is no more to say.
  var words: PointText?
  var text = ""

  init(coordinate: Coordinate) { self.coordinate = coordinate }

  init(_ words: PointText, _ text: String) {
    coordinate = words.coordinate
    guard words.kind != .degrees else { return }
    self.words = words
    self.text = text
  }

  /// What was made of it, for people.
  var note: String? {
    guard let words else { return nil }
    let what =
      words.kind == .plusCode
      ? "the centre of that plus code"
      : words.side > 0
        ? "the centre of that square of \(Self.length(words.side))"
        : "that position on the National Grid"
    return "\(words.name): searching from \(what), \(shown(coordinate))"
  }

  private static func length(_ metres: Double) -> String {
    metres < 1000 ? "\(shown(metres)) m" : "\(shown(metres / 1000)) km"
  }

  /// The member of a JSON answer that tells it, where there is more than degrees.
  func append(to output: inout ByteBuffer) {
    guard let words else { return }
    output.append(key: "place") { output in
      output.append(key: "text", string: text)
      output.append(key: "kind", string: words.kind.rawValue)
      output.append(key: "name", string: words.name)
      output.append(key: "precision", string: words.kind == .plusCode ? "cell" : "square")
      output.append(key: "from", string: nil)
    }
  }
}

extension Invocation {
  /// The point that was given, in whatever way; `nil` if none was.
  func optionalPoint(_ words: ArraySlice<Word>? = nil) throws -> GivenPoint? {
    let words = words ?? self.words(Options.pointArgument)
    let isInTwo = has(Options.latitude) || has(Options.longitude)
    let ways = (words.isEmpty ? 0 : 1) + (has(Options.at) ? 1 : 0) + (isInTwo ? 1 : 0)
    guard ways <= 1 else { throw givenTwice() }
    if let text = self[Options.at] { return try point(in: text) { error(Options.at, $0) } }
    if isInTwo { return GivenPoint(coordinate: try pointInTwo()) }
    if words.isEmpty { return nil }
    return try point(in: try argument(words)) { error(Options.pointArgument, $0) }
  }

  /// With `words`, as if they were the argument POINT.
  func point(_ words: ArraySlice<Word>? = nil) throws -> GivenPoint {
    guard let point = try optionalPoint(words) else {
      throw error("expected a point: POINT such as 51.5,-0.12, --at POINT, or --lat D --lon D")
    }
    return point
  }

  /// Two words are two numbers; anything else is written as one.
  private func argument(_ words: ArraySlice<Word>) throws -> String {
    let text = words.map(\.text).joined(separator: " ")
    guard words.count == 2, numbers(2, in: text) == nil else { return text }
    throw error(
      Options.pointArgument,
      "\(UsageError.show(text)) is two words: put quotes around it")
  }

  private func givenTwice() -> UsageError {
    // The point of `--at 51.5 -0.12` falls apart, since an option takes one word.
    if let latitude = self[Options.at], DecimalNumber.parse(latitude) != nil,
      let longitude = self[Options.pointArgument], DecimalNumber.parse(longitude) != nil
    {
      return error(
        Options.at, "takes one word: write --at \(latitude),\(longitude), or leave out --at")
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
  private func point(in text: String, error: (String) -> UsageError) throws -> GivenPoint {
    if let values = numbers(2, in: text) {
      if let grid = Self.gridPosition(values) { return GivenPoint(grid, text) }
      return GivenPoint(
        coordinate: try validPoint(values[0], values[1]) { name, problem in
          error("\(name.rawValue) \(shown(name == .latitude ? values[0] : values[1])) \(problem)")
        })
    }
    do throws(PointProblem) {
      if let point = try PointText(text) { return GivenPoint(point, text) }
    } catch let fault {
      throw error("\(UsageError.show(text)) looks like \(fault.kind), but \(fault.problem)")
    }
    let isAlone = numbers(1, in: text.last == "," ? String(text.dropLast()) : text) != nil
    throw error(
      isAlone
        ? "\(UsageError.show(text)) is a latitude alone: the longitude is missing"
        : "\(UsageError.show(text)) is no point: expected degrees, a link to a map, a plus code or a grid reference"
    )
  }

  /// Both beyond all degrees: metres on the National Grid.
  private static func gridPosition(_ values: [Double]) -> PointText? {
    guard values[0] > 180, values[1] > 180 else { return nil }
    return PointText(easting: values[0], northing: values[1])
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
