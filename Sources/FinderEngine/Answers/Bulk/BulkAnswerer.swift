/// Answers records one after another. Each worker has one of its own, with memory that is reused for every
/// record.
struct BulkAnswerer: ~Copyable {
  let plan: BulkPlan
  let writer: VenueWriter
  private(set) var reader: PointReader
  private var searcher: Searcher
  /// The same for all records except for its point. Making one for each record took a twentieth of the time,
  /// since its contents are reference-counted.
  private var query: Query
  /// The radii of the circles to count in, if there are several.
  let radii: [Double]
  /// Used if that is all an answer needs.
  let nearestOne: NearestOne?
  /// From the plan, which outlives this. Taking them from the plan for each record would count a reference
  /// each time, and threads would wait for each other.
  private let echoKeys: UnsafeBufferPointer<EchoKeys.Key>
  private let echoKeysWhenMoved: UnsafeBufferPointer<EchoKeys.Key>
  let echoKeysOfFaults: UnsafeBufferPointer<EchoKeys.Key>
  var rowStart = ByteBuffer()
  private(set) var hits: [Hit] = []

  var faults: [BulkFault] = []
  var found = 0
  /// How many members of objects have no column in a delimited answer.
  var droppedMembers = 0
  /// How many points look swapped and were answered as they are.
  private(set) var swappedPoints = 0
  /// How many answered points are at 0, 0.
  private(set) var zeroPoints = 0
  /// For each precision, how many points in words were answered.
  private(set) var precisions = [Int](repeating: 0, count: PointPrecision.allCases.count)
  var output = ByteBuffer(capacity: 1 << 16)

  init(plan: BulkPlan, query: Query, store: VenueStore, writer: VenueWriter) {
    self.plan = plan
    self.query = query
    self.writer = writer
    reader = Self.reader(plan)
    echoKeys = plan.echoKeys.all
    echoKeysWhenMoved = plan.echoKeysWhenMoved.all
    echoKeysOfFaults = plan.echoKeysOfFaults.all
    searcher = Searcher(store)
    radii = plan.settings.circles.map(\.radius)
    let isNearestOne =
      query.limit == 1 && query.area == .everywhere && !plan.settings.countsOnly
    nearestOne = isNearestOne ? NearestOne(store) : nil
  }

  private static func reader(_ plan: BulkPlan) -> PointReader {
    PointReader(
      plan.shape, plan.settings.position, plan.settings.lookup,
      saysPlaces: plan.settings.format.saysPlaces)
  }

  mutating func begin() {
    output.truncate()
    faults.removeAll(keepingCapacity: true)
    found = 0
    droppedMembers = 0
    (swappedPoints, zeroPoints) = (0, 0)
    for place in precisions.indices { precisions[place] = 0 }
  }

  /// With `untilFault`, stops after the first record without an answer.
  mutating func answer(
    _ records: ArraySlice<RawRecord>, in text: PaddedText, untilFault: Bool,
    _ rendered: borrowing RenderedVenues
  ) {
    begin()
    for record in records where !untilFault || faults.isEmpty {
      guard !record.isTooLong else {
        refuse(record, RawRecord.isTooLongProblem)
        continue
      }
      if let problem = record.problem {
        refuse(record, problem.explanation)
        continue
      }
      answer(text.part(record.range), record, rendered)
    }
  }

  private mutating func answer(
    _ record: PaddedText, _ raw: RawRecord, _ rendered: borrowing RenderedVenues
  ) {
    do throws(BadRecord) {
      let point = try reader.read(record)
      try checkText(record.bytes)
      try checkPrecision()
      guard let ruling = CameraRuling(point, outside: plan.settings.outside) else {
        return writeFault(BadRecord(Self.refusal(of: point)), of: record, raw, isRefusal: true)
      }
      if ruling.looksSwapped { swappedPoints += 1 }
      if point.latitude == 0, point.longitude == 0 { zeroPoints += 1 }
      if let precision = reader.precision { precisions[Int(precision.rawValue)] += 1 }
      switch plan.settings.format {
      case .ndjson:
        writeObject(ruling.point, record, line: raw.line, isMoved: ruling.isMoved, rendered)
      case .delimited(let style): writeRows(ruling, asked: point, record, style, rendered)
      case .geojson: writeFeatures(ruling, asked: point, record)
      }
    } catch {
      writeFault(error, of: record, raw)
    }
  }

  mutating func refuse(_ record: RawRecord, _ problem: String) {
    // The cells are the previous record's, whose memory may be gone.
    reader = Self.reader(plan)
    writeFault(BadRecord(problem), of: nil, record)
  }

  private static func refusal(of point: Coordinate) -> String {
    let swapped = Camera.looksSwapped(point) ? "; latitude and longitude look swapped" : ""
    return "\(shown(point)) is outside the camera bounds; nearest point inside: "
      + shown(Camera.clamped(point)) + swapped
  }

