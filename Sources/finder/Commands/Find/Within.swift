import CommandLineKit
import FinderEngine

enum Within {
  static let command = Command.command(
    "within", summary: "the venues inside a box, a circle, a map view or a polygon",
    otherWords: "inside list ls box area",
    heading: CommandHeading.find,
    exits: [.nothingFound, .outsideCamera, .unavailable, .internalError],
    about: """
      The venues nearest to the point come first or, without a point, those nearest to the centre of \
      the box (of a polygon, of its bounding box). Edges count as inside.
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
      ] + Options.food + Options.chains + Options.visits
      + Options.hours + [Options.count]
      + Options.proof + Options.common + [Options.fields])
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
    if let area = try request.area(data) { return area }
    let invocation = request.invocation
    switch (request.radius, try invocation.span()) {
    case (_?, _): return try request.surroundings(data)
    case (nil, let span?):
      let (given, ruling) = try request.point.ruled(data)
      return SearchRequest.Place(
        area: .box(span.visibleBox(around: ruling.point)), ruling: ruling, given: given,
        isTooWide: span.isTooWideForVenues
      ) { $0.append(key: "span", numbers: [span.latitude, span.longitude]) }
    case (nil, nil):
      if let error = request.point.fileError { throw error }
      guard try request.point.given(data) != nil else { throw unbounded(invocation, ["London"]) }
      throw unbounded(invocation, [])
    }
  }

  private static func unbounded(_ invocation: Invocation, _ point: [String]) -> UsageError {
    let line = invocation.line(invocation.arguments + point)
    return invocation.errorWithoutHelp(
      "\(point.isEmpty ? "How far" : "Where")? For example: \(line) \(Options.radius.flag) 1km")
  }
}

extension SearchRequest {
  private static let areas = [Options.box, Options.radius, Options.span, Options.polygon]

  /// The given box or polygon, wherever it is; `nil` if neither was given. Only one of the options that
  /// select an area may be given.
  func area(_ data: SearchData) throws -> Place? {
    let given = Self.areas.filter(invocation.has)
    guard given.count < 2 else {
      let all = Self.areas.filter { invocation.command.option(named: $0.name) != nil }.map(\.flag)
      throw invocation.error(
        "expected only one of \(all.dropLast().joined(separator: ", ")) and \(all[all.count - 1])")
    }
    if invocation.has(Options.polygon) { return try polygon(data) }
    guard let box = try invocation.box() else { return nil }
    diagnostics.note(ifOdd: box)
    return Self.place(.box(box), within: box, from: try point.given(data))
  }

  private static func place(
    _ area: Query.Area, within box: BoundingBox, from given: GivenPoint?
  ) -> Place {
    Place(area: area, ruling: .allowing(given?.coordinate ?? box.center), given: given) {
      $0.append(key: "bbox", numbers: [box.west, box.south, box.east, box.north])
    }
  }

  private func polygon(_ data: SearchData) throws -> Place {
    let given = try point.given(data)
    let source = DatasetSource(named: invocation.path(Options.polygon) ?? "")
    let dataset = try invocation.locator.locate(option: invocation.path(Options.data))
    guard source.kind != .stdin || dataset.kind != .stdin else {
      throw invocation.error("the polygon and the dataset cannot both come from standard input")
    }
    if source.kind == .stdin { try invocation.refuseTerminal() }
    let polygon = try Polygon.load(source)
    if polygon.hasEdgeTheLongWayRound {
      diagnostics.note(
        "an edge of \(source.displayName) is more than 180 degrees wide, and is used as it is; "
          + "a polygon across the antimeridian has to be cut there")
    }
    if Camera.looksSwapped(polygon.box) { diagnostics.note(swappedIn: source) }
    data.askedBox = polygon.box
    return Self.place(.polygon(polygon), within: polygon.box, from: given)
  }
}
