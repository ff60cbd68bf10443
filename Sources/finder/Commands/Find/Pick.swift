import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

enum Pick {
  /// How far people go for lunch.
  private static let usualRadius = "15min"

  private static let seed = Option(
    "seed", value: "N", summary: "decides the draw: the same seed draws the same venues again",
    group: "Search", isEveryday: true, defaultText: "random",
    otherWords: "random rand lot")
  private static let other = Option(
    "not", value: "ID", summary: "leave out the venue with this id", group: "Search",
    isEveryday: true, isRepeatable: true,
    otherWords: "except exclude excluding but without skip ignore")

  static let command = Command.command(
    "pick", summary: "a venue at random, from those around a point",
    otherWords: "random lot draw choose lucky dice surprise any where-to-eat decide",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Every venue within the radius that passes the filters has the same chance, however near it \
      is. The seed and a venue's id decide its place in the draw. So the same seed draws the same \
      venues again, and a venue that opens or closes changes at most its own place. With \
      --one-per-chain a chain has one chance, as its nearest branch.
      """,
    usage: ["POINT [OPTIONS]", "--lat D --lon D [OPTIONS]"],
    examples: """
      finder pick London # one of the venues within a walk of 15 minutes
      finder pick London --seed 7 # the same one for everybody who types this
      finder pick 'WC1B 2JS' -n 3 # three: if the first is full, the next
      finder pick Leeds --for pizza --open tonight --not-visited # from those that fit
      finder pick Brighton -r 1mi --one-per-chain # a chain with ten branches has one chance
      finder pick London --for vegan --count # how many there are to draw from
      finder pick London -n 0 --seed 7 --csv # all of them, in the order drawn
      """,
    options: (Options.point + [Options.outside]
      + [
        Options.limit.with(summary: "draw N venues; 0 for all of them", defaultText: "1"),
        Options.radius.with(defaultText: "a walk of \(usualRadius)"), seed, other, Options.match,
        Options.condition,
      ] + Options.food + Options.chains + Options.visits + Options.hours + [Options.count]
      + Options.common + [Options.fields])
      .seldom(Options.chain, Options.quiet),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let countsOnly = invocation.has(Options.count)
    let asked = try invocation.whole(seed, Lot.seeds)
    if countsOnly, asked != nil { throw invocation.error(seed, "has no effect with --count") }
    let lot = asked.map { Lot(seed: $0) } ?? .random()
    let others = try OtherVenues(invocation, other)
    let request = try SearchRequest(invocation, limit: 1)
    let radius = try request.radius ?? invocation.radius(usualRadius, of: Options.radius)
    let data = SearchData(invocation)
    let place = try request.surroundings(data, usual: radius.metres)
    let search = try Search(request, in: place.with(countsOnly ? nil : lot, others), data)
    let notes = PickNotes(
      search: search, radius: radius.metres, lot: lot, isSeedRandom: asked == nil)
    let draw = Draw(search: search, lot: lot, notes: notes, countsOnly: countsOnly)
    let answer =
      others.isEmpty
      ? try search.answer(from: data) { try draw.answer($1, in: $0, without: OtherVenues.Found()) }
      : try search.answerByName(from: data) {
        try draw.answer($1, in: $0.store, without: others.found(in: $0))
      }
    return try data.finish(answer, to: search.output)
  }

  private struct Draw {
    let search: Search
    let lot: Lot
    let notes: PickNotes
    let countsOnly: Bool

    func answer(
      _ narrowed: Search.Narrowed, in store: VenueStore, without others: OtherVenues.Found
    ) throws -> Answer {
      var narrowed = narrowed
      others.narrow(&narrowed.query)
      if !search.isQuiet { narrowed.notes += others.notes }
      let printer = ResultPrinter(search: search, additions: search.additions(narrowed.query))
      guard !countsOnly else { return try printer.answer(narrowed, in: store) }
      var searcher = Searcher(store)
      let drawn = searcher.draw(narrowed.query, by: lot)
      let hits = searcher.hits(ofRows: drawn.rows, from: narrowed.query.point)
      // The draw left venues out, not their distance, so notes cover all venues within the radius.
      narrowed.query.limit = nil
      var answer = printer.list(hits, upTo: nil, narrowed, in: store)
      if !search.isQuiet {
        answer.notes += notes.lines(drawn, in: store, isExplained: answer.isExplained)
      }
      return answer
    }
  }
}

/// `--not`: the ids of venues to leave out.
private final class OtherVenues: Sendable {
  private let ids: [String]
  private let invocation: Invocation
  private let option: Option

  init(_ invocation: Invocation, _ option: Option) throws {
    (self.invocation, self.option) = (invocation, option)
    ids = invocation.values(option)
    for id in ids where TidyText.string(id).isEmpty { throw invocation.error(option, "is empty") }
  }

  var isEmpty: Bool { ids.isEmpty }

  struct Found {
    var rows: Set<Int> = []
    var notes: [String] = []

    func narrow(_ query: inout Query) {
      if !rows.isEmpty { query.conditions.append(Condition(OtherThanRows(rows))) }
    }
  }

  /// Adds a note on each unknown id, since a venue from an earlier draw may have closed. A name is an error,
  /// since its venue could still be drawn.
  func found(in names: NameDirectory) throws -> Found {
    var found = Found()
    for id in ids {
      let text = PointForm.venueID(id) ?? id
      if let row = row(text, in: names) {
        found.rows.insert(row)
        continue
      }
      try refuseNonID(text, in: names)
      let note = "no venue in the dataset has the id \(UsageError.quote(text))"
      if !found.notes.contains(note) { found.notes.append(note) }
    }
    return found
  }

  private func row(_ text: String, in names: NameDirectory) -> Int? {
    names.row(ofID: text) ?? names.row(ofID: VenueByName.pastedID(text))
  }

  /// Refuses several ids in one, or a name.
  private func refuseNonID(_ text: String, in names: NameDirectory) throws {
    let parts = text.split(separator: ",").map(String.init)
    if parts.count > 1, parts.contains(where: { row($0, in: names) != nil }) {
      throw invocation.error(
        option,
        "takes one id at a time: "
          + parts.map { "\(option.flag) \(Invocation.quoted($0))" }.joined(separator: " "))
    }
    let rows = names.rows(named: text)
    guard let row = rows.first else { return }
    let id = UsageError.quote(names.id(ofRow: row))
    throw invocation.error(
      option,
      "takes an id, not a name: "
        + (rows.count == 1
          ? "\(UsageError.quote(text)) has the id \(id)"
          : "\(grouped(rows.count)) venues are called \(UsageError.quote(text)), and one has the id \(id)")
    )
  }

  /// Appends a member to the document's `query`, if there are any ids.
  func append(to output: inout ByteBuffer) {
    guard !ids.isEmpty else { return }
    output.append(key: "not", elements: ids.count) { $0.append(jsonString: ids[$1]) }
  }
}

extension SearchRequest.Place {
  /// The same place, with the draw's members in the document's `query`. A count has no `lot`.
  fileprivate func with(_ lot: Lot?, _ others: OtherVenues) -> Self {
    let member = member
    return Self(area: area, ruling: ruling, given: given, isTooWide: isTooWide) { output in
      member(&output)
      if let lot { output.append(key: "seed", integer: Int(clamping: lot.seed)) }
      others.append(to: &output)
    }
  }
}

/// Notes on a draw: how many venues were in it, the line that repeats it, and options that narrow it.
private struct PickNotes {
  let search: Search
  let radius: Double
  let lot: Lot
  /// Whether finder chose the seed, not the user.
  let isSeedRandom: Bool

  /// The most venues that are checked for opening hours.
  private static let mostRead = 16

  func lines(_ drawn: Searcher.Drawn, in store: VenueStore, isExplained: Bool) -> [String] {
    let within = "within \(readable(radius, search.style.figures.units))"
    let isUsual = search.request.radius == nil
    guard !drawn.rows.isEmpty else {
      guard search.isTable, !isExplained else { return [] }
      let wider = isUsual ? "\(Options.radius.flag) 5km" : "a larger \(Options.radius.flag)"
      return ["finder looked \(within); \(wider) looks farther"]
    }
    var lines: [String] = []
    if search.isTable {
      let all =
        drawn.candidates == 1
        ? "the only venue that fits \(within)"
        : "drawn at random: \(drawn.rows.count) of \(drawn.candidates) venues \(within)"
      lines.append(all + (isUsual ? "; \(Options.radius.flag) sets another distance" : ""))
    }
    if isSeedRandom {
      let invocation = search.invocation
      let line = invocation.line(invocation.arguments) + " --seed \(lot.seed)"
      lines.append("the seed was \(lot.seed); to draw the same again: \(line)")
    }
    let offers = search.isTable ? offers(drawn.rows, in: store) : []
    if !offers.isEmpty { lines.append(offers.joined(separator: "; ")) }
    return lines
  }

  private func offers(_ rows: [Int], in store: VenueStore) -> [String] {
    var offers: [String] = []
    if search.open == nil, rows.prefix(Self.mostRead).contains(where: store.hasOpeningHours(ofRow:))
    {
      offers.append("\(Options.open.flag) now keeps the venues that are open")
    }
    if search.request.filters.visits == nil, let folder = search.invocation.locator.dataFolder,
      VisitLog.isThere(in: folder)
    {
      offers.append("\(Options.notVisited.flag) keeps those that you have not been to")
    }
    return offers
  }
}
