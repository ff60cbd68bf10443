import CommandLineKit

enum Near {
  static let command = Command.command(
    "near", summary: "the nearest venues to a point, nearest first",
    otherWords: "search find nearest nearby closest query lookup",
    heading: CommandHeading.find,
    exits: [.nothingFound, .outsideCamera, .unavailable, .internalError],
    usage: ["POINT [OPTIONS]", "--lat D --lon D [OPTIONS]"],
    examples: """
      finder near London # the ten nearest venues
      finder near 'WC1B 2JS' -r 800m -n 0 # all within 800 metres of a postcode
      finder near Brighton --for 'vegan pizza' # by what there is to eat; see 'finder help food'
      finder near Brighton -m cafe # the nearest whose name has a word like café
      finder near Leeds --open now # open now; see 'finder help hours'
      finder near Leeds --cuisine pizza,thai --with wheelchair # either cuisine, with wheelchair
        access
      finder near London --kind pub --diet vegan # pubs with vegan food; --diet vegan=only for nothing
        else
      finder near London --output near.csv # for a spreadsheet
      finder near 'Ashford, Kent' --radius 1mi --count # how many there are
      finder near home --not-visited # from a point that you saved, not visited yet; see 'finder help
        filters'
      finder near London --where 'postcode~WC1B' # postcodes that begin with WC1B; see 'finder help
        filters'
      finder near London --one-per-chain # each chain once; see 'finder help filters'
      finder near London --router http://localhost:8002 # in the order of the walks, from your own
        routing server; see 'finder help routes'
      finder near London --match cafe --explain # what was left out, and what would come next
      finder near London --verify # worked out again without snapshot or index; see 'finder help formats'
      finder near 51.5074,-0.1278 --json | jq -r '.venues[].name' # for other programs
      """,
    options: Options.point + [Options.outside]
      + [Options.limit, Options.radius, Options.match, Options.condition]
      + Options.food + Options.chains + Options.visits
      + Options.hours + [Options.count] + RouteOptions.all
      + Options.proof + Options.common + [Options.fields],
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let request = try SearchRequest(invocation, limit: try invocation.usualLimit(10))
    let data = SearchData(invocation)
    let place = try request.surroundings(data)
    return try Search(request, in: place, data).run(on: data)
  }
}
