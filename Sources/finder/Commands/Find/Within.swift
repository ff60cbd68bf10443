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
    case (nil, nil): throw try request.unbounded(data, radius: "1km")
    }
  }
}
