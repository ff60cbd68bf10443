/// Answers a stream of points: reads what there is, answers every whole record of it on all
/// threads, writes the answers in the order of the records, and only then waits for more.
///
/// Memory does not grow with the stream: there is one buffer of input, and one of output for each
/// part that it is divided into.
package final class BulkStream {
  /// What was counted on the way.
  package struct Summary: Equatable, Sendable {
    package var found = 0
    package var badRecords = 0
    package var refusals = 0
    package var droppedMembers = 0
    package var stoppedEarly = false
  }

  private let store: VenueStore
  private let writer: VenueWriter
  private let settings: BulkSettings
  private let isStrict: Bool
  private let name: String
  private let pool: WorkerPool
  private let laneLimit: Int

  private var plan: BulkPlan?
  private var lanes: [BulkLane] = []
  /// By worker.
  private var rendered: [RenderedVenues] = []
  private var splitter = RecordSplitter()
  private var records: [RawRecord] = []
  private var batchSize = 1
  private var summary = Summary()

  /// Messages call the points `name`.
  package init(
    _ store: VenueStore, match: NameMatch?, settings: BulkSettings, isStrict: Bool, jobs: Int,
    named name: String
  ) {
    self.store = store.matching(match, settings.conditions)
    writer = VenueWriter(self.store, ids: UniqueIDs(store), fields: settings.fields)
    self.settings = settings
    self.isStrict = isStrict
    self.name = name
    pool = WorkerPool(threads: jobs)
    laneLimit = jobs == 1 ? 1 : jobs * 4
  }

  package typealias Write = (UnsafeBufferPointer<UInt8>) throws -> Void

  /// Reads `descriptor` to its end. `fault` is called for each record without an answer, in order.
  package func run(
    from descriptor: CInt, write: Write, fault: (BulkFault) throws -> Void
  ) throws -> Summary {
    var buffer = StreamBuffer(descriptor, named: name)
    var isFirst = true
    var isSkipping = false
    while !buffer.isAtEnd, !summary.stoppedEarly {
      try buffer.fill()
      if isFirst {
        if buffer.bytes.count < 3, !buffer.isAtEnd { continue }
        if buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.use(3) }
        isFirst = false
      }
      if isSkipping { isSkipping = !skipLine(&buffer) }
      if !isSkipping { buffer.use(try answer(buffer, write, fault)) }
      if buffer.isFull, !summary.stoppedEarly {
        try refuseLongRecord(write, fault)
        isSkipping = true
      }
    }
    return summary
  }

  // MARK: A buffer

  /// Returns how many bytes of the chunk were answered.
  private func answer(
    _ buffer: borrowing StreamBuffer, _ write: Write, _ fault: (BulkFault) throws -> Void
  ) throws -> Int {
    records.removeAll(keepingCapacity: true)
    let (chunk, text, isLast) = (buffer.bytes, buffer.text, buffer.isAtEnd)
    if plan == nil { splitter.findDelimiter(in: text.bytes, isLast: isLast) }
    let used = splitter.split(text.bytes, isLast: isLast, into: &records)
    // A zero ends each record, where the JSON cursor stops. Padding follows the last one of all.
    for record in records where record.range.upperBound < chunk.count {
      chunk[record.range.upperBound] = 0
    }
    records.removeBlank(text.bytes)
    try planIfNeeded(text, write)
    if plan != nil { try share(text, write, fault) }
    return used
  }

  private func planIfNeeded(_ text: PaddedText, _ write: Write) throws {
    guard plan == nil, let first = records.first else { return }
    guard !first.isTooLong else {
      throw unknownInput(line: first.line, RawRecord.isTooLongProblem)
    }
    let plan: BulkPlan
    do {
      plan = try BulkPlan(settings: settings, firstLine: text.part(first.range))
    } catch {
      throw unknownInput(line: first.line, error.problem)
    }
    if plan.hasHeader { records.removeFirst() }
    self.plan = plan
    lanes = (0..<laneLimit).map { _ in BulkLane(plan: plan, store: store, writer: writer) }
    rendered = (0..<pool.workerCount).map { _ in
      RenderedVenues(venues: store.count, threads: pool.workerCount)
    }
    var header = ByteBuffer()
    plan.appendHeader(to: &header)
    if header.count > 0 { try write(header.bytes) }
  }

  /// The first line makes no sense, and so no line does.
  private func unknownInput(line: Int, _ problem: String) -> ListError {
    .malformed(path: name, place: "line \(line)", problem: problem, hint: nil)
  }

  /// Answers in batches, each written before the next is begun. The size of an answer, from a count
  /// to a whole dataset, is not known before: the first batch is one record, and the later ones are
  /// sized so that 2 to 4 MiB of answers are held at a time.
  private func share(
    _ text: PaddedText, _ write: Write, _ fault: (BulkFault) throws -> Void
  ) throws {
    var start = 0
    while start < records.count, !summary.stoppedEarly {
      let end = min(start + batchSize, records.count)
      let bytes = try share(records[start..<end], of: text, write, fault)
      if bytes > Self.enoughOutput * 2 { batchSize = max(batchSize / 2, 1) }
      if bytes < Self.enoughOutput, end - start == batchSize { batchSize *= 2 }
      start = end
    }
  }

  private static let enoughOutput = 2 << 20

  /// Returns how many bytes of answers there were.
  private func share(
    _ batch: ArraySlice<RawRecord>, of text: PaddedText, _ write: Write,
    _ fault: (BulkFault) throws -> Void
  ) throws -> Int {
    // Passing on a part of fewer than 32 records costs more than answering it.
    let parts = min(laneLimit, (batch.count + 31) / 32)
    let (lanes, rendered, isStrict) = (lanes, WorkersOwn(own: rendered), isStrict)
    pool.run(parts) { part, worker in
      let first = batch.startIndex
      let share =
        first + batch.count * part / parts..<first + batch.count * (part + 1) / parts
      lanes[part].answerer.answer(
        batch[share], in: text, untilFault: isStrict, rendered.own[worker])
    }
    var bytes = 0
    for lane in lanes.prefix(parts) where !summary.stoppedEarly {
      bytes += lane.answerer.output.count
      try collect(lane, write, fault)
    }
    return bytes
  }

  private func collect(
    _ lane: BulkLane, _ write: Write, _ fault: (BulkFault) throws -> Void
  ) throws {
    let faults = lane.answerer.faults
    summary.found += lane.answerer.found
    summary.droppedMembers += lane.answerer.droppedMembers
    try write(lane.answerer.output.bytes)
    for found in faults {
      if found.isRefusal { summary.refusals += 1 } else { summary.badRecords += 1 }
      try fault(found)
    }
    summary.stoppedEarly = isStrict && !faults.isEmpty
  }

  // MARK: Lines without end

  private func refuseLongRecord(_ write: Write, _ fault: (BulkFault) throws -> Void) throws {
    guard let lane = lanes.first else {
      throw unknownInput(line: splitter.nextLine, RawRecord.isTooLongProblem)
    }
    lane.answerer.begin()
    lane.answerer.refuse(line: splitter.nextLine, problem: RawRecord.isTooLongProblem)
    try collect(lane, write, fault)
  }

  /// Drops bytes up to the end of the line. Returns false while that is still to come.
  private func skipLine(_ buffer: inout StreamBuffer) -> Bool {
    let bytes = buffer.bytes
    guard let newline = bytes.firstIndex(of: 0x0A) else {
      buffer.use(bytes.count)
      return false
    }
    buffer.use(newline + 1)
    splitter.nextLine += 1
    return true
  }
}
