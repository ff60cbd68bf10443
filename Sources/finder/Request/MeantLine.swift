import CommandLineKit
import FinderEngine
import OpeningHoursKit

/// What the user of a line in plain words probably meant, as a line that works when pasted.
///
///     finder find pizza near London        finder near London --for pizza
///     finder find pizza hut near London    finder near London --match 'pizza hut'
///     finder SW1A 1AA                      finder near 'SW1A 1AA'
///     finder near London 5km open now      finder near London --radius 5km --open
///     finder closest Pizza Hut London      finder closest 'Pizza Hut' London
///
/// It is worked out only after the parser or a command has refused the line. A suggestion is always a line
/// that the parser accepts and whose point is known; if there is none, nothing is suggested.
struct MeantLine {
  private let table: CommandTable
  private let line: PlainLine
  private let command: Command
  private let places: KnownPoints

  private init(
    _ line: PlainLine, _ command: Command, _ table: CommandTable, _ places: KnownPoints
  ) {
    (self.table, self.line, self.command, self.places) = (table, line, command, places)
  }

  /// A better error to report instead; `nil` if there is none.
  static func advice(_ error: UsageError, _ arguments: [Word], _ table: CommandTable) -> UsageError?
  {
    if let advice = withPointsInTwo(error, arguments, table) { return advice }
    if let words = error.correction { return corrected(error, words, table) }
    guard let typed = table.plainLine(arguments) else {
      return error.commandPath.isEmpty ? withoutCommand(error, arguments, table) : nil
    }
    let places = KnownPoints()
    let line = typed.moving(Options.at)
    guard !line.path.isEmpty else {
      return error.isOfWords
        ? instead(of: error, line, table, places) : withoutCommand(error, arguments, table)
    }
    guard error.isOfWords, let command = table.command(at: line.path) else { return nil }
    if command.takesPoints {
      // For words that are all points, the list of points makes its own suggestion.
      guard !typed.has(Options.at) else { return nil }
      let ending = MeantLine(line, command, table, places).endingWithPoints
      return ending.map { error.advising($0) }
    }
    if line.words.isEmpty { return withinText(error, line, command, table, places) }
    if typed.has(Options.at), places.has(typed.words.joined(separator: " ")) { return nil }
    let takesWords =
      command.option(named: Options.match.name) != nil
      && command.arguments.map(\.name) == [Options.pointArgument.name]
    guard !line.hasWordWithDashes || takesWords && line.words.count > 1 else { return nil }
    let meant = MeantLine(line, command, table, places)
    switch command.arguments.map(\.name) {
    case [Options.pointArgument.name]:
      let typed = line.words.joined(separator: " ")
      let isKnown = line.hasWordWithDashes || places.has(typed)
      let unknown = "\(UsageError.quote(typed)) \(PointResolver.unknown)"
      return meant.ending().map { error.advising($0, problem: isKnown ? nil : unknown) }
    case [FetchOptions.source.name, Options.pointArgument.name]:
      return meant.fetch.flatMap(meant.trying).map { error.advising($0) }
    case let names where names.last == Options.pointArgument.name:
      guard !typed.has(Options.at) else { return nil }
      // The quotes in the error's advice may belong to an option's value.
      let hasQuotes = error.advice.holds(Invocation.quotingAdvice)
      let ending = meant.dividedAtPoint ?? (hasQuotes ? nil : meant.endingWithName)
      return ending.map { error.advising($0) }
    default:
      let words = meant.withFlags ?? meant.withVerb ?? meant.withOutput
      return words.flatMap(meant.trying).map { error.advising($0) }
    }
  }

  /// The parser accepts the corrected line, but its point may be unknown or missing.
  private static func corrected(
    _ error: UsageError, _ words: [String], _ table: CommandTable
  ) -> UsageError? {
    guard case .run(let invocation)? = try? table.parse(words),
      let line = table.plainLine(words.map { Word($0) })?.moving(Options.at),
      invocation.command.arguments.contains(where: { $0.name == Options.pointArgument.name }),
      !invocation.command.takesPoints,
      !line.has(Options.latitude), !line.has(Options.longitude)
    else { return nil }
    let places = KnownPoints()
    guard invocation.command.arguments.count == 1 else {
      let point = invocation.words(Options.pointArgument).map(\.text).joined(separator: " ")
      return point.isEmpty || places.has(point) ? nil : error.withoutCorrection
    }
    let point = line.words.joined(separator: " ")
    guard !places.has(point) else { return nil }
    if point.isEmpty {
      guard [Near.command.name, Check.command.name].contains(invocation.command.name) else {
        return nil
      }
      let line = invocation.line([places.example])
      return error.advising("; for example: \(line)")
    }
    let meant = MeantLine(line, invocation.command, table, places)
    return meant.ending().map { error.advising($0) } ?? error.withoutCorrection
  }

