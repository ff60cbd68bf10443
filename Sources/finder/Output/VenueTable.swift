import CommandLineKit
import FinderEngine

/// Venues for people: one a line, aligned, the distance first.
struct VenueTable {
  let style: TableStyle
  /// Hours are told in a last column.
  var open: OpenHours?

  private static let nameColumn = 3
  private static let layout = TableLayout(
    headers: ["DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [0, 2],
    cutColumns: [nameColumn], narrowestCut: 12, dispensableColumns: [2, 1, 4])
  private static let layoutWithHours = layout.withHours

  func append(_ hits: [Hit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      let venue = store.venue(hit)
      add(hit, venue, to: &cells)
      if let open { cells.add(open.text(of: venue), column: 5) }
    }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: Self.nameColumn,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  @inline(__always)
  private func add(_ hit: Hit, _ venue: Venue, to cells: inout TableCells) {
    cells.add(column: 0) { $0.append(distance: hit.distance, in: style.figures.units) }
    cells.add(directionOf: hit, column: 1)
    cells.add(column: 2) { $0.append(walk: hit.distance, by: style.figures) }
    venue.withMeasuredName { name, width in
      if name.isEmpty { return cells.add(column: Self.nameColumn) { $0.append("(no name)") } }
      cells.add(name, width: width, column: Self.nameColumn)
    }
    venue.withMeasuredPostcode { cells.add($0, width: $1, column: 4) }
  }
}

extension TableCells {
  @inline(__always) mutating func add(directionOf hit: Hit, column: Int) {
    guard hit.distance <= 0 else {
      return add(column: column) { $0.append(ReadableFigures.direction(hit.bearing)) }
    }
    let text: StaticString = "·"
    add(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), width: 1,
      column: column)
  }
}
