/// A record without an answer.
package struct BulkFault: Sendable {
  package let line: Int
  package let problem: String
  /// Its point was outside the camera bounds; otherwise the record was bad.
  package let isRefusal: Bool
}

/// Answers records one after another. Each worker has one of its own, with memory that is used again
/// for every record.
struct BulkAnswerer: ~Copyable {
  private let plan: BulkPlan
  private let writer: VenueWriter
  private var reader: PointReader
  private var searcher: Searcher
  /// Where that is all that an answer needs.
  private let nearestOne: NearestOne?
  /// Out of the plan, which outlives this: to take them from there for each record costs counting
  /// their owner, where threads are in each other's way.
  private let echoKeys: UnsafeBufferPointer<EchoKeys.Key>
  private let echoKeysWhenMoved: UnsafeBufferPointer<EchoKeys.Key>
  private var rowStart = ByteBuffer()
  private var hits: [Hit] = []

  private(set) var faults: [BulkFault] = []
  private(set) var found = 0
  /// Members of objects for which a delimited answer has no column.
  private(set) var droppedMembers = 0
  var output = ByteBuffer(capacity: 1 << 16)

  init(plan: BulkPlan, store: VenueStore, writer: VenueWriter) {
    self.plan = plan
    self.writer = writer
    reader = PointReader(plan.shape)
    echoKeys = plan.echoKeys.all
    echoKeysWhenMoved = plan.echoKeysWhenMoved.all
    searcher = Searcher(store)
    let settings = plan.settings
    let isNearestOne = settings.limit == 1 && settings.radius == nil && !settings.countsOnly
    nearestOne = isNearestOne ? NearestOne(store) : nil
  }

  mutating func begin() {
    output.truncate()
    faults.removeAll(keepingCapacity: true)
    found = 0
    droppedMembers = 0
  }

  /// With `untilFault` the first record without an answer is the last.
  mutating func answer(
    _ records: ArraySlice<RawRecord>, in text: PaddedText, untilFault: Bool,
    _ rendered: borrowing RenderedVenues
  ) {
    begin()
    for record in records where !untilFault || faults.isEmpty {
      guard !record.isTooLong else {
        refuse(line: record.line, problem: RawRecord.isTooLongProblem)
        continue
      }
      answer(text.part(record.range), line: record.line, rendered)
    }
  }

  private mutating func answer(
    _ record: PaddedText, line: Int, _ rendered: borrowing RenderedVenues
  ) {
    let start = output.count
    do {
      let read = try reader.read(record)
      try checkText(record.bytes)
      let (point, isMoved) = try place(read.point)
      switch plan.settings.format {
      case .ndjson: writeObject(point, read, record, line: line, isMoved: isMoved, rendered)
      case .delimited(let style): writeRows(point, read, record, style, rendered)
      }
    } catch {
      output.truncate(to: start)
      writeFault(error, line: line)
    }
  }

  /// A record that is not even read.
  mutating func refuse(line: Int, problem: String) {
    // The cells are those of the record before, whose memory may be gone.
    reader = PointReader(plan.shape)
    writeFault(Unanswered(problem: problem, isRefusal: false), line: line)
  }

  // MARK: The point

  private struct Unanswered: Error {
    let problem: String
    let isRefusal: Bool
  }

  private func place(_ point: Coordinate) throws -> (Coordinate, isMoved: Bool) {
    if Camera.bounds.contains(point) { return (point, false) }
    switch plan.settings.outside {
    case .allow: return (point, false)
    case .clamp: return (Camera.clamped(point), true)
    case .refuse:
      let swapped =
        Camera.looksSwapped(point) ? "; latitude and longitude look swapped" : ""
      throw Unanswered(
        problem: "\(shown(point)) is outside the camera bounds; nearest point inside: "
          + shown(Camera.clamped(point)) + swapped, isRefusal: true)
    }
  }