  /// `near --for 'pizza in Leeds'`: the point is inside the option's text.
  private static func withinText(
    _ error: UsageError, _ line: PlainLine, _ command: Command, _ table: CommandTable,
    _ places: KnownPoints
  ) -> UsageError? {
    let moved = line.moving(Options.wanted)
    guard !moved.words.isEmpty, FoodPhrase(moved.words.joined(separator: " ")) == nil,
      command.option(named: Options.match.name) != nil,
      let words = PlainRequest(moved, places, command).wordsAtPoint(moved)
    else { return nil }
    let ending = MeantLine(moved, command, table, places).trying(words)
    return ending.map { error.advising($0, problem: "no point was given") }
  }

  // MARK: Lines without a command

  /// For a line whose first word is not a command.
  private static func instead(
    of error: UsageError, _ line: PlainLine, _ table: CommandTable, _ places: KnownPoints
  ) -> UsageError? {
    guard let first = line.words.first else { return nil }
    let problem = "unknown command \(UsageError.quote(first))"
    if let (reason, other) = Self.others[first.lowercased()] {
      return error.advising("; try: \(other)", problem: "\(problem): \(reason)")
    }
    func near(dropping count: Int = 0) -> MeantLine {
      MeantLine(
        line.under([Near.command.name], Array(line.words.dropFirst(count))), Near.command, table,
        places)
    }
    let hasDigit = first.utf8.contains { (0x30...0x39).contains($0) }
    let close = hasDigit || places.has(first) ? [] : table.commandsMeant(by: first)
    if close == [Near.command.name] {
      guard line.words.count > 1 else { return nil }
      return near(dropping: 1).ending(isWhole: true).map { error.advising($0, problem: problem) }
    }
    if close.count == 1, let path = close.first?.split(separator: " ").map({ String($0) }) {
      let rest = line.words.dropFirst().drop { path.contains($0) }
      let words =
        path == ["data", DataFetch.command.name]
        ? MeantLine(line.under(path, Array(rest)), DataFetch.command, table, places).fetch
        : path + rest + line.options.joined()
      let ending = words.flatMap(near().trying)
      if let ending { return error.advising(ending, problem: problem) }
    }
    guard close.isEmpty || line.words.count > 1 else { return nil }
    let ending = near().ending(isWhole: true, needsPoint: !close.isEmpty)
    return ending.map { error.advising($0, problem: problem) }
  }

  /// Words that other programs have as commands, with the nearest command to each.
  private static let others = [
    "undo": (
      "to undo a visit or review, use 'visit remove' or 'review remove'",
      "finder history"
    ),
    "man": ("the manual is a page of 'finder help'", "finder help --man"),
  ]

  /// For options without a command, which may be meant for `near`.
  private static func withoutCommand(
    _ error: UsageError, _ arguments: [Word], _ table: CommandTable
  ) -> UsageError? {
    let near = [Word(Near.command.name)] + arguments
    do throws(UsageError) {
      guard case .run(let invocation) = try table.parse(near) else { return nil }
      let hasPoint = Options.point.contains(where: invocation.has)
      let words = invocation.arguments + (hasPoint ? [] : [KnownPoints().example])
      let kind = hasPoint ? "try" : "for example"
      return error.advising(
        "; \(kind): \(invocation.line(words))", problem: "no command given")
    } catch {
      guard error.correction != nil else { return nil }
      let meant = advice(error, near, table) ?? error
      // Words without a point are not a search: `UNINSTALL --now`.
      return ["; try: ", "; for example: "].contains { meant.advice.holds($0) } ? meant : nil
    }
  }

  // MARK: Lines of a command whose words are a point

