import CommandLineKit
import FinderEngine
import FinderOwn

/// A command's point, as typed. Plain degrees can be read at once; anything else, such as a postcode, may
/// need files, which `given` reads.
///
///     let request = PointRequest(invocation)       // opens no file
///     let (given, ruling) = try request.ruled(data)    // may look it up in the dataset
///
/// A class, which costs less to pass on than a struct with this many fields.
final class PointRequest: Sendable {
  private let invocation: Invocation
  private let form: Form

  private enum Form {
    case none
    case degrees(Coordinate)
    case text(String, isOption: Bool)
    /// Not a point. Its words may belong to the argument before it, such as a meal, and a command that looks
    /// that up first can give a better error.
    case mistake(any Error)
  }

  /// `words`, if given, take the place of the argument POINT.
  init(_ invocation: Invocation, _ words: ArraySlice<Word>? = nil) {
    self.invocation = invocation
    do {
      form = try Self.form(words ?? invocation.words(Options.pointArgument), invocation)
    } catch {
      form = .mistake(error)
    }
  }

  private static func form(_ words: ArraySlice<Word>, _ invocation: Invocation) throws -> Form {
    let isInTwo = invocation.has(Options.latitude) || invocation.has(Options.longitude)
    let ways = (words.isEmpty ? 0 : 1) + (invocation.has(Options.at) ? 1 : 0) + (isInTwo ? 1 : 0)
    guard ways <= 1 else { throw givenTwice(invocation) }
    if let text = invocation[Options.at] { return form(of: text, isOption: true) }
    if isInTwo { return .degrees(try pointInTwo(invocation)) }
    return words.isEmpty ? .none : form(of: try argument(words, invocation), isOption: false)
  }

  /// One of several points given with `--at`.
  init(_ invocation: Invocation, at text: String) {
    self.invocation = invocation
    form = Self.form(of: text, isOption: true)
  }

  /// Tries plain degrees first: scripts use them, and reading them is quick.
  private static func form(of text: String, isOption: Bool) -> Form {
    PointText.plainDegrees(text).map { .degrees($0) } ?? .text(text, isOption: isOption)
  }

  var isGiven: Bool { if case .none = form { false } else { true } }

  // MARK: Looking it up

  /// `nil` if no point was given. Reads the dataset only if the point needs it. Several points share one
  /// `resolver`.
  func given(_ data: SearchData, by resolver: PointResolver? = nil) throws -> GivenPoint? {
    switch form {
    case .none: return nil
    case .degrees(let point):
      data.askedPoint = point
      return GivenPoint(coordinate: point)
    case .mistake(let error): throw error
    case .text(let text, let isOption):
      return try data.findingPoint(typed: text) {
        try found(text, isOption, resolver ?? PointResolver(invocation, data))
      }
    }
  }

  private func found(
    _ text: String, _ isOption: Bool, _ resolver: PointResolver
  ) throws -> GivenPoint {
    if text.utf8.count > 8, case .postcode(let code)? = (try? PointForm(text)) ?? nil,
      !Self.isPostcode(text, code), try !resolver.knowsPlace(Self.words(in: text, beside: code))
    {
      throw fileError ?? unknown(text, isOption, "")
    }
    return try resolver.point(in: text) { problem, advice in
      if let error = fileError { return error }
      guard problem == PointResolver.unknown else {
        return error(text, isOption, problem, advice: advice)
      }
      return unknown(text, isOption, advice)
    }
  }

  private func unknown(_ text: String, _ isOption: Bool, _ advice: String) -> UsageError {
    let advice = advice.isEmpty ? PointResolver.help : advice
    return error(text, isOption, PointResolver.unknown, advice: advice).ofWords
  }

  private func error(
    _ text: String, _ isOption: Bool, _ problem: String, advice: String = ""
  ) -> UsageError {
    let name = isOption ? Options.at.flag : Options.pointArgument.name
    return invocation.errorWithoutHelp(
      "\(name) \(UsageError.show(text)) \(problem)", advice: advice)
  }

  /// The same, but 'here' if no point was given.
  func givenOrHere(_ data: SearchData) throws -> GivenPoint {
    if let point = try given(data) { return point }
    let here = try Here(invocation)
    if let point = here.point(text: "here") {
      return data.findingPoint(typed: "here") { point }
    }
    let why = here.machine.state == .undefined ? "" : " 'here' is not known: \(here.reason)."
    throw Self.missing(invocation, because: why)
  }

  /// The error for a line without a point: it asks for one, and shows the line with one.
  static func missing(_ invocation: Invocation, because why: String = "") -> UsageError {
    let line = invocation.line(invocation.arguments + ["London"])
    return invocation.errorWithoutHelp("Where?\(why) For example: \(line)").ofWords
  }

  /// The point, with the ruling of the camera bounds.
  func ruled(_ data: SearchData) throws -> (given: GivenPoint, ruling: CameraRuling) {
    let given = try givenOrHere(data)
    return (given, try invocation.ruling(on: given.coordinate))
  }

  func ruledIfGiven(_ data: SearchData) throws -> (given: GivenPoint, ruling: CameraRuling)? {
    guard let given = try given(data) else { return nil }
    return (given, try invocation.ruling(on: given.coordinate))
  }

  // MARK: What was typed

