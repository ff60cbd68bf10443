import FinderEngine

/// The rows of a table of places: OS Open Names, GeoNames, or any with a header.
struct PlaceRows: ~Copyable {
  private var rows: RowReader
  private let table: PlaceTable

  init(_ rows: consuming RowReader, _ form: GazetteerForm) {
    table = PlaceTable(form, rows.header)
    self.rows = rows
  }

  mutating func read(into builder: GazetteerBuilder) throws -> GazetteerTally {
    var tally = GazetteerTally()
    while builder.reached == nil, try rows.next() {
      if rows.problem == nil, !rows.isCutShort {
        table.take(rows.cells, into: builder, &tally)
      } else {
        tally.rows += 1
        tally.unreadable += 1
      }
    }
    return tally
  }
}
