import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Lines and quotes that do not end: only the record at fault is lost, memory stays flat, and what
/// comes of it does not depend on how the bytes arrive.
@Suite struct BulkLimitsTests {
  // MARK: Quotes that never close

  @Test func anOpenQuoteSpoilsItsOwnLineOnly() throws {
    let input = "lat,lon,n\n51.5,-0.1,\"a\n52,-1,b\n51,0,\"c\"\"\n50,1,d"
    let run = try BulkQuestion.counts.run(input)
    #expect(run.faults.map(\.line) == [2, 4])
    #expect(Set(run.faults.map(\.problem)) == ["a quoted cell does not end"])
    #expect(run.lines.count == 4 && run.summary.found == 6)
  }

  /// The quote in line 2 might still close; after 1 MiB it is given up, and the lines behind it
  /// count. In the second input it closes after all, too late.
  @Test(arguments: ["", "51,0,\"c\"\n52,-1,\"\n"]) func anOpenQuoteIsGivenUp(tail: String) throws {
    let lines = RecordSplitter.longestQuotedRecord / 7 + 10_000
    let input =
      Array("lat,lon,n\n51.5,-0.1,\"a\n".utf8)
      + (0..<lines).flatMap { _ in Array("52,-1,\n".utf8) } + Array(tail.utf8)
    let question = BulkQuestion.counts.with { $0.settings.radius = 0 }
    let all = try runs(question, input)
    for (name, run) in all {
      #expect(run.faults.map(\.line) == (tail.isEmpty ? [2] : [2, lines + 4]), "\(name)")
      #expect(run.lines.count == lines + (tail.isEmpty ? 1 : 3), "\(name)")
      expectSame(run, all[0].run, name)
    }
  }

  /// A record of just the length that is still waited for, and one byte more.
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

  /// Every line opens a quote, and would leave one open that an earlier line had opened: looking
  /// for its end anew from each would take hours.
  @Test func manyOpenQuotes() throws {
    let line = Array("52,-1,a\",\"b\n".utf8)
    let count = 150_000
    let input = Array("lat,lon,n,m\n".utf8) + (0..<count).flatMap { _ in line }
    let run = try BulkQuestion.counts.run([input])
    #expect(run.faults.count == count && run.lines.count == count)
  }

  // MARK: Ways for bytes to arrive

  /// All at once from a file, through a pipe as it takes them, and in odd pieces.
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
