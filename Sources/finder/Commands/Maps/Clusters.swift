import CommandLineKit
import FinderEngine

enum Clusters {
  private static let zoom = Option(
    "zoom", value: "Z", summary: "the zoom of the map, 0…20", group: "Groups", isEveryday: true,
    otherWords: "level z zoom-level")
  private static let pixels = Option(
    "pixels", value: "N", choices: ClusterSize.pixelChoices.map { "\($0)" },
    summary: "how many pixels wide a cell is", group: "Groups", isEveryday: true, defaultText: "64",
    otherWords: "size cell-size width grid")
  static let members = Option(
    "members", value: "ID", summary: "list the venues of that group instead", group: "Groups",
    isEveryday: true,
    otherWords: "group venues expand leaves children")
  private static let span = Options.span.with(
    summary: "a map view around POINT: low, middle, high, or height and width in degrees")

  static let command = Command.command(
    "clusters", summary: "groups of venues at a map's zoom, for programs that draw maps",
    otherWords: "cluster group groups aggregate tiles heatmap density bins",
    heading: CommandHeading.programs, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      At zoom Z the world is a square of Web Mercator, 256 · 2^Z pixels wide and cut off at 85.0511 \
      degrees north and south. It is divided into cells of --pixels a side. The venues of a cell are a \
      group; those on an edge belong to the cell to the south or east of it. Each cell is made up of \
      four of the next zoom, and the counts of all groups add up to the venues.

      A group's position is the mean of its venues' positions, rounded to 6 decimals. The order of \
      the venues in the file does not matter.
      """,
    usage: [
      "--zoom Z [OPTIONS]", "--zoom Z --bbox W,S,E,N [OPTIONS]",
      "POINT --span SPAN --zoom Z [OPTIONS]", "--members ID [OPTIONS]",
    ],
    examples: """
      finder clusters --zoom 5 # groups of the whole dataset
      finder clusters --zoom 12 --bbox -0.2,51.4,0,51.6 --format geojson # for a map
      finder clusters 51.5074,-0.1278 --span middle --zoom 15 # what a map view shows
      finder clusters --zoom 9 --match cafe --csv # the cafés alone, for a spreadsheet
      finder clusters --members 5-64-0313131 # the venues of one of the groups
      """,
    options: ([zoom, pixels, members, Options.box, span] + Options.point
      + [
        Options.outside, Options.match, Options.condition, Options.chain, Options.independentsOnly,
      ] + Options.food + Options.visits + Options.hours
      + Options.common)
      .everyday(Options.box, span).seldom(Options.chain, Options.open),
    arguments: [Options.pointArgument],
    sections: [
      HelpSection(
        "Keys and columns",
        rows: """
          id  the zoom, the pixels, and the quarter at each halving of the square: 0 north-west, 1
            north-east, 2 south-west, 3 south-east; rows are in this order
          count  how many venues
          lat, lon  the mean of their positions
          bbox  the cell: west, south, east and north, in CSV and TSV a column each; in geojson among
            the properties
          splits_at_zoom  the first zoom at which the group splits, with cells of as many pixels; null
            if it never does
          venue  id and name of the venue nearest to the mean
          """)
    ],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    let cell = try givenCell(invocation)
    let size = try cell?.size ?? givenSize(invocation)
    let request = try SearchRequest(invocation, limit: 0)
    let data = SearchData(invocation)
    let search = try Search(request, in: try place(request, data), data)
    let answer = try search.answer(from: data) { store, narrowed in
      var answer =
        if let cell {
          try members(of: cell, search, narrowed.query, in: store)
        } else {
          ClusterRows(narrowed.query, size, in: store).answer(
            search.format, search.style, hasHeader: invocation.hasHeader)
        }
      answer.tallies = narrowed.tallies
      answer.notes = search.notes(
        found: answer.found, isWhole: cell == nil, narrowed.query, in: store,
        first: narrowed.notes)
      return answer
    }
    return try data.finish(answer, to: search.output)
  }

  private static func givenCell(_ invocation: Invocation) throws -> ClusterCell? {
    guard let id = invocation[members] else { return nil }
    guard let cell = ClusterCell(id: id) else {
      throw invocation.error(
        members, "\(UsageError.show(id)) is not the id of a group, such as 5-64-0313131")
    }
    // The id already includes the zoom.
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
      let hasPoint =
        !invocation.arguments.isEmpty || Options.point.contains(where: invocation.has)
      let around = hasPoint && !invocation.has(Options.span) ? " --span middle" : ""
      let line = invocation.line(invocation.arguments) + around
      throw invocation.errorWithoutHelp(
        "expected --zoom, or the id of a group with --members; for example: \(line) --zoom 10")
    }
    guard !invocation.has(Options.units) else {
      throw invocation.error(Options.units, "has no effect without --members")
    }
    let format = invocation.format()
    guard format.waypoints == nil else {
      throw invocation.error(
        "groups cannot be written as \(format.rawValue), only the venues of one, with --members")
    }
    guard let size = ClusterSize(zoom: zoom, pixels: givenPixels(invocation) ?? 64) else {
      preconditionFailure("the parser refuses other pixels")
    }
    return size
  }

  private static func place(
    _ request: SearchRequest, _ data: SearchData
  ) throws -> SearchRequest.Place {
    let invocation = request.invocation
    let box = try invocation.box()
    if let span = try invocation.span() {
      guard box == nil else { throw invocation.error("expected only one of --bbox and --span") }
      let (given, ruling) = try request.point.ruled(data)
      return SearchRequest.Place(
        area: .box(span.visibleBox(around: ruling.point)), ruling: ruling, given: given
      ) { _ in }
    }
    guard try request.point.given(data) == nil else {
      throw invocation.error("a point needs --span, which says how much around it is meant")
    }
    if let box { request.diagnostics.note(ifOdd: box) }
    let anywhere = Coordinate(latitude: 0, longitude: 0)
    return SearchRequest.Place(
      area: box.map { .box($0) } ?? .everywhere, ruling: .allowing(anywhere)
    ) { _ in }
  }

  /// The venues of one group, printed as by `near`, from the group's mean.
  private static func members(
    of cell: ClusterCell, _ search: Search, _ query: Query, in store: VenueStore
  ) throws -> Answer {
    var members = query
    var clusters = ClusterSearch(store)
    let rows = clusters.members(of: cell, query)
    if rows.isEmpty, clusters.members(of: cell, Query(from: query.point)).isEmpty {
      throw Failure(
        .nothingFound, "no venue in the dataset is in group \(cell.id)",
        hint:
          "  'finder clusters --zoom \(cell.size.zoom) --pixels \(cell.size.pixels)' lists the groups"
      )
    }
    members.rows = rows
    members.point = clusters.search(members, cell.size).first?.center ?? cell.box.center
    let id = cell.id
    let place = SearchRequest.Place(area: query.area, ruling: .allowing(members.point)) {
      $0.append(key: "members", string: id)
    }
    return try ResultPrinter(search: Search(search, in: place), additions: search.additions(query))
      .answer(Search.Narrowed(query: members), in: store)
  }
}
