/// Joins a list with postcodes to positions: reads it row by row, and makes a record of each that has
/// a place.
package final class ListImport {
  /// What became of a row.
  package enum Outcome: Sendable {
    case placed
    case unplaced
    /// A row whose cells cannot be told apart, and why: a clause for people.
    case fault(String)
    case end
  }

  private let stream: ListStream
  private var rows: RowPlacer
  private var rowsSoFar = 0
  private let headerLine: [UInt8]
  /// Called before waiting for more of the list, with the share of it that was read (`nil` for a pipe)
  /// and the number of rows so far.
  package var beforeReading: ((Double?, Int) throws -> Void)?

  /// `name` and `postcode` are columns that somebody named.
  package init(
    _ stream: ListStream, positions table: consuming PositionTable, name: String? = nil,
    postcode: String? = nil, mayComeTwice: Bool = false
  ) throws {
    self.stream = stream
    if mayComeTwice { stream.prepareToReadAgain() }
    guard try stream.begin() == .rows else {
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected a list of rows (CSV or TSV)",
        hint: "  'finder data convert' makes one of GeoJSON and other forms")
    }
    let reader = try RowReader(stream)
    headerLine = RowPlacer.line(reader.text)
    rows = try RowPlacer(reader, table, name: name, postcode: postcode)
    stream.beforeReading = { [unowned self] in
      try self.beforeReading?(self.stream.share, self.rowsSoFar)
    }
  }

  deinit { stream.beforeReading = nil }

  /// Goes back to the first row.
  package func readAgain() throws {
    try stream.readAgain()
    rowsSoFar = 0
    try rows.begin(RowReader(stream))
  }

  /// Whether there is a column of names.
  package var hasNames: Bool { rows.hasNames }

  /// What became of the rows so far.
  package var tally: ImportTally { rows.tally }

  /// Of the row read last: where it begins, from 1.
  package var line: Int { rows.line }

  /// Reads the next row, and fills `record` if it has a place.
  package func next(_ record: inout ListRecord) throws -> Outcome {
    rowsSoFar += 1
    return try rows.next(&record)
  }

  /// The next row that has a place; false at the end.
  package func nextPlaced(_ record: inout ListRecord) throws -> Bool {
    while true {
      switch try next(&record) {
      case .placed: return true
      case .unplaced, .fault: continue
      case .end: return false
      }
    }
  }

  /// Appends the first line as it stands in the list, with its line end.
  package func appendHeader(to output: inout ByteBuffer) { output.append(headerLine) }

  /// Appends the row read last as it stands in the list, with its line end.
  package func appendRow(to output: inout ByteBuffer) { rows.appendRow(to: &output) }
}
