import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn
import OpeningHoursKit

/// What a line in plain words was probably meant to say, as a line that works when it is pasted.
///
///     finder find pizza near London        finder near London --match pizza
///     finder SW1A 1AA                      finder near 'SW1A 1AA'
///     finder near London 5km open now      finder near London --radius 5km --open now
///
/// It is looked for only once the parser or a command has refused the words. Of the words that are left when
/// the point, a distance, a number and a time are taken out, those that say nothing are dropped, and the rest
/// are looked for in names.
struct MeantLine {
  private let table: CommandTable
  private let line: PlainLine
  private let command: Command
  private let places = KnownPoints()

  /// What to say of an error in its place; `nil` where nothing better can be said.
  static func advice(_ error: UsageError, _ arguments: [Word], _ table: CommandTable) -> UsageError?
  {
    if let words = error.correction { return replacement(of: words, in: error, table) }
    guard error.isOfWords, let line = table.plainLine(arguments)?.moving(Options.at)
    else { return nil }
    guard line.path.isEmpty else {
      guard let command = table.command(at: line.path),
        command.arguments.map(\.name) == [Options.pointArgument.name]
      else { return nil }
      return MeantLine(table: table, line: line, command: command).advice(error)
    }
    return instead(of: error, line, table)
  }

  /// The parser takes the words of a correction, but their point may be none, or may be missing.
  private static func replacement(
    of words: [String], in error: UsageError, _ table: CommandTable
  ) -> UsageError? {
    guard case .run(let invocation)? = try? table.parse(words),
      invocation.command.arguments.contains(where: { $0.name == Options.pointArgument.name }),
      !Options.point.contains(where: invocation.has)
    else { return nil }
    let places = KnownPoints()
    let point = invocation.words(Options.pointArgument).map(\.text).joined(separator: " ")
    guard point.isEmpty else {
      return places.has(point) ? nil : error.replacingCorrection(with: nil)
    }
    guard [Near.command.name, Check.command.name].contains(invocation.command.name) else {
      return nil
    }
    let line = invocation.line([places.isHereOn ? "here" : "London"])
    return error.replacingCorrection(with: "for example: \(line)")
  }

  /// Of a line whose first word is no command.
  private static func instead(
    of error: UsageError, _ line: PlainLine, _ table: CommandTable
  ) -> UsageError? {
    guard let first = line.words.first else { return nil }
    if let (reason, other) = Self.others[first.lowercased()] {
      return error.advising("unknown command \(UsageError.quote(first)): \(reason); try: \(other)")
    }
    let close = table.commandsMeant(by: first)
    let near = MeantLine(table: table, line: line.under(Near.command.name), command: Near.command)
    guard !close.isEmpty else { return near.advice(error, unknown: first) }
    if close == [Near.command.name], first.lowercased() != Near.command.name {
      let rest = MeantLine(
        table: table, line: line.under(Near.command.name, dropping: 1), command: Near.command)
      return line.words.count > 1 ? rest.advice(error, unknown: first) : nil
    }
    guard close.count == 1, let path = close.first else { return nil }
    let words =
      path.split(separator: " ").map { String($0) } + line.words.dropFirst() + line.options
    guard line.words.count > 1, near.works(words) else { return nil }
    return error.advising(
      "unknown command \(UsageError.quote(first)); try: \(near.shown(words))")
  }

  /// What nothing here is called, and what comes nearest to it.
  private static let others = [
    "undo": (
      "visits and reviews are taken back one by one, with 'visit remove' and 'review remove'",
      "finder history"
    )
  ]

