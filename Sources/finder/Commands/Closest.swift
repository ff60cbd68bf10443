import CommandLineKit
import FinderEngine
import FinderOwn

/// `finder closest`: the nearest branch of a chain, then the others.
enum Closest {
  private static let name = Argument(
    "NAME", isRequired: false, completes: .closest, joins: { _ in .perhaps },
    summary: "a favourite or its position, a chain in any spelling, or a venue's name")
  private static let all = Option(
    "all", summary: "the nearest branch of each favourite, in their order", group: "Search",
    otherWords: "favourites favorites each")

  static let command = Command.command(
    "closest", summary: "the nearest branch of a chain, or of your favourites",
    otherWords: "branch nearest-branch",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      The name is that of a favourite, of a chain, however it is spelt, or of venues of just that \
      name. The answer is that of 'near'; --limit adds the other branches. finder exits with 1 where \
      there is no such name.
      """,
    usage: ["NAME POINT [OPTIONS]", "--all POINT [OPTIONS]"],
    examples: [
      Example("finder closest 'Hoagie Yard' 51.5074,-0.1278", "the nearest branch"),
      Example("finder closest 'HOAGIE YARD Ltd' 51.5074,-0.1278 -n 3", "the nearest three"),
      Example("finder closest --all 51.5074,-0.1278", "one line for each of your favourites"),
    ],
    options: Options.point
      + [Options.outside, Options.limit.with(defaultText: "1"), Options.radius, all]
      + Options.hours
      + RouteOptions.all + Options.common + [Options.fields],
    arguments: [name, Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    if invocation.has(all) { return try runAll(invocation) }
    guard let text = invocation[name], !text.isEmpty else {
      throw invocation.error(name, "is missing: expected a name, or --all")
    }
    let (limit, reach) = (try invocation.limit(default: 1), try invocation.distance(Options.radius))
    let (fields, router) = (try invocation.fields(), try invocation.router())
    let open = try invocation.openHours()
    let queryData = QueryData(invocation)
    let point = try invocation.point(queryData)
    let ruling = try invocation.ruling(on: point.coordinate, invocation.diagnostics)
    let favourites = try Favourites.ofUser(invocation)
    let source = try queryData.source()
    let output = try Output(invocation, inputs: [source.path])
    let query = Query(
      from: ruling.point, area: reach.map { .circle(radius: $0) } ?? .everywhere, limit: limit)
    let printer = try ResultPrinter(
      query, fields, invocation, output: output, source: source, ruling: ruling, given: point,
      area: { $0.append(key: "radius_m", number: reach) })
    (printer.router, printer.open) = (router, open)
    var data = try queryData.load()
    let favourite = favourites?.meant(by: text)
    var remark: String?
    let found = try data.answer(to: output) { store, names in
      let wanted = VenueByName(text: favourite?.shown ?? text, names: names)
      let meant =
        favourite.map { VenueByName.branches(of: $0, in: names) } ?? wanted.branches()
      guard meant.count(in: names.chains) > 0 else {
        if let favourites { throw favourites.missing(text, wanted) }
        throw wanted.missing
      }
      remark = wanted.likelyChain
      meant.limit(&printer.query, by: names.chains)
      return try printer.answer(in: store)
    }
    if let remark { invocation.diagnostics.note(remark) }
    printer.addNotes(found: found, in: data.store)
    return try data.keep(closing: output, before: invocation.exitCode(found: found))
  }

  // MARK: All favourites

  private static func runAll(_ invocation: Invocation) throws -> ExitCode {
    for option in [Options.limit, Options.radius, Options.fields] + RouteOptions.all
    where invocation.has(option) {
      throw invocation.error(option, "has no effect with --all")
    }
    let format = invocation.format()
    guard [.table, .json, .ndjson].contains(format) else {
      throw invocation.error(all, "cannot be written as \(format.rawValue)")
    }
    let open = try invocation.openHours()
    // Without a name, what stands in its place belongs to the point.
    let words = invocation.words(name) + invocation.words(Options.pointArgument)
    let queryData = QueryData(invocation)
    let point = try invocation.point(queryData, words)
    let ruling = try invocation.ruling(on: point.coordinate, invocation.diagnostics)
    let favourites = try Favourites.ofUser(invocation)?.items ?? []
    let source = try queryData.source()
    let output = try Output(invocation, inputs: [source.path])
    let style = try invocation.tableStyle(output)
    var data = try queryData.load()
    let found = try data.answer(to: output) { _, names in
      FavouriteRows(favourites, from: ruling.point, names, open).answer(format, style)
    }
    if favourites.isEmpty {
      invocation.diagnostics.note("there are no favourites; 'finder favourites add NAME' adds one")
    }
    if format == .table, let note = point.note { invocation.diagnostics.note(note) }
    return try data.keep(closing: output, before: invocation.exitCode(found: found))
  }
}

extension Favourites {
  /// `nil` where there is no folder for them.
  static func ofUser(_ invocation: Invocation) throws -> Favourites? {
    try invocation.locator.dataFolder.map { folder in try Favourites(in: folder) }
  }

  /// Why no venue is meant, neither by a favourite nor by a name.
  fileprivate func missing(_ text: String, _ wanted: VenueByName) -> Failure {
    if let place = place(of: text) {
      return Failure(
        .nothingFound,
        "of favourite \(place + 1), \(UsageError.quote(items[place].shown)), no venue is in the dataset"
      )
    }
    guard let position = Int(text), position > 0, !items.isEmpty else { return wanted.missing }
    return Failure(
      .nothingFound, "there is no favourite \(position), and no venue is called so",
      hint: "  'finder favourites list' shows the \(items.count) that there are")
  }

  /// The one of that position, name or id.
  func meant(by text: String) -> Favourite? { place(of: text).map { items[$0] } }
}
