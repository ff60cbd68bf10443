/// Bytes as a stream of points, behind three that choose the settings. Answers must be well formed,
/// one for each record, and the same whatever pieces the stream comes in and however many threads
/// there are.
func fuzzBulk(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard bytes.count >= 3 else { return }
  let choice = BulkChoice(bytes[0], bytes[1])
  let stream = Array(bytes.dropFirst(3))
  let answer = BulkAnswer(stream, choice)
  answer.check(choice)
  let cut = Int(bytes[2])
  if choice.alsoInPieces, cut > 0, cut < stream.count {
    let pieces = BulkAnswer(stream, choice, pieceLength: cut)
    expect(pieces == answer, "in pieces of \(cut): \(pieces), not \(answer)")
  }
  // Fewer records than these are not shared out.
  if choice.alsoInThreads, stream.count(where: { $0 == 0x0A }) > 32 {
    let threads = BulkAnswer(stream, choice, jobs: 2)
    expect(threads == answer, "with two threads: \(threads), not \(answer)")
  }
}

private struct BulkChoice {
  private(set) var settings: BulkSettings
  let query: Query
  let isStrict: Bool
  // Other threads cost ten times the rest, so they are asked for seldom.
  let alsoInPieces: Bool
  let alsoInThreads: Bool

  init(_ first: UInt8, _ second: UInt8) {
    let isGeoJSON = second >> 4 == 13
    settings = BulkSettings(
      format: isGeoJSON
        ? .geojson : [.ndjson, .delimited(.csv), .delimited(.tsv), .ndjson][Int(first & 3)],
      countsOnly: !isGeoJSON && first >> 6 & 1 == 1,
      outside: [.allow, .clamp, .refuse, .allow][Int(second & 3)])
    if first & 3 == 3 { settings.position = PositionNames(latitude: "n", longitude: "lat") }
    settings.hasEscapes = first & 0x83 == 0x81
    if second & 3 == 3 { settings.encoding = .latin1 }
    let areas: [Query.Area] = [
      .everywhere, .circle(radius: 0), .circle(radius: 500), .circle(radius: 3e7),
    ]
    query = Query(
      from: Coordinate(latitude: 0, longitude: 0), area: areas[Int(first >> 4 & 3)],
      limit: [1, nil, 0, 3][Int(first >> 2 & 3)],
      match: second >> 2 & 1 == 1 ? NameMatch("inn") : nil)
    isStrict = second >> 3 & 1 == 1
    alsoInPieces = second >> 4 == 15
    alsoInThreads = second >> 4 == 14
  }
}

/// All that a stream brought about.
private struct BulkAnswer: Equatable {
  var output: [UInt8] = []
  var faults: [String] = []
  var summary: BulkStream.Summary?
  var failure: String?

  init(_ stream: [UInt8], _ choice: BulkChoice, pieceLength: Int? = nil, jobs: Int = 1) {
    let bulk = BulkStream(
      Self.store, choice.query, settings: choice.settings, isStrict: choice.isStrict,
      jobs: jobs, named: "points")
    let source = StreamSource(stream, pieceLength: pieceLength)
    defer { source.finish() }
    do {
      summary = try bulk.run(
        from: source.descriptor, write: { output += $0 },
        fault: { faults.append("\($0.line) \($0.place) \($0.isRefusal) \($0.message)") })
    } catch {
      failure = "\(error)"
    }
  }