  /// Two words are two numbers; anything else is one word.
  private static func argument(
    _ words: ArraySlice<Word>, _ invocation: Invocation
  ) throws -> String {
    // Most points are one word, and `joined` costs the runtime 100,000 instructions the first time.
    if words.count == 1, let word = words.first { return word.text }
    let text = words.map(\.text).joined(separator: " ")
    guard words.count == 2, !PointText.isPair(text) else { return text }
    guard let advice = invocation.adviceToQuote else {
      throw invocation.error(
        "unexpected argument \(UsageError.quote(words[words.startIndex + 1].text))"
      ).ofWords
    }
    throw invocation.errorWithoutHelp(
      "POINT \(UsageError.show(text)) is two words", advice: ": \(advice)"
    ).ofWords
  }

  /// A file of points, of a track or of polygons belongs to another command; `nil` if the text names no file.
  var fileError: UsageError? {
    guard case .text(let text, let isOption) = form else { return nil }
    let path = FilePath(text)
    guard let status = stat(ofFile: path), status.isRegular else { return nil }
    let file = text.hasPrefix("-") ? "./" + text : text
    let isArea =
      invocation.command.option(named: Options.polygon.name) != nil
      && (try? Polygon.load(DatasetSource(named: path))) != nil
    if isArea {
      return error(
        text, isOption,
        "contains an area, not a point: "
          + "\(invocation.program) \(invocation.path.joined(separator: " ")) --polygon "
          + Invocation.quoted(file))
    }
    if (try? TrackFile.load(DatasetSource(named: path))) != nil {
      let isMap = invocation.command.name == Map.command.name && !invocation.has(Options.output)
      let page = isMap ? " \(Options.output.flag) map.html" : ""
      return error(
        text, isOption,
        "is a track, not a point; for the venues along it: "
          + invocation.line(for: Along.command, [file]) + page)
    }
    return error(
      text, isOption,
      "is a file, not a point; for each of its points: "
        + invocation.line(for: Bulk.command, [file]))
  }

  /// Whether a text with a postcode is just that, or an address that ends with it. Any other words are
  /// filters, and must not be lost: `SE1 9TF pizza`.
  static func isPostcode(_ text: String, _ postcode: Postcode) -> Bool {
    if text.contains(where: { ",;(:\n\t".contains($0) }) { return true }
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map { String($0) }
    while let last = words.last, WrittenPostcode.countries.contains(last) { words.removeLast() }
    let letters = words.joined().filter { $0.isLetter || $0.isNumber }
    if words.count <= 2, letters.count <= 7 { return true }
    guard letters.hasSuffix(postcode.text.lowercased().filter { $0 != " " }),
      !words.contains(where: {
        SilentWords.isPreposition($0) || ["km", "mi", "miles", "min", "minutes"].contains($0)
      })
    else { return false }
    return words.dropLast(2).contains { word in
      StreetAddress.kinds.contains(word)
        || word.utf8.first?.isDigit == true && word.utf8.count { !$0.isDigit } < 2
    }
  }

  /// The words before and after the postcode, such as its town: `SW1A 2AA London`.
  private static func words(in text: String, beside postcode: Postcode) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    let code = postcode.text.filter { $0 != " " }
    for start in words.indices {
      for end in start + 1...min(start + 2, words.count)
      where words[start..<end].joined().uppercased() == code {
        return (words[..<start] + words[end...]).joined(separator: " ")
      }
    }
    return ""
  }

  /// Whether several words read as one point. Words without digits may be the name of a place.
  static let joined: @Sendable (String) -> JoinedWords = { text in
    guard let form = try? PointForm(text) else { return .no }
    switch form {
    case .words: break
    case .postcode(let code): return isPostcode(text, code) ? .surely : .no
    default: return .surely
    }
    let hasDigit = text.unicodeScalars.contains { ("0"..."9").contains($0) }
    return hasDigit || !text.contains(where: \.isLetter) ? .no : .perhaps
  }

  private static func givenTwice(_ invocation: Invocation) -> UsageError {
    // An option takes one word, so `--at 51.5 -0.12` is split in two.
    if let latitude = invocation[Options.at], DecimalNumber.parse(latitude) != nil,
      let longitude = invocation[Options.pointArgument], DecimalNumber.parse(longitude) != nil
    {
      return invocation.errorWithoutHelp(
        "--at takes one word: write --at \(latitude),\(longitude), or leave out --at")
    }
    let advice = invocation.adviceToQuote.map { "; \($0)" } ?? ""
    let error = invocation.error(
      "give the point once: as POINT, or with --at, or with --lat and --lon", advice: advice)
    return invocation.has(Options.at) ? error.ofWords : error
  }

  private static func pointInTwo(_ invocation: Invocation) throws -> Coordinate {
    guard let latitude = try invocation.number(Options.latitude) else {
      throw invocation.error(Options.latitude, "is missing: --lon needs it")
    }
    guard let longitude = try invocation.number(Options.longitude) else {
      throw invocation.error(Options.longitude, "is missing: --lat needs it")
    }
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let given = Coordinate(latitude: latitude, longitude: longitude)
    let option = given.isLatitudeOutOfRange ? Options.latitude : Options.longitude
    var hint = ""
    if let swapped = given.swappedInRange, invocation.isFine(swapped) {
      hint = "; latitude and longitude swapped? \(pointOptions(swapped)) is in range"
    }
    throw invocation.error(
      option, "\(invocation[option] ?? "") \(given.rangeProblemOfValue)\(hint)")
  }
}

func pointOptions(_ point: Coordinate) -> String {
  "--lat \(shown(point.latitude)) --lon \(shown(point.longitude))"
}
