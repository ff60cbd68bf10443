import FinderEngine
import TestSupport
import Testing

/// `bulk` as a stream: it answers while points still arrive, in constant memory, and the same for any number
/// of threads.
@Suite struct BulkStreamTests {
  private func conversation(
    _ options: [String] = [], _ body: (Coprocess) throws -> Void
  ) throws {
    try Dataset.with(Dataset.square) { _, data in
      let process = try Coprocess(
        try Finder.path(), ["bulk", "--data", data] + options,
        environment: try Finder.environment())
      try body(process)
    }
  }

  // MARK: Whole lines are answered at once

  @Test(arguments: [1, 2])
  func aPointAtATime(jobs: Int) throws {
    try conversation(["--count", "--radius", "1", "--jobs", "\(jobs)"]) { finder in
      for line in 1...20 {
        try finder.send("51.508,-0.128\n")
        #expect(
          try finder.readLine()
            == #"{"query":{"line":\#(line),"lat":51.508,"lon":-0.128},"count":1}"#)
      }
      let end = try finder.finish()
      expect(end)
      #expect(end.stdout.split(separator: "\n").count == 20)
    }
  }

  @Test func halfALineWaitsForTheRest() throws {
    try conversation(["--count"]) { finder in
      try finder.send("lat,lon\n51.5,-0.1\n51.")
      #expect(try finder.readLine() == #"{"query":{"line":2,"lat":51.5,"lon":-0.1},"count":4}"#)
      // No more than that may come yet.
      #expect(throws: (any Error).self) { try finder.readLine(timeout: .milliseconds(150)) }
      try finder.send("6,-0.1\n\"51.7\n")
      #expect(try finder.readLine() == #"{"query":{"line":3,"lat":51.6,"lon":-0.1},"count":4}"#)
      // An open quoted cell waits too.
      try finder.send("\",-0.1\n")
      #expect(try finder.readLine() == #"{"query":{"line":4,"lat":51.7,"lon":-0.1},"count":4}"#)
      try finder.send("51.8,-0.1")
      // The end of the input ends the last line.
      let end = try finder.finish()
      #expect(
        end.stdout.hasSuffix("\n{\"query\":{\"line\":6,\"lat\":51.8,\"lon\":-0.1},\"count\":4}\n"))
      #expect(end.status == 0, "\(end)")
    }
  }

  @Test func byteByByte() throws {
    try conversation(["--count", "--format", "csv"]) { finder in
      for byte in "\u{FEFF}lat,lon\r\n51.5,-0.1\r\n".utf8 { try finder.send([byte]) }
      #expect(try finder.readLine() == "lat,lon,count,error")
      #expect(try finder.readLine() == "51.5,-0.1,4,")
    }
  }

  @Test func aHeaderIsAnsweredToo() throws {
    try conversation(["--format", "csv"]) { finder in
      try finder.send("lat,lon,x\n")
      #expect(try finder.readLine()?.hasPrefix("lat,lon,x,rank,venue_id,") == true)
      try finder.send("bad,0,y\n")
      #expect(try finder.readLine() == "bad,0,y,,,,,,,,,'lat' is not a number: 'bad'")
      let end = try finder.finish()
      expect(
        end, status: 65,
        stderr: "finder: bulk: standard input: line 2, column 1: 'lat' is not a number: 'bad'\n")
    }
  }

  // MARK: The same bytes however many threads

  /// Points over the islands, and some lines without one; only the seed determines them.
  private static func points(_ count: Int, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var text = "lat,lon,id\n"
    for id in 0..<count {
      let latitude = Double(Int.random(in: 4_990_000...5_870_000, using: &random)) / 1e5
      let longitude = Double(Int.random(in: -640_000...170_000, using: &random)) / 1e5
      text += id % 1_009 == 1_000 ? "bad,\(longitude),\(id)\n" : "\(latitude),\(longitude),\(id)\n"
      if id % 997 == 0 { text += "\n" }
    }
    return text
  }

  @Test(arguments: ["--limit 2", "--format csv", "--radius 3km --count --format tsv"])
  func anyNumberOfJobs(options: String) throws {
    let input = Self.points(20_000, seed: 7)
    let answers = try [1, 2].map { jobs in
      try Finder.run(
        "bulk \(options) --jobs \(jobs)", data: Sample.path, stdin: .text(input))
    }
    let areSame = answers[0].stdoutBytes == answers[1].stdoutBytes
    #expect(areSame && answers[0].stdoutBytes.count > 400_000)
    for answer in answers {
      expect(answer, status: 65, stderr: answers[0].stderr)
      #expect(answer.stderr.hasSuffix("and 9 more lines without an answer\n"))
    }
  }

  /// Each point has the answer of `near`, in the order of the input.
  @Test(.slow) func theSameAsNear() throws {
    let points = Self.points(50, seed: 11).split(separator: "\n").dropFirst()
    let bulk = try Finder.run(
      "bulk --limit 3 --radius 30km", data: Sample.path,
      stdin: .text(points.joined(separator: "\n")))
    let lines = bulk.stdout.split(separator: "\n")
    #expect(bulk.status == 0 && lines.count == 50, "\(bulk)")
    for (point, line) in zip(points, lines) {
      let cells = point.split(separator: ",")
      let near = try Finder.run(
        "near --at \(cells[0]),\(cells[1]) --limit 3 --radius 30km --format ndjson",
        data: Sample.path)
      let venues = near.stdout.split(separator: "\n").joined(separator: ",")
      #expect(line.contains(#","column_3":"\#(cells[2])"},"count":"#), "\(line)")
      #expect(line.hasSuffix(#","venues":[\#(venues)]}"#), "\(line)\n\(near)")
    }
  }
}
