import TestSupport
import Testing

@testable import FinderEngine

/// One conversion, and its results.
struct ListRun {
  var output: [UInt8] = []
  /// The place and the reason of each.
  var faults: [String] = []
  var summary = ListConversion.Summary()
  var failure: String?
  var hint: String?

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { output.lines.map { String(decoding: $0, as: UTF8.self) } }
}

/// How a list is read and written.
struct ListTask {
  var input = ListInput()
  var output = ListOutput()
  var encoding = TextSource.Encoding.utf8

  init(_ format: ListFormat = .geojson, _ change: (inout ListTask) -> Void = { _ in }) {
    output.format = format
    change(&self)
  }

  func run(_ text: String) throws -> ListRun { try run(Array(text.utf8)) }

  func run(_ bytes: [UInt8]) throws -> ListRun {
    try TemporaryDirectory.with { folder in
      try run(path: try folder.write(bytes, to: "list"))
    }
  }

  /// From a pipe, chunk by chunk.
  func run(_ chunks: [[UInt8]], pace: PipeFeeder.Pace = .none) throws -> ListRun {
    let feeder = PipeFeeder(chunks, pace: pace)
    defer { feeder.finish() }
    return try run(path: "/dev/fd/\(feeder.descriptor)")
  }

  func run(path: String) throws -> ListRun {
    var run = ListRun()
    do {
      let stream = try ListStream(FilePath(path), encoding: encoding)
      let collected = Collected()
      defer { run.output = collected.bytes }
      run.summary = try ListConversion(stream, input, output).run(
        write: { collected.bytes += $0 },
        fault: { place, problem in run.faults.append("\(place): \(problem)") })
    } catch let error as ListError {
      run.failure = Self.withoutFileName(error.message)
      run.hint = error.hint
    } catch let error as FileError {
      run.failure = Self.withoutFileName(error.message)
    }
    return run
  }

  private static func withoutFileName(_ message: String) -> String? {
    message.split(separator: ": ", maxSplits: 1).last.map { String($0) }
  }

  private final class Collected { var bytes: [UInt8] = [] }
}

/// The list becomes a collection of exactly these features, with exactly these faults.
func expect(
  _ text: String, _ task: ListTask = ListTask(), features: [String], faults: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let run = try task.run(text)
  #expect(run.failure == nil, sourceLocation: sourceLocation)
  #expect(run.text == collection(features), sourceLocation: sourceLocation)
  #expect(run.faults == faults, sourceLocation: sourceLocation)
  #expect(run.summary.faults == faults.count, sourceLocation: sourceLocation)
}

/// Features in their usual form, for comparisons.
func collection(_ features: [String]) -> String {
  "{\"type\":\"FeatureCollection\",\"features\":["
    + (features.isEmpty ? "" : "\n" + features.joined(separator: ",\n") + "\n") + "]}\n"
}

func feature(_ longitude: String, _ latitude: String, _ properties: String, id: String? = nil)
  -> String
{
  "{\"type\":\"Feature\"" + (id.map { ",\"id\":\($0)" } ?? "") + ",\"properties\":\(properties),"
    + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}}"
}

func placeless(_ properties: String, id: String? = nil) -> String {
  "{\"type\":\"Feature\"" + (id.map { ",\"id\":\($0)" } ?? "") + ",\"properties\":\(properties),"
    + "\"geometry\":null}"
}