  /// Enough for some levels of the index, with names that are hard to write.
  private static let store: VenueStore = {
    let names = [
      "Inn", "A \\\"B\\\", C", "\\t x \\\\ \\n", "Café", "", "\\u0000\\ud800", "inn, inn",
    ]
    let features = (0..<90).map { number in
      let (x, y) = (Double(number % 10) / 100 - 0.1278, Double(number / 30) / 100 + 51.5074)
      return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),\(y)]},"
        + "\"properties\":{\"name\":\"\(names[number % names.count])\",\"n\":\(number)}}"
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    do {
      return try VenueStore(reading: PaddedBytes(copying: Array(text.utf8))).indexed()
    } catch {
      fatalError("\(error)")
    }
  }()

  func check(_ choice: BulkChoice) {
    expect((summary == nil) != (failure == nil), "neither done nor failed")
    if let summary {
      expect(summary.badRecords + summary.refusals == faults.count, "\(summary), \(faults)")
      expect(!summary.stoppedEarly || choice.isStrict && faults.count == 1, "stopped for nothing")
    }
    let isWhole = summary.map { !$0.stoppedEarly } ?? false
    if case .geojson = choice.settings.format, !isWhole { return }
    expect(output.isEmpty || output.last == 0x0A, "the last line does not end")
    expect(String(validating: output, as: UTF8.self) != nil, "no text")
    switch choice.settings.format {
    case .ndjson: checkLines()
    case .delimited(let style): checkRows(style)
    case .geojson: if !output.isEmpty { expectJSONObject(output[...], "the collection") }
    }
  }

  private func checkLines() {
    let lines = output.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
    for line in lines { expectJSONObject(line, "an answer") }
    expect(lines.count >= faults.count, "\(faults.count) faults in \(lines.count) lines")
  }

  /// Rows of as many cells as the header has: CSV as finder itself reads it, TSV by its tabs alone.
  private func checkRows(_ style: DelimitedStyle) {
    guard style == .csv else {
      let tabs = output.split(separator: 0x0A).map { row in row.count { $0 == 0x09 } }
      return expect(Set(tabs).count < 2, "TSV with \(Set(tabs)) tabs a row")
    }
    var splitter = RecordSplitter()
    splitter.quotesMaySpanLines = true
    var rows: [RawRecord] = []
    var cells = RowCells(.comma)
    output.withUnsafeBufferPointer { output in
      guard output.count > 0 else { return }
      _ = splitter.split(output, isLast: true, into: &rows)
      var columns: Int?
      for row in rows {
        do throws(BadRecord) {
          try cells.read(UnsafeBufferPointer(rebasing: output[row.range]))
        } catch {
          expect(false, "line \(row.line): \(error.problem)")
        }
        expect(cells.count == columns ?? cells.count, "line \(row.line)")
        columns = cells.count
      }
    }
  }
}

/// A pipe with the stream in it: all at once, or piece by piece, each when the one before was taken.
private final class StreamSource: @unchecked Sendable {
  let descriptor: CInt
  private let input: CInt
  private let stream: [UInt8]
  private let pieceLength: Int
  private var thread: pthread_t?

  init(_ stream: [UInt8], pieceLength: Int?) {
    var ends: [CInt] = [0, 0]
    expect(pipe(&ends) == 0, "no pipe")
    (descriptor, input) = (ends[0], ends[1])
    self.stream = stream
    self.pieceLength = pieceLength ?? stream.count
    // A pipe takes 64 KiB before it makes anyone wait.
    guard pieceLength != nil || stream.count > 1 << 15 else {
      feed()
      return
    }
    var thread = pthread_t()
    let source = Unmanaged.passUnretained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { source in
        Unmanaged<StreamSource>.fromOpaque(source!).takeUnretainedValue().feed()
        return nil
      }, source)
    self.thread = thread
  }

  private func feed() {
    var rest = stream[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieceLength))
      guard write(input, piece, piece.count) == piece.count else { break }
      rest = rest.dropFirst(piece.count)
      waitUntilTaken()
    }
    close(input)
  }

  /// Not for ever: one who stops early leaves the rest lying.
  private func waitUntilTaken() {
    guard pieceLength < stream.count else { return }
    var left: CInt = 1
    for _ in 0..<1_000 {
      guard ioctl(descriptor, UInt(FIONREAD), &left) == 0, left > 0 else { return }
      sched_yield()
    }
  }

  func finish() {
    close(descriptor)
    if let thread { pthread_join(thread, nil) }
  }
}
