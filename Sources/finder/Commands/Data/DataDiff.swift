import CommandLineKit
import FinderChanges
import FinderEngine

enum DataDiff {
  private static let old = Argument(
    "OLD", isPath: true, completes: .datasets, summary: "the dataset as it was")
  private static let new = Argument(
    "NEW", isPath: true, completes: .datasets,
    summary: "the dataset as it is now; either may be - for standard input")
  private static let count = Options.count.with(
    summary: "print only how many changes there are of each kind", group: "Comparison")

  static let command = Command.command(
    "diff", summary: "what changed between two datasets",
    otherWords: "compare changes delta",
    exits: [.nothingFound],
    about: """
      Two venues are the same if their name, postcode and position are. A venue of OLD without a \
      counterpart in NEW is closed, one of NEW without one in OLD is opened.

      A venue has moved if its name and postcode are at another position in NEW; of several, the \
      nearest are paired first. A venue without a name or a postcode never counts as moved.

      A venue was renamed if one with a close name has its position and postcode. A close name has \
      the same letters, apart from case, accents, punctuation and words such as Ltd, The and And; or \
      it differs in at most one letter in five and in no digit. A venue with the same postcode and a \
      close name up to 250 metres away has moved and was renamed: it counts as moved, with name among \
      its differences.

      Ids from 'data fetch', such as osm:node/123 and fhrs:123, do not change: up to 250 metres \
      away, the same id is the same venue, whatever its name and postcode.

      A venue has changed if anything else differs: other properties, its id, the shape of its \
      geometry, or its postcode. Such differences are listed for moved and renamed venues too.

      Differences in white space, or in a postcode's case and spacing, do not count; nor does the \
      order of features and keys.
      """,
    examples: """
      finder data diff old.geojson new.geojson # the number of changes, then each of them
      finder data diff old.geojson new.geojson --count # the numbers alone
      finder data diff old.geojson new.geojson --format geojson --output changes.geojson # for a map;
        venues that moved are lines
      finder data diff old.geojson new.geojson --exit-status --count --quiet > counts.txt # exits
        with 1 if they differ
      finder data convert venues.csv | finder data diff old.geojson - # a list with the dataset before it
      """,
    options: [count]
      + Options.results.with(formats: ResultFormat.ofRows).with(
        Options.exitStatus.with(summary: "exit with 1 if the datasets differ")),
    arguments: [old, new],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let sources = [old, new].map { DatasetSource(named: invocation.path($0) ?? "") }
    guard sources.contains(where: { $0.kind != .stdin }) else {
      throw invocation.error("OLD and NEW cannot both come from standard input")
    }
    try invocation.checkResultOptions()
    let isCounted = invocation.has(count)
    let format = invocation.format()
    if sources.contains(where: { $0.kind == .stdin }) { try invocation.refuseTerminal() }
    let output = try Output(invocation, inputs: sources.map(\.path))
    let style = try invocation.tableStyle(output)
    let stores = try sources.map { source in
      let store = try DatasetLoader.load(source)
      invocation.diagnostics.note(faultsIn: store.tally, of: source)
      return store
    }
    let report = ChangeReport(
      comparison: DatasetComparison(from: stores[0], to: stores[1]), sources: sources)
    try output.finish(
      with:
        format == .table
        ? report.table(style, showsChanges: !isCounted)
        : report.document(invocation, showsChanges: !isCounted))
    let isDifferent = !report.comparison.isSame
    return isDifferent && invocation.has(Options.exitStatus) ? .nothingFound : .success
  }
}
