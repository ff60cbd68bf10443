import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

/// Records as a table or as cells, a row each; with a point, the walk to each of them.
struct RecordRows {
  let book: RecordBook
  let records: [VisitRecord]
  /// Set if all records are of one kind.
  var kind: VisitRecord.Kind?
  var walk: RecordWalk?

  static let columns = [
    "id", "date", "kind", "venue_id", "venue_name", "venue_postcode", "venue_lat", "venue_lon",
    "rating", "recommend", "service", "text", "photos", "closed", "venue_id_now", "missing",
  ]

  func answer(_ invocation: Invocation, _ look: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let format = invocation.format()
    if format == .table {
      append(tableTo: &bytes, look)
    } else {
      bytes.append(
        records, as: format, hasHeader: invocation.hasHeader,
        columns: Self.columns + (walk == nil ? [] : RecordWalk.columns), cells: cells(of:)
      ) { output, record in
        book.append(record, to: &output)
        walk?.append(to: book.coordinate(of: record), &output)
      }
    }
    return Answer(found: records.count, bytes: bytes)
  }

  private func cells(of record: VisitRecord) -> [String] {
    let venue = record.venue
    let cells = [
      record.id, record.date.text(), record.kind.rawValue, venue.id, venue.name ?? "",
      venue.postcode ?? "", shown(venue.coordinate.latitude), shown(venue.coordinate.longitude),
      record.rating.map { String($0) } ?? "", record.recommend.map { $0 ? "yes" : "no" } ?? "",
      record.service?.rawValue ?? "", record.text ?? "", record.photos.joined(separator: " "),
      book.fate(of: record) == .closed ? "true" : "", book.newID(of: record) ?? "",
      book.fate(of: record) != .there ? "true" : "",
    ]
    return cells.map { TidyText.string($0) }
      + (walk?.cells(to: book.coordinate(of: record)) ?? [])
  }

  /// A column marks venues that are gone: at the end of a name the mark would be cut off.
  private func layout(_ width: Int?, hasGone: Bool) -> TableLayout {
    let walks = walk == nil ? [] : ["WALK", "KCAL"]
    let headers =
      ["DATE"] + (kind == nil ? ["KIND"] : []) + (kind == .visit ? [] : ["RATING"]) + ["VENUE"]
      + (hasGone ? ["NOW"] : []) + ["POSTCODE"] + walks + ["TEXT", "ID"]
    func places(_ names: String...) -> [Int] { names.compactMap { headers.firstIndex(of: $0) } }
    // A user who gives a point wants the walks, and a note mentions them. Without a point and with fewer
    // columns than this, ids would leave no room for names.
    let least = hasGone ? 70 : 60
    let lastResort =
      walk != nil ? places("TEXT", "RATING", "ID") : width ?? least < least ? places("ID") : []
    return TableLayout(
      headers: headers, numberColumns: places("WALK", "KCAL"), cutColumns: places("VENUE", "TEXT"),
      narrowestCut: walk == nil ? 12 : 10,
      dispensableColumns: places("POSTCODE", "KIND") + lastResort,
      styledColumn: places("VENUE").first)
  }

  private func append(tableTo bytes: inout ByteBuffer, _ look: TableStyle) {
    let hasGone = records.contains { book.fate(of: $0) != .there }
    let layout = layout(look.width, hasGone: hasGone)
    let rows = records.map {
      tableCells(of: $0, look.figures.units, hasGone: hasGone).map { TidyText.string($0) }
    }
    layout.append(rows, look, to: &bytes)
  }

  private func tableCells(
    of record: VisitRecord, _ units: ReadableFigures.Units, hasGone: Bool
  ) -> [String] {
    let coordinate = book.coordinate(of: record)
    return [record.date.text()] + (kind == nil ? [record.kind.rawValue] : [])
      + (kind == .visit ? [] : [record.shownRating]) + [record.venue.shown]
      + (hasGone ? [book.fate(of: record).shortWord] : []) + [record.venue.postcode ?? ""]
      + (walk.map {
        [
          readable($0.metres(to: coordinate), units),
          String(Int($0.kilocalories(to: coordinate).rounded())),
        ]
      } ?? [])
      + [record.text ?? "", record.id]
  }
}

extension VisitRecord {
  /// `4/5`, with a sign if the user would recommend the venue, or would not.
  var shownRating: String {
    let sign = recommend.map { $0 ? "+" : "-" } ?? ""
    return (rating.map { "\($0)/5" } ?? "") + (rating != nil && !sign.isEmpty ? " " : "") + sign
  }
}

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

  /// Appends the record's members, and what happened to its venue: whether it closed, has another id, or is
  /// not in the dataset.
  func append(_ record: VisitRecord, to output: inout ByteBuffer) {
    record.append(membersTo: &output)
    let fate = fate(of: record)
    if fate == .closed { output.append(key: "closed", bool: true) }
    if let id = newID(of: record) { output.append(key: "venue_id_now", string: id) }
    if fate != .there { output.append(key: "missing", bool: true) }
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

/// The walk from a point to venues, one way, and what it burns. Both are estimates.
struct RecordWalk {
  let point: Coordinate
  let figures: WalkFigures

  static let columns = ["distance_m", "walk_m", "walk_min", "burns_kcal"]

  /// What the figures are based on.
  var note: String {
    "WALK and KCAL are estimates, one way: \(shown(figures.scale)) times the straight "
      + "line, at \(figures.energy.bodyAndPace), net of rest"
  }

  func distance(to venue: Coordinate) -> Double { Geodesic.distance(from: point, to: venue) }

  func metres(to venue: Coordinate) -> Double { figures.metres(distance(to: venue)) }

  func kilocalories(to venue: Coordinate) -> Double { figures.kilocalories(distance(to: venue)) }

  private func values(to venue: Coordinate) -> [Double] {
    let distance = distance(to: venue)
    return [
      distance, figures.metres(distance), figures.minutes(distance), figures.kilocalories(distance),
    ]
  }

  func append(to venue: Coordinate, _ output: inout ByteBuffer) {
    let values = values(to: venue)
    output.append(key: "distance_m", tenths: values[0])
    output.append(key: "walk_m", tenths: values[1])
    output.append(key: "walk_min", tenths: values[2])
    output.append(key: "burns_kcal", tenths: values[3])
  }

  func cells(to venue: Coordinate) -> [String] { values(to: venue).map { shown($0.inTenths) } }
}
