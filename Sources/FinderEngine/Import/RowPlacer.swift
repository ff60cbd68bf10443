/// Reads rows and places them.
struct RowPlacer: ~Copyable {
  /// What became of a row.
  enum Outcome {
    case placed
    case unplaced
    /// Its cells cannot be told apart, and why: a clause for people.
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
    columns = try ImportColumns(rows, name: name, postcode: postcode)
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

  /// Rows come without their line ends, which follow them in memory, or the padding does.
  private static func endsInCarriageReturn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.baseAddress.map { $0[text.count] == 0x0D } ?? false
  }

  // MARK: Rows

  mutating func next(_ record: inout ListRecord) throws -> Outcome {
    record.clear()
    guard try rows.next() else { return .end }
    record.line = rows.line
    if let problem = rows.problem { return .fault(problem) }
    do throws(BadRecord) { try rows.cells.check(columns: columns.roles.count) } catch {
      return .fault(error.problem)
    }
    guard let found = place(record: &record) else { return .unplaced }
    fill(&record, found)
    return .placed
  }

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
    return try cell.withValue { text throws(PostcodeReading.Fault) in try PostcodeReading(text) }
  }

  private typealias Choice = (
    postcode: Postcode, position: PositionTable.Position, level: Postcode.Level
  )

  /// The position of a postcode. Where the space suggests another outward code, the whole postcode
  /// counts if it is known; else the one of the two outward codes that is known, if only one is.
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
    _ cell: Cell, _ key: ListRecord.Text, _ record: inout ListRecord
  ) {
    guard !cell.bytes.isEmpty, let value = CellValue.readText(cell, arena: &record.arena) else {
      return
    }
    record.append(key: key, value: value)
  }

  private func appendPostcode(_ cell: Cell, _ found: Found, _ record: inout ListRecord) {
    guard let repaired = found.repaired else { return append(cell, Keys.postcode, &record) }
    let value = repaired.withText { record.arena.jsonString($0) }
    record.append(key: Keys.postcode, value: value)
    append(cell, Keys.postcodeGiven, &record)
  }

  /// The lines that are not blank, trimmed and joined; an address in one column stays as it is.
  private mutating func appendAddress(_ record: inout ListRecord) {
    address.truncate()
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      guard case .address = columns.roles[index], !rows.cells[index].isBlank else { continue }
      if columns.addressLines == 1 { return append(rows.cells[index], Keys.address, &record) }
      if address.count > 0 { address.append(", ") }
      rows.cells[index].withValue { address.append($0.trimmed) }
    }
    if address.count > 0 {
      record.append(key: Keys.address, value: record.arena.jsonString(address.bytes))
    }
  }
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
