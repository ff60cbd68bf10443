import CommandLineKit
import FinderEngine
import FinderOwn

/// The points of a command that takes several: `meet Leeds Bath`, `along 51.5 -0.12 51.6 -0.1`. Each is a
/// POINT in any form, where two bare numbers make one point. Or each is given with `--at`.
///
///     let points = try PointList(invocation, 2...50)    // opens no file
///     let places = try points.ruled(data)               // in the order typed
final class PointList: Sendable {
  private let invocation: Invocation
  private let words: [Word]
  private let points: [PointRequest]
  /// The text of each point, as typed.
  let texts: [String]

  static let argument = Argument(
    Options.pointArgument.name, isRequired: false, isRepeatable: true, completes: .points,
    summary:
      "degrees such as 51.5,-0.12, a postcode, a place, a saved point, a grid reference or a "
      + "link; two or more of them")
  static let at = Options.at.with(
    summary: "one of the points, as an argument POINT", isRepeatable: true,
    otherWords: Options.wordsForPoint)

  /// One of the points, looked up, with the ruling of the camera bounds.
  struct Place {
    /// As typed.
    let text: String
    let given: GivenPoint
    let ruling: CameraRuling

    /// Where the search starts from.
    var point: Coordinate { ruling.point }
  }

  /// Throws if the number of points is not in `counts`.
  init(_ invocation: Invocation, _ counts: ClosedRange<Int>) throws {
    self.invocation = invocation
    words = Array(invocation.words(Self.argument))
    let options = invocation.values(Self.at)
    guard options.isEmpty || words.isEmpty else {
      throw invocation.error("give points as POINT or with --at, not both")
    }
    texts = options.isEmpty ? try Self.paired(words, invocation) : options
    guard counts.contains(texts.count) else {
      throw Self.error(texts.count, counts, texts, invocation)
    }
    let isOption = !options.isEmpty
    points = texts.map { text in
      isOption ? PointRequest(invocation, at: text) : PointRequest(invocation, [Word(text)])
    }
  }

  var count: Int { texts.count }

  // MARK: What was typed

  /// A bare number and the next word are one point.
  private static func paired(_ words: [Word], _ invocation: Invocation) throws -> [String] {
    var texts: [String] = []
    var place = 0
    while place < words.count {
      let text = words[place].text
      guard isNumber(text) else {
        texts.append(text)
        place += 1
        continue
      }
      let pair = place + 1 < words.count ? "\(text) \(words[place + 1].text)" : text
      guard pair != text, isNumber(words[place + 1].text), PointText.isPair(pair) else {
        throw alone(text, words, invocation)
      }
      texts.append(pair)
      place += 2
    }
    return texts
  }

  /// A number, perhaps with a comma after it: `51.5, -0.12`.
  private static func isNumber(_ text: String) -> Bool {
    DecimalNumber.parse(text.hasSuffix(",") ? String(text.dropLast()) : text) != nil
  }

  private static func alone(
    _ number: String, _ words: [Word], _ invocation: Invocation
  ) -> UsageError {
    let name = Options.pointArgument.name
    guard let advice = advice(words, invocation) else {
      return invocation.errorWithoutHelp(
        "\(name) \(number) is a latitude alone: the longitude is missing")
    }
    return invocation.errorWithoutHelp("\(name) \(number) is a number alone", advice: "; \(advice)")
  }

  private static func error(
    _ count: Int, _ counts: ClosedRange<Int>, _ texts: [String], _ invocation: Invocation
  ) -> UsageError {
    guard count < counts.lowerBound else {
      return invocation.error(
        "\(count) points were given: \(invocation.path.joined(separator: " ")) takes at most "
          + "\(counts.upperBound)")
    }
    let given = texts.isEmpty ? "no point was given" : "only \(counted(count, "point")) was given"
    let places = KnownPoints()
    // One word may hold several points: `meet 'Leeds Bath'`, `meet Leeds,Bath`.
    let parts =
      texts.count == 1 && !places.has(texts[0])
      ? parts(of: texts[0].split(separator: " ").map { String($0) }, places) : nil
    let line = parts ?? example(with: texts.filter(places.has), counts.lowerBound, places)
    let kind = parts == nil ? "for example" : "try"
    // Drop all points given with --at.
    let others = invocation.words { option, _ in option.name == at.name ? [] : nil }
      .dropFirst(invocation.path.count + invocation.arguments.count)
    let words = [invocation.program] + invocation.path + line + others
    let shown = words.map(Invocation.quoted).joined(separator: " ")
    return invocation.errorWithoutHelp(
      "\(given), of at least \(counts.lowerBound); \(kind): \(shown)")
  }

