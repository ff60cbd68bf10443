import CommandLineKit
import FinderEngine

/// `finder data diff`: what changed between two datasets.
enum DataDiff {
  private static let old = Argument("OLD", kind: .path, summary: "the dataset as it was")
  private static let new = Argument(
    "NEW", kind: .path, summary: "the dataset as it is; one of the two may be - for standard input")
  private static let count = Options.count.with {
    $0.summary = "only how many changes there are of each kind"
    $0.group = "Comparison"
  }

  static let command = Command.command(
    "diff", summary: "what changed between two datasets",
    about: """
      A venue is the same one where name, postcode and position are. One that has the same name and \
      postcode elsewhere has moved, the nearest first where there are several; without a name or \
      without a postcode none has moved. One that has the same position and postcode and a close \
      name was renamed: the same letters once case, accents, punctuation and words such as Ltd, The \
      and And are gone, or at most one letter in five different and no digit. What else differs of \
      one that moved or was renamed is told with it. A venue is changed where it is the same but for other properties, its id, the \
      shape of its geometry, or its postcode. All the rest are closed, in OLD alone, or opened, in \
      NEW alone. No change are white space in a name, case and spaces in a postcode, and how or in \
      which order the files say it.
      """,
    examples: [
      Example("finder data diff old.geojson new.geojson", "how many changes, then each of them"),
      Example("finder data diff old.geojson new.geojson --count", "how many of each kind"),
      Example(
        "finder data diff old.geojson new.geojson --format geojson --output changes.geojson",
        "for a map: those that moved are lines"),
      Example(
        "finder data diff old.geojson new.geojson --exit-status --count --quiet > counts.txt || true",
        "exits with 1 where they differ"),
    ],
    options: [count]
      + Options.common.filter { $0.name != Options.data.name && $0.name != Options.noCache.name }
      .map { option in
        guard option.name == Options.exitStatus.name else { return option }
        return option.with { $0.summary = "exit with 1 when the datasets differ" }
      },
    arguments: [old, new],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let sources = try [old, new].map { try source($0, invocation) }
    guard sources.contains(where: { $0.kind != .stdin }) else {
      throw invocation.error("OLD and NEW cannot both come from standard input")
    }
    let isCounted = invocation.has(count)
    let format = invocation.format()
    if isCounted, format == .geojson || format == .geojsonseq {
      throw invocation.error(count, "cannot be told in \(format.rawValue)")
    }
    if sources.contains(where: { $0.kind == .stdin }) { try invocation.refuseTerminal() }
    let output = try Output(invocation, inputs: sources.map(\.path))
    let stores = try sources.map { source in
      let store = try DatasetLoader.load(source)
      tell(of: store, source, invocation.diagnostics)
      return store
    }
    let report = ChangeReport(
      comparison: DatasetComparison(from: stores[0], to: stores[1]), sources: sources)
    if format == .table {
      try output.write(report.table(invocation, output, showsChanges: !isCounted))
    } else {
      try output.write(report.document(format, showsChanges: !isCounted))
    }
    try output.finish()
    let isDifferent = !report.comparison.isSame
    return isDifferent && invocation.has(Options.exitStatus) ? .nothingFound : .success
  }

  private static func source(
    _ argument: Argument, _ invocation: Invocation
  ) throws -> DatasetSource {
    let path = invocation[argument] ?? ""
    return DatasetSource(kind: path == "-" ? .stdin : .option, path: path)
  }

  private static func tell(
    of store: VenueStore, _ source: DatasetSource, _ diagnostics: Diagnostics
  ) {
    if let note = LoadedData.leftOutNote(store.tally, source) { diagnostics.note(note) }
    if store.tally.looksSwapped { diagnostics.note(LoadedData.swappedNote(source)) }
  }
}
