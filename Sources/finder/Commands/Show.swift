import CommandLineKit
import FinderEngine

/// `finder show`: everything known of one venue.
enum Show {
  private static let venue = Argument(
    "VENUE", completes: .names, joins: { _ in .perhaps },
    summary: "a venue's id, or its name or its chain's")

  static let command = Command.command(
    "show", summary: "everything known of one venue, with links to maps",
    otherWords: "venue info details open get",
    heading: CommandHeading.find, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Your visits to it and your reviews are shown with it. Of several venues with a name, or of a chain, the one nearest to the point is shown; without a \
      point they are listed, and finder exits with 64. It exits with 1 where there is no such venue. \
      For the installed dataset, it also says since when a venue is known, and what it was before \
      ('finder help news'). Nothing is sent anywhere, unless --open has another program open a link.
      """,
    usage: ["VENUE [POINT] [OPTIONS]"],
    examples: [
      Example("finder show 'Hoagie Yard' 51.5074,-0.1278", "the nearest branch"),
      Example("finder show zrz7p23dmzwy", "by its id, which other commands print in JSON and CSV"),
      Example("finder show zrz7p23dmzwy --json | jq -r .links.geo", "a link for an app for maps"),
    ],
    options: Options.point + [Options.outside, LinkOpener.option]
      + Options.document.without(Options.exitStatus),
    arguments: [venue, Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkOutputEnding()
    let text = invocation[venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(venue, "is empty") }
    let queryData = QueryData(invocation)
    let given = try invocation.optionalPoint(queryData)
    let ruling = try given.map { try invocation.ruling(on: $0.coordinate, invocation.diagnostics) }
    let opener = try LinkOpener(invocation)
    let source = try queryData.source()
    let output = try Output(invocation, inputs: [source.path])
    let style = try invocation.tableStyle(output)
    let visits = VenueVisits(invocation)
    var data = try queryData.load()
    var links: VenueLinks?
    _ = try data.answer(to: output) { store, names in
      let report = try report(
        on: text, in: names, from: ruling?.point,
        VenueReport.Own(visits: visits, source: source, invocation: invocation), style)
      links = report.links
      return report.answer(invocation.format())
    }
    if let note = given?.note, invocation.format() == .table { invocation.diagnostics.note(note) }
    if let opener, let links {
      // Some openers stay for as long as what they open.
      try output.close()
      try opener.open(links)
    }
    let end = try data.keep(closing: output, before: .success)
    visits.keep()
    return end
  }

  private static func report(
    on text: String, in names: NameDirectory, from point: Coordinate?, _ own: VenueReport.Own,
    _ style: TableStyle
  ) throws -> VenueReport {
    let found = try VenueByName(text: text, names: names).one(from: point)
    return try VenueReport(
      row: found.row, hit: found.hit, from: point, in: names, own, style)
  }
}
