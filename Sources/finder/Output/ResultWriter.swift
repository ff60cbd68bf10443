import CommandLineKit
import FinderChanges
import FinderEngine

/// Writes one result in each format for programs.
protocol ResultWriter {
  associatedtype Result
  var columns: [String] { get }
  func append(jsonOf result: Result, to output: inout ByteBuffer)
  func append(featureOf result: Result, to output: inout ByteBuffer)
  func append(cellsOf result: Result, _ style: DelimitedStyle, to output: inout ByteBuffer)
}

extension ChangeWriter: ResultWriter {}

/// A venue of an answer, perhaps with figures that are not its own.
protocol VenueHit {
  /// For the parts that `VenueWriter` writes.
  var hit: Hit { get }
}

extension Hit: VenueHit { var hit: Hit { self } }
extension WalkedHit: VenueHit {}
extension MeetingHit: VenueHit {}
extension WayHit: VenueHit {}

/// Writes one venue of an answer.
protocol HitWriter: ResultWriter where Result: VenueHit {
  /// The fields that `--fields` chooses, one line each.
  func lines(ofFieldsOf hit: Result) -> [String]
}

extension VenueWriter: HitWriter {}
extension WalkWriter: HitWriter {}
extension MeetingWriter: HitWriter {}
extension WayWriter: HitWriter {}

extension ByteBuffer {
  /// For every format but a table and a single document. A collection also has the `counts`, and the sources
  /// to credit.
  @inline(__always)
  mutating func append<Writer: ResultWriter>(
    _ results: [Writer.Result], by writer: Writer, as format: ResultFormat,
    hasHeader: Bool, counts: [(name: String, count: Int)]? = nil,
    attribution: @autoclosure () -> [Attribution] = []
  ) {
    switch format {
    case .geojson:
      beginCollection { buffer in
        buffer.append(attribution: attribution())
        if let counts { buffer.append(key: "counts", object: { $0.append(counts: counts) }) }
      }
      for result in results {
        appendComma()
        append("\n")
        writer.append(featureOf: result, to: &self)
      }
      append("]}\n")
    case .geojsonseq:
      appendLines(results) { buffer, result in
        buffer.append("\u{1E}")
        writer.append(featureOf: result, to: &buffer)
      }
    case .csv, .tsv:
      let style: DelimitedStyle = format == .csv ? .csv : .tsv
      if hasHeader { append(row: writer.columns, style) }
      appendLines(results) { writer.append(cellsOf: $1, style, to: &$0) }
    case .json, .ndjson: appendLines(results) { writer.append(jsonOf: $1, to: &$0) }
    case .table, .gpx, .kml:
      preconditionFailure("tables and waypoints are not written result by result")
    }
  }
}

extension ByteBuffer {
  /// Writes each element on its own line.
  @inline(__always)
  mutating func appendLines<Elements: Sequence>(
    _ elements: Elements, _ line: (inout ByteBuffer, Elements.Element) -> Void
  ) {
    for element in elements {
      line(&self, element)
      append("\n")
    }
  }

  /// Writes objects, one a line or in an array, each with its `members`.
  mutating func append(rows count: Int, isNDJSON: Bool, _ members: (inout ByteBuffer, Int) -> Void)
  {
    if isNDJSON {
      return appendLines(0..<count) { output, row in output.appendObject { members(&$0, row) } }
    }
    appendArray(count, indent: "\n ") { output, row in output.appendObject { members(&$0, row) } }
    append("\n")
  }

  /// The same or, in a delimited format, a header and a row of cells for each.
  mutating func append<Row>(
    _ rows: [Row], as format: ResultFormat, hasHeader: Bool, columns: [String],
    cells: (Row) -> [String], members: (inout ByteBuffer, Row) -> Void
  ) {
    guard let style = format.delimited else {
      return append(rows: rows.count, isNDJSON: format == .ndjson) { members(&$0, rows[$1]) }
    }
    if hasHeader { append(row: columns, style) }
    for row in rows { append(row: cells(row), style) }
  }

  mutating func append(key: StaticString, numbers: [Double]) {
    append(key: key, elements: numbers.count) { $0.append(number: numbers[$1]) }
  }

  mutating func append(row cells: [String], _ style: DelimitedStyle) {
    for (column, cell) in cells.enumerated() {
      if column > 0 { append(style.separator) }
      append(cell: cell, style)
    }
    append("\n")
  }
}

func written(_ write: (inout ByteBuffer) -> Void) -> String {
  var buffer = ByteBuffer(capacity: 64)
  write(&buffer)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

/// `1.2 km`
func readable(_ metres: Double, _ units: ReadableFigures.Units) -> String {
  written { $0.append(distance: metres, in: units) }
}

/// `1.2 km NE`
func readable(_ metres: Double, towards bearing: Double, _ units: ReadableFigures.Units) -> String {
  "\(readable(metres, units)) \(ReadableFigures.direction(bearing))"
}

extension Hit {
  /// `1.2 km NE`; no direction at distance 0.
  func readable(_ units: ReadableFigures.Units) -> String {
    distance > 0
      ? finder.readable(distance, towards: bearing, units) : finder.readable(distance, units)
  }
}

/// Names and texts in two aligned columns.
func labelled(_ rows: [(name: String, text: String)], width: Int = 11) -> String {
  rows.map { name, text in
    let space = String(repeating: " ", count: width - name.utf8.count)
    return UsageError.escape(name + space + text) + "\n"
  }
  .joined()
}

extension Invocation {
  var hasHeader: Bool { !has(Options.noHeader) }

  func write(
    _ text: @autoclosure () -> String, or members: [(inout ByteBuffer) -> Void],
    to output: Output
  ) throws {
    if format() == .table {
      try output.finish(with: text())
    } else {
      var document = ByteBuffer()
      document.appendDocument(onLines: format() != .ndjson, members)
      try output.finish(with: document)
    }
  }

  /// Writes a list of the user's own data: a table, a line for each, or a document. `none` is the note if
  /// there are no rows.
  func write(
    _ rows: [[String]], in layout: TableLayout, or members: [(inout ByteBuffer) -> Void],
    line: (inout ByteBuffer, Int) -> Void, none: String, to output: Output
  ) throws -> ExitCode {
    var bytes = ByteBuffer()
    switch format() {
    case .table: layout.append(rows, .plain(width: output.terminalWidth), to: &bytes)
    case .ndjson: bytes.appendLines(rows.indices, line)
    default: bytes.appendDocument(onLines: true, members)
    }
    try output.finish(with: bytes)
    if rows.isEmpty, format() == .table { diagnostics.note(none) }
    return exitCode(found: rows.count)
  }
}
