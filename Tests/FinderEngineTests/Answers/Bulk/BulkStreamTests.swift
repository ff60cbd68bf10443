import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The answers are the same bytes, however a stream arrives and however many threads answer it.
@Suite struct BulkStreamTests {
  /// Everything a splitter must recognise across a cut: a BOM, CRLF, blank lines, quoted line breaks and
  /// quotes, a quote in the middle of a cell, bad lines, a last line without an end.
  static let mixed = """
    \u{FEFF}lat,lon,n\r
    51.5,-0.1,"a ""b""\r

    c"\r
    \r
      \n\
    51.6,-0.2,5" é
    x,1,"
    ",
    "52","-1",""
    51.5,-0.1,"a"b
    52,-1,"","d"
    51,0,"😀"
    """

  static let objects = """
    \u{FEFF}\n\u{1E}{"lat":51.5,"lon":-0.1,"é":"😀"}\r

    {"lat":51.5}\n  \n{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.1,51.5]}}
    {"lat":52,"lon":-1
    {"lat":52,"lon":-1}
    """

  @Test(arguments: [mixed, objects]) func cutAtEveryByte(input: String) throws {
    let bytes = Array(input.utf8)
    let whole = try BulkQuestion.counts.run([bytes])
    try #require(whole.output.count > 100 && whole.faults.count > 1)
    for cut in 1..<bytes.count {
      let run = try BulkQuestion.counts.run(
        [Array(bytes[..<cut]), Array(bytes[cut...])], pace: .oneByOne)
      expectSame(run, whole, "cut at \(cut)")
    }
  }

  @Test(arguments: [mixed, objects]) func chunksOfEverySize(input: String) throws {
    let bytes = Array(input.utf8)
    let question = BulkQuestion { $0.format = .delimited(.csv) }.with { $0.query.limit = 2 }
    let whole = try question.run([bytes])
    for size in 1...bytes.count {
      let run = try question.run(bytes.chunks(of: size), pace: .oneByOne)
      expectSame(run, whole, "chunks of \(size)")
    }
  }

  /// The splitter alone, where cuts do not depend on the system's timing.
  @Test func splitterCutAtEveryByte() {
    let bytes = Array(Self.mixed.utf8.dropFirst(3))
    let whole = split(bytes, cuts: [bytes.count])
    #expect(whole.map(\.line) == [1, 2, 5, 6, 7, 8, 10, 11, 12, 13])
    for cut in 0...bytes.count {
      for second in stride(from: cut, through: bytes.count, by: 7) {
        let parts = split(bytes, cuts: [cut, second, bytes.count])
        #expect(parts.map(\.line) == whole.map(\.line), "\(cut), \(second)")
        #expect(parts.map(\.text) == whole.map(\.text), "\(cut), \(second)")
      }
    }
  }

  private func split(_ bytes: [UInt8], cuts: [Int]) -> [(line: Int, text: [UInt8])] {
    var splitter = RecordSplitter()
    splitter.quotesMaySpanLines = true
    var found: [(line: Int, text: [UInt8])] = []
    var used = 0
    for cut in cuts {
      var records: [RawRecord] = []
      Array(bytes[used..<cut]).withUnsafeBufferPointer { chunk in
        used += splitter.split(chunk, isLast: cut == cuts.last, into: &records)
        found += records.map { ($0.line, Array(chunk[$0.range])) }
      }
    }
    return found
  }

  // MARK: Jobs

  /// Thousands of lines of every kind, in every format, whole and in strict mode.
  @Test(arguments: [0, 1, 2]) func anyNumberOfJobs(format: Int) throws {
    var generator = SeededGenerator(seed: 21)
    let kinds = ["51.5,-0.1,x", "52,-1,\"a\nb\"", "10,20,", "bad", "", "0,179.9,\"", "40,10,\"c\""]
    var lines = ["lat,lon,n"]
    for number in 0..<6000 {
      // Bad lines only in some stretches, so that strict mode has to search for the first one.
      let count = number / 500 % 2 == 1 ? kinds.count : 2
      lines.append(kinds[Int.random(in: 0..<count, using: &generator)])
    }
    let input = [Array(lines.joined(separator: "\n").utf8)]
    for isStrict in [false, true] {
      let question = BulkQuestion {
        $0.format = [.ndjson, .delimited(.csv), .delimited(.tsv)][format]
        $0.outside = .refuse
      }.with { $0.isStrict = isStrict }
      let one = try question.run(input)
      #expect(one.summary.stoppedEarly == isStrict)
      for jobs in [2, 5] {
        let run = try question.with { $0.jobs = jobs }.run(input)
        expectSame(run, one, "\(jobs) jobs, strict: \(isStrict)")
      }
    }
  }

  // MARK: Strict