  private func advice(_ error: UsageError, unknown command: String? = nil) -> UsageError? {
    let typed = line.words.joined(separator: " ")
    let problem =
      command.map { "unknown command \(UsageError.quote($0))" }
      ?? "\(UsageError.quote(typed)) is not a point that finder knows"
    if line.asksForHere, !places.isHereOn {
      return error.advising(
        "\(problem); 'finder locate set POINT' keeps where you are; try: finder locate set London")
    }
    var wish = Wish(line.words, places, self.command)
    wish.take(line.countWord)
    // All that it lacks are quotes, which the error says.
    if command == nil, wish.point == typed { return nil }
    let isExample = wish.point == nil
    let words = wish.words(line, example: places.isHereOn ? "here" : "London")
    guard works(words) else { return nil }
    guard isExample, command == nil else {
      return error.advising("\(problem); \(isExample ? "for example" : "try"): \(shown(words))")
    }
    let names = wish.hasNames ? ", or search names" : ""
    return error.advising(
      "\(problem); \(PointResolver.betterPoints)\(names), for example: \(shown(words))")
  }

  private func shown(_ words: [String]) -> String {
    ([table.program] + words.map(Invocation.quoted)).joined(separator: " ")
  }

  /// Whether the parser takes it, and its point is one that is known.
  private func works(_ words: [String]) -> Bool {
    guard case .run(let invocation)? = try? table.parse(words) else { return false }
    guard invocation.command.arguments.contains(where: { $0.name == Options.pointArgument.name })
    else { return true }
    let point = invocation.words(Options.pointArgument).map(\.text).joined(separator: " ")
    return places.has(point)
  }
}

/// The points that are known without the dataset.
private struct KnownPoints {
  private let saved: SavedPoints
  private let book: PlaceBook
  let isHereOn: Bool

  init() {
    guard case .run(let invocation)? = try? Program.table.parse([Near.command.name, "--quiet"])
    else {
      preconditionFailure("'near' is a command")
    }
    saved = invocation.locator.dataFolder.flatMap { try? SavedPoints(in: $0) } ?? SavedPoints()
    book = PlaceBook(
      gazetteer: (try? invocation.gazetteer()) ?? nil, sample: SamplePlaces(in: SampleFolders.all))
    isHereOn = (try? Here(invocation))?.isOn ?? false
  }

  func has(_ text: String) -> Bool {
    guard let form = (try? PointForm(text)) ?? nil else { return false }
    switch form {
    case .point, .postcode, .venue: return true
    case .here: return isHereOn
    case .saved(let name): return saved.point(named: name) != nil
    case .place(let name): return isPlace(name)
    case .words(let name): return saved.point(named: name) != nil || isPlace(name)
    case .shortCode(_, let place): return isPlace(place)
    }
  }

  private func isPlace(_ name: String) -> Bool {
    if case .one = book.choice(name) { true } else { false }
  }
}

/// What the words of a line ask for.
private struct Wish {
  private(set) var point: String?
  private var match: [String] = []
  private var radius: String?
  private var limit: String?
  /// Empty for now.
  private var open: String?

  init(_ typed: [String], _ places: KnownPoints, _ command: Command) {
    var words = typed.flatMap { $0.split(separator: " ").map { String($0) } }
    func takes(_ option: Option) -> Bool { command.option(named: option.name) != nil }
    if let range = Self.point(in: words, places) {
      let text = words[range].joined(separator: " ")
      point = Self.here.contains(text.lowercased()) ? "here" : text
      words.removeSubrange(range)
    }
    if takes(Options.open) { open = Self.time(in: &words) }
    if takes(Options.radius) {
      radius = Self.first(in: &words) {
        $0.utf8.last?.isDigit == false && (Quantity.metres($0) ?? Quantity.minutes($0)) != nil
      }
    }
    if takes(Options.limit) { limit = Self.first(in: &words, atMost: 1) { Int($0) != nil } }
    if takes(Options.match) {
      match = words.filter { !Self.saysNothing($0) && $0.contains(where: \.isLetter) }.map(
        Self.singular)
    }
  }

  var hasNames: Bool { !match.isEmpty }

  /// `--count 5`
  mutating func take(_ number: String?) { limit = limit ?? number }

