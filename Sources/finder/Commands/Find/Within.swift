import CommandLineKit
import FinderEngine

enum Within {
  static let command = Command.command(
    "within", summary: "the venues inside a box, a circle, a map view or a polygon",
    otherWords: "inside list ls box area",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Venues are in order of their distance from the point, or from the centre of the box or of the \
      polygon's box if no point is given. Edges count as inside.
      """,
    usage: [
      "--bbox W,S,E,N [OPTIONS]", "POINT --radius D [OPTIONS]",
      "POINT --span SPAN [OPTIONS]", "--polygon FILE [OPTIONS]",
    ],
    examples: """
      finder within 'WC1B 2JS' --radius 500m # all within 500 metres of a postcode
      finder within Brighton --radius 1mi --count # how many are within a mile
      finder within --polygon area.geojson --count # how many are in an area drawn on a map
      finder within London --span middle # everything that a map view shows
      finder within --bbox -0.2,51.4,0,51.6 --csv # those in a box, for other programs
      """,
    options: ([Options.box, Options.radius, Options.span, Options.polygon] + Options.point
      + [
        Options.outside, Options.limit.with(defaultText: "0"), Options.match,
        Options.condition,
      ] + Options.chains + Options.visits
      + Options.hours + [Options.count]
      + Options.common + [Options.fields])
      .everyday(Options.box, Options.polygon).seldom(Options.chain, Options.quiet),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let request = try SearchRequest(invocation, limit: 0)
    let data = SearchData(invocation)
    let place = try place(request, data)
    let inputs = [invocation.path(Options.polygon)].compactMap { $0 }
    return try Search(request, in: place, data, inputs: inputs).run(on: data)
  }

  private static func place(
    _ request: SearchRequest, _ data: SearchData
  ) throws -> SearchRequest.Place {
    let invocation = request.invocation
    if invocation.has(Options.polygon) { return try polygon(request, data) }
    let box = try invocation.box()
    let span = try invocation.span()
    switch (box, request.radius, span) {
    case (let box?, nil, nil):
      request.diagnostics.note(ifOdd: box)
      return place(.box(box), within: box, from: try request.point.given(data))
    case (nil, _?, nil): return try request.surroundings(data)
    case (nil, nil, let span?):
      let (given, ruling) = try request.point.ruled(data)
      return SearchRequest.Place(
        area: .box(span.visibleBox(around: ruling.point)), ruling: ruling, given: given,
        isTooWide: span.isTooWideForVenues
      ) { $0.append(key: "span", numbers: [span.latitude, span.longitude]) }
    case (nil, nil, nil):
      if let error = request.point.fileError { throw error }
      guard try request.point.given(data) != nil else { throw unbounded(invocation, ["London"]) }
      throw unbounded(invocation, [])
    default: throw invocation.error(onlyOne)
    }
  }

  private static func unbounded(_ invocation: Invocation, _ point: [String]) -> UsageError {
    let line = invocation.line(invocation.arguments + point)
    return invocation.error("").advising(
      "\(point.isEmpty ? "How far" : "Where")? For example: \(line) \(Options.radius.flag) 1km")
  }

  /// A box is searched wherever it lies.
  private static func place(
    _ area: Query.Area, within box: BoundingBox, from given: GivenPoint?
  ) -> SearchRequest.Place {
    SearchRequest.Place(
      area: area, ruling: .allowing(given?.coordinate ?? box.center), given: given
    ) { $0.append(key: "bbox", numbers: [box.west, box.south, box.east, box.north]) }
  }

  private static let onlyOne = "expected only one of --bbox, --radius, --span and --polygon"

  /// So is a polygon.
  private static func polygon(
    _ request: SearchRequest, _ data: SearchData
  ) throws -> SearchRequest.Place {
    let invocation = request.invocation
    for other in [Options.box, Options.radius, Options.span] where invocation.has(other) {
      throw invocation.error(onlyOne)
    }
    let given = try request.point.given(data)
    let source = DatasetSource(named: invocation.path(Options.polygon) ?? "")
    let dataset = try invocation.locator.locate(option: invocation.path(Options.data))
    guard source.kind != .stdin || dataset.kind != .stdin else {
      throw invocation.error("the polygon and the dataset cannot both come from standard input")
    }
    if source.kind == .stdin { try invocation.refuseTerminal() }
    let polygon = try Polygon.load(source)
    if polygon.hasEdgeTheLongWayRound {
      request.diagnostics.note(
        "an edge of \(source.displayName) is more than 180 degrees wide, and is taken as it stands; "
          + "a polygon across the antimeridian has to be cut there")
    }
    if Camera.looksSwapped(polygon.box) { request.diagnostics.note(swappedIn: source) }
    data.askedBox = polygon.box
    return place(.polygon(polygon), within: polygon.box, from: given)
  }
}
