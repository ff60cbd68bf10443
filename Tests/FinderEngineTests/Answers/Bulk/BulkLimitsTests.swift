import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Lines and quotes that do not end: only the record at fault is lost, memory stays flat, and the result does
/// not depend on how the bytes arrive.
@Suite struct BulkLimitsTests {
  private static let longest = StreamBuffer.longestRecord

  // MARK: Long lines

  @Test(.slow, arguments: ["ndjson", "csv"]) func aLineTooLongIsRefused(format: String) throws {
    let question = BulkQuestion.counts.with {
      if format == "csv" { $0.settings.format = .delimited(.csv) }
    }
    for length in [Self.longest + 1, Self.longest * 5 / 4] {
      let input =
        Array("lat,lon,n\n51.5,-0.1,a\n52,-1,".utf8) + filler(length - 6)
        + Array("\n51,0,\"c\"\n".utf8)
      let expected =
        format == "csv"
        ? [
          "lat,lon,n,count,error", "51.5,-0.1,a,3,", ",,,,is longer than 16 MiB", "51,0,\"c\",3,",
        ]
        : [
          #"{"query":{"line":2,"lat":51.5,"lon":-0.1,"n":"a"},"count":3}"#,
          #"{"query":{"line":3},"error":"is longer than 16 MiB"}"#,
          #"{"query":{"line":4,"lat":51,"lon":0,"n":"c"},"count":3}"#,
        ]
      for (name, run) in try runs(question, input) {
        let lines = run.output.lines.map { String(decoding: $0.prefix(100), as: UTF8.self) }
        #expect(lines == expected, "\(length), \(name)")
        #expect(run.faults.map(\.line) == [3])
      }
    }
  }

  @Test func theLongestLineIsAnswered() throws {
    let line = Array("52,-1,".utf8) + filler(Self.longest - 6)
    let input = Array("51.5,-0.1,a\n".utf8) + line + Array("\n51,0,c\n".utf8)
    for (name, run) in try runs(BulkQuestion { $0.format = .delimited(.csv) }, input) {
      #expect(run.faults.isEmpty, "\(name)")
      #expect(run.output.count > Self.longest, "\(name)")
      #expect(run.output.lines.count == 4, "\(name)")
    }
  }

  @Test func aLongLineThatNeverEnds() throws {
    let start = Array("{\"lat\":51.5,\"lon\":-0.1}\n".utf8)
    for (name, run) in try runs(BulkQuestion.counts, start + filler(Self.longest + 1)) {
      #expect(run.lines.count == 2, "\(name)")
      #expect(run.faults.map(\.problem) == ["is longer than 16 MiB"], "\(name)")
    }
  }

  @Test(.slow) func aFirstLineTooLong() throws {
    for end in ["", "\n52,-1\n"] {
      let input = Array("\n51,".utf8) + filler(Self.longest - 2) + Array(end.utf8)
      for (name, run) in try runs(BulkQuestion.counts, input) {
        guard
          case ListError.malformed(_, "line 2", "is longer than 16 MiB", _)? = run.failure
        else {
          Issue.record("\(name): \(run.failure.map { "\($0)" } ?? "no failure")")
          continue
        }
        #expect(run.output.isEmpty)
      }
    }
  }

