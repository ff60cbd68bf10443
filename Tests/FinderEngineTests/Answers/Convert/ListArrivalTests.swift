import TestSupport
import Testing

@testable import FinderEngine

/// Lists that arrive whole, in pieces, packed, cut off or damaged.
@Suite struct ListArrivalTests {
  private static let samples = [
    collection([
      feature("2", "1", #"{"name":"Café","n":[1,2]}"#, id: "7"), placeless(#"{"a\u00e9":true}"#),
      feature("-0.125", "51.5", #"{"name":"B"}"#),
    ]),
    "\u{1E}" + feature("2", "1", #"{"a":"日本"}"#) + "\n\u{1E}" + feature("3", "4", "{}") + "\n",
    "\u{FEFF}name;lat;lon\r\n\"A; \"\"é\"\"\nx\";1;2\r\n\r\nB;3;4\r\n",
    "name\tlat\tlon\nA\\tB\t1\t2\n\"quoted\ncell\"\t3\t4\n",
    #"{"version":0.6,"elements":[{"type":"node","id":1,"lat":1,"lon":2,"tags":{"name":"é"}},{"type":"node","id":2}],"remark":"x"}"#,
    #"{"establishments":[{"FHRSID":12,"BusinessName":"A","geocode":{"longitude":"1","latitude":"2"}}],"meta":{}}"#,
    "<?xml version=\"1.0\"?>\n<FHRSEstablishment><EstablishmentDetail><FHRSID>1</FHRSID><BusinessName>é &amp; <![CDATA[x]]></BusinessName><!-- c --></EstablishmentDetail></FHRSEstablishment>\n",
    "{\"lat\":1,\"lon\":2,\"name\":\"é\"}\n{\"lat\":3,\"lon\":4}\n",
  ]

  /// Reading a byte at a time from a pipe gives the same as reading a whole file, plain or packed.
  @Test(arguments: samples) func chunks(text: String) throws {
    let bytes = Array(text.utf8)
    for (i, format) in ListFormat.allCases.enumerated() {
      let whole = try ListTask(format).run(bytes)
      #expect(whole.failure == nil && !whole.output.isEmpty, "\(text)")
      // How a list arrives does not depend on what is written; each piece costs a wait for the reader.
      for size in i == 0 ? [1, 3, 50] : [50] {
        let piped = try ListTask(format).run(bytes.chunks(of: size), pace: .oneByOne)
        #expect(piped.output == whole.output && piped.faults == whole.faults, "\(size): \(text)")
      }
      let members = [Array(bytes[..<(bytes.count / 2)]), Array(bytes[(bytes.count / 2)...])]
      let packed = members.map { GzipArchive().pack($0) }.joined()
      #expect(try ListTask(format).run(Array(packed)).output == whole.output)
      #expect(try ListTask(format).run(Array(packed).chunks(of: 5)).output == whole.output)
    }
  }

  /// A list that was cut off is never taken for a whole one, unless it could be one.
  @Test(.slow, arguments: samples) func truncated(text: String) throws {
    let bytes = Array(text.utf8)
    let isJSONOrXML = text.contains("]") && !text.hasPrefix("\u{1E}") || text.hasPrefix("<")
    for length in 0..<bytes.count {
      let run = try ListTask().run(Array(bytes[..<length]))
      let isWhole = bytes[length...].allSatisfy(\.isBlank)
      if isJSONOrXML, !isWhole { #expect(run.failure != nil, "\(length) of \(text)") }
    }
  }

  /// Damaged lists are read or refused, and what is written from them can be read again.
  @Test(arguments: samples) func damagedTexts(text: String) throws {
    var random = SeededGenerator(seed: UInt64(text.utf8.count))
    let pieces = Array("\"\\{}[]<>&,;:\t\n\r\u{0}\u{1E}-.e1/!?".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0..<250 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = pieces.randomElement(using: &random)!
        case 1: bytes.insert(pieces.randomElement(using: &random)!, at: place)
        default: bytes.remove(at: place)
        }
      }
      let format = ListFormat.allCases.randomElement(using: &random)!
      let run = try ListTask(format).run(bytes)
      guard run.failure == nil, run.summary.tally.written > 0 else { continue }
      let again = try ListTask().run(run.output)
      #expect(
        again.failure == nil && again.summary.tally.written == run.summary.tally.written,
        "\(String(decoding: bytes, as: UTF8.self)) as \(format): \(run.text)")
    }
  }

  @Test func damagedArchives() throws {
    let packed = GzipArchive().pack(
      Array(String(repeating: "name,lat,lon\nA,1,2\n", count: 500).utf8))
    for length in 1..<packed.count {
      let run = try ListTask().run(Array(packed[..<length]))
      #expect(run.failure != nil || run.hint != nil, "\(length)")
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var damaged = packed
      damaged[Int.random(in: 2..<packed.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      // The name, time and system in the header are not checked.
      _ = try ListTask().run(damaged)
    }
    #expect(try ListTask().run(packed + [1, 2, 3]).failure?.contains("damaged") == true)
    #expect(try ListTask().run(packed + [0, 0, 0]).failure == nil)
  }

  /// Lists too large for memory: a file is read twice and a pipe is stored, in case the last row adds a
  /// column.
  @Test(.slow) func largeLists() throws {
    let rows = 40_000
    let padding = String(repeating: "x", count: 900)
    var text = "name,lat,lon,a\n"
    for row in 0..<rows { text += "Venue \(row),51.5,-0.1,\(padding)\n" }
    let last = #"{"lat":1,"lon":2,"name":"last","late":"column"}"#
    let objects = try ListTask(.ndjson).run(text).output + Array(last.utf8)
    #expect(objects.count > ListStream.heldAtMost)
    let expected = "name,lat,lon,a,late\nVenue 0,51.5,-0.1,\(padding),\n"
    for run in [
      try ListTask(.csv).run(objects), try ListTask(.csv).run([objects]),
      try ListTask(.csv).run(GzipArchive(level: 1).pack(objects)),
    ] {
      #expect(run.failure == nil && run.faults.isEmpty)
      #expect(String(decoding: run.output.prefix(expected.utf8.count), as: UTF8.self) == expected)
      #expect(run.output.lines.count == rows + 2)
      #expect(
        run.output.suffix(20).elementsEqual(",1,2,,column\n".utf8.suffix(20))
          || run.output.lines.last.map { String(decoding: $0, as: UTF8.self) } == "last,1,2,,column"
      )
    }
  }
}
