import CommandLineKit
import FinderEngine
import FinderOwn

enum Closest {
  private static let name = Argument(
    "NAME", isRequired: false, completes: .closest, joins: { _ in .perhaps },
    summary: "a favourite or its position, a chain in any spelling, or a venue's name")
  static let all = Option(
    "all", summary: "the nearest branch of each favourite, in their order", group: "Search",
    isEveryday: true,
    otherWords: "favourites favorites each")

  static let command = Command.command(
    "closest", summary: "the nearest branch of a chain, or of your favourites",
    otherWords: "branch nearest-branch",
    heading: CommandHeading.find,
    exits: [.nothingFound, .outsideCamera, .unavailable, .internalError],
    about: """
      NAME is a favourite, a chain in any spelling, or the exact name of venues. Answers like \
      'near'; --limit adds other branches. finder exits with 1 if there is no such name.
      """,
    usage: ["NAME POINT [OPTIONS]", "--all POINT [OPTIONS]"],
    examples: """
      finder closest 'Hoagie Yard' London # the nearest branch
      finder closest 'HOAGIE YARD Ltd' 'WC1B 2JS' -n 3 # the nearest three
      finder closest --all home # one line for each of your favourites
      """,
    options: Options.point
      + [Options.outside, Options.limit.with(defaultText: "1"), Options.radius, all]
      + Options.food + Options.hours
      + RouteOptions.all + Options.proof + Options.common + [Options.fields],
    arguments: [name, Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    if invocation.has(all) { return try runAll(invocation) }
    guard let text = invocation[name], !text.isEmpty else {
      throw invocation.errorWithoutHelp(
        "Which, and where? For example: finder closest 'Hoagie Yard' London")
    }
    let request = try SearchRequest(invocation, limit: 1)
    let data = SearchData(invocation)
    let place = try request.surroundings(data)
    let name = NameNarrowing(text, among: try Favourites.ofUser(invocation))
    return try Search(request, in: place, data, name: name).run(on: data)
  }

  private static func runAll(_ invocation: Invocation) throws -> ExitCode {
    for option in [Options.limit, Options.radius, Options.fields] + RouteOptions.all
    where invocation.has(option) {
      throw invocation.error(option, "has no effect with --all")
    }
    let format = invocation.format()
    guard [.table, .json, .ndjson, .gpx, .kml].contains(format) else {
      throw invocation.error(all, "cannot be written as \(format.rawValue)")
    }
    // Without a name, the words in its place belong to the point.
    let words = invocation.words(name) + invocation.words(Options.pointArgument)
    let request = try SearchRequest(invocation, limit: 1, words)
    let data = SearchData(invocation)
    let search = try Search(request, in: try request.surroundings(data), data)
    let favourites = try Favourites.ofUser(invocation)?.items ?? []
    var notes: [String] = []
    if favourites.isEmpty {
      notes.append("there are no favourites; 'finder favourites add NAME' adds one")
    }
    if let note = search.place.given?.note(isTable: search.isTable) { notes.append(note) }
    var answer = try search.answerByName(from: data) { names, narrowed in
      let point = search.place.ruling.point
      let rows = FavouriteRows(
        favourites, from: point, names, narrowed.query.food, search.additions(narrowed.query),
        explainedBy: search.explains ? search : nil)
      var answer = rows.answer(format, search.style)
      if !search.isQuiet { answer.notes = rows.notes(format, isTable: search.isTable) }
      if format != .json && format != .ndjson { answer.notes += rows.explanation }
      if search.verifies {
        answer.proof = rows.proof(from: point) { try search.narrowed(in: $0).query }
      }
      return answer
    }
    answer.notes += notes
    return try data.finish(answer, to: search.output)
  }
}
