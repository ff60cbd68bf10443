/// Joins a list with postcodes to positions: reads it row by row, and writes each row that has a
/// place as a record.
package final class ListImport {
  /// What became of the rows.
  package struct Summary: Sendable {
    package var tally = ImportTally()
    package var written = ListTally()
    /// Rows whose cells cannot be told apart.
    package var faults = 0
  }

  private let stream: ListStream
  private let passes: ListPasses
  private var rows: RowPlacer
  private let headerLine: [UInt8]

  /// `name` and `postcode` are columns that somebody named. For `progress` see `ListPasses`.
  package init(
    _ stream: ListStream, positions table: consuming PositionTable, _ output: ListOutput,
    name: String? = nil, postcode: String? = nil, progress: ((Double?, Int) -> Void)? = nil
  ) throws {
    self.stream = stream
    passes = ListPasses(stream, output, progress)
    guard try stream.begin() == .rows else {
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected a list of rows (CSV or TSV)",
        hint: "  'finder data convert' makes one of GeoJSON and other forms")
    }
    let reader = try RowReader(stream)
    headerLine = RowPlacer.line(reader.text)
    rows = try RowPlacer(reader, table, name: name, postcode: postcode)
  }

  /// Whether there is a column of names.
  package var hasNames: Bool { rows.hasNames }

  /// `reject` gets the rows without a place as they stand in the list, after its header. `fault`
  /// gets the lines of the first ten rows that cannot be read, and why.
  package func run(
    write: @escaping RecordWriter.Write, reject: RecordWriter.Write?,
    fault: (Int, String) -> Void
  ) throws -> Summary {
    var summary = Summary()
    summary.written = try passes.run(write: write) { writer, isAgain in
      if isAgain { try rows.begin(RowReader(stream)) }
      summary.faults = try place(writer, reject: isAgain ? nil : reject) {
        if !isAgain { fault($0, $1) }
      }
    }
    summary.tally = rows.tally
    return summary
  }

  /// Returns how many rows cannot be read.
  private func place(
    _ writer: RecordWriter, reject: RecordWriter.Write?, fault: (Int, String) -> Void
  ) throws -> Int {
    let portion = 1 << 16
    var lost = ByteBuffer(capacity: portion)
    lost.append(headerLine)
    var faults = 0
    var record = ListRecord()
    while true {
      passes.taken += 1
      switch try rows.next(&record) {
      case .placed:
        try writer.append(&record)
        continue
      case .unplaced: break
      case .fault(let problem):
        faults += 1
        if faults <= ListPasses.mostReported { fault(rows.line, problem) }
      case .end:
        try reject?(lost.bytes)
        return faults
      }
      guard let reject else { continue }
      rows.appendRow(to: &lost)
      if lost.count >= portion {
        try reject(lost.bytes)
        lost.truncate()
      }
    }
  }
}

/// Reads rows and places them.
private struct RowPlacer: ~Copyable {
  /// What a row came to.
  enum Outcome {
    case placed
    case unplaced
    /// A row whose cells cannot be told apart, and why: a clause for people.
    case fault(String)
    case end
  }

  private var rows: RowReader
  private let columns: ImportColumns
  private let table: PositionTable
  private var address = ByteBuffer(capacity: 1 << 10)
  private(set) var tally = ImportTally()

  init(
    _ rows: consuming RowReader, _ table: consuming PositionTable, name: String?,
    postcode: String?
  ) throws {
    columns = try ImportColumns(rows.columns, name: name, postcode: postcode, rows)
    self.rows = rows
    self.table = table
  }

  mutating func begin(_ rows: consuming RowReader) {
    self.rows = rows
    tally = ImportTally()
  }

  var line: Int { rows.line }
  var hasNames: Bool { columns.hasNames }

  func appendRow(to output: inout ByteBuffer) {
    output.append(rows.text)
    output.append(Self.endsInCarriageReturn(rows.text) ? "\r\n" : "\n")
  }

  static func line(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    Array(text) + Array((endsInCarriageReturn(text) ? "\r\n" : "\n").utf8)
  }