  /// The points, with others added to make at least `count`.
  static func example(with points: [String], _ count: Int, _ places: KnownPoints) -> [String] {
    let others = [places.example] + ["London", "Leeds", "Bath"].filter { $0 != places.example }
    let left = others.filter { other in
      !points.contains { $0.lowercased() == other.lowercased() }
    }
    return points + left.prefix(max(0, count - points.count))
  }

  // MARK: Words without quotes

  /// `quote the words that belong together: finder meet Leeds 'Ashford Kent'`, if all the words can be read
  /// as points.
  private static func advice(_ words: [Word], _ invocation: Invocation) -> String? {
    let texts = words.map(\.text)
    guard let parts = parts(of: texts, KnownPoints()) else { return nil }
    let isQuoted = parts.contains { $0.contains(" ") && !texts.contains($0) }
    return (isQuoted ? "\(Invocation.quotingAdvice): " : "try: ") + invocation.line(parts)
  }

  private static let mostWords = 24
  private static let longestPart = 5
  /// Words that people put between points.
  private static let between = [
    "and", "to", "&", "+", "from", "between", "with", "vs", "via", "then",
  ]

  /// The words as known points, as many as possible; `nil` if they cannot all be read so.
  private static func parts(of words: [String], _ places: KnownPoints) -> [String]? {
    guard let read = reading(words, places), read.points.count > 1, read.others.isEmpty else {
      return nil
    }
    return read.points
  }

  /// The points, and as few words as possible that are not points; `nil` if there are too many words.
  static func reading(
    _ typed: [String], _ places: KnownPoints
  ) -> (points: [String], others: [String])? {
    let words = typed.flatMap { divided($0, places) }
      .map { $0.hasSuffix(",") && $0.count > 1 ? String($0.dropLast()) : $0 }
      .filter { !between.contains($0.lowercased()) }
    guard !words.isEmpty, words.count <= mostWords else { return nil }
    // The best reading of the words up to each position.
    var best: [(points: [String], others: [String])] = [([], [])]
    for end in 1...words.count {
      var found = best[end - 1]
      found.others.append(words[end - 1])
      for start in max(0, end - longestPart)..<end {
        let before = best[start]
        guard
          (before.others.count, -before.points.count - 1)
            < (found.others.count, -found.points.count)
        else { continue }
        let text = words[start..<end].joined(separator: " ")
        if start + 1 < end, words[start..<end].contains(where: { $0.contains(" ") }) { continue }
        if places.has(text) { found = (before.points + [text], before.others) }
      }
      best.append(found)
    }
    return best[words.count]
  }

  /// `London,Leeds` is two points; `51.5,-0.12` is one.
  private static func divided(_ text: String, _ places: KnownPoints) -> [String] {
    let parts = text.split(separator: ",").map { TidyText.string(String($0)) }
    guard parts.count > 1, !places.has(text), parts.allSatisfy(places.has) else { return [text] }
    return parts
  }

  // MARK: Looking them up

  /// Looks up each point, in the order typed. Reads the dataset only if a point needs it.
  func given(_ data: SearchData) throws -> [GivenPoint] {
    let resolver = PointResolver(invocation, data)
    return try points.map { point in
      do {
        guard let given = try point.given(data, by: resolver) else {
          throw PointRequest.missing(invocation)
        }
        return given
      } catch let error as UsageError where error.isOfWords {
        guard let advice = Self.advice(words, invocation) else { throw error }
        throw error.advising("; \(advice)")
      }
    }
  }

  /// The same, with the ruling of the camera bounds on each.
  func ruled(_ data: SearchData) throws -> [Place] {
    try zip(texts, given(data)).map { text, given in
      Place(text: text, given: given, ruling: try invocation.ruling(on: given.coordinate))
    }
  }
}

extension Command {
  /// Whether the command takes a list of points rather than one.
  var takesPoints: Bool {
    arguments.last.map { $0.isRepeatable && $0.name == PointList.argument.name } ?? false
  }
}

extension [PointList.Place] {
  /// How many points a note names; it counts the others.
  private static var mostNamed: Int { 6 }

  /// Like the note on a single point, but in one line for all of them.
  func note(isTable: Bool, isInAnswer: Bool) -> String? {
    var said: [String] = []
    for place in self {
      let note = place.given.note("from", isTable: isTable, isInAnswer: isInAnswer)
      if let note, !said.contains(note) { said.append(note) }
    }
    guard !said.isEmpty else { return nil }
    let others = said.count - Self.mostNamed
    return said.prefix(Self.mostNamed).joined(separator: "; ")
      + (others > 0 ? "; and \(counted(others, "other"))" : "")
  }
}
