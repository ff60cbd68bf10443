import CommandLineKit
import FinderEngine

enum Meet {
  static let command = Command.command(
    "meet", summary: "the best venues for several people to meet, given where each of them is",
    otherWords: "meeting between midpoint halfway middle centre center equidistant together group",
    heading: CommandHeading.find,
    exits: [.nothingFound, .outsideCamera, .unavailable, .internalError],
    about: """
      The venues whose longest journey is shortest come first; with --by sum, those with the least \
      travelling in all. The other figure decides ties, then the name. A journey is the exact \
      length of the straight line from a POINT to a venue.

      Each POINT is one person, or as many as --weight says. Two bare numbers are one point. \
      Walking times are estimates. SPREAD is the longest distance minus the shortest. With more than \
      four points the table shows only the longest distance and whose it is; --csv and --fields \
      leg_1_m,… show all.

      --output FILE.png, .svg or .html draws a map: the people, the venues numbered in order, and \
      a line from each person to the first venue.
      """,
    usage: ["POINT POINT… [OPTIONS]", "--at POINT --at POINT… [OPTIONS]"],
    examples: """
      finder meet London Leeds Bath # where the longest journey is shortest
      finder meet 'WC1B 2JS' 'Camden Town' --for pub # a pub; see 'finder help food'
      finder meet home Brighton --by sum # the least travelling in all; home is a saved point
      finder meet 51.5074 -0.1278 51.52 -0.1 -r 20min # at most a twenty-minute walk for each
      finder meet Soho Brixton 'Ashford, Kent' --open now # open now; see 'finder help hours'
      finder meet London Leeds --by sum --weight 5 --weight 1 # five come from London, one from Leeds
      finder meet London Reading --fields name,worst_m,spread_m,leg_1_m --csv # for a spreadsheet
      finder meet London Leeds Bath --output meet.png # a picture; .svg and .html too
      finder meet London Leeds --verify # worked out again; --explain says what would come next
      finder meet London Leeds --json | jq -r '.venues[].name' # for other programs
      """,
    options: ([
      MeetingRequest.by, MeetingRequest.weight, PointList.at, Options.outside, Options.limit,
      Options.radius.with(
        summary:
          "only venues within D of every point: 800, 800m, 1.5km or 5mi, or a walk of 15min or 1h30"
      ),
      Options.match, Options.condition,
    ] + Options.food
      + Options.chains.with(
        Options.onePerChain.with(summary: "only the best branch of each chain"))
      + Options.visits + Options.hours + [Options.count]
      + Options.proof + Options.common.with(Options.format.withPictures) + [
        Options.fields.with(
          summary: "these columns or keys, in this order: id,name,worst_m,spread_m,leg_1_m")
      ]).seldom(Options.chain),
    arguments: [PointList.argument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let picture = try AnswerPicture(invocation)
    let request = try MeetingRequest(invocation)
    let data = SearchData(invocation)
    let question = try MeetingQuestion(request, data)
    let search = try Search(
      request.search, in: question.place, data, inputs: picture?.inputs ?? [])
    let answer = try search.answer(from: data) { store, narrowed in
      try MeetingPrinter(
        search: search, question: question, additions: search.additions(narrowed.query),
        picture: picture
      ).answer(narrowed, in: store)
    }
    return try data.finish(answer, to: search.output)
  }
}