  /// Cells come back in JSON only as UTF-8; delimited answers hand on whatever bytes there were.
  private func checkText(_ record: UnsafeBufferPointer<UInt8>) throws {
    guard case .ndjson = plan.settings.format, case .cells = plan.shape, !record.isASCII else {
      return
    }
    guard String(validating: record, as: UTF8.self) != nil else {
      throw BadRecord("is not UTF-8 text")
    }
  }

  // MARK: Answers

  private mutating func writeObject(
    _ point: Coordinate, _ read: PointRecord, _ record: PaddedText, line: Int,
    isMoved: Bool, _ rendered: borrowing RenderedVenues
  ) {
    output.append("{\"query\":{")
    output.append(key: "line", integer: line)
    output.append(placeOf: point)
    if isMoved { output.append(key: "moved", bool: true) }
    writeEchoedCells(isMoved ? echoKeysWhenMoved : echoKeys)
    writeEchoedMembers(read.members, of: record, isMoved: isMoved)
    output.append("}")
    if plan.settings.countsOnly {
      output.append(key: "count", integer: count(from: point))
    } else if let hit = nearestOne?.hit(from: point, for: TenthsRounding()) {
      found += 1
      output.append(",\"count\":1,\"venues\":[")
      writer.append(jsonOf: hit, to: &output, rendered)
      output.append("]")
    } else {
      search(from: point)
      output.append(key: "count", integer: hits.count)
      output.append(key: "venues", array: hits) { writer.append(jsonOf: $1, to: &$0, rendered) }
    }
    output.append("}\n")
  }

  private mutating func writeEchoedCells(_ keys: UnsafeBufferPointer<EchoKeys.Key>) {
    let cells = reader.cells.cells
    for key in keys {
      output.append(key.text)
      guard key.column < cells.count else {
        output.append("\"\"")
        continue
      }
      cells[key.column].withValue { output.append(jsonString: $0) }
    }
  }

  private mutating func writeEchoedMembers(
    _ members: [PointRecord.Member], of record: PaddedText, isMoved: Bool
  ) {
    guard !members.isEmpty else { return }
    let cursor = JSONCursor(record)
    for member in members where !(isMoved && cursor.string(member.key, is: "moved")) {
      output.append(member: member.key, member.value, of: cursor)
    }
  }

  private mutating func writeRows(
    _ point: Coordinate, _ read: PointRecord, _ record: PaddedText,
    _ style: DelimitedStyle, _ rendered: borrowing RenderedVenues
  ) {
    fillRowStart(read, record, style)
    if plan.settings.countsOnly {
      output.append(rowStart.bytes)
      output.append(integer: count(from: point))
      output.append(style.separator)
      output.append("\n")
      return
    }
    if let hit = nearestOne?.hit(from: point, for: TenthsRounding()) {
      found += 1
      return writeRow(hit, rank: 1, style, rendered)
    }
    search(from: point)
    if hits.isEmpty { writeEmptyRow(error: "", style) }
    for (i, hit) in hits.enumerated() { writeRow(hit, rank: i + 1, style, rendered) }
  }

  private mutating func writeRow(
    _ hit: Hit, rank: Int, _ style: DelimitedStyle, _ rendered: borrowing RenderedVenues
  ) {
    output.append(rowStart.bytes)
    output.append(integer: rank)
    output.append(style.separator)
    writer.append(cellsOf: hit, style, to: &output, rendered)
    output.append(style.separator)
    output.append("\n")
  }

  private mutating func writeEmptyRow(error: String, _ style: DelimitedStyle) {
    output.append(rowStart.bytes)
    for _ in 0..<(plan.settings.countsOnly ? 1 : 8) { output.append(style.separator) }
    output.append(cell: error, style)
    output.append("\n")
  }

  private func query(from point: Coordinate) -> Query {
    Query(
      from: point, area: plan.settings.radius.map { .circle(radius: $0) } ?? .everywhere,
      limit: plan.settings.limit)
  }

