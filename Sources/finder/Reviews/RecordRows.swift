import CommandLineKit
import FinderEngine
import FinderOwn

/// Records for people and as cells, a row each; with a point, the walk to each of them.
struct RecordRows {
  let book: RecordBook
  let records: [VisitRecord]
  /// Where all are of one kind.
  var kind: VisitRecord.Kind?
  var walk: RecordWalk?

  static let columns = [
    "id", "date", "kind", "venue_id", "venue_name", "venue_postcode", "venue_lat", "venue_lon",
    "rating", "recommend", "service", "text", "photos", "closed", "venue_id_now",
  ]

  func answer(_ invocation: Invocation, _ look: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let format = invocation.format()
    if let style = format.delimited {
      if !invocation.has(Options.noHeader) {
        bytes.append(row: Self.columns + (walk == nil ? [] : RecordWalk.columns), style)
      }
      for record in records { bytes.append(row: cells(of: record), style) }
    } else if format == .table {
      append(tableTo: &bytes, look)
    } else {
      bytes.append(rows: records.count, onLines: format == .ndjson) { output, row in
        book.append(records[row], to: &output)
        walk?.append(to: book.coordinate(of: records[row]), &output)
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
      book.isClosed(record) ? "true" : "", book.newID(of: record) ?? "",
    ]
    return cells.map { TidyName.string($0) }
      + (walk?.cells(to: book.coordinate(of: record)) ?? [])
  }

  /// Where venues are gone, a column says so: at the end of their names it would be cut off.
  private func layout(_ width: Int?, hasGone: Bool) -> TableLayout {
    let walks = walk == nil ? [] : ["WALK", "KCAL"]
    let headers =
      ["DATE"] + (kind == nil ? ["KIND"] : []) + (kind == .visit ? [] : ["RATING"]) + ["VENUE"]
      + (hasGone ? ["NOW"] : []) + ["POSTCODE"] + walks + ["TEXT", "ID"]
    func places(_ names: String...) -> [Int] { names.compactMap { headers.firstIndex(of: $0) } }
    // Whoever gives a point asks for walks, and a note speaks of them. Without one, nothing is left of
    // names beside ids where there are fewer columns than this.
    let least = hasGone ? 70 : 60
    let lastResort =
      walk != nil ? places("TEXT", "RATING", "ID") : width ?? least < least ? places("ID") : []
    return TableLayout(
      headers: headers, numberColumns: places("WALK", "KCAL"), cutColumns: places("VENUE", "TEXT"),
      narrowestCut: walk == nil ? 12 : 10,
      dispensableColumns: places("POSTCODE", "KIND") + lastResort)
  }

  private func append(tableTo bytes: inout ByteBuffer, _ look: TableStyle) {
    guard !records.isEmpty else { return }
    let hasGone = records.contains { book.isClosed($0) }
    let layout = layout(look.width, hasGone: hasGone)
    var cells = layout.cells(rows: records.count)
    for record in records {
      let texts = tableCells(of: record, look.figures.units, hasGone: hasGone)
      for (column, text) in texts.enumerated() {
        cells.add(TidyName.string(text), column: column)
      }
    }
    layout.print(
      cells, width: look.width, isColoured: look.isColoured,
      styledColumn: layout.headers.firstIndex(of: "VENUE") ?? 0, to: &bytes
    ) { _ in "\u{1B}[1m" }
  }

  private func tableCells(
    of record: VisitRecord, _ units: ReadableFigures.Units, hasGone: Bool
  ) -> [String] {
    let coordinate = book.coordinate(of: record)
    return [record.date.text()] + (kind == nil ? [record.kind.rawValue] : [])
      + (kind == .visit ? [] : [record.shownRating]) + [record.venue.shown]
      + (hasGone ? [book.fate(of: record)] : []) + [record.venue.postcode ?? ""]
      + (walk.map { [$0.shown(to: coordinate, units), $0.shownEnergy(to: coordinate)] }
        ?? [])
      + [record.text ?? "", record.id]
  }
}

extension VisitRecord {
  /// `4/5`, with a sign where one would recommend the venue, or would not.
  var shownRating: String {
    let sign = recommend.map { $0 ? "+" : "-" } ?? ""
    return (rating.map { "\($0)/5" } ?? "") + (rating != nil && !sign.isEmpty ? " " : "") + sign
  }
}
