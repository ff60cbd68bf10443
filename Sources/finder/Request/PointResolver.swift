import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// Finds the points that texts mean. Files are opened when they are first needed.
final class PointResolver {
  let invocation: Invocation
  let data: SearchData
  /// Working out what the user may have meant takes longer than finding a point.
  private let suggests: Bool
  private lazy var points = Kept {
    try invocation.locator.dataFolder.map { try SavedPoints(in: $0) } ?? SavedPoints()
  }
  private lazy var hereAndNow = Kept { try Here(invocation) }
  private lazy var openedGazetteer = Kept { try invocation.gazetteer() }
  private lazy var places = Kept {
    PlaceBook(gazetteer: try gazetteer(), sample: SamplePlaces(in: SampleFolders.all))
  }

  /// Makes an error from what is wrong with a text, worded as the end of a sentence that begins with the
  /// text, and from the advice that follows the sentence, often empty.
  typealias Fault = (_ problem: String, _ advice: String) -> any Error

  init(_ invocation: Invocation, _ data: SearchData, suggests: Bool = true) {
    self.suggests = suggests
    self.invocation = invocation
    self.data = data
  }

  /// Throws the error that `fault` makes.
  func point(in text: String, fault: Fault) throws -> GivenPoint {
    let form: PointForm?
    do throws(PointProblem) { form = try PointForm(text) } catch {
      throw fault(error.explanation(whereFine: invocation.isFine), "")
    }
    switch form {
    case nil: throw fault("is not a point: it is empty", "")
    case .point(let point): return GivenPoint(point, text)
    case .shortCode(let code, let place): return try point(code, near: place, text, fault)
    case .here: return try here(text)
    case .postcode(let postcode):
      if let point = try point(of: postcode, text) { return point }
      throw fault(try unknown(postcode), "")
    case .saved(let name):
      if let point = try saved(name, text) { return point }
      let close = try closeToSaved(name)
      throw close.isEmpty
        ? fault("is not a saved point; 'finder locate saved' lists them", "")
        : fault("is not a saved point", close)
    case .place(let name): return try place(name, text, fault, isForced: true)
    case .venue(let id): return try venue(id, text)
    case .words(let words):
      return try saved(words, text)
        ?? place(words, text, fault, else: WrittenPostcode.withoutDigits(words))
    }
  }

  /// `nil` if there is none. Call `refuseDamage` before using anything read from it.
  func gazetteer() throws -> Gazetteer? { try openedGazetteer.get() }

  private func point(
    _ code: ShortPlusCode, near place: String, _ text: String, _ fault: Fault
  ) throws -> GivenPoint {
    let near = try point(in: place) { problem, advice in
      fault("looks like a plus code near a place, but \(UsageError.show(place)) \(problem)", advice)
    }
    let whole = code.nearest(to: near.coordinate)
    return GivenPoint(
      coordinate: whole.centre,
      place: PointPlace(
        text: text, kind: .plusCode, name: whole.code, precision: .cell,
        from: near.place?.from,
        what: "the centre of that plus code, near \(near.place?.name ?? place)"))
  }

  // MARK: Here and saved points

  private func here(_ text: String) throws -> GivenPoint {
    let here = try hereAndNow.get()
    if let point = here.point(text: text) { return point }
    throw Failure(
      .unavailable, "'here' is not known: \(here.reason)",
      hint: "  'finder locate set POINT' keeps a point for it; see 'finder help locate'")
  }

  private func saved(_ name: String, _ text: String) throws -> GivenPoint? {
    guard let point = try points.get().point(named: name) else { return nil }
    return GivenPoint(
      coordinate: point.coordinate,
      place: PointPlace(
        text: text, kind: .saved, name: point.name, precision: .place, from: .saved,
        what: "that saved point"))
  }

  /// A similar name of a saved point, as advice.
  private func closeToSaved(_ name: String) throws -> String {
    let saved = try points.get().points
    return didYouMean(
      suggests ? Misspelling.closest(to: name, among: saved) { $0.name }?.name : nil)
  }

  // MARK: Places

  /// If no place has that name, the text may be a postcode.
  private func place(
    _ name: String, _ text: String, _ fault: Fault, isForced: Bool = false,
    else postcode: Postcode? = nil
  ) throws -> GivenPoint {
    let choice = try places.get().choice(name)
    try gazetteer()?.refuseDamage()
    guard case .one(let place) = choice else {
      if case .none = choice {
        if let postcode, let point = try point(of: postcode, text) { return point }
        if isForced {
          throw fault("is not a place that finder knows", closeTo(name, among: placeNames))
        }
        if DecimalNumber.parse(name) != nil || DecimalNumber.parse(String(name.dropLast())) != nil {
          throw fault("is a latitude alone: the longitude is missing", "")
        }
        throw fault(Self.unknown, closeToAny(name))
      }
      throw fault(choice.problem(name) ?? "is not a place", "")
    }
    return GivenPoint(
      coordinate: place.coordinate,
      place: PointPlace(
        text: text, kind: .place, name: place.fullName, precision: .place,
        from: place.origin == .gazetteer ? .gazetteer : .places, what: "the middle of that place"))
  }

