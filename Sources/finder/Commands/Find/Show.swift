import CommandLineKit
import FinderEngine

enum Show {
  static let command = Command.command(
    "show", summary: "everything known of one venue, with links to maps",
    otherWords: "venue info details get",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Your visits to it and your reviews are shown with it. If several venues have the name, or it \
      is a chain's, the one nearest to the point is shown; without a point they are listed, and \
      finder exits with 64. It exits with 1 if there is no such venue. For the installed dataset, \
      it also says since when a venue has been known, and what it was before ('finder help news'). \
      Nothing is sent anywhere, unless --open has another program open a link.
      """,
    usage: ["VENUE [POINT] [OPTIONS]"],
    examples: """
      finder show 'Hoagie Yard' London # the nearest branch
      finder show zrz7p23dmzwy # by its id, which other commands print in JSON and CSV
      finder show zrz7p23dmzwy --json | jq -r .links.geo # a link for a map app
      """,
    options: Options.point + [Options.outside, LinkOpener.option]
      + Options.document.without(Options.exitStatus),
    arguments: [ReviewOptions.venue, Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkOutputEnding()
    let text = invocation[ReviewOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(ReviewOptions.venue, "is empty") }
    let point = PointRequest(invocation)
    let data = SearchData(invocation)
    let place = try point.ruledIfGiven(data)
    let opener = try LinkOpener(invocation)
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path])
    let style = try invocation.tableStyle(output)
    let format = invocation.format()
    let shown = try data.answerByName { names in
      let wanted = VenueByName(
        text: text, names: names, point: place?.ruling.point, units: style.figures.units)
      let found = try wanted.one()
      let report = try VenueReport(
        row: found.row, hit: found.hit, from: place?.ruling.point, in: names, source, invocation,
        style)
      var answer = report.answer(format)
      if let note = place?.given.note(isTable: format == .table) { answer.notes.append(note) }
      if let note = wanted.note { answer.notes.append(note) }
      return Shown(answer: answer, links: report.links)
    }
    let links = shown.links
    try data.write(shown.answer, to: output)
    if let opener {
      // Some openers run for as long as what they opened stays open.
      try output.close()
      try opener.open(links)
    }
    return try data.keep(closing: output, before: .success)
  }

  private struct Shown: ~Copyable {
    let answer: Answer
    let links: VenueLinks
  }
}
