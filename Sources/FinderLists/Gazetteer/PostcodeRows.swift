import FinderEngine

/// Where the rows of a table of postcodes go. Those that have a name and no postcode are places.
struct PostcodeRows: PositionSink {
  private let builder: GazetteerBuilder
  /// `nil` where the table has no names.
  private let places: PlaceTable?
  private var tally = GazetteerTally()

  static func read(
    _ rows: consuming RowReader, into builder: GazetteerBuilder
  ) throws -> GazetteerTally {
    let places = rows.hasHeader ? PlaceTable(besidePostcodes: rows.header) : nil
    var sink = PostcodeRows(builder: builder, places: places)
    var reader = PositionRows(rows)
    let found = GazetteerTally(try reader.read(into: &sink))
    sink.tally.add(found)
    return sink.tally
  }

  private init(builder: GazetteerBuilder, places: PlaceTable?) {
    (self.builder, self.places) = (builder, places)
  }

  // MARK: PositionSink

  var isFull: Bool { builder.reached != nil }

  mutating func add(
    _ postcode: Postcode, at point: Coordinate, spelling: PositionTable.Spelling?,
    isTerminated: Bool
  ) {
    builder.add(postcode, at: PackedPosition(point), isTerminated: isTerminated)
  }

  mutating func take(_ cells: borrowing RowCells, hasPostcode: Bool) -> Bool {
    guard let places, places.hasName(cells) else { return false }
    if hasPostcode {
      tally.unusedNames += 1
      return false
    }
    places.take(cells, into: builder, &tally)
    return true
  }
}