  /// Whether one place or several have that name.
  func knowsPlace(_ name: String) throws -> Bool {
    if name.isEmpty { return false }
    if case .none = try places.get().choice(name) { return false }
    return true
  }

  /// A similar name of a saved point or of a place, as advice.
  private func closeToAny(_ name: String) -> String {
    guard suggests else { return "" }
    let saved = (try? points.get())?.points.map(\.name) ?? []
    let close = Misspelling.closest(to: name, among: saved + ["here"] + placeNames) { $0 }
    return didYouMean(close)
  }

  private var placeNames: [String] {
    var names: [String] = []
    SamplePlaces(in: SampleFolders.all)?.visit { names.append($0.name) }
    return names
  }

  /// The end of a sentence: a similar name, or other help.
  private func closeTo(_ name: String, among known: @autoclosure () -> [String]) -> String {
    guard suggests else { return "" }
    if let close = Misspelling.closest(to: name, among: known(), by: { $0 }) {
      return didYouMean(close)
    }
    guard name.contains(where: \.isLetter) else { return "" }
    return invocation.command.option(named: Options.match.name) == nil
      ? Self.help : "; \(Self.betterPoints), or search names with --match"
  }

  static let betterPoints = "try a postcode or 'NAME, COUNTY', add places ('finder help gazetteer')"
  static let help =
    "; try a postcode or 'NAME, COUNTY', or add places ('finder help gazetteer')"
  static let unknown = "is not a point that finder knows"

  // MARK: Postcodes and venues

  /// `nil` if no position near it is known.
  private func point(of postcode: Postcode, _ text: String) throws -> GivenPoint? {
    if let point = try exact(postcode, postcode, text) { return point }
    if let mean = try data.answerByName({ $0.postcodes.mean(of: postcode) }) {
      let venues = mean.venues == 1 ? "a venue" : "the mean of \(mean.venues) venues"
      return GivenPoint(
        coordinate: mean.coordinate,
        place: PointPlace(
          text: text, kind: .postcode, name: postcode.text,
          precision: PointPrecision(mean.level, isExact: false), from: .dataset,
          what: venues + within(mean.level, of: postcode)))
    }
    if let sector = postcode.sector, let point = try exact(sector, postcode, text) { return point }
    return try exact(postcode.outcode, postcode, text)
  }

  private func unknown(_ postcode: Postcode) throws -> String {
    let gazetteer = try gazetteer()
    let known = try data.answerByName { names in
      postcode.withLetters.filter { postcode in
        gazetteer?.position(of: postcode) != nil || names.postcodes.mean(of: postcode) != nil
      }
    }
    if !known.isEmpty {
      return "looks like a postcode, but \(postcode.text) is known only with a letter: "
        + known.map(\.text).joined(separator: ", ")
    }
    return
      "looks like a postcode, but neither the dataset nor a gazetteer has \(postcode.text) or any near it"
      + WrittenPostcode.squareHint(postcode.text)
  }

  /// The gazetteer's position of a postcode, or of a part of it.
  private func exact(_ part: Postcode, _ postcode: Postcode, _ text: String) throws -> GivenPoint? {
    let gazetteer = try gazetteer()
    let point = gazetteer?.position(of: part)
    try gazetteer?.refuseDamage()
    return point.map { point in
      GivenPoint(
        coordinate: point,
        place: PointPlace(
          text: text, kind: .postcode, name: postcode.text,
          precision: PointPrecision(part.level, isExact: true),
          from: .gazetteer,
          what: part.level == .postcode
            ? "that postcode" : "the middle of the postcodes" + within(part.level, of: postcode)))
    }
  }

  /// Says which part of the postcode a position is for.
  private func within(_ level: Postcode.Level, of postcode: Postcode) -> String {
    guard level != postcode.level else {
      return level == .postcode ? " with that postcode" : " in that \(level.word)"
    }
    return " in \(postcode.part(level).text), as \(postcode.text) itself is not known"
  }

  private func venue(_ id: String, _ text: String) throws -> GivenPoint {
    let found = try data.answerByName { names in
      names.row(ofID: id).map { names.store.venue(ofRow: $0) }
        .map { (coordinate: $0.coordinate, name: $0.name) }
    }
    guard let found else { throw VenueByName.noVenue(id) }
    return GivenPoint(
      coordinate: found.coordinate,
      place: PointPlace(
        text: text, kind: .venue, name: found.name.isEmpty ? id : found.name, precision: .place,
        from: .dataset, what: "that venue"))
  }
}

/// A result or an error. A class: destroying an optional `Result` makes the runtime describe its type, which
/// costs 102,000 instructions for `Here` alone.
private final class Kept<Value> {
  private let result: Result<Value, any Error>

  init(_ find: () throws -> Value) { result = Result(catching: find) }

  func get() throws -> Value { try result.get() }
}

extension Postcode.Level {
  fileprivate var word: String {
    switch self {
    case .postcode: "postcode"
    case .sector: "postcode sector"
    case .outcode: "postcode district"
    }
  }
}
