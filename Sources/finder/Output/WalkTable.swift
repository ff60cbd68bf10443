import CommandLineKit
import FinderEngine

/// Venues for people in the order of the walks to them: the walk first, and how long it takes.
struct WalkTable {
  let style: TableStyle
  var open: OpenHours?

  private static let nameColumn = 4
  private static let layout = TableLayout(
    headers: ["WALK", "TIME", "DISTANCE", "DIR", "NAME", "POSTCODE"], numberColumns: [0, 1, 2],
    cutColumns: [nameColumn], narrowestCut: 12, dispensableColumns: [3, 2, 1, 5])
  private static let layoutWithHours = layout.withHours

  func append(_ hits: [WalkedHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: hits.count)
    for hit in hits { add(hit, to: &cells, store) }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: Self.nameColumn,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  /// An estimate has a mark.
  private func add(_ walked: WalkedHit, to cells: inout TableCells, _ store: VenueStore) {
    let (hit, walk, venue) = (walked.hit, walked.walk, store.venue(walked.hit))
    cells.add(column: 0) { cell in
      if walk.source == .estimate { cell.append("~") }
      cell.append(distance: walk.metres, in: style.figures.units)
    }
    cells.add(column: 1) { cell in
      if walk.source == .estimate { cell.append("~") }
      cell.append(minutes: style.figures.minutes(walking: walk.metres))
    }
    cells.add(column: 2) { $0.append(distance: hit.distance, in: style.figures.units) }
    cells.add(directionOf: hit, column: 3)
    cells.add(venue.name.isEmpty ? "(no name)" : venue.name, column: Self.nameColumn)
    cells.add(venue.postcode ?? "", column: 5)
    if let open { cells.add(open.text(of: venue), column: 6) }
  }
}
