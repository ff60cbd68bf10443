/// Answers a stream of points: reads what is available, answers all complete records on all threads, writes
/// the answers in the order of the records, and only then waits for more.
///
/// Memory does not grow with the stream: there is one input buffer, and one output buffer for each part that
/// the input is divided into.
package final class BulkStream {
  package struct Summary: Equatable, Sendable {
    package var found = 0
    package var badRecords = 0
    package var refusals = 0
    package var droppedMembers = 0
    /// How many answered points look swapped (see `CameraRuling`).
    package var swappedPoints = 0
    /// How many answered points are at 0, 0, which is often a missing position.
    package var zeroPoints = 0
    /// For each precision, how many points in words were answered.
    fileprivate(set) var precisions = [Int](repeating: 0, count: PointPrecision.allCases.count)
    package var stoppedEarly = false

    package func points(_ precision: PointPrecision) -> Int { precisions[Int(precision.rawValue)] }
  }

  private let store: VenueStore
  private let writer: VenueWriter
  /// What is left to ask of `store`, which has only the venues that fit.
  private let query: Query
  private let settings: BulkSettings
  private let isStrict: Bool
  private let name: String
  private let pool: WorkerPool
  private let laneLimit: Int

  private var plan: BulkPlan?
  private var lanes: [BulkLane] = []
  /// For each worker.
  private var rendered: [RenderedVenues] = []
  private var cutter: PointCutter
  private var records: [RawRecord] = []
  private var batchSize = 1
  private var summary = Summary()
  private var hasFeature = false

  /// The query is asked at each point of the stream; its own point is ignored. Messages call the input
  /// `name`.
  package init(
    _ store: VenueStore, _ query: Query, settings: BulkSettings, isStrict: Bool, jobs: Int,
    named name: String
  ) {
    self.store = store.fitting(query)
    writer = VenueWriter(
      self.store, ids: UniqueIDs(store), fields: settings.fields, additions: settings.additions)
    var rest = Query(from: query.point, area: query.area, limit: query.limit)
    rest.chains = query.chains.flatMap { chains in
      chains.isOnePerChain ? ChainFilter(chains, onStoresOf: store) : nil
    }
    self.query = rest
    self.settings = settings
    self.isStrict = isStrict
    self.name = name
    cutter = PointCutter(settings.position, hasEscapes: settings.hasEscapes)
    pool = WorkerPool(threads: jobs)
    laneLimit = jobs == 1 ? 1 : jobs * 4
  }

  package typealias Write = (Bytes) throws -> Void

  /// Reads `descriptor` to its end. `fault` is called for each record without an answer, in order.
  package func run(
    from descriptor: CInt, write: Write, fault: (BulkFault) throws -> Void
  ) throws -> Summary {
    let source = TextSource(UnpackedStream(descriptor, named: name), encoding: settings.encoding)
    var buffer = StreamBuffer(source)
    while !buffer.isAtEnd, !summary.stoppedEarly {
      try buffer.fill()
      if cutter.shape == nil { try begin(&buffer) }
      if cutter.shape != nil { buffer.use(try answer(buffer, write, fault)) }
      if buffer.isFull, !summary.stoppedEarly { try refuseLongRecord(write, fault) }
    }
    if case .geojson = settings.format, !summary.stoppedEarly { try endCollection(write) }
    return summary
  }

  private func endCollection(_ write: Write) throws {
    var end = ByteBuffer()
    if plan == nil { appendCollectionStart(to: &end) }
    end.append("]}\n")
    try write(end.bytes)
  }

  private func appendCollectionStart(to output: inout ByteBuffer) {
    output.beginCollection { $0.append(attribution: store.attribution) }
  }

  private func begin(_ buffer: inout StreamBuffer) throws {
    do {
      let used = try cutter.begin(
        buffer.text.bytes, isLast: buffer.isAtEnd || buffer.isFull)
      // Blank lines before a stream are skipped, but not without limit.
      guard cutter.shape != nil || buffer.isAtEnd || !buffer.isFull else {
        throw unknownInput(
          line: 1,
          "expected a point, found nothing but white space in "
            + "\(StreamBuffer.longestRecord >> 20) MiB")
      }
      buffer.use(used ?? 0)
    } catch let error as BadRecord {
      throw unknownInput(line: cutter.line, error.problem)
    }
    if buffer.isLatin1, case .objects = cutter.shape { throw ListError.isUTF8(path: name) }
  }

  // MARK: Answering a buffer

  /// Returns how many bytes of the chunk were answered.
  private func answer(
    _ buffer: borrowing StreamBuffer, _ write: Write, _ fault: (BulkFault) throws -> Void
  ) throws -> Int {
    records.removeAll(keepingCapacity: true)
    let (chunk, text, isLast) = (buffer.bytes, buffer.text, buffer.isAtEnd)
    let used = cutter.split(text.bytes, isLast: isLast, into: &records)
    // A zero ends each record, for the JSON cursor to stop at. Padding follows the last record. A record that
    // is not followed by white space ends with a bracket, where the cursor stops.
    for record in records where record.range.upperBound < chunk.count {
      let end = record.range.upperBound
      if chunk[end].isBlank { chunk[end] = 0 }
    }
    try planIfNeeded(text, write)
    if plan != nil { try share(text, write, fault) }
    return used
  }

  private func planIfNeeded(_ text: PaddedText, _ write: Write) throws {
    guard plan == nil, let shape = cutter.shape, let first = records.first else { return }
    guard !first.isTooLong else { throw unknownInput(line: first.line, RawRecord.isTooLongProblem) }
    let plan: BulkPlan
    do {
      plan = try BulkPlan(settings, shape, firstRecord: text.part(first.range))
    } catch {
      let place = error.offset.map { first.place(of: $0, in: text.part(first.range).bytes) }
      throw unknownInput(
        line: place?.line ?? first.line, column: place?.column, error.problem)
    }
    if shape.layout?.hasHeader == true { records.removeFirst() }
    self.plan = plan
    lanes = (0..<laneLimit).map { _ in
      BulkLane(plan: plan, query: query, store: store, writer: writer)
    }
    rendered = (0..<pool.workerCount).map { _ in
      RenderedVenues(venues: store.count, threads: pool.workerCount)
    }
    var header = ByteBuffer()
    plan.appendHeader(to: &header)
    if case .geojson = settings.format { appendCollectionStart(to: &header) }
    if header.count > 0 { try write(header.bytes) }
  }

  /// The first line cannot be parsed, so neither can the rest.
  private func unknownInput(line: Int, column: Int? = nil, _ problem: String) -> ListError {
    let place = "line \(line)" + (column.map { ", column \($0)" } ?? "")
    return .malformed(path: name, place: place, problem: problem, hint: nil)
  }

  /// Answers in batches, each written before the next is begun. The size of an answer, from a count to a
  /// whole dataset, is not known in advance: the first batch is one record, and later ones are sized to hold
  /// 2 to 4 MiB of answers at a time.
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

  /// Returns how many bytes of answers were written.
  private func share(
    _ batch: ArraySlice<RawRecord>, of text: PaddedText, _ write: Write,
    _ fault: (BulkFault) throws -> Void
  ) throws -> Int {
    // Passing fewer than 32 records to another thread costs more than answering them.
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
    summary.swappedPoints += lane.answerer.swappedPoints
    summary.zeroPoints += lane.answerer.zeroPoints
    for place in summary.precisions.indices {
      summary.precisions[place] += lane.answerer.precisions[place]
    }
    try pass(lane.answerer.output.bytes, to: write)
    for found in faults {
      if found.isRefusal { summary.refusals += 1 } else { summary.badRecords += 1 }
      try fault(found)
    }
    summary.stoppedEarly = isStrict && !faults.isEmpty
  }

  /// Each feature has a comma before it, which the first in a collection must not have.
  private func pass(_ answers: Bytes, to write: Write) throws {
    guard case .geojson = settings.format, !hasFeature, !answers.isEmpty else {
      return try write(answers)
    }
    hasFeature = true
    try write(UnsafeBufferPointer(rebasing: answers.dropFirst()))
  }

  // MARK: Records that are too long

  private func refuseLongRecord(_ write: Write, _ fault: (BulkFault) throws -> Void) throws {
    guard let lane = lanes.first else {
      throw unknownInput(line: cutter.line, RawRecord.isTooLongProblem)
    }
    lane.answerer.begin()
    lane.answerer.refuse(
      RawRecord(range: 0..<0, line: cutter.line), RawRecord.isTooLongProblem)
    try collect(lane, write, fault)
    cutter.skip()
  }
}