  /// The text after the problem: `; try: finder near London --match pizza`. With `isWhole`, the error has not
  /// yet said which quotes are missing.
  private func ending(isWhole: Bool = false, needsPoint: Bool = false) -> String? {
    let typed = line.words.joined(separator: " ")
    if PlainRequest.asksForHere(typed), !places.isHereOn {
      return "; 'finder locate set POINT' remembers where you are; try: finder locate set London"
    }
    if PlainRequest.usualNames.contains(typed.lowercased()) {
      return "; nothing is saved under that name; try: "
        + "finder locate save \(typed.lowercased()) London"
    }
    let request = PlainRequest(line, places, command)
    if !isWhole, request.point == typed { return nil }
    guard request.point != nil || !needsPoint,
      let words = request.words(line, example: request.isAddress ? "SW1A 1AA" : places.example),
      works(words)
    else { return nil }
    let shown = shown(words)
    if request.isAddress {
      return "; streets are not known, only postcodes and places; for example: \(shown)"
    }
    if let ambiguity = request.ambiguity {
      return isWhole || ambiguity.name != typed
        ? "; \(ambiguity.name) \(ambiguity.problem); for example: \(shown)" : nil
    }
    let reasons = [
      line.hasWordWithDashes && request.hasNames ? "; --match searches names" : "",
      request.leavesOut ? "; you cannot exclude things here" : "",
      request.unanswered.map { "; there is no data on \(UsageError.quote($0))" } ?? "",
    ]
    let reason = reasons.joined()
    if request.point != nil { return "\(reason); try: \(shown)" }
    guard !isWhole, !request.hasFood || request.hasNames else {
      return "\(reason); for example: \(shown)"
    }
    let better =
      request.hasNames ? "; \(PointResolver.betterPoints), or search names" : PointResolver.help
    return "\(better), for example: \(shown)"
  }

  // MARK: Lines of a command that takes several points

  /// `meet London Leeds vegan pizza`, `along walk.gpx vegan`: words that are not points are filters.
  private var endingWithPoints: String? {
    let isTrack = line.words.first.map { Self.isTrack($0, of: command) } ?? false
    let typed = Array(line.words.dropFirst(isTrack ? 1 : 0))
    guard let read = PointList.reading(typed, places), !read.others.isEmpty else { return nil }
    let request = PlainRequest(line.under(line.path, read.others), places, command)
    guard request.point == nil, request.hasFood || !request.hasNames,
      let options = request.options(line)
    else { return nil }
    if isTrack {
      return read.points.isEmpty ? trying(line.path + line.words.prefix(1) + options) : nil
    }
    let points = PointList.example(with: read.points, 2, places)
    let words = line.path + points + options
    guard works(words) else { return nil }
    return "; \(points == read.points ? "try" : "for example"): \(shown(words))"
  }

  /// Whether the word is a track, given in place of the points.
  private static func isTrack(_ word: String, of command: Command) -> Bool {
    command.name == Along.command.name && WayRequest.isTrack(Word(word))
  }

  /// `meet --lat 51.5 --lon -0.1 Leeds`: some of the points are options, others words.
  private static func withPointsInTwo(
    _ error: UsageError, _ arguments: [Word], _ table: CommandTable
  ) -> UsageError? {
    guard let command = table.command(at: error.commandPath), command.takesPoints else {
      return nil
    }
    var (words, latitude, place): ([String], String?, Int) = ([], nil, 0)
    var (typed, isChanged) = (arguments.map(\.text), false)
    typed = typed.flatMap { text in
      let isInOne = [Options.latitude, Options.longitude].contains {
        text.hasPrefix("\($0.flag)=")
      }
      return isInOne ? text.split(separator: "=", maxSplits: 1).map { String($0) } : [text]
    }
    while place < typed.count {
      let value = place + 1 < typed.count ? typed[place + 1] : ""
      switch typed[place] {
      case Options.latitude.flag where latitude == nil:
        latitude = value
        place += 1
      case Options.longitude.flag:
        guard let first = latitude else { return nil }
        words.append("\(first),\(value)")
        (latitude, isChanged) = (nil, true)
        place += 1
      case let word: words.append(word)
      }
      place += 1
    }
    guard isChanged, latitude == nil, let line = table.plainLine(words.map { Word($0) }) else {
      return nil
    }
    let ending = MeantLine(line, command, table, KnownPoints()).trying(words)
    return ending.map { error.advising($0) }
  }

  // MARK: Lines of a command that takes a name, and then a point

  /// The last words are a point, and all words before them a name.
  private var dividedAtPoint: String? {
    for count in line.words.indices.dropFirst() {
      let point = line.words[count...].joined(separator: " ")
      if places.has(point) { return trying(named(line.words[..<count], point)) }
    }
    return nil
  }