  /// Cells are returned in answers, which are UTF-8. Strings of objects were checked when they were read.
  private func checkText(_ record: Bytes) throws(BadRecord) {
    guard case .cells = plan.shape, !record.isASCII else { return }
    if let offset = record.firstByteNotUTF8 { throw .notUTF8(at: offset) }
  }

  /// Rows have columns for the precision of points in words, unless the first object is in degrees. Then a
  /// later point that is known only roughly would look exact.
  @inline(__always)
  private func checkPrecision() throws(BadRecord) {
    guard let precision = reader.precision, !plan.saysPrecision else { return }
    try Self.refuse(precision, in: plan.settings.format)
  }

  @inline(never)
  private static func refuse(
    _ precision: PointPrecision, in format: BulkSettings.Format
  ) throws(BadRecord) {
    guard case .delimited = format, precision != .degrees else { return }
    throw BadRecord(
      "is a point in words, and the first object is in degrees: rows have no columns for how exactly it "
        + "is known; the formats ndjson and geojson say it")
  }

  private mutating func writeObject(
    _ point: Coordinate, _ record: PaddedText, line: Int, isMoved: Bool,
    _ rendered: borrowing RenderedVenues
  ) {
    output.append("{\"query\":{")
    output.append(key: "line", integer: line)
    output.append(placeOf: point)
    let place = reader.saidOfPoint
    if place.count > 0 {
      output.append(",\"place\":")
      output.append(place)
    }
    if isMoved { output.append(key: "moved", bool: true) }
    writeEchoedCells(isMoved ? echoKeysWhenMoved : echoKeys)
    writeEchoedMembers(of: record, isMoved: isMoved)
    output.append("}")
    if plan.settings.countsOnly {
      writeCounts(from: point)
    } else if let hit = nearestOne?.hit(from: point, for: TenthsRounding()) {
      found += 1
      output.append(",\"count\":1,\"venues\":[")
      writer.append(jsonOf: hit, to: &output, rendered)
      output.append("]")
    } else {
      search(from: point)
      output.append(key: "count", integer: hits.count)
      output.append(key: "venues", elements: hits.count) {
        writer.append(jsonOf: hits[$1], to: &$0, rendered)
      }
    }
    output.append("}\n")
  }

  /// Cells of a faulty record may not be valid text; those are left empty.
  @inline(__always)
  mutating func writeEchoedCells(
    _ keys: UnsafeBufferPointer<EchoKeys.Key>, mayBeNoText: Bool = false
  ) {
    let cells = reader.cells.all
    for key in keys {
      output.append(key.text)
      guard key.column < cells.count, !mayBeNoText || cells[key.column].bytes.isUTF8 else {
        output.append("\"\"")
        continue
      }
      cells[key.column].withValue { output.append(jsonString: $0) }
    }
  }

  mutating func writeEchoedMembers(of record: PaddedText, isMoved: Bool) {
    let members = reader.members
    guard !members.isEmpty else { return }
    let cursor = JSONCursor(record)
    let saysPlace = reader.saidOfPoint.count > 0
    for member in members where !(isMoved && cursor.string(member.key, is: "moved")) {
      if saysPlace, cursor.string(member.key, is: "place") {
        // The point's own text is returned with the place.
        if member.key == reader.wordedKey { continue }
        append(otherPlace: member.value, cursor)
      } else {
        output.append(member: member.key, member.value, of: cursor)
      }
    }
  }

  /// A member called `place` is returned under an unused name.
  @inline(never)
  private mutating func append(otherPlace value: JSONSpan, _ cursor: JSONCursor) {
    var names = TakenNames(reader.members.map { text(cursor.decoded($0.key)) })
    output.append(",")
    names.unused(Array("place".utf8)).withUnsafeBufferPointer { output.append(jsonString: $0) }
    output.append(":")
    output.append(cursor.bytes(of: value))
  }

  private mutating func writeCounts(from point: Coordinate) {
    guard radii.isEmpty else {
      output.append(key: "counts")
      output.append("{")
      for place in radii.indices {
        output.append(keyText: plan.settings.circles[place].name)
        output.append(integer: count(from: point, inCircle: place))
      }
      return output.append("}")
    }
    output.append(key: "count", integer: count(from: point))
  }

  mutating func count(from point: Coordinate, inCircle place: Int) -> Int {
    query.area = .circle(radius: radii[place])
    return count(from: point)
  }

  mutating func search(from point: Coordinate) {
    query.point = point
    searcher.search(query, for: TenthsRounding(), into: &hits)
    found += hits.count
  }

  mutating func count(from point: Coordinate) -> Int {
    query.point = point
    let all = searcher.count(query)
    let counted = min(all, query.limit ?? all)
    found += counted
    return counted
  }
}
