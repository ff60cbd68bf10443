import TestSupport
import Testing

@testable import FinderEngine

/// Points in JSON other than one object per line: arrays, collections, objects over several lines.
@Suite struct BulkJSONTests {
  /// An input, and the line of each answer.
  static let inputs: [(input: String, lines: [Int])] = [
    (#"[{"lat":1,"lon":2},{"lat":3,"lon":4}]"#, [1, 1]),
    ("[\n  {\"lat\":1,\n   \"lon\":2},\n  {\"lat\":3,\"lon\":4}\n]\n", [2, 4]),
    (
      "\u{FEFF}\n [ {\"lat\":1,\"lon\":2,\"a\":[[],{\"b\":\"]}\\\"\"}]} , {\"lat\":3,\"lon\":4} ] ",
      [2, 2]
    ),
    ("{\n  \"lat\": 1,\n  \"lon\": 2\n}\n{\n  \"lat\": 3,\n  \"lon\": 4\n}\n", [1, 5]),
    ("{\r  \"lat\": 1,\r  \"lon\": 2\r}\r{\r  \"lat\": 3,\r  \"lon\": 4}", [1, 5]),
    ("{\n\"lat\":1,\"lon\":2}{\"lat\":3,\"lon\":4}", [1, 2]),
    ("\u{1E}{\n\"lat\":1,\"lon\":2}\n\u{1E}{\n\"lat\":3,\"lon\":4}\n", [1, 3]),
    (
      #"{"type":"FeatureCollection","name":"x","features":["#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"features":[{}]}},"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[4,3]},"properties":null}],"bbox":[1,2,3,4]}"#,
      [1, 1]
    ),
    (
      "{\"features\": [\n{\"lat\":1,\"lon\":2}\n,{\"lat\":3,\"lon\":4}\n],\n"
        + "\"type\":\"FeatureCollection\"}\n",
      [2, 3]
    ),
    (
      "{\n\"features\":[{\"lat\":1,\"lon\":2}],\"x\":[{}],\"features\":[{\"lat\":3,\"lon\":4}]}",
      [2, 2]
    ),
    (
      #"{"type":"FeatureCollection","features":[{"lat":1,"lon":2}]}"# + "\n"
        + #"{"type":"FeatureCollection","features":[{"lat":3,"lon":4}]}"#, [1, 2]
    ),
  ]

  @Test(arguments: inputs.indices) func forms(number: Int) throws {
    let (input, lines) = Self.inputs[number]
    let run = try BulkQuestion.counts.run(input)
    #expect(run.faults.isEmpty && run.failure == nil, "\(run)")
    #expect(run.lines.count == 2)
    for (answer, (line, point)) in zip(run.lines, zip(lines, [(1, 2), (3, 4)])) {
      let start = #"{"query":{"line":\#(line),"lat":\#(point.0),"lon":\#(point.1)"#
      #expect(answer.hasPrefix(start), "\(answer)")
    }
    for size in [1, 7] {
      let pieces = try BulkQuestion.counts.run(
        Array(input.utf8).chunks(of: size), pace: .oneByOne)
      expectSame(pieces, run, "\(size): \(input)")
    }
  }

  @Test(arguments: [
    "[]", " [ ]\n", #"{"type":"FeatureCollection","features":[]}"#,
    "{\n\"features\":[],\n\"type\":\"FeatureCollection\"}",
  ])
  func nothingInIt(input: String) throws {
    let run = try BulkQuestion.counts.run(input)
    #expect(run.output.isEmpty && run.faults.isEmpty && run.failure == nil, "\(run)")
  }

  /// A property of that name does not make a collection, and one line is one record.
  @Test(arguments: [
    #"{"lat":1,"lon":2,"features":[{"a":1}]}"#, #"{"features":["terrace"],"lat":1,"lon":2}"#,
    #"{"features":[],"lat":1,"lon":2}"#, #"{"features":"x","lat":1,"lon":2}"#,
    #"{"type":"Feature","features":[{}],"geometry":{"type":"Point","coordinates":[2,1]}}"#,
  ])
  func propertiesCalledFeatures(input: String) throws {
    let run = try BulkQuestion.counts.run(input)
    #expect(run.lines.count == 1 && run.faults.isEmpty, "\(run)")
    #expect(run.text.contains(#""line":1,"lat":1,"lon":2,"features":"#))
  }

  /// What is broken, how many answers there still are, and the lines and columns at fault.
  static let damaged: [(input: String, answers: Int, places: [String])] = [
    (#"[{"lat":1,"lon":2},{"lat":3 "lon":4},{"lat":5,"lon":6}]"#, 2, ["1:29"]),
    ("[\n {\"lat\":1,\"lon\":2},\n {\"lat\":\"x},\n {\"lat\":5,\"lon\":6}\n]", 2, ["3:13"]),
    ("[\n {\"lat\":1,\"lon\":2},\n {\"lat\":3,\n {\"lat\":5,\"lon\":6}\n]", 2, ["3:11"]),
    ("[{\"lat\":1,\"lon\":2},", 1, ["1:20"]), ("[{\"lat\":1,\"lon\":2}", 1, ["1:19"]),
    ("[{\"lat\":1,\"lon\":2},{\"lat\":3", 1, ["1:28"]), ("[", 0, ["1:2"]),
    ("[{\"lat\":1,\"lon\":2},]", 1, ["1:20"]), ("[,{\"lat\":1,\"lon\":2}]", 1, ["1:2"]),
    ("[{\"lat\":1,\"lon\":2} {\"lat\":3,\"lon\":4}]", 1, ["1:20"]),
    ("[{\"lat\":1,\"lon\":2}, 5, \"a,]\", [1,2]]", 1, ["1:21", "1:24", "1:31"]),
    ("[{\"lat\":1,\"lon\":2}]\nx y\n", 1, ["2:1"]),
    ("{\"lat\":1,\n{\"lat\":3,\"lon\":4}\n{\"lat\":5,\"lon\":6}\n", 2, ["1:10"]),
    ("{\"features\":[{\"lat\":1,\"lon\":2}", 1, ["1:31"]),
    ("{\"features\":[{\"lat\":1,\"lon\":2}]", 1, ["1:32"]),
    ("{\"type\":\"FeatureCollection\"}", 0, ["1:1"]),
    // A second colon after the features: what was read for the first is not used as its name.
    ("{\"features\":[{\"lat\":1,\"lon\":2}]:[{\"lat\":3,\"lon\":4}]}", 1, []),
    ("{\"a\":\"features\":[{\"lat\":1,\"lon\":2}]}", 0, ["1:16"]),
    ("[{\"lat\":[}, {\"lat\":1,\"lon\":2}]", 0, ["1:10", "1:1"]),
  ]

  @Test(arguments: damaged.indices) func broken(number: Int) throws {
    let (input, answers, places) = Self.damaged[number]
    let run = try BulkQuestion.counts.run(input)
    #expect(run.failure == nil)
    #expect(run.lines.count { $0.contains("\"count\":3") } == answers, "\(run.lines)")
    #expect(run.faults.map { "\($0.place.line):\($0.place.column)" } == places, "\(run)")
    #expect(run.summary.badRecords == places.count)
    for size in [1, 3] {
      let pieces = try BulkQuestion.counts.run(
        Array(input.utf8).chunks(of: size), pace: .oneByOne)
      expectSame(pieces, run, "\(size): \(input)")
      #expect(pieces.faults.map(\.message) == run.faults.map(\.message))
    }
  }

  /// Elements are answered as they arrive, and an endless one is dropped.
  @Test func elementsAsTheyCome() throws {
    let long = "{\"a\":\"" + String(repeating: "x", count: 17 << 20) + "\",\"lat\":3,\"lon\":4}"
    let run = try BulkQuestion.counts.run(
      ["[{\"lat\":1,\"lon\":2}", ",\n", long, ",{\"lat\":5,\"lon\":6}]"].map { Array($0.utf8) })
    #expect(run.lines.count == 3 && run.writes.count >= 3)
    #expect(run.faults.map(\.line) == [2])
    #expect(run.faults.map(\.problem) == ["is longer than 16 MiB"])
  }
}
