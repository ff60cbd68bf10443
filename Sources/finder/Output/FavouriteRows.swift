import FinderEngine
import FinderOwn

/// The nearest branch of each favourite, in their order.
struct FavouriteRows {
  private let rows: [(favourite: Favourite, hit: Hit?)]
  private let store: VenueStore
  private let open: OpenHours?

  private static let layout = TableLayout(
    headers: ["FAVOURITE", "DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [1, 3],
    cutColumns: [0, 4], narrowestCut: 12, dispensableColumns: [3, 2, 5])

  private static let layoutWithHours = layout.withHours

  /// With `open`, of each favourite the nearest branch that is open.
  init(
    _ favourites: [Favourite], from point: Coordinate, _ names: NameDirectory, _ open: OpenHours?
  ) {
    (store, self.open) = (names.store, open)
    var searcher = Searcher(store)
    var rows: [(favourite: Favourite, hit: Hit?)] = []
    for favourite in favourites {
      var query = Query(from: point, limit: 1)
      open?.limit(&query)
      VenueByName.branches(of: favourite, in: names).limit(&query, by: names.chains)
      rows.append((favourite, searcher.search(query).first))
    }
    self.rows = rows
  }

  func answer(_ format: ResultFormat, _ style: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let writer = VenueWriter(store, addition: open)
    switch format {
    case .table: append(tableTo: &bytes, style)
    case .json:
      bytes.appendArray(rows.count, indent: "\n ") { append(rows[$1], by: writer, to: &$0) }
      bytes.append("\n")
    default: bytes.appendLines(rows) { append($1, by: writer, to: &$0) }
    }
    return Answer(found: rows.count { $0.hit != nil }, bytes: bytes)
  }

  private func append(
    _ row: (favourite: Favourite, hit: Hit?), by writer: VenueWriter, to output: inout ByteBuffer
  ) {
    output.appendObject { output in
      output.append(key: "favourite", string: row.favourite.shown)
      output.append(key: "venue")
      if let hit = row.hit {
        writer.append(jsonOf: hit, to: &output)
      } else {
        output.append("null")
      }
    }
  }

  private var missing: String { open == nil ? "(not in this dataset)" : "(none is open)" }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !rows.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: rows.count)
    for (favourite, hit) in rows {
      cells.add(TidyName.string(favourite.shown), column: 0)
      guard let hit else {
        for column in 1..<layout.headers.count {
          cells.add(column == 4 ? missing : "", column: column)
        }
        continue
      }
      let venue = store.venue(hit)
      cells.add(column: 1) { $0.append(distance: hit.distance, in: style.figures.units) }
      cells.add(directionOf: hit, column: 2)
      cells.add(column: 3) { $0.append(walk: hit.distance, by: style.figures) }
      cells.add(venue.name.isEmpty ? "(no name)" : venue.name, column: 4)
      cells.add(venue.postcode ?? "", column: 5)
      if let open { cells.add(open.text(of: venue), column: 6) }
    }
    layout.print(
      cells, width: style.width, isColoured: false, styledColumn: -1, to: &output
    ) { _ in
      ""
    }
  }
}