extension Dataset {
  /// Answers every point of a stream of CSV, TSV, NDJSON or GeoJSON, in order, as JSON objects on one line
  /// each, with the point's venues, nearest first. It takes about 1.2 µs of processor time per point; memory
  /// does not grow with the stream.
  ///
  /// `write` receives the answers a few megabytes at a time, `fault` the lines that have no point.
  public func answer(
    pointsFrom descriptor: CInt, limit: Int? = 1, radius: Double? = nil, match: NameMatch? = nil,
    threads: Int = 1, write: (UnsafeBufferPointer<UInt8>) throws -> Void,
    fault: (_ line: Int, _ problem: String) throws -> Void = { _, _ in }
  ) throws {
    let query = Query(
      from: Coordinate(latitude: 0, longitude: 0),
      area: radius.map { .circle(radius: $0) } ?? .everywhere, limit: limit, match: match)
    let stream = BulkStream(
      store, query, settings: BulkSettings(), isStrict: false, jobs: max(threads, 1),
      named: "the points")
    do {
      _ = try stream.run(from: descriptor, write: write) { try fault($0.line, $0.message) }
    } catch let error as FileError {
      throw DatasetFailure(description: error.message)
    } catch ListError.malformed(_, let place, let problem, _) {
      throw DatasetFailure(description: "\(place): \(problem)")
    }
  }
}