  /// Rows come without their line ends, which are there behind them all the same, or the padding.
  private static func endsInCarriageReturn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.baseAddress.map { $0[text.count] == 0x0D } ?? false
  }

  // MARK: Rows

  mutating func next(_ record: inout ListRecord) throws -> Outcome {
    record.clear()
    guard try rows.next() else { return .end }
    record.line = rows.line
    if let problem = rows.problem { return .fault(problem) }
    let extra = rows.cells.count - columns.roles.count
    if extra > 0, (columns.roles.count..<rows.cells.count).contains(where: { !isBlank($0) }) {
      return .fault("has \(rows.cells.count) cells, but there are \(columns.roles.count) columns")
    }
    guard let found = place(record: &record) else { return .unplaced }
    fill(&record, found)
    return .placed
  }

  private func isBlank(_ cell: Int) -> Bool { rows.cells[cell].bytes.allSatisfy { $0.isBlank } }

  /// What is known of a row's place.
  private struct Found {
    let level: Postcode.Level
    /// The postcode as it should have been; `nil` where it was so or is left as it was.
    let repaired: Postcode?
  }

  private mutating func place(record: inout ListRecord) -> Found? {
    let reading: PostcodeReading
    do throws(PostcodeReading.Fault) {
      reading = try read()
    } catch {
      tally.add(unplaced: ImportTally.Unplaced(error))
      return nil
    }
    guard let (postcode, position, level) = choose(reading) else { return nil }
    let isRepaired = postcode == reading.postcode && !reading.repairs.isEmpty
    tally.add(placedAt: level)
    set(position, in: &record)
    return Found(level: level, repaired: isRepaired ? postcode : nil)
  }

  private func read() throws(PostcodeReading.Fault) -> PostcodeReading {
    guard columns.postcode < rows.cells.count else { throw .missing }
    let cell = rows.cells[columns.postcode]
    guard cell.needsNoChange else { return try PostcodeReading(cell.value) }
    return try PostcodeReading(cell.bytes)
  }

  private typealias Choice = (
    postcode: Postcode, position: PositionTable.Position, level: Postcode.Level
  )

  /// The position of a postcode. Of one whose space speaks for another outward code, the whole
  /// postcode holds if it is known; else whichever of the two outward codes is, if one alone is.
  private mutating func choose(_ reading: PostcodeReading) -> Choice? {
    let best = table.best(for: reading.postcode)
    let other = reading.otherOutcode.flatMap { table.best(for: $0) }
    if let best, best.level == .postcode || other == nil {
      tally.add(reading.repairs)
      return (reading.postcode, best.position, best.level)
    }
    guard let other, let outcode = reading.otherOutcode else {
      tally.add(reading.repairs)
      tally.add(unplaced: .unknown)
      return nil
    }
    guard best == nil else {
      tally.add(unplaced: .ambiguous)
      return nil
    }
    return (outcode, other.position, other.level)
  }

  private func set(_ position: PositionTable.Position, in record: inout ListRecord) {
    if let spelling = position.spelling {
      record.setPoint(
        latitude: spelling.latitude, longitude: spelling.longitude, at: position.coordinate)
    } else {
      record.setPoint(position.coordinate, decimals: 6)
    }
  }

  // MARK: Properties

  private mutating func fill(_ record: inout ListRecord, _ found: Found) {
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      let cell = rows.cells[index]
      switch columns.roles[index] {
      case .name: append(cell, Keys.name, &record)
      case .postcode: appendPostcode(cell, found, &record)
      case .address: if index == columns.firstAddress { appendAddress(&record) }
      case .text(let key): append(cell, key, &record)
      case .property(let key):
        if !cell.bytes.isEmpty, let value = CellValue.read(cell, arena: &record.arena) {
          record.append(key: key, value: value)
        }
      }
    }
    record.append(key: Keys.positionFrom, value: Keys.level(found.level))
  }

  /// Nothing for an empty cell, in quotes or not.
  private func append(
    _ cell: ListCell, _ key: ListRecord.Text, _ record: inout ListRecord
  ) {
    guard !cell.bytes.isEmpty, let value = CellValue.readText(cell, arena: &record.arena) else {
      return
    }
    record.append(key: key, value: value)
  }

  private func appendPostcode(_ cell: ListCell, _ found: Found, _ record: inout ListRecord) {
    guard let repaired = found.repaired else { return append(cell, Keys.postcode, &record) }
    let value = repaired.withText { record.arena.jsonString($0) }
    record.append(key: Keys.postcode, value: value)
    append(cell, Keys.postcodeGiven, &record)
  }

  /// The lines that say something, joined, and without the white space that would then be in its
  /// midst; an address in one column stays as it stands.
  private mutating func appendAddress(_ record: inout ListRecord) {
    address.truncate()
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      guard case .address = columns.roles[index], !isBlank(index) else { continue }
      if columns.addressLines == 1 { return append(rows.cells[index], Keys.address, &record) }
      if address.count > 0 { address.append(", ") }
      rows.cells[index].withValue { address.append(PositionText.trimmed($0)) }
    }
    if address.count > 0 {
      record.append(key: Keys.address, value: record.arena.jsonString(address.bytes))
    }
  }
}

extension ListCell {
  fileprivate var needsNoChange: Bool { form == .plain || form == .quoted }
}

/// The keys and values that are the same for every record, spelled as JSON.
private enum Keys {
  static var name: ListRecord.Text { text("name") }
  static var postcode: ListRecord.Text { text("postcode") }
  static var postcodeGiven: ListRecord.Text { text("postcode_given") }
  static var address: ListRecord.Text { text("address") }
  static var positionFrom: ListRecord.Text { text("position_from") }

  static func level(_ level: Postcode.Level) -> ListRecord.Text {
    switch level {
    case .postcode: text("\"postcode\"")
    case .sector: text("\"sector\"")
    case .outcode: text("\"outcode\"")
    }
  }

  @inline(__always) private static func text(_ literal: StaticString) -> ListRecord.Text {
    ListRecord.Text(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }
}