  func words(_ line: PlainLine, example: String) -> [String] {
    var words = line.path + [point ?? example]
    if !match.isEmpty { words += [Options.match.flag, match.joined(separator: " ")] }
    if let radius { words += [Options.radius.flag, radius] }
    if let limit { words += [Options.limit.flag, limit] }
    if let open { words += [Options.open.flag] + (open.isEmpty ? [] : [open]) }
    return words + (limit == nil ? line.options : line.optionsWithoutCount)
  }

  // MARK: Parts

  static let here: Set = ["me", "here", "my location", "current location"]

  /// The words that are a point: the longest; of those the one that is written like a name or a number, then
  /// the one after `near`, then the first.
  private static func point(in words: [String], _ places: KnownPoints) -> Range<Int>? {
    var best: (range: Range<Int>, score: Int)?
    for start in words.indices {
      for end in (start + 1)...min(words.count, start + 5) {
        let text = words[start..<end].joined(separator: " ")
        let isHere = here.contains(text.lowercased()) && places.isHereOn
        guard isHere || places.has(text), end - start > 1 || !saysNothing(text) else { continue }
        let isName = text.unicodeScalars.first.map {
          $0.properties.isUppercase || ("0"..."9").contains($0)
        }
        let isAfterNear = start == 0 || prepositions.contains(words[start - 1].lowercased())
        let score = 4 * (end - start) + (isName == true ? 2 : 0) + (isAfterNear ? 1 : 0)
        if score > best?.score ?? 0 { best = (start..<end, score) }
      }
    }
    return best?.range
  }

  /// The first words that are one of something, the most of them first, taken out.
  private static func first(
    in words: inout [String], atMost most: Int = 3, _ isOne: (String) -> Bool
  ) -> String? {
    for start in words.indices {
      for end in (start + 1...min(words.count, start + most)).reversed() {
        let text = words[start..<end].joined(separator: " ")
        guard isOne(text) else { continue }
        words.removeSubrange(start..<end)
        return text
      }
    }
    return nil
  }

  /// A meal is a time only after `open`: `breakfast in London` is what somebody wants to eat.
  private static func time(in words: inout [String]) -> String? {
    let place = words.firstIndex { $0.lowercased() == "open" }
    if let place { words.remove(at: place) }
    let meals: Set = ["breakfast", "lunch", "dinner"]
    let time = first(in: &words) {
      WrittenWhen($0) != nil && (place != nil || !meals.contains($0.lowercased()))
    }
    return time ?? (place == nil ? nil : "")
  }

  private static let prepositions: Set = ["near", "in", "at", "around", "by", "of", "to", "from"]

  private static func saysNothing(_ word: String) -> Bool {
    silentWords.contains(word.lowercased())
  }

  private static let silentWords: Set = prepositions.union([
    "find", "search", "show", "list", "get", "give", "look", "looking", "for", "me", "my", "i",
    "want",
    "need", "the", "a", "an", "some", "any", "all", "and", "with", "where", "what", "is", "are",
    "there",
    "can", "eat", "eating", "drink", "out", "food", "restaurant", "restaurants", "place", "places",
    "venue", "venues", "nearest", "nearby", "closest", "close", "around", "within", "walk", "away",
    "best", "good", "top", "first", "please", "here", "location", "on", "somewhere", "something",
  ])

  private static func singular(_ word: String) -> String {
    let plurals: Set = [
      "pubs", "bars", "cafes", "cafés", "pizzas", "pizzerias", "burgers", "kebabs", "takeaways",
      "bakeries",
      "curries", "chippies", "diners", "bistros",
    ]
    guard plurals.contains(word.lowercased()) else { return word }
    return String(word.dropLast(word.hasSuffix("ies") ? 3 : 1))
  }
}

extension PlainLine {
  fileprivate var asksForHere: Bool {
    let words = words.flatMap { $0.split(separator: " ").map { $0.lowercased() } }
    return words.last == "me" || words.suffix(2) == ["my", "location"]
      || words.suffix(2) == ["current", "location"]
  }
}
