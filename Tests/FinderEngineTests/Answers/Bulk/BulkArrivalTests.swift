import TestSupport
import Testing

@testable import FinderEngine

/// Streams that are packed, in other encodings, with other line ends, and in pieces of all sizes.
@Suite struct BulkArrivalTests {
  static let table = "name;lat;lon\r\nCafé \u{1F600};51,5;-0,1\r\n\"a\r\nb\";51.6;-0.2\r\n"

  static let answers = [
    #"{"query":{"line":2,"lat":51.5,"lon":-0.1,"name":"Café 😀"},"count":3}"#,
    #"{"query":{"line":3,"lat":51.6,"lon":-0.2,"name":"a\r\nb"},"count":3}"#,
  ]

  static func utf16(_ text: String, littleEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return littleEndian ? bytes : bytes.reversed()
    }
  }

  /// With and without a byte order mark, whole and byte by byte, packed and not.
  @Test(arguments: [true, false], ["", "\u{FEFF}"]) func utf16(
    littleEndian: Bool, mark: String
  ) throws {
    let bytes = Self.utf16(mark + Self.table, littleEndian: littleEndian)
    for input in [bytes, GzipArchive().pack(bytes)] {
      for size in [input.count, 1, 7] {
        let run = try BulkQuestion.counts.run(input.chunks(of: size), pace: .oneByOne)
        #expect(run.lines == Self.answers, "\(size): \(run)")
      }
    }
    let list = try ListTask(.ndjson).run(bytes)
    #expect(try list.text == ListTask(.ndjson).run(Self.table).text && list.failure == nil)
  }

  /// Invalid UTF-16 is an error, and never becomes a letter that was not there.
  @Test func brokenUTF16() throws {
    for (units, tail) in [([0xD800, 0x78], []), ([0xDC00], []), ([0x78], [0x41])] {
      var bytes = Self.utf16("lat,lon,n\n51.5,-0.1,", littleEndian: true)
      bytes += units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + tail.map { UInt8($0) }
      let run = try BulkQuestion.counts.run([bytes])
      #expect(run.faults.map(\.line) == [2] && run.lines.count == 1, "\(units): \(run)")
      #expect(try ListTask().run(bytes).failure?.contains("expected UTF-8") == true)
    }
  }

  @Test func latin1() throws {
    let text = "lat,lon,n\n51.5,-0.1,caf\u{E9} \u{80}\n"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let question = BulkQuestion.counts.with { $0.settings.encoding = .latin1 }
    let run = try question.run([bytes])
    #expect(run.lines == [#"{"query":{"line":2,"lat":51.5,"lon":-0.1,"n":"café €"},"count":3}"#])
    // A byte order mark overrides the option.
    for text in ["lat,lon,n\n51.5,-0.1,é\n"] {
      for bytes in [
        Array("\u{FEFF}\(text)".utf8), Self.utf16("\u{FEFF}\(text)", littleEndian: true),
      ] {
        let marked = try question.run(bytes.chunks(of: 1), pace: .oneByOne)
        #expect(marked.lines == [#"{"query":{"line":2,"lat":51.5,"lon":-0.1,"n":"é"},"count":3}"#])
      }
    }
    let json = try question.run("{\"lat\":1,\"lon\":2}\n")
    #expect("\(json.failure!)".contains("isUTF8"))
  }

  @Test func packed() throws {
    let packed = GzipArchive().pack(Array(Self.table.utf8))
    #expect(try BulkQuestion.counts.run([packed]).lines == Self.answers)
    // What came before the early end of the archive is answered.
    let cut = try BulkQuestion.counts.run([Array(packed.dropLast(6))])
    #expect(cut.lines.first == Self.answers[0])
    guard case FileError.damagedArchive? = cut.failure else {
      Issue.record("\(cut)")
      return
    }
  }

  // MARK: Line ends

  @Test(arguments: [
    "lat,lon,n\r51.5,-0.1,a\r51.6,-0.2,\"b\rc\"\r", "lat,lon,n\r51.5,-0.1,a\r51.6,-0.2,\"b\rc\"",
    "\r\"lat\",lon,n\r51.5,-0.1,a\r,,\r51.6,-0.2,\"b\rc\"\r\r",
    "sep=;\rlat;lon;n\r51,5;-0,1;a\r51,6;-0,2;\"b\rc\"\r",
  ])
  func carriageReturns(input: String) throws {
    let whole = try BulkQuestion.counts.run(input)
    #expect(whole.lines.count == 2 && whole.faults.isEmpty, "\(whole)")
    #expect(whole.lines.first?.contains(#""lat":51.5,"lon":-0.1,"n":"a"}"#) == true)
    #expect(whole.lines.last?.contains(#""lat":51.6,"lon":-0.2,"n":"b\rc"}"#) == true)
    let pieces = try BulkQuestion.counts.run(Array(input.utf8).chunks(of: 1), pace: .oneByOne)
    expectSame(pieces, whole, input.debugDescription)
    let list = try ListTask(.ndjson).run(input)
    #expect(list.failure == nil && list.lines.count == 2, "\(list)")
    #expect(list.text.contains(#""lat":51.6,"lon":-0.2"#))
  }

  @Test func carriageReturnsBetweenObjects() throws {
    let run = try BulkQuestion.counts.run(
      "{\"lat\":51.5,\"lon\":-0.1}\r{\"lat\":1}\r{\"lat\":0,\"lon\":0}\r")
    #expect(run.lines.count == 3 && run.faults.map(\.line) == [2], "\(run)")
  }

  // MARK: Tables

  @Test(arguments: [
    "lat,lon,n\n\"51,5\",\"-0,1\",x\n", "\"sep=;\"\nlat;lon;n\n51.5;-0.1;x\n",
    "sep=|\r\nlat|lon|n\r\n51,5|-0,1|x\r\n", "lat|lon|n\n51.5|-0.1|x\n",
    "lat;lon;n\n51,5;\u{2212}0,1;x\n", "lat;lon;\"n\"\n51,5;-0,1;x;;\n",
    ";;;\nlat;lon;n\n51,5;-0,1;x;;\n",
  ])
  func spreadsheets(input: String) throws {
    let run = try BulkQuestion.counts.run(input)
    let answer = try #require(run.lines.first, "\(run)")
    #expect(answer.hasSuffix(#""lat":51.5,"lon":-0.1,"n":"x"},"count":3}"#) && run.lines.count == 1)
    let list = try ListTask(.csv).run(input)
    #expect(
      list.lines == ["lat,lon,n", "51.5,-0.1,x"] || list.text.contains("51.5,-0.1"), "\(list)")
    #expect(list.failure == nil && list.faults.isEmpty)
  }

  @Test func namedColumns() throws {
    let question = BulkQuestion.counts.with {
      $0.settings.position = PositionNames(latitude: "North", longitude: "East")
    }
    for input in [
      "lat,North,east\n1,51.5,-0.1\n", "1;north;East\n2;51,5;-0,1\n",
      #"{"lat":7,"latitude":8,"North":51.5,"East":-0.1}"#,
    ] {
      let run = try question.run(input)
      #expect(run.lines.first?.contains(#""lat":51.5,"lon":-0.1"#) == true, "\(run)")
      #expect(run.faults.isEmpty && run.lines.count == 1)
    }
    #expect("\(try question.run("lat,lon\n1,2\n").failure!)".contains("no column is named "))
  }

  // MARK: In pieces

  private static let tokens = [
    "\"", "\"\"", "\t", "\r", "\n", "\r\n", "\u{FEFF}", "\0", ",", ";", "|", " ", "lat", "lon", "x",
    "51.5", "-0.1", "\"51,5\"", "lat,lon\n", "51.5,-0.1\n", "{", "}", "[", "]", ":", "\u{1E}", "é",
    "\"lat\":1,\"lon\":2", "{\"lat\":1,\"lon\":2}", "\"features\":[",
    "\"type\":\"FeatureCollection\"", "\"features\":[{", "]:[{", "\"type\":\"Feature\"",
    "sep=;", "\\", "[{\"lat\":1,\"lon\":2},", "{\n", "  {\"lat\":3,\n\"lon\":4}\n",
  ]

  private static let openings = ["", "lat,lon,n\n", "[", "{\"features\":[", "lat;lon\r", "{\n"]

  /// Answers, messages and failures depend only on the bytes.
  @Test(.slow, arguments: 1...80 as ClosedRange<UInt64>) func randomTokens(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &random)
    let text =
      Self.openings.randomElement(using: &random)!
      + (0..<count).map { _ in Self.tokens.randomElement(using: &random)! }.joined()
    let bytes = Array(text.utf8)
    let question = BulkQuestion.counts.with {
      if seed % 3 == 0 { $0.settings.format = .delimited(.csv) }
    }
    let whole = try question.run([bytes])
    for size in [1, 3, 7] {
      let pieces = try question.run(bytes.chunks(of: size), pace: .oneByOne)
      expectSame(pieces, whole, "seed \(seed), pieces of \(size): \(text.debugDescription)")
      #expect("\(String(describing: pieces.failure))" == "\(String(describing: whole.failure))")
      #expect(pieces.faults.map(\.message) == whole.faults.map(\.message), "seed \(seed)")
    }
  }
}