  /// The last word is a misspelt place, or all words are one name.
  private var endingWithName: String? {
    let words = line.words
    guard let last = words.last, words.count > 1 else { return nil }
    let isQuoted = words.count == 2 && words[0].contains(" ")
    if isQuoted || last.count > 4, let point = places.closest(to: last) {
      return trying(named(words.dropLast(), point))
    }
    // A word with a digit may be an id, which has no spaces.
    let hasDigit = words[0].contains { $0.isASCII && $0.isNumber }
    guard !isQuoted, !(hasDigit && words[0].count > 6) else { return nil }
    let name = words.joined(separator: " ")
    guard [Closest.command.name, Burn.command.name].contains(command.name) else {
      return trying(line.path + [name] + line.options.joined())
    }
    let whole = line.path + [name, places.example] + line.options.joined()
    return works(whole) ? "; for example: \(shown(whole))" : nil
  }

  private func named(_ words: ArraySlice<String>, _ point: String) -> [String] {
    let rest = words.reversed().drop { SilentWords.isPreposition($0.lowercased()) }.reversed()
    let name = (rest.isEmpty ? Array(words) : Array(rest)).joined(separator: " ")
    return line.path + [name, point] + line.options.joined()
  }

  // MARK: Other lines

  /// `data fetch London 5km` names no source, and `data fetch osm London 5km` has an extra argument.
  private var fetch: [String]? {
    let sources = line.words.prefix { FetchOptions.source.choices.contains($0) }
    let words = Array(line.words.dropFirst(sources.count))
    let request = PlainRequest(line.under(line.path, words), places, command)
    guard let point = request.point else { return nil }
    let named = sources.isEmpty ? FetchOptions.source.choices.prefix(1) : sources
    let hasArea = line.has(Options.radius) || line.has(Options.box)
    let radius = hasArea ? [] : request.radius.map { [Options.radius.flag, $0] } ?? []
    return line.path + named + [point] + radius + line.options.joined()
  }

  /// `data cache clear`: an option without its dashes.
  private var withFlags: [String]? {
    let flags = line.words.filter { command.option(named: $0).map { $0.value == nil } ?? false }
    guard !flags.isEmpty else { return nil }
    let others = line.words.filter { !flags.contains($0) }
    return line.path + others + line.options.joined() + flags.map { "--\($0)" }
  }

  /// `visit Dishoom`: a group, where one of its commands adds a venue.
  private var withVerb: [String]? {
    guard command.isGroup, let first = line.words.first else { return nil }
    let named = table.commandsMeant(by: first, under: line.path).map {
      $0.split(separator: " ").map { String($0) } + line.words.dropFirst()
    }
    let added = ["add", "set"].map { line.path + [$0] + line.words }
    // With a single word it is unclear whether to get or to set.
    guard named.count < 2 || line.words.count > 1 else { return nil }
    return (named.isEmpty ? added : named).map { $0 + line.options.joined() }.first(where: works)
  }

  /// `data import IN OUT`
  private var withOutput: [String]? {
    guard line.path == ["data", DataImport.command.name], !line.has(Options.output),
      line.words.count == 2, command.arguments.map(\.isPath) == [true]
    else { return nil }
    return line.path + [line.words[0], Options.output.flag, line.words[1]] + line.options.joined()
  }

  // MARK: Suggestions

  private func trying(_ words: [String]) -> String? {
    works(words) ? "; try: \(shown(words))" : nil
  }

  private func shown(_ words: [String]) -> String {
    ([table.program] + words.map(Invocation.quoted)).joined(separator: " ")
  }

  /// Whether the parser accepts the line, its point is known and its values are valid.
  private func works(_ words: [String]) -> Bool {
    guard case .run(let invocation)? = try? table.parse(words) else { return false }
    if let radius = invocation[Options.radius] {
      guard Quantity.metres(radius) != nil || Quantity.minutes(radius) != nil else { return false }
    }
    if let open = invocation[Options.open], WrittenWhen(open) == nil { return false }
    guard (try? FoodNarrowing(invocation)) != nil || !Options.food.contains(where: invocation.has)
    else { return false }
    if let limit = invocation[Options.limit], Int(limit).map({ $0 < 0 }) ?? true { return false }
    guard invocation.command.arguments.contains(where: { $0.name == Options.pointArgument.name })
    else { return true }
    if invocation.command.takesPoints {
      let points = invocation.arguments
      if points.count == 1, Self.isTrack(points[0], of: invocation.command) { return true }
      return points.count > 1 && points.allSatisfy(places.has)
    }
    let point = invocation.words(Options.pointArgument).map(\.text).joined(separator: " ")
    guard point.isEmpty else { return places.has(point) }
    let needsPoint = [
      Near.command, Within.command, Check.command, Closest.command, Burn.command, Pick.command,
      Coverage.command,
    ]
    return !needsPoint.contains { $0.name == invocation.command.name }
      || [Options.latitude, Options.box, Options.polygon, Options.at].contains(
        where: invocation.has)
  }
}
