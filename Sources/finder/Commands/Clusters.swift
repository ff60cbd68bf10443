import CommandLineKit
import FinderEngine

/// `finder clusters`: groups of venues at a zoom, and the venues of one.
enum Clusters {
  private static let zoom = Option(
    "zoom", value: "Z", summary: "the zoom of the map, 0…20", group: "Groups",
    otherWords: "level z zoom-level")
  private static let pixels = Option(
    "pixels", value: "N", choices: ClusterSize.pixelChoices.map { "\($0)" },
    summary: "how many pixels wide a cell is", group: "Groups", defaultText: "64",
    otherWords: "size cell-size width grid")
  static let members = Option(
    "members", value: "ID", summary: "list the venues of that group instead", group: "Groups",
    otherWords: "group venues expand leaves children")
  private static let span = Options.span.with(
    summary: "a map view around POINT: low, middle, high, or height and width in degrees")

  static let command = Command.command(
    "clusters", summary: "groups of venues at a zoom of the map, for programs that draw one",
    otherWords: "cluster group groups aggregate tiles heatmap density bins",
    heading: CommandHeading.maps, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      At zoom Z the world is a square of Web Mercator, 256 · 2^Z pixels wide and cut off at 85.0511 \
      degrees north and south. It is divided into cells of --pixels a side. The venues of a cell are a \
      group; those on an edge belong to the cell to the south or east of it. Each cell is made up of \
      four of the next zoom, and the counts of all groups add up to the venues.

      A group stands at the mean of its venues' positions, rounded to 6 decimals. The order of the \
      venues in the file changes nothing.
      """,
    usage: [
      "--zoom Z [OPTIONS]", "--zoom Z --bbox W,S,E,N [OPTIONS]",
      "POINT --span SPAN --zoom Z [OPTIONS]", "--members ID [OPTIONS]",
    ],
    examples: [
      Example("finder clusters --zoom 5", "groups of the whole dataset"),
      Example("finder clusters --zoom 12 --bbox -0.2,51.4,0,51.6 --format geojson", "for a map"),
      Example("finder clusters 51.5074,-0.1278 --span middle --zoom 15", "what a map view shows"),
      Example("finder clusters --zoom 9 --match cafe --csv", "the cafés alone, for a spreadsheet"),
      Example("finder clusters --members 5-64-0313131", "the venues of one of the groups"),
    ],
    options: [zoom, pixels, members, Options.box, span] + Options.point
      + [
        Options.outside, Options.match, Options.condition, Options.chain, Options.independentsOnly,
      ] + Options.visits + Options.hours + Options.common,
    arguments: [Options.pointArgument],
    sections: [
      HelpSection(
        "Keys and columns",
        rows: [
          (
            "id",
            "the zoom, the pixels, and the quarter at each halving of the square: 0 north-west, 1 "
              + "north-east, 2 south-west, 3 south-east; rows are in order of it"
          ),
          ("count", "how many venues"),
          ("lat, lon", "the mean of their positions"),
          (
            "bbox",
            "the cell: west, south, east and north, in CSV and TSV a column each; in geojson among "
              + "the properties"
          ),
          (
            "splits_at_zoom",
            "the first zoom at which they come apart, with cells of as many pixels; null where they "
              + "never do"
          ),
          ("venue", "id and name of the one that is nearest to the mean"),
        ])
    ],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let cell = try givenCell(invocation)
    let size = try cell?.size ?? givenSize(invocation)
    let (match, conditions) = (try invocation.nameMatch(), try invocation.conditions())
    let (chains, visits) = (try invocation.chainWishes(), try invocation.visitWishes())
    let open = try invocation.openHours()
    let data = QueryData(invocation)
    let (area, given, point) = try givenArea(invocation, data)
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path])
    var query = Query(from: point, area: area, limit: nil, match: match, conditions: conditions)
    open?.limit(&query)
    var loaded = try data.load()
    let found: Int
    if let cell {
      let printer = MemberPrinter(cell, invocation, output, source, open)
      found = try loaded.answer(to: output, query, chains, visits, printer.answer)
    } else {
      let look = try invocation.tableStyle(output)
      found = try loaded.answer(to: output, query, chains, visits) { store, query in
        ClusterRows(query, size, in: store).answer(invocation, look)
      }
    }
    let diagnostics = invocation.diagnostics
    if let note = chains?.note(in: loaded.names().chains) { diagnostics.note(note) }
    if let note = visits?.note { diagnostics.note(note) }
    diagnostics.note(unknownKeysIn: conditions, nil, of: loaded.store, found: found)
    let isWhole = chains == nil && visits == nil && cell == nil
    open?.note(
      query, found: found, in: loaded.store,
      isForPeople: isWhole && invocation.format() == .table, diagnostics)
    if invocation.format() == .table {
      if let note = given?.note { diagnostics.note(note) }
      if found == 0 { diagnostics.note("no venue found") }
    }
    let end = try loaded.keep(closing: output, before: invocation.exitCode(found: found))
    visits?.keep()
    return end
  }

  private static func givenCell(_ invocation: Invocation) throws -> ClusterCell? {
    guard let id = invocation[members] else { return nil }
    guard let cell = ClusterCell(id: id) else {
      throw invocation.error(
        members, "\(UsageError.show(id)) is not the id of a group, such as 5-64-0313131")
    }
    // The id says it already.
    if let zoom = try invocation.whole(zoom, ClusterSize.zooms), zoom != cell.size.zoom {
      throw invocation.error(members, "\(id) is a group of zoom \(cell.size.zoom), not \(zoom)")
    }
    if let pixels = givenPixels(invocation), pixels != cell.size.pixels {
      throw invocation.error(
        members, "\(id) is a group of \(cell.size.pixels) pixels, not \(pixels)")
    }
    return cell
  }

  private static func givenPixels(_ invocation: Invocation) -> Int? {
    invocation[pixels].flatMap { Int($0) }
  }

  private static func givenSize(_ invocation: Invocation) throws -> ClusterSize {
    guard let zoom = try invocation.whole(zoom, ClusterSize.zooms) else {
      throw invocation.error("expected --zoom, or the id of a group with --members")
    }
    guard !invocation.has(Options.units) else {
      throw invocation.error(Options.units, "has no effect without --members")
    }
    guard let size = ClusterSize(zoom: zoom, pixels: givenPixels(invocation) ?? 64) else {
      preconditionFailure("the parser refuses other pixels")
    }
    return size
  }

  private static func givenArea(
    _ invocation: Invocation, _ data: QueryData
  ) throws -> (Query.Area, GivenPoint?, Coordinate) {
    let anywhere = Coordinate(latitude: 0, longitude: 0)
    let box = try invocation.box()
    if let span = try invocation.span() {
      guard box == nil else { throw invocation.error("expected only one of --bbox and --span") }
      let given = try invocation.point(data)
      let ruling = try invocation.ruling(on: given.coordinate, invocation.diagnostics)
      return (.box(span.visibleBox(around: ruling.point)), given, ruling.point)
    }
    guard try invocation.optionalPoint(data) == nil else {
      throw invocation.error("a point needs --span, which says how much around it is meant")
    }
    guard let box else { return (.everywhere, nil, anywhere) }
    if Camera.looksSwapped(box) { invocation.diagnostics.note(swapped: box) }
    return (.box(box), nil, anywhere)
  }
}
