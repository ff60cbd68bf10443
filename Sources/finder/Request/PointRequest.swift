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

// MARK: - The camera bounds

extension Invocation {
  func outsidePolicy(default standard: OutsidePolicy) -> OutsidePolicy {
    self[Options.outside].flatMap(OutsidePolicy.init(rawValue:)) ?? standard
  }

  /// Whether points outside are refused, by --outside, else by the settings. Commands that do not refuse by
  /// default, such as 'bulk', never do.
  var refusesOutside: Bool {
    guard let option = command.option(named: Options.outside.name),
      option.defaultText == OutsidePolicy.refuse.rawValue
    else { return false }
    let standard = (try? settings())?.outside ?? .refuse
    return outsidePolicy(default: standard) == .refuse
  }

  /// Whether a search may start from the point.
  func isFine(_ point: Coordinate) -> Bool { Camera.bounds.contains(point) || !refusesOutside }

  func ruling(on point: Coordinate) throws -> CameraRuling {
    // For a point inside, the settings make no difference, so they need not be read.
    let standard: OutsidePolicy =
      Camera.bounds.contains(point) || has(Options.outside)
      ? .refuse : try settings().outside ?? .refuse
    guard let ruling = CameraRuling(point, outside: outsidePolicy(default: standard)) else {
      throw Failure(
        .outsideCamera, "\(shown(point)) is outside the camera bounds (\(cameraBoundsText))",
        hint: refusalHint(point))
    }
    if ruling.isMoved {
      diagnostics.note(
        "\(shown(point)) is outside the camera bounds; searching from \(shown(ruling.point)) instead"
      )
    }
    if ruling.looksSwapped { diagnostics.note(swapped: point, typed(point.swapped)) }
    return ruling
  }

  /// As the command takes it: one of several points is an argument.
  private func typed(_ point: Coordinate) -> String {
    command.option(named: Options.latitude.name) == nil ? shown(point) : pointOptions(point)
  }

  private func refusalHint(_ point: Coordinate) -> String {
    let swapped =
      Camera.looksSwapped(point) ? "  \(swappedHint(typed(point.swapped)));" : " "
    return swapped + " nearest point inside: \(shown(Camera.clamped(point))); "
      + "--outside clamp searches from there, --outside allow from here"
  }
}

extension CameraRuling {
  /// For a point that may be anywhere.
  static func allowing(_ point: Coordinate) -> CameraRuling {
    guard let ruling = CameraRuling(point, outside: .allow) else {
      preconditionFailure("a point that is allowed is not refused")
    }
    return ruling
  }
}

private func swappedHint(_ swapped: String) -> String {
  "latitude and longitude swapped? \(swapped) is inside"
}

extension Diagnostics {
  /// For a point that looks swapped, but is searched from. `typed` is the swapped point as one would type it.
  func note(swapped point: Coordinate, _ typed: String? = nil) {
    note("\(swappedHint(typed ?? pointOptions(point.swapped))) the camera bounds")
  }

  /// The same for a box.
  func note(swapped box: BoundingBox) {
    let box = box.swapped
    let edges = [box.west, box.south, box.east, box.north].map { shown($0) }
    note(
      "latitude and longitude swapped? The order is WEST,SOUTH,EAST,NORTH: --bbox "
        + edges.joined(separator: ","))
  }
}

/// The edges, latitudes first.
func shown(_ box: BoundingBox) -> String {
  "\(shown(box.south))…\(shown(box.north)), \(shown(box.west))…\(shown(box.east))"
}

var cameraBoundsText: String {
  let bounds = Camera.bounds
  return "latitude \(shown(bounds.south))…\(shown(bounds.north)), "
    + "longitude \(shown(bounds.west))…\(shown(bounds.east))"
}

// MARK: - What the point was

struct GivenPoint {
  let coordinate: Coordinate
  /// `nil` for plain degrees, which need no explanation.
  var place: PointPlace?
}

extension GivenPoint {
  init(_ point: PointText, _ text: String) {
    coordinate = point.coordinate
    guard point.kind != .degrees else { return }
    let isCode = point.kind == .plusCode
    place = PointPlace(
      text: text, kind: point.kind.rawValue, name: point.name,
      precision: isCode ? .cell : .square, from: nil,
      what: isCode
        ? "the centre of that plus code"
        : point.side > 0
          ? "the centre of that square of \(Self.length(point.side))"
          : "that position on the National Grid")
  }

  private static func length(_ metres: Double) -> String {
    metres < 1000 ? "\(shown(metres)) m" : "\(shown(metres / 1000)) km"
  }

  /// What the point was taken to be, for people: to a tenth of a metre, since the centre of a grid square has
  /// 14 decimals.
  var note: String? { note("searching from") }

  func note(_ doing: String) -> String? {
    place.map { place in
      let rounded = Coordinate(
        latitude: (coordinate.latitude * 1e6).rounded() / 1e6,
        longitude: (coordinate.longitude * 1e6).rounded() / 1e6)
      return "\(place.name): \(doing) \(place.what), \(shown(rounded))"
    }
  }

  /// Its member in a JSON answer, unless it was plain degrees.
  func append(to output: inout ByteBuffer) {
    guard let place else { return }
    output.append(key: "place") { output in
      output.append(key: "text", string: place.text)
      output.append(key: "kind", string: place.kind)
      output.append(key: "name", string: place.name)
      output.append(key: "precision", string: "\(place.precision.name)")
      output.append(key: "from", string: place.from)
    }
  }
}

/// What a text was taken to be. A class, so that plain degrees, which have none, cost nothing to pass on.
final class PointPlace: Sendable {
  /// As typed.
  let text: String
  let kind: String
  let name: String
  let precision: PointPrecision
  let from: String?
  /// For people: `the mean of 12 venues`.
  let what: String

  /// The text, unless the user can change its meaning, as with 'here' and other saved points.
  var lastingText: String? { kind == "here" || kind == "saved" ? nil : text }

  init(
    text: String, kind: String, name: String, precision: PointPrecision, from: String?, what: String
  ) {
    self.text = text
    self.kind = kind
    self.name = name
    self.precision = precision
    self.from = from
    self.what = what
  }
}
