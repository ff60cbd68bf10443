import CommandLineKit
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

  func answer(_ invocation: Invocation, _ style: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let format = invocation.format()
    if format == .table {
      append(tableTo: &bytes, style)
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

  private func append(tableTo bytes: inout ByteBuffer, _ style: TableStyle) {
    let hasGone = records.contains { book.fate(of: $0) != .there }
    let layout = layout(style.width, hasGone: hasGone)
    let rows = records.map {
      tableCells(of: $0, style.figures.units, hasGone: hasGone).map { TidyText.string($0) }
    }
    layout.append(rows, style, to: &bytes)
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

extension RecordBook {
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
