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
    let text = try argument(words)
    return try point(in: text, data) {
      error(Options.pointArgument, $0 + quotingHint(text)).explained(by: "points")
    }
  }

  /// A word of a name may be what was taken for the point: `closest Pizza Hut`.
  private func quotingHint(_ text: String) -> String {
    guard command.arguments.count > 1, PointWords.joined(text) == .perhaps else { return "" }
    return adviceToQuote.map { "; or \($0)" } ?? ""
  }

  /// The same; where none was given, here.
  func point(_ data: QueryData, _ words: ArraySlice<Word>? = nil) throws -> GivenPoint {
    if let point = try optionalPoint(data, words) { return point }
    let here = try Here(self)
    if let point = here.point(text: "here") { return point }
    let why = here.machine.state == .undefined ? "" : "; 'here' is not known: \(here.reason)"
    throw error(
      "expected a point: POINT such as 51.5,-0.12 or SW1A 1AA, --at POINT, or --lat D --lon D\(why)"
    ).explained(by: "points")
  }

  /// Two words are two numbers; anything else is written as one.
  private func argument(_ words: ArraySlice<Word>) throws -> String {
    // Most points are one word, and `joined` takes the runtime 100,000 instructions the first time.
    if words.count == 1, let word = words.first { return word.text }
    let text = words.map(\.text).joined(separator: " ")
    guard words.count == 2, !PointText.isPair(text) else { return text }
    guard let advice = adviceToQuote else {
      throw error("unexpected argument \(UsageError.quote(words[words.startIndex + 1].text))")
    }
    throw error(Options.pointArgument, "\(UsageError.show(text)) is two words: \(advice)")
      .explained(by: "points")
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
    let advice = adviceToQuote.map { "; \($0)" } ?? ""
    return error("give the point once: as POINT, or with --at, or with --lat and --lon\(advice)")
  }

  private func pointInTwo() throws -> Coordinate {
    guard let latitude = try number(Options.latitude) else {
      throw error(Options.latitude, "is missing: --lon needs it")
    }
    guard let longitude = try number(Options.longitude) else {
      throw error(Options.longitude, "is missing: --lat needs it")
    }
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let given = Coordinate(latitude: latitude, longitude: longitude)
    let option = given.isLatitudeOutOfRange ? Options.latitude : Options.longitude
    var hint = ""
    if let swapped = given.swappedInRange, isFine(swapped) {
      hint = "; latitude and longitude swapped? \(pointOptions(swapped)) is in range"
    }
    throw error(option, "\(self[option] ?? "") \(given.rangeProblemOfValue)\(hint)")
  }

  /// Whether a point in range would be searched from.
  func isFine(_ point: Coordinate) -> Bool { Camera.bounds.contains(point) || !refusesOutside }

  /// Plain degrees first: they are what scripts give, and quick.
  func point(
    in text: String, _ data: QueryData, error: (String) -> UsageError
  ) throws -> GivenPoint {
    if let point = PointText.plainDegrees(text) { return GivenPoint(coordinate: point) }
    return try PointResolver(self, data).point(in: text) {
      error("\(UsageError.show(text)) \($0)")
    }
  }
}

/// As a user would type it.
func pointOptions(_ point: Coordinate) -> String {
  "--lat \(shown(point.latitude)) --lon \(shown(point.longitude))"
}
