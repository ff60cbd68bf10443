/// Answers records one after another. Each worker has one of its own, with memory that is used again
/// for every record.
struct BulkAnswerer: ~Copyable {
  let plan: BulkPlan
  let writer: VenueWriter
  private(set) var reader: PointReader
  private var searcher: Searcher
  /// Where that is all that an answer needs.
  let nearestOne: NearestOne?
  /// From the plan, which outlives this. Taking them from there for each record would count their
  /// owner each time, and threads would wait for each other.
  private let echoKeys: UnsafeBufferPointer<EchoKeys.Key>
  private let echoKeysWhenMoved: UnsafeBufferPointer<EchoKeys.Key>
  var rowStart = ByteBuffer()
  private(set) var hits: [Hit] = []

  var faults: [BulkFault] = []
  var found = 0
  /// Members of objects for which a delimited answer has no column.
  var droppedMembers = 0
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

  /// With `untilFault`, stops after the first record without an answer.
  mutating func answer(
    _ records: ArraySlice<RawRecord>, in base: UnsafePointer<UInt8>, untilFault: Bool,
    _ rendered: borrowing RenderedVenues
  ) {
    begin()
    for record in records where !untilFault || faults.isEmpty {
      guard !record.isTooLong else {
        refuse(line: record.line, problem: RawRecord.isTooLongProblem)
        continue
      }
      let bytes = UnsafeBufferPointer(
        start: base + record.range.lowerBound, count: record.range.count)
      answer(bytes, line: record.line, rendered)
    }
  }

  private mutating func answer(
    _ record: UnsafeBufferPointer<UInt8>, line: Int, _ rendered: borrowing RenderedVenues
  ) {
    let start = output.count
    do {
      let read = try reader.read(record)
      try checkText(record)
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
    // The cells are those of the previous record, whose memory may be gone.
    reader = PointReader(plan.shape)
    writeFault(Unanswered(problem: problem, isRefusal: false), line: line)
  }

  // MARK: The point

  struct Unanswered: Error {
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

  /// Cells come back in JSON only as UTF-8; delimited answers keep whatever bytes there were.
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
    _ point: Coordinate, _ read: PointRecord, _ record: UnsafeBufferPointer<UInt8>, line: Int,
    isMoved: Bool, _ rendered: borrowing RenderedVenues
  ) {
    output.append("{\"query\":{\"line\":")
    output.append(integer: line)
    output.append(",\"lat\":")
    output.append(number: point.latitude)
    output.append(",\"lon\":")
    output.append(number: point.longitude)
    if isMoved { output.append(",\"moved\":true") }
    writeEchoedCells(isMoved ? echoKeysWhenMoved : echoKeys)
    writeEchoedMembers(read.members, of: record, isMoved: isMoved)
    output.append("},\"count\":")
    if plan.settings.countsOnly {
      output.append(integer: count(from: point))
      output.append("}\n")
      return
    }
    if let hit = nearestOne?.hit(from: point, for: TenthsRounding()) {
      found += 1
      output.append("1,\"venues\":[")
      writer.append(jsonOf: hit, to: &output, rendered)
    } else {
      search(from: point)
      output.append(integer: hits.count)
      output.append(",\"venues\":[")
      for (i, hit) in hits.enumerated() {
        if i > 0 { output.append(",") }
        writer.append(jsonOf: hit, to: &output, rendered)
      }
    }
    output.append("]}\n")
  }

  private mutating func writeEchoedCells(_ keys: UnsafeBufferPointer<EchoKeys.Key>) {
    let cells = reader.cells.all
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
    _ members: [PointRecord.Member], of record: UnsafeBufferPointer<UInt8>, isMoved: Bool
  ) {
    guard !members.isEmpty else { return }
    let cursor = JSONCursor(base: record.baseAddress!, end: record.count, position: 0)
    for member in members where !(isMoved && cursor.string(member.key, is: "moved")) {
      output.append(",\"")
      output.append(cursor.rawBytes(member.key))
      output.append("\":")
      output.append(jsonValue: cursor.bytes(of: member.value))
    }
  }

  private func query(from point: Coordinate) -> Query {
    Query(
      from: point, area: plan.settings.radius.map { .circle(radius: $0) } ?? .everywhere,
      limit: plan.settings.limit)
  }

  mutating func search(from point: Coordinate) {
    searcher.search(query(from: point), for: TenthsRounding(), into: &hits)
    found += hits.count
  }

  mutating func count(from point: Coordinate) -> Int {
    let query = query(from: point)
    let all = searcher.count(query)
    let counted = min(all, query.limit ?? all)
    found += counted
    return counted
  }
}
