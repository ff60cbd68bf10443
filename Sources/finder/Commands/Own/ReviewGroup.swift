import CommandLineKit
import FinderOwn

enum ReviewGroup {
  static let command = Command.group(
    "review", summary: "your own reviews: a rating, a text, photos",
    otherWords: "reviews rate rating ratings",
    heading: CommandHeading.own, exits: [ExitCode.unavailable.rawValue],
    about: """
      Reviews are yours alone: nothing is sent anywhere. They are kept in visits.ndjson in the data \
      folder, with visits, one JSON record a line; a line that finder cannot read stays as it is, \
      and a note says which. finder knows the venue of a review by its name, postcode, position and \
      id, so that it stays with a venue that moved or was renamed in another edition of the dataset. \
      Photos are copied to the folder photos beside them, without their metadata: only the \
      orientation and colour profiles stay.
      """,
    examples: """
      finder review add zrz7p23dmzwy --rating 4 --text 'Good bread' # a review of today's visit
      finder review list # all reviews, newest first
      finder near London --min-rating 4 # the nearest that you rated 4 or better
      finder review export > reviews.json # visits and reviews, for another machine
      """,
    commands: [
      ReviewAdd.command, ReviewList.list, ReviewList.show, ReviewEdit.command,
      ReviewChanges.remove("review"),
      ReviewChanges.export, ReviewImport.command,
    ])
}

extension Invocation {
  /// Reports the lines that are not records. They stay in the file.
  func note(faultsIn log: VisitLog) {
    for fault in shownFaults(of: log) { diagnostics.note(fault) }
  }

  /// The first few, and how many more there are.
  func shownFaults(of log: VisitLog) -> [String] {
    let most = 5
    let faults = log.faults.prefix(most).map { fault in
      "left out line \(fault.line) of \(VisitLog.fileName), column \(fault.column): \(fault.problem)"
    }
    let more = log.faults.count - most
    return faults
      + (more > 0 ? ["left out \(counted(more, "more line")) of \(VisitLog.fileName)"] : [])
  }

  func record(_ id: String, in log: VisitLog) throws -> VisitRecord {
    if let record = log.record(id) { return record }
    note(faultsIn: log)
    throw Failure(
      .nothingFound, "no record has the id \(UsageError.quote(id))",
      hint: log.records.isEmpty
        ? "  there are none yet; 'finder review add VENUE' adds one"
        : "  'finder history' shows all \(log.records.count), 'finder review list VENUE' those of a "
          + "venue")
  }
}