/// The answers of one part. Only one thread at a time uses it.
final class BulkLane: @unchecked Sendable {
  var answerer: BulkAnswerer

  init(plan: BulkPlan, query: Query, store: VenueStore, writer: VenueWriter) {
    answerer = BulkAnswerer(plan: plan, query: query, store: store, writer: writer)
  }
}

/// One for each worker, so no two threads use it at once.
struct WorkersOwn: @unchecked Sendable {
  let own: [RenderedVenues]
}

/// The text of a stream that was read but not used yet.
struct StreamBuffer: ~Copyable {
  private var memory = ByteWindow(capacity: 1 << 18)!
  private(set) var isAtEnd = false
  private let source: TextSource
  /// An error of a read that came after successful ones; what those read is answered first.
  private var failure: FileError?

  /// The longest record that is held. A longer one is bad, which limits memory.
  static let longestRecord = 16 << 20
  /// How much is gathered before it is answered, while more is available.
  private static let enough = 1 << 20

  init(_ source: TextSource) { self.source = source }

  var isLatin1: Bool { if case .latin1 = source.form { true } else { false } }

  var bytes: UnsafeMutableBufferPointer<UInt8> { memory.bytes }
  var text: PaddedText { PaddedText(memory) }

  /// Whether a record is too long for the memory allowed.
  var isFull: Bool { memory.count > Self.longestRecord }

  mutating func use(_ count: Int) { memory.use(count) }

  /// Waits for bytes, then takes what else is available without waiting again.
  mutating func fill() throws(FileError) {
    if let failure { throw failure }
    makeRoom()
    try take(source.read(into: memory.space) ?? 0)
    while !isAtEnd, memory.space.count >= TextSource.leastSpace, memory.count < Self.enough {
      do throws(FileError) {
        guard let got = try source.read(into: memory.space, waits: false) else { return }
        take(got)
      } catch {
        failure = error
        return
      }
    }
  }

  private mutating func take(_ count: Int) {
    memory.filled(count)
    isAtEnd = count == 0
  }

  /// Moves the rest to the front, and doubles the memory if the rest fills most of it.
  private mutating func makeRoom() {
    memory.moveToFront()
    if memory.count * 2 > memory.capacity { precondition(memory.grow(), "no memory is left") }
  }
}

extension RawRecord {
  /// Checked whether or not it was held: the result must not depend on how much of a record arrived at once.
  var isTooLong: Bool { range.count > StreamBuffer.longestRecord }

  static var isTooLongProblem: String { "is longer than \(StreamBuffer.longestRecord >> 20) MiB" }
}
