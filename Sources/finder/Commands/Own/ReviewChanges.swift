import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewChanges {
  private static let removed = Argument(
    "ID", isRepeatable: true, completes: .records, summary: "the ids of records")

  /// For the group `review` or `visit`.
  static func remove(_ group: String) -> Command {
    .command(
      "remove", summary: "remove reviews or visits", otherWords: "delete undo",
      exits: [.nothingFound],
      about: """
        Removes all of the records, or none if one of them does not exist. Photos that no record \
        needs any more are removed with them.
        """,
      examples: """
        finder \(group) remove 20250614-7rje6gph # by its id
        finder \(group) list 'Broou Sandwich Co' # shows the ids of a venue's records
        """,
      options: [Options.quiet], arguments: [removed], run: runRemove)
  }

  private static func runRemove(_ invocation: Invocation) throws -> ExitCode {
    let ids = invocation.words(removed).map(\.text)
    var faulty: VisitLog?
    try VisitLog.change(
      in: try invocation.ownFolder(), whenWaiting: invocation.noteWaiting
    ) { log in
      for id in ids { _ = try invocation.record(id, in: log) }
      log.remove(Set(ids))
      faulty = log
      return true
    }
    if let faulty { invocation.note(faultsIn: faulty) }
    return .success
  }

  static let export = Command.command(
    "export", summary: "write visits and reviews as JSON, which import reads",
    exits: [],
    about: """
      All records, newest first, as a JSON array or one a line. Photos are not included: records \
      name them, and they are files in the folder photos in the data folder. To take them along, \
      copy that folder too. If a line of the log cannot be read, all others are written, and \
      finder says which it is and exits with 65.
      """,
    examples: """
      finder review export --output reviews.json # a JSON array in a file
      finder review export --format ndjson # a record a line
      """,
    options: [
      Options.output, Options.format.with(choices: ["json", "ndjson"], defaultText: "json"),
      Options.json, Options.quiet,
    ],
    run: runExport)

  private static func runExport(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.ownFolder()
    let log = try VisitLog(in: folder)
    let records = log.newestFirst
    var bytes = ByteBuffer()
    bytes.append(rows: records.count, isNDJSON: invocation.format(default: .json) == .ndjson) {
      records[$1].append(membersTo: &$0)
    }
    try output.finish(with: bytes)
    invocation.note(photosOf: records, in: folder)
    // A user who keeps this as a backup expects it to be complete, so this is more than a note.
    for fault in invocation.shownFaults(of: log) { invocation.diagnostics.say(fault) }
    return log.faults.isEmpty ? .success : .badData
  }
}

extension Invocation {
  fileprivate func note(photosOf records: [VisitRecord], in folder: FilePath) {
    let photos = Set(records.flatMap(\.photos)).count
    guard photos > 0 else { return }
    let missing = VisitLog.missingPhotos(of: records, in: folder).count
    diagnostics.note(
      "photos are separate files, not included here: \(photos - missing) in \(folder)/photos"
        + (missing > 0 ? "; \(missing) more \(missing == 1 ? "is" : "are") missing" : ""))
  }
}
