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
    examples: [
      Example("finder within --bbox -0.2,51.4,0,51.6 --count", "how many are in a box"),
      Example("finder within 51.5074,-0.1278 --radius 5mi", "all within five miles"),
      Example("finder within 51.5074,-0.1278 --span middle", "everything that a map view shows"),
      Example(
        "finder within --polygon area.geojson --count", "how many are in an area drawn on a map"),
    ],
    options: [Options.box, Options.radius, Options.span, Options.polygon] + Options.point
      + [
        Options.outside, Options.limit.with(defaultText: "0"), Options.match,
        Options.condition,
      ] + Options.chains + Options.visits
      + [Options.open, Options.unknownHours, Options.count]
      + Options.common + [Options.fields],
    arguments: [Options.pointArgument],
    run: run)

  private struct Region {
    let area: Query.Area
    /// Writes its member of the document.
    let member: (inout ByteBuffer) -> Void
    let ruling: CameraRuling
    var given: GivenPoint?
    var span: CameraSpan?
  }

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let diagnostics = invocation.diagnostics
    try invocation.checkResultOptions()
    let limit = try invocation.limit(default: 0)
    let match = try invocation.nameMatch()
    let conditions = try invocation.conditions()
    let chains = try invocation.chainWishes()
    let visits = try invocation.visitWishes()
    let open = try invocation.openHours()
    let fields = try invocation.fields()
    let data = QueryData(invocation)
    let region = try region(invocation, diagnostics, data)
    let source = try data.source()
    let inputs = [source.path, invocation.path(Options.polygon)].compactMap { $0 }
    let output = try Output(invocation, inputs: inputs)

    let query = Query(
      from: region.ruling.point, area: region.area, limit: limit, match: match,
      conditions: conditions)
    let printer = try ResultPrinter(
      query, fields, invocation, output: output, source: source, ruling: region.ruling,
      given: region.given,
      showsZoomHint: region.span?.isTooWideForVenues ?? false, area: region.member)
    printer.open = open
    var loaded = try data.load()
    let found = try printer.answer(from: &loaded, chains, visits)
    let end = try loaded.keep(closing: output, before: invocation.exitCode(found: found))
    visits?.keep()
    return end
  }

  private static func region(
    _ invocation: Invocation, _ diagnostics: Diagnostics, _ data: QueryData
  ) throws -> Region {
    if invocation.has(Options.polygon) { return try polygonRegion(invocation, diagnostics, data) }
    let box = try invocation.box()
    let radius = try invocation.distance(Options.radius)
    let span = try invocation.span()
    switch (box, radius, span) {
    case (let box?, nil, nil):
      if Camera.looksSwapped(box) { diagnostics.note(swapped: box) }
      return region(.box(box), within: box, from: try invocation.optionalPoint(data))
    case (nil, let radius?, nil):
      let given = try invocation.point(data)
      let ruling = try invocation.ruling(on: given.coordinate, diagnostics)
      return Region(
        area: .circle(radius: radius), member: { $0.append(key: "radius_m", number: radius) },
        ruling: ruling, given: given)
    case (nil, nil, let span?):
      let given = try invocation.point(data)
      let ruling = try invocation.ruling(on: given.coordinate, diagnostics)
      return Region(
        area: .box(span.visibleBox(around: ruling.point)),
        member: { $0.append(key: "span", numbers: [span.latitude, span.longitude]) },
        ruling: ruling, given: given, span: span)
    case (nil, nil, nil):
      throw invocation.error("expected --bbox or --polygon, or a point with --radius or --span")
    default: throw invocation.error(onlyOne)
    }
  }

  /// A box is searched wherever it lies.
  private static func region(
    _ area: Query.Area, within box: BoundingBox, from given: GivenPoint?
  ) -> Region {
    guard let ruling = CameraRuling(given?.coordinate ?? box.center, outside: .allow) else {
      preconditionFailure("a point that is allowed is not refused")
    }
    return Region(
      area: area,
      member: { $0.append(key: "bbox", numbers: [box.west, box.south, box.east, box.north]) },
      ruling: ruling, given: given)
  }

  private static let onlyOne = "expected only one of --bbox, --radius, --span and --polygon"

  /// So is a polygon.
  private static func polygonRegion(
    _ invocation: Invocation, _ diagnostics: Diagnostics, _ data: QueryData
  ) throws -> Region {
    for other in [Options.box, Options.radius, Options.span] where invocation.has(other) {
      throw invocation.error(onlyOne)
    }
    let given = try invocation.optionalPoint(data)
    let source = DatasetSource(named: invocation.path(Options.polygon) ?? "")
    let dataset = try invocation.locator.locate(option: invocation.path(Options.data))
    guard source.kind != .stdin || dataset.kind != .stdin else {
      throw invocation.error("the polygon and the dataset cannot both come from standard input")
    }
    if source.kind == .stdin { try invocation.refuseTerminal() }
    let polygon = try Polygon.load(source)
    if polygon.hasEdgeTheLongWayRound {
      diagnostics.note(
        "an edge of \(source.displayName) is more than 180 degrees wide, and is taken as it stands; "
          + "a polygon across the antimeridian has to be cut there")
    }
    if Camera.looksSwapped(polygon.box) { diagnostics.note(swappedIn: source) }
    return region(.polygon(polygon), within: polygon.box, from: given)
  }
}