  private mutating func search(from point: Coordinate) {
    searcher.search(query(from: point), for: TenthsRounding(), into: &hits)
    found += hits.count
  }

  private mutating func count(from point: Coordinate) -> Int {
    let query = query(from: point)
    let all = searcher.count(query)
    let counted = min(all, query.limit ?? all)
    found += counted
    return counted
  }

  // MARK: The input's columns

  private mutating func fillRowStart(
    _ read: PointRecord, _ record: PaddedText, _ style: DelimitedStyle
  ) {
    rowStart.truncate()
    if case .objects = plan.shape {
      fillRowStart(members: read.members, point: read.point, of: record, style)
    } else {
      fillRowStartWithCells(style)
    }
  }

  private mutating func fillRowStartWithCells(_ style: DelimitedStyle) {
    let cells = reader.cells.cells
    for column in plan.columns.indices {
      if column < cells.count {
        if isAsWritten(style) {
          rowStart.append(cells[column].bytes)
        } else {
          cells[column].withValue { rowStart.append(cell: $0, style) }
        }
      }
      rowStart.append(style.separator)
    }
  }

  private func isAsWritten(_ style: DelimitedStyle) -> Bool {
    switch (plan.shape.layout?.separator, style) {
    case (.comma, .csv), (.tab, .tsv): true
    default: false
    }
  }

  private mutating func fillRowStart(
    members: [PointRecord.Member], point: Coordinate, of record: PaddedText,
    _ style: DelimitedStyle
  ) {
    let cursor = JSONCursor(record)
    rowStart.append(number: point.latitude)
    rowStart.append(style.separator)
    rowStart.append(number: point.longitude)
    rowStart.append(style.separator)
    var values = [JSONSpan](repeating: .none, count: plan.columns.count)
    for member in members {
      if let column = plan.columnOfKey[cursor.decoded(member.key)] {
        values[column] = member.value
      } else {
        droppedMembers += 1
      }
    }
    for value in values.dropFirst(2) {
      if !value.isNone { append(memberValue: value, cursor, style) }
      rowStart.append(style.separator)
    }
  }

  private mutating func append(
    memberValue value: JSONSpan, _ cursor: JSONCursor, _ style: DelimitedStyle
  ) {
    if cursor.base[value.start] == UInt8(ascii: "\"") {
      cursor.withDecoded(cursor.idToken(value)) { rowStart.append(cell: $0, style) }
    } else {
      rowStart.append(cell: cursor.bytes(of: value), style)
    }
  }

  // MARK: Faults

  private mutating func writeFault(_ error: any Error, line: Int) {
    let unanswered: Unanswered =
      switch error {
      case let error as Unanswered: error
      case let error as BadRecord: Unanswered(problem: error.problem, isRefusal: false)
      default: Unanswered(problem: "\(error)", isRefusal: false)
      }
    switch plan.settings.format {
    case .ndjson:
      output.append("{")
      output.append(key: "query", object: { $0.append(key: "line", integer: line) })
      output.append(key: "error", string: unanswered.problem)
      output.append("}\n")
    case .delimited(let style):
      rowStart.truncate()
      if case .cells = plan.shape {
        fillRowStartWithCells(style)
      } else {
        for _ in plan.columns { rowStart.append(style.separator) }
      }
      writeEmptyRow(error: unanswered.problem, style)
    }
    faults.append(
      BulkFault(
        line: line, problem: unanswered.problem, isRefusal: unanswered.isRefusal))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Eight bytes at a time.
  @inline(__always) fileprivate var isASCII: Bool {
    guard count >= 8 else { return EightBytes.load(self, at: 0) & EightBytes.highBits == 0 }
    let base = UnsafeRawPointer(baseAddress!)
    var all: UInt64 = 0
    var offset = 0
    while offset < count {
      // The last eight may have been looked at in part.
      all |= (base + Swift.min(offset, count &- 8)).loadUnaligned(as: UInt64.self)
      offset &+= 8
    }
    return all & EightBytes.highBits == 0
  }
}