  /// White space counts as a line if it is too long to hold. Blank lines before a stream are skipped, but 16
  /// MiB of nothing else are not a stream of points.
  @Test func blanksWithoutEnd() throws {
    let blanks = [UInt8](
      repeating: UInt8(ascii: "\n"), count: StreamBuffer.longestRecord + (1 << 20))
    let run = try BulkQuestion.counts.run([blanks, Array("\n51.5,-0.1\n".utf8)])
    #expect(
      "\(run.failure as? ListError, default: "none")".contains(
        "expected a point, found nothing but white space in 16 MiB"))
    #expect(run.output.isEmpty)
    let few = try BulkQuestion.counts.run([
      Array(blanks.prefix(1 << 20)), Array("\n51.5,-0.1\n".utf8),
    ])
    #expect(few.failure == nil && few.lines.count == 1, "\(few.text)")
  }

  @Test func strictStopsAtALongLine() throws {
    let blanks = [UInt8](repeating: 0x20, count: Self.longest + 1)
    let input = Array("51.5,-0.1\n".utf8) + blanks + Array("\n52,-1\n".utf8)
    let question = BulkQuestion.counts.with { $0.isStrict = true }
    for (name, run) in try runs(question, input) {
      #expect(run.lines.count == 2 && run.summary.stoppedEarly, "\(name)")
    }
  }

  // MARK: Quotes that never close

  @Test func anOpenQuoteSpoilsItsOwnLineOnly() throws {
    let input = "lat,lon,n\n51.5,-0.1,\"a\n52,-1,b\n51,0,\"c\"\"\n50,1,d"
    let run = try BulkQuestion.counts.run(input)
    #expect(run.faults.map(\.line) == [2, 4])
    #expect(Set(run.faults.map(\.problem)) == ["a quoted cell does not end"])
    #expect(run.lines.count == 4 && run.summary.found == 6)
  }

  /// The quote in line 2 might still close. After 1 MiB it is given up, and the lines after it count. In the
  /// second input it does close, but too late.
  @Test(.slow, arguments: ["", "51,0,\"c\"\n52,-1,\"\n"]) func anOpenQuoteIsGivenUp(tail: String)
    throws
  {
    let lines = RecordSplitter.longestQuotedRecord / 7 + 10_000
    let input =
      Array("lat,lon,n\n51.5,-0.1,\"a\n".utf8)
      + (0..<lines).flatMap { _ in Array("52,-1,\n".utf8) } + Array(tail.utf8)
    let question = BulkQuestion.counts.with { $0.radius = 0 }
    let all = try runs(question, input)
    for (name, run) in all {
      #expect(run.faults.map(\.line) == (tail.isEmpty ? [2] : [2, lines + 4]), "\(name)")
      #expect(run.lines.count == lines + (tail.isEmpty ? 1 : 3), "\(name)")
      expectSame(run, all[0].run, name)
    }
  }

  /// A record of exactly the longest length that is waited for, and one that is a byte longer.
  @Test func theLongestQuotedRecord() throws {
    for (extra, records) in [(0, 2), (1, 4)] {
      let start = Array("51.5,-0.1,\"a\n".utf8)
      let length = RecordSplitter.longestQuotedRecord - start.count - 2 + extra
      let input = Array("lat,lon,n\n".utf8) + start + filler(length) + Array("\n\"\n52,-1,b\n".utf8)
      let all = try runs(BulkQuestion.counts, input)
      for (name, run) in all {
        #expect(run.lines.count == records, "\(extra), \(name)")
        #expect(run.faults.count == records - 1 - (extra == 0 ? 1 : 0), "\(extra), \(name)")
      }
    }
  }

  /// Every line opens a quote, and would leave open the one of an earlier line. Searching for the end again
  /// from each line would take hours.
  @Test func manyOpenQuotes() throws {
    let line = Array("52,-1,a\",\"b\n".utf8)
    let count = 150_000
    let input = Array("lat,lon,n,m\n".utf8) + (0..<count).flatMap { _ in line }
    let run = try BulkQuestion.counts.run([input])
    #expect(run.faults.count == count && run.lines.count == count)
  }

  // MARK: How bytes arrive

  /// All at once from a file, through a pipe, and in odd pieces.
  private func runs(
    _ question: BulkQuestion, _ input: [UInt8]
  ) throws -> [(name: String, run: BulkRun)] {
    let path = "\(NSTemporaryDirectory())finder-\(UUID().uuidString)"
    try Data(input).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let file = open(path, O_RDONLY)
    defer { close(file) }
    return [
      ("a file", try question.run(from: file)), ("a pipe", try question.run([input])),
      ("pieces", try question.run(input.chunks(of: 100_003), pace: .oneByOne)),
    ]
  }

  private func filler(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "x"), count: count) }
}
