import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

/// The records of a log, and what became of their venues.
struct RecordBook {
  let log: VisitLog
  private let matching: RecordMatching
  private let names: NameDirectory
  private let closings: Closings

  /// What happened to a record's venue.
  enum Fate {
    case there
    /// 'finder news' saw it close.
    case closed
    /// The dataset does not have it; why is unknown.
    case missing

    /// For a column; empty if the venue is there.
    var shortWord: String {
      switch self {
      case .there: ""
      case .closed: "closed"
      case .missing: "missing"
      }
    }
  }

  init(
    _ log: VisitLog, in names: NameDirectory, of source: DatasetSource, _ invocation: Invocation
  ) {
    (self.log, self.names) = (log, names)
    matching = RecordMatching(names)
    closings = Closings(source, folder: invocation.locator.dataFolder)
  }

  func row(of record: VisitRecord) -> Int? { matching.row(of: record.venue) }

  func fate(of record: VisitRecord) -> Fate {
    if row(of: record) != nil { return .there }
    return closings.include(record.venue) && matching.hasVenues(around: record.venue)
      ? .closed : .missing
  }

  /// The venue's recorded name, and what happened to it.
  func shownVenue(of record: VisitRecord) -> String {
    switch fate(of: record) {
    case .there: record.venue.shown
    case .closed: record.venue.shown + " (closed)"
    case .missing: record.venue.shown + " (not in this dataset)"
    }
  }

  /// The id that the venue has now, if it is a different one.
  func newID(of record: VisitRecord) -> String? {
    row(of: record).map { names.id(ofRow: $0) }.flatMap { $0 == record.venue.id ? nil : $0 }
  }

  /// Where the venue is now or, if it is gone, was.
  func coordinate(of record: VisitRecord) -> Coordinate {
    let now = row(of: record).map { names.store.venue(ofRow: $0).coordinate }
    // A damaged snapshot may hold any numbers; the answer is then made again from the source.
    return now.flatMap { Coordinate(validLatitude: $0.latitude, longitude: $0.longitude) }
      ?? record.venue.coordinate
  }

  /// Records of the venues that `review add` would find for that text, which are all branches if it names a
  /// chain; also of venues that had that id or name when they were recorded.
  func records(of text: String) -> [VisitRecord] {
    let typedID = PointForm.venueID(text) ?? text
    let ids = [typedID, VenueByName.pastedID(typedID)]
    let isName = PointForm.venueID(text) == nil
    let name = FoldedName(text)
    let rows = Set(names.meaning(of: text).rows(in: names.chains))
    let chain = isName ? names.chains.chain(named: text) : nil
    return log.newestFirst.filter { record in
      if let row = row(of: record), rows.contains(row) { return true }
      let recorded = record.venue
      guard isName, !ids.contains(recorded.id), let recordedName = recorded.name else {
        return ids.contains(recorded.id)
      }
      return FoldedName(recordedName) == name
        || row(of: record) == nil && chain != nil
          && names.chains.chain(named: recordedName) == chain
    }
  }
}

/// The venues that `finder news` saw close, for the installed dataset only. The journal is read when the
/// first one is asked for.
private final class Closings {
  private let source: DatasetSource
  private let folder: FilePath?
  private lazy var journal = open()
  private var known: [RecordedVenue: Bool] = [:]

  init(_ source: DatasetSource, folder: FilePath?) { (self.source, self.folder) = (source, folder) }

  /// If the journal is damaged, nothing counts as closed; 'finder news' reports the damage.
  private func open() -> NewsJournal? {
    guard source.kind == .installed, let folder, let journal = try? NewsJournal.open(in: folder),
      journal.endsWith(editionAt: source.path)
    else { return nil }
    return journal
  }

  func include(_ venue: RecordedVenue) -> Bool {
    if let isClosed = known[venue] { return isClosed }
    let isClosed = hasClosed(venue)
    known[venue] = isClosed
    return isClosed
  }

  private func hasClosed(_ venue: RecordedVenue) -> Bool {
    guard let journal else { return false }
    let sawIt = journal.showsClosed(
      NewsVenue(
        id: venue.id, name: venue.name ?? "", postcode: venue.postcode ?? "",
        place: venue.coordinate))
    return (try? journal.refuseDamage()) != nil && sawIt
  }
}
