import CommandLineKit
import FinderEngine

enum Food {
  /// About a quarter of an hour on foot, in metres.
  private static let defaultRadius = 1000.0

  /// In tables; other formats have no limit by default.
  private static let defaultLimit = 10

  static let command = Command.command(
    "food", summary: "what there is to eat around a point, in a box or in a polygon",
    otherWords: "eat eating cuisine cuisines kinds diets foods dish dishes what whats-there facets",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: FoodHelp.about,
    usage: [
      "POINT [OPTIONS]", "POINT --radius D [OPTIONS]", "--bbox W,S,E,N [OPTIONS]",
      "--polygon FILE [OPTIONS]",
    ],
    examples: """
      finder food London # what there is within a kilometre, most common first
      finder food Brighton -r 15min # within a 15-minute walk
      finder food Leeds -r 1km --open tonight # only where it is open then; see 'finder help hours'
      finder food --polygon area.geojson -n 0 # everything in an area drawn on a map
      finder food London -r 2km --json # for other programs
      finder food London --match cafe # among venues with cafe in their names
      finder food --bbox -0.2,51.4,0,51.6 --csv --output food.csv # for a spreadsheet
      """,
    options: ([
      Options.box, Options.radius.with(defaultText: "1km if only a point is given"),
      Options.polygon,
    ] + Options.point
      + [
        Options.outside,
        Options.limit.with(
          summary: "at most N rows each of kinds, cuisines, diets and features; 0 for all",
          defaultText: "\(defaultLimit) in tables, otherwise 0"), Options.match, Options.condition,
      ] + Options.food + Options.chains + Options.visits + Options.hours
      + Options.common.with(formats: [.table, .json, .ndjson, .csv, .tsv]))
      .everyday(Options.box, Options.polygon).seldom(Options.chain),
    arguments: [Options.pointArgument], sections: FoodHelp.sections,
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let request = try SearchRequest(
      invocation, limit: invocation.format() == .table ? defaultLimit : 0)
    let data = SearchData(invocation)
    let area = try request.area(data)
    let place = try area ?? request.surroundings(data, usual: defaultRadius)
    let inputs = [invocation.path(Options.polygon)].compactMap { $0 }
    let search = try Search(request, in: place, data, inputs: inputs)
    // The note on the sample already says where to get real venues.
    let realVenues = search.source.kind == .sample ? nil : data.realVenues.lines
    var answer = try search.answerByFood(from: data) { columns, narrowed in
      let store = columns.store
      let rows = FoodRows(narrowed.query, most: request.limit, in: store, columns)
      var answer = rows.answer(search.format, search.style, hasHeader: invocation.hasHeader)
      answer.tallies = narrowed.tallies
      answer.notes = search.notes(
        found: rows.census.venues, narrowed.query, in: store, first: narrowed.notes,
        then: rows.notes(of: columns, realVenues: realVenues))
      return answer
    }
    // Only an answer has this note; an error does not.
    if area == nil, request.radius == nil {
      let radius = readable(defaultRadius, search.style.figures.units)
      answer.notes.insert(
        "what there is within \(radius); \(Options.radius.flag) sets another distance", at: 0)
    }
    return try data.finish(answer, to: search.output)
  }
}
