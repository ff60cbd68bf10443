import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewImport {
  private static let file = Argument(
    "FILE", isPath: true, summary: "what export wrote; - for standard input")

  static let command = Command.command(
    "import", summary: "add the visits and reviews that export wrote",
    exits: [],
    about: """
      FILE is a JSON array of records, or has one after another. Records whose ids are there already \
      stay as they are, and a note names the ones that differ. The whole file is read before anything \
      is changed: all of its records are added, or none.
      """,
    examples: """
      finder review export > reviews.json; finder review import reviews.json # changes nothing: all are
        there
      finder review export --format ndjson | finder review import - || echo none # through a pipe; exits
        with 65 if it has no records
      """,
    options: [Options.quiet], arguments: [file], run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.path(file) ?? "-"
    let name = path == "-" ? "standard input" : "\(path)"
    let text = try invocation.textToImport(
      path, upTo: VisitLog.mostBytes, while: VisitLog.mayBeRecords)
    let folder = try invocation.ownFolder()
    let records = try VisitLog(in: folder).imported(text, named: name)
    var merge = VisitLog.Merge()
    var faulty: VisitLog?
    try VisitLog.change(in: folder, whenWaiting: invocation.noteWaiting) { log in
      merge = log.merge(records)
      faulty = log
      return merge.added > 0
    }
    if let faulty { invocation.note(faultsIn: faulty) }
    invocation.note(merge)
    let missing = VisitLog.missingPhotos(of: records, in: folder).count
    if missing > 0 {
      invocation.diagnostics.note(
        "\(folder)/photos lacks \(counted(missing, "photo")) of these records: copy them there")
    }
    return .success
  }
}

extension Invocation {
  fileprivate func note(_ merge: VisitLog.Merge) {
    diagnostics.note(
      "added \(counted(merge.added, "record"))"
        + (merge.same > 0 ? "; \(merge.same) were there already" : ""))
    let ids = merge.different
    guard !ids.isEmpty else { return }
    let most = 5
    let more = ids.count > most ? " and \(ids.count - most) more" : ""
    let leftOut =
      ids.count == 1
      ? "1 record that differs from the one kept under its id: "
      : "\(ids.count) records that differ from those kept under their ids: "
    diagnostics.note("left out " + leftOut + ids.prefix(most).joined(separator: ", ") + more)
  }
}