  @Test func strictStopsAtTheFirstFault() throws {
    let question = BulkQuestion.counts.with { $0.isStrict = true }
    let run = try question.run("51.5,-0.1\nbad\n51.5,-0.1\nworse\n")
    #expect(
      run.lines == [
        #"{"query":{"line":1,"lat":51.5,"lon":-0.1},"count":3}"#,
        #"{"query":{"line":2},"error":"'lat' is not a number: 'bad'"}"#,
      ])
    #expect(run.faults.map(\.line) == [2])
    #expect(run.summary.stoppedEarly && run.summary.badRecords == 1)
    // A line that was never requested does not count as found either.
    #expect(run.summary.found == 3)
    let fine = try question.run("51.5,-0.1\n52,-1\n")
    #expect(fine.lines.count == 2 && !fine.summary.stoppedEarly)
  }

  @Test func strictStopsAtARefusal() throws {
    let question = BulkQuestion.counts.with {
      $0.isStrict = true
      $0.settings.outside = .refuse
    }
    let run = try question.run("40,10\nbad\n")
    #expect(run.lines.count == 1 && run.summary.refusals == 1 && run.summary.badRecords == 0)
  }

  // MARK: Streaming

  /// A program that writes one line, and waits for its answer before writing the next.
  @Test func everyWholeLineIsAnsweredBeforeMoreIsAwaited() throws {
    let parts = [
      ("lat,lon\n51.5,", 0), ("-0.1\n5", 1), ("2,-1\n", 2), ("51,0\n10,20\n1", 4), (",2\n", 5),
    ]
    #expect(try Conversation(parts).hold(BulkQuestion.counts) == parts.map(\.1))
  }

  /// An open quote holds up the lines after it for 1 MiB, and no longer.
  @Test func anOpenQuoteDoesNotHoldTheStreamUp() throws {
    let count = RecordSplitter.longestQuotedRecord / 7 + 10
    let lines = String(repeating: "52,-1,\n", count: count)
    let parts = [("lat,lon,n\n51.5,-0.1,\"a\n", 0), (lines, count + 1), ("51,0,\n", count + 2)]
    #expect(try Conversation(parts).hold(BulkQuestion.counts) == parts.map(\.1))
  }

  /// A non-blocking descriptor, as some programs leave their standard output.
  @Test func waitsOnADescriptorThatDoesNotBlock() throws {
    let chunks = ["51.5,-0.1\n", "52,", "-1\n"].map { Array($0.utf8) }
    let feeder = PipeFeeder(chunks, pace: .oneByOne)
    defer { feeder.finish() }
    let flags = fcntl(feeder.descriptor, F_GETFL)
    try #require(fcntl(feeder.descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let run = try BulkQuestion.counts.run(from: feeder.descriptor)
    _ = fcntl(feeder.descriptor, F_SETFL, flags)
    #expect(run.failure == nil)
    #expect(run.lines.count == 2)
  }

  @Test func aFailingWriteStopsTheStream() throws {
    struct Full: Error {}
    let feeder = PipeFeeder([Array("51.5,-0.1\n52,-1\n".utf8)])
    defer { feeder.finish() }
    let question = BulkQuestion.counts
    let stream = BulkStream(
      question.store, question.query, settings: question.settings, isStrict: false, jobs: 2,
      named: "points")
    #expect(throws: Full.self) {
      try stream.run(from: feeder.descriptor) { _ in
        throw Full()
      } fault: { _ in
      }
    }
  }
}

/// Both sides of a pipe: each part is written only after all complete lines before it were answered.
private struct Conversation {
  let parts: [(text: String, answers: Int)]

  init(_ parts: [(text: String, answers: Int)]) { self.parts = parts }

  /// How many answers there were after each part. A stream that waits too early never gives them; two minutes
  /// are enough to show that even on a busy machine.
  func hold(_ question: BulkQuestion) throws -> [Int] {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    let (answers, totals) = (Numbers(), Numbers())
    let parts = parts
    Thread.detachNewThread {
      for part in parts {
        _ = part.text.withCString { write(writeEnd, $0, strlen($0)) }
        let deadline = Date(timeIntervalSinceNow: 120)
        while answers.total < part.answers, Date() < deadline { usleep(200) }
        totals.add(answers.total)
      }
      close(writeEnd)
    }
    let stream = BulkStream(
      question.store, question.query, settings: question.settings, isStrict: false, jobs: 1,
      named: "points")
    _ = try stream.run(from: readEnd) { bytes in
      answers.add(bytes.count { $0 == 0x0A })
    } fault: { _ in
    }
    close(readEnd)
    return totals.all
  }
}

private final class Numbers: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int] = []

  func add(_ number: Int) { lock.withLock { numbers.append(number) } }
  var total: Int { all.reduce(0, +) }
  var all: [Int] { lock.withLock { numbers } }
}

/// Same answers, same complaints, same counts.
func expectSame(
  _ run: BulkRun, _ other: BulkRun, _ what: @autoclosure () -> String,
  _ location: SourceLocation = #_sourceLocation
) {
  let isSame =
    run.output == other.output && run.faults.map(\.line) == other.faults.map(\.line)
    && run.faults.map(\.problem) == other.faults.map(\.problem)
    && run.summary == other.summary && (run.failure == nil) == (other.failure == nil)
  guard !isSame else { return }
  let place = zip(run.lines, other.lines).enumerated().first { $1.0 != $1.1 }
  Issue.record(
    """
    \(what()): \(run.lines.count) lines, not \(other.lines.count); \(run.summary), not \
    \(other.summary); first difference: \(place.map { "\($0)" } ?? "none")
    """, sourceLocation: location)
}
