import FinderEngine

/// Adds positions to a list with postcodes. Reads it row by row, and writes each row whose postcode has a
/// position as a record.
package final class ListImport {
  package struct Summary: Sendable {
    package var tally = ImportTally()
    package var written = ListTally()
  }

  private let stream: ListStream
  private let passes: ListPasses
  /// From `--tsv-escapes`; see `RowCells`.
  private let hasEscapes: Bool
  private var placer: RowPlacer
  /// Rows that could not be placed, until there are enough to pass on. The list's header comes first.
  private var unplaced = ByteBuffer(capacity: portion)

  private static let portion = 1 << 16

  /// `name` and `postcode` are the columns that the user chose, if any. For `progress` see `ListPasses`.
  package init(
    _ stream: ListStream, positions table: consuming PositionTable, _ output: ListOutput,
    name: String? = nil, postcode: String? = nil, hasEscapes: Bool = false,
    progress: ((Double?, Int) -> Void)? = nil
  ) throws {
    (self.stream, self.hasEscapes) = (stream, hasEscapes)
    passes = ListPasses(stream, output, progress)
    guard try stream.begin() == .rows else {
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected a list of rows (CSV or TSV)",
        hint: "  'finder data convert' makes one from GeoJSON and other forms")
    }
    let reader = try RowReader(stream, hasEscapes: hasEscapes)
    unplaced.append(row: reader.text)
    placer = try RowPlacer(reader, table, name: name, postcode: postcode)
  }

  package var hasNames: Bool { placer.columns.hasNames }

  /// `reject` gets the list's header and then the rows that could not be placed, unchanged. `fault` gets the
  /// line number of each of the first ten rows that cannot be read, and the reason.
  package func run(
    write: @escaping RecordWriter.Write, reject: RecordWriter.Write?,
    fault: (Int, String) -> Void
  ) throws -> Summary {
    var summary = Summary()
    summary.written = try passes.run(write: write) { writer, isAgain in
      if isAgain { try placer.begin(RowReader(stream, hasEscapes: hasEscapes)) }
      try place(writer, reject: isAgain ? nil : reject) {
        if !isAgain { fault($0, $1) }
      }
    }
    summary.tally = placer.tally
    return summary
  }

  /// Writes the rows that can be placed.
  private func place(
    _ writer: RecordWriter, reject: RecordWriter.Write?, fault: (Int, String) -> Void
  ) throws {
    var record = ListRecord()
    while true {
      passes.taken += 1
      switch try placer.next(&record) {
      case .record:
        try writer.append(&record)
        continue
      case .passedOver: break
      case .fault(let problem):
        guard placer.tally.count(of: .malformed) <= ListPasses.mostReported else { break }
        fault(placer.rows.line, problem)
      case .end:
        try reject?(unplaced.bytes)
        return
      }
      guard let reject else { continue }
      unplaced.append(row: placer.rows.text)
      if unplaced.count >= Self.portion {
        try reject(unplaced.bytes)
        unplaced.truncate()
      }
    }
  }
}

/// Counts of a list's rows.
package struct ImportTally: Sendable {
  package enum Unplaced: Hashable, Sendable, CaseIterable {
    case unread(PostcodeReading.Fault)
    case unknown
    /// It cannot be split into cells.
    case malformed

    package static let allCases =
      PostcodeReading.Fault.allCases.map(Unplaced.unread) + [.unknown, .malformed]

    package var name: String {
      switch self {
      case .unread(.missing): "no postcode given"
      case .unread(.noPostcode): "not a postcode"
      case .unread(.noSuchArea): "no such postcode area"
      case .unread(.ambiguous): "more than one postcode fits"
      case .unknown: "no position for the postcode"
      case .malformed: "not readable"
      }
    }
  }

  private var byLevel = [Int](repeating: 0, count: Postcode.Level.allCases.count)
  private var byReason: [Unplaced: Int] = [:]
  private var byRepair = [Int](repeating: 0, count: PostcodeRepairs.kinds.count)
  /// Rows whose postcode was repaired in one or more ways.
  package private(set) var repaired = 0

  package var placed: Int { byLevel.reduce(0, +) }
  package var unplaced: Int { byReason.values.reduce(0, +) }
  package var rows: Int { placed + unplaced }

  package func count(at level: Postcode.Level) -> Int { byLevel[level.rawValue] }

  package func count(of reason: Unplaced) -> Int { byReason[reason] ?? 0 }

  package func count(of repair: PostcodeRepairs) -> Int {
    byRepair[repair.rawValue.trailingZeroBitCount]
  }

  mutating func add(_ other: ImportTally) {
    for (level, count) in other.byLevel.enumerated() { byLevel[level] += count }
    byReason.merge(other.byReason, uniquingKeysWith: +)
    for (repair, count) in other.byRepair.enumerated() { byRepair[repair] += count }
    repaired += other.repaired
  }

  mutating func add(placedAt level: Postcode.Level) { byLevel[level.rawValue] += 1 }

  mutating func add(unplaced reason: Unplaced) { byReason[reason, default: 0] += 1 }

  mutating func add(_ repairs: PostcodeRepairs) {
    guard !repairs.isEmpty else { return }
    repaired += 1
    for bit in 0..<byRepair.count where repairs.rawValue >> UInt8(bit) & 1 == 1 {
      byRepair[bit] += 1
    }
  }
}
