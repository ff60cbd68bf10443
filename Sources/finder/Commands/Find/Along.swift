import CommandLineKit
import FinderEngine

enum Along {
  /// How far people leave a walk for a venue, in metres.
  private static let usualReach = 500.0

  private static let way = Argument(
    PointList.argument.name, isRequired: false, isRepeatable: true, completes: .points,
    summary: "a track in a file of GPX or GeoJSON, - for standard input; or points, each as in "
      + "'finder help points'")

  static let command = Command.command(
    "along", summary: "the venues along a way: a track, a route, or from point to point",
    otherWords: "route track gpx trail hike ride corridor trip journey way path walk-along",
    heading: CommandHeading.find,
    exits: [.nothingFound, .outsideCamera, .unavailable, .internalError],
    about: """
      The way is a track or a route in a file, or the shortest line from point to point. It does \
      not follow roads. Each venue is listed once, at the place on the way that is nearest \
      to it, or the first of several. A gap in a track has no length, and no \
      venue lies along it. Distances are exact to the segments of the way, not only to their ends.

      A detour between points is how much longer the way from one point to the next is by the \
      venue. On a track it is twice the distance from the track: there and back.

      --output FILE.png, .svg or .html draws a map: the way, and the venues numbered in their order.
      """,
    usage: ["FILE [OPTIONS]", "POINT POINT… [OPTIONS]"],
    examples: """
      finder along London Oxford # in order of the way, within 500 metres of it
      finder along London Oxford Bath --within 2km --order detour -n 10 # the ten smallest detours
      finder along walk.gpx --kind pub --open 13:00 # pubs along a walk, open for lunch
      finder along walk.gpx --from 8km --to 12km # only in the middle of it
      finder along London Brighton --for vegan --within 10min # ten minutes' walk off the way
      finder along walk.gpx --csv --output stops.csv # for a spreadsheet
      finder along walk.gpx --output walk.png # a map of the way and its venues; .svg and .html too
      finder along London Oxford --verify # worked out again; --explain says what was left out
      finder along London Oxford --count # how many there are
      """,
    options: ([Options.within, Options.wayOrder, Options.wayFrom, Options.wayTo, PointList.at]
      + [
        Options.outside.with(
          summary: "what to do with a way outside the UK camera bounds; clamp moves only points"),
        Options.limit.with(defaultText: "0"), Options.match, Options.condition,
      ]
      + Options.food
      + Options.chains.with(
        Options.onePerChain.with(summary: "only the first branch of each chain in the answer"))
      + Options.visits + Options.hours + [Options.count]
      + Options.proof + Options.common.with(Options.format.withPictures) + [
        Options.fields.with(
          summary: "these columns or keys, in this order: id,name,along_m,offset_m,side")
      ]).seldom(Options.chain),
    arguments: [way],
    sections: [
      HelpSection(
        "Figures",
        text: """
          Each venue has these in place of a distance and a bearing, in every format. With --from or \
          --to, the place on the way is the nearest one in that part:
          """,
        rows: """
          along_m  from the start of the way to the place on it nearest to the venue
          offset_m  from there to the venue
          side  left or right of the direction of travel; on, if it is on the line
          detour_m  how much longer the way by the venue is, as above
          """)
    ],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let picture = try AnswerPicture(invocation)
    let request = try SearchRequest(invocation, limit: 0)
    try request.refuseFields(ofOnePoint: "along has along_m, offset_m, side and detour_m")
    let reach = try invocation.radius(Options.within)
    let order = invocation[Options.wayOrder].flatMap(WaySearch.Order.init(rawValue:)) ?? .way
    let wayRequest = try WayRequest(invocation)
    let data = SearchData(invocation)
    let given = try wayRequest.given(data)
    let corridor = Corridor(given.way, reach: reach?.metres ?? usualReach)
    let place = SearchRequest.Place(
      area: .corridor(corridor), ruling: .allowing(given.way.points[0])
    ) { _ in }
    let search = try Search(
      request, in: place, data, inputs: wayRequest.inputs + (picture?.inputs ?? []))
    var answer = try search.answer(from: data) { store, narrowed in
      try WayPrinter(
        search: search, given: given, corridor: corridor, order: order,
        additions: search.additions(narrowed.query), picture: picture
      ).answer(narrowed, in: store)
    }
    if answer.found == 0, let note = reach?.note { answer.notes.append(note) }
    return try data.finish(answer, to: search.output)
  }
}
