import CommandLineKit
import FinderEngine

/// `finder map`: the venues as a picture.
enum Map {
  static let command = Command.command(
    "map", summary: "a map of the venues, in the terminal",
    otherWords: "draw plot picture chart view show-map",
    about: """
      Around a point, the map shows its ten nearest venues by letters, and lists them; without one, all \
      venues, in groups with their counts. Groups are those of 'finder clusters'. What other commands \
      filter by, a map does too.

      With -i the map can be moved around in by keys and the mouse; ? shows them.

      Where the output is no terminal, and where TERM is dumb or ACCESSIBLE is set, only the list is \
      printed, unless --format text or --marks asks for the drawing.
      """,
    usage: ["[POINT] [OPTIONS]", "POINT --to VENUE [OPTIONS]", "--bbox W,S,E,N [OPTIONS]"],
    examples: [
      Example("finder map 51.5074,-0.1278", "the streets around, with the ten nearest venues"),
      Example("finder map", "all venues, in groups"),
      Example("finder map 51.5074,-0.1278 --radius 2km --match cafe", "the cafés within 2 km"),
      Example("finder map 51.5074,-0.1278 --to 'Hoagie Yard'", "the way to the nearest branch"),
      Example("finder map Leeds --zoom 12 --output leeds.png", "a picture; .svg too"),
    ],
    options: Options.point
      + [Options.outside, Options.limit, MapOptions.interactive] + MapOptions.view
      + [Options.match, Options.condition] + Options.chains + Options.visits
      + Options.hours
      + [MapOptions.format, MapOptions.marks, MapOptions.size, MapOptions.scale, MapOptions.base]
      + [
        Options.data, Options.noCache, MapOptions.output, Options.units, Options.colour,
        Options.noConfig, Options.exitStatus, Options.quiet,
      ],
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let limit = try invocation.limit(default: 10)
    let (match, conditions) = (try invocation.nameMatch(), try invocation.conditions())
    let (chains, visits) = (try invocation.chainWishes(), try invocation.visitWishes())
    let open = try invocation.openHours()
    let data = QueryData(invocation)
    let given = try invocation.optionalPoint(data)
    let ruling = try given.map { try invocation.ruling(on: $0.coordinate, invocation.diagnostics) }
    let frame = try invocation.mapFrame(ruling?.point)
    let target = try MapTarget(invocation)
    var query = Query(
      from: ruling?.point ?? Coordinate(latitude: 0, longitude: 0), area: frame.area, limit: limit,
      match: match, conditions: conditions)
    open?.limit(&query)
    if invocation.has(MapOptions.interactive) {
      try MapScreen.check(invocation)
      return try explore(
        MapScreen.Request(
          frame: frame, point: ruling?.point, given: given, query: query, chains: chains,
          visits: visits, open: open, target: target), invocation, data)
    }
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path])
    try invocation.checkMapOptions(output)
    let maker = MapMaker(
      invocation, output, frame: frame, point: ruling?.point, given: given, target: target,
      open: open)
    var loaded = try data.load()
    let found = try maker.answer(from: &loaded, query, chains, visits)
    let diagnostics = invocation.diagnostics
    if let note = chains?.note(in: loaded.names().chains) { diagnostics.note(note) }
    if let note = visits?.note { diagnostics.note(note) }
    diagnostics.note(unknownKeysIn: conditions, nil, of: loaded.store, found: found)
    let isWhole = chains == nil && visits == nil
    open?.note(query, found: found, in: loaded.store, isForPeople: isWhole, diagnostics)
    for note in maker.allNotes(found: found) { diagnostics.note(note) }
    let end = try loaded.keep(closing: output, before: invocation.exitCode(found: found))
    visits?.keep()
    return end
  }

  private static func explore(
    _ request: MapScreen.Request, _ invocation: Invocation, _ data: QueryData
  ) throws -> ExitCode {
    var loaded = try data.load()
    let output = Output()
    try MapScreen.run(
      request, invocation, isColoured: try invocation.tableStyle(output).isColoured, &loaded)
    request.visits?.keep()
    return try loaded.keep(closing: output, before: .success)
  }
}
