import FinderEngine

/// Reads rows and places them.
struct RowPlacer: ~Copyable {
  private(set) var rows: RowReader
  let columns: ImportColumns
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

  /// A row without a place is skipped.
  mutating func next(_ record: inout ListRecord) throws -> ListReading {
    let reading = try rows.next(clearing: &record)
    guard case .record = reading else {
      if case .fault = reading { tally.add(unplaced: .malformed) }
      return reading
    }
    guard let found = place(record: &record) else { return .passedOver }
    fill(&record, found)
    return reading
  }

  /// How a row was placed. `repaired` is the corrected postcode; `nil` if it was correct or is left
  /// unchanged.
  private typealias Found = (level: Postcode.Level, repaired: Postcode?)

  private mutating func place(record: inout ListRecord) -> Found? {
    let reading: PostcodeReading
    do throws(PostcodeReading.Fault) {
      reading = try read()
    } catch {
      tally.add(unplaced: .unread(error))
      return nil
    }
    guard let (postcode, position, level) = choose(reading) else { return nil }
    let isRepaired = postcode == reading.postcode && !reading.repairs.isEmpty
    tally.add(placedAt: level)
    set(position, in: &record)
    return (level, isRepaired ? postcode : nil)
  }

  private func read() throws(PostcodeReading.Fault) -> PostcodeReading {
    guard columns.postcode < rows.cells.count else { throw .missing }
    let cell = rows.cells[columns.postcode]
    return try cell.withValue { text throws(PostcodeReading.Fault) in try PostcodeReading(text) }
  }

  private typealias Choice = (
    postcode: Postcode, position: PositionTable.Position, level: Postcode.Level
  )

  /// The position of a postcode. Its space may suggest another outward code. Then the whole postcode is used
  /// if its position is known; otherwise the outward code of the two that is known, if only one is.
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
      tally.add(unplaced: .unread(.ambiguous))
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

  private mutating func fill(_ record: inout ListRecord, _ found: Found) {
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      let cell = rows.cells[index]
      switch columns.roles[index] {
      case .postcode: appendPostcode(cell, found, &record)
      case .address: if index == columns.firstAddress { appendAddress(&record) }
      case .text(let key): append(cell, key, &record)
      case .property(let key):
        if !cell.bytes.isEmpty, let value = CellValue.read(cell, arena: &record.arena) {
          record.append(key: key, value: value)
        }
      }
    }
    record.append(key: "position_from", value: Self.spelling(of: found.level))
  }

  private static func spelling(of level: Postcode.Level) -> Bytes {
    let spelling: StaticString =
      switch level {
      case .postcode: "\"postcode\""
      case .sector: "\"sector\""
      case .outcode: "\"outcode\""
      }
    return spelling.bytes
  }

  /// Appends nothing for an empty cell, in quotes or not.
  private func append(_ cell: Cell, _ key: Bytes, _ record: inout ListRecord) {
    guard !cell.bytes.isEmpty, let value = CellValue.readText(cell, arena: &record.arena) else {
      return
    }
    record.append(key: key, value: value)
  }

  private func append(_ cell: Cell, _ key: StaticString, _ record: inout ListRecord) {
    append(cell, key.bytes, &record)
  }

  private func appendPostcode(_ cell: Cell, _ found: Found, _ record: inout ListRecord) {
    guard let repaired = found.repaired else { return append(cell, "postcode", &record) }
    let value = repaired.withText { record.arena.jsonString($0) }
    record.append(key: "postcode", value: value)
    append(cell, "postcode_given", &record)
  }

  /// Joins the lines that are not blank, trimmed; an address in one column stays as it is.
  private mutating func appendAddress(_ record: inout ListRecord) {
    address.truncate()
    for index in 0..<min(rows.cells.count, columns.roles.count) {
      guard case .address = columns.roles[index], !rows.cells[index].isBlank else { continue }
      if columns.addressLines == 1 { return append(rows.cells[index], "address", &record) }
      if address.count > 0 { address.append(", ") }
      rows.cells[index].withValue { address.append($0.trimmed) }
    }
    if address.count > 0 {
      record.append(key: "address", value: record.arena.jsonString(address.bytes))
    }
  }
}

extension ByteBuffer {
  /// Appends a row and its line end, which follows it in memory. After the last row, padding may follow
  /// instead.
  mutating func append(row text: Bytes) {
    let endsInCarriageReturn = text.baseAddress.map { $0[text.count] == 0x0D } ?? false
    append(text)
    append(endsInCarriageReturn ? "\r\n" : "\n")
  }
}

/// What each column of a list with postcodes becomes.
struct ImportColumns {
  enum Role {
    case postcode
    /// A line of an address; all of them are joined.
    case address
    /// A text, even if it looks like a number.
    case text(Bytes)
    case property(Bytes)
  }

  private(set) var roles: [Role] = []
  let postcode: Int
  let hasNames: Bool
  /// The first of the address's columns, which the whole address replaces.
  private(set) var firstAddress: Int?
  private(set) var addressLines = 0
  /// Owns the keys that the roles point to.
  private var keys = ColumnKeys(taken: [])

  private static let towns: [StaticString] = ["town", "posttown", "towncity", "city", "addrcity"]
  private static let addresses: [StaticString] = [
    "address", "addr", "line", "addressline", "addrline", "street",
  ]

  /// `name` and `postcode` are columns that the user named.
  init(_ rows: borrowing RowReader, name: String?, postcode: String?) throws {
    let header = rows.header
    let given = try rows.column(named: postcode)
    guard let column = given ?? header.columnByLetters(of: ColumnNames.postcode) else {
      throw rows.failure(
        "expected a column with postcodes; the columns are \(header.list)",
        hint: "  --postcode-column names it")
    }
    self.postcode = column
    let names = try rows.column(named: name) ?? header.columnByLetters(of: ColumnNames.name)
    hasNames = names != nil
    assign(header, name: names)
  }

  private mutating func assign(_ header: Header, name: Int?) {
    let town = header.columnByLetters(of: Self.towns)
    let county = header.columnByLetters(of: ["county"])
    let areAddresses = header.names.map(Self.isAddress)
    // Keys that finder writes itself; no other column may have them.
    let ours = [
      ("name", name != nil), ("town", town != nil), ("county", county != nil),
      ("address", areAddresses.contains(true)),
    ]
    keys = ColumnKeys(
      taken: ["postcode", "postcode_given", "position_from"] + ours.filter(\.1).map(\.0))
    for index in header.names.indices {
      switch index {
      case postcode: roles.append(.postcode)
      case name: roles.append(.text(keys.key("name")))
      case town: roles.append(.text(keys.key("town")))
      case county: roles.append(.text(keys.key("county")))
      case _ where areAddresses[index]:
        firstAddress = firstAddress ?? index
        addressLines += 1
        roles.append(.address)
      default:
        let name = header.key(index)
        let key = keys.unused(name)
        roles.append(ColumnNames.isText(name) ? .text(key) : .property(key))
      }
    }
  }

  /// `Line 1`, `Address`, `AddressLine2` and so on.
  private static func isAddress(_ name: [UInt8]) -> Bool {
    let plain = name.lettersAndDigits
    let digits = plain.reversed().prefix(while: \.isDigit).count
    return digits < 3 && ColumnNames.isOne(of: addresses, plain.dropLast(digits))
  }
}
