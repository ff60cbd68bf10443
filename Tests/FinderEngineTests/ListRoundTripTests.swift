import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// From one form into the next and back: the same features, strings by what they mean and all else
/// by its very bytes.
@Suite struct ListRoundTripTests {
  // MARK: Random features

  private static let keys = [
    #"name"#, "postcode", "Name", "NAME", "title", "lat", "LON", "id", "geometry", "x", "easting",
    "a b",
    #"\"q\""#, " sp", "sp ", "", "properties.x", "properties.", "properties.name", #"k,;\t"#, "é",
    #"\u00e9t"#, #"\ud800"#, #"n\nl"#, #"\u0000"#, "{}", #"\""#, "type", "properties",
  ]
  private static let strings = [
    "", "1847", "true", "null", "-0", "1e5", "01", "{}", "[1]", #"{\"a\":1}"#, #"\"s\""#, #"\""#,
    "a,b",
    #"a\"b"#, #"a\r\nb"#, #"\n"#, " lead", "trail ", "é", #"\u00e9"#, #"\ud800"#, #"\ud83d\ude00"#,
    #"\u0000"#, #"\u007f"#, #"\\&"#, "a;b", #"\t"#, "[", "{", #"\"x"#, "+1", ".5", "nan", "日本",
    #"\/"#,
    #"\"\""#, "=1+1", #"\ufeff"#,
  ]
  private static let values = [
    "0", "1.50", "-1e+5", "12345678901234567890", "1.0", "true", "false", "null", "-0.0", "1E400",
    "{}",
    "[]", "[1, 2]", #"{"a":"b,\"c"}"#, #"{ "x" : [null] }"#, #"["x"]"#, #"{"k":"\ud800"}"#,
  ]
  private static let ids = [
    "1", #""1""#, #""a""#, #""""#, "12345678901234567890", #""null""#, "1.0",
  ]
  private static let geometries = [
    "null", #"{"type":"Point","coordinates":[1,2,3.50]}"#,
    #"{"type":"LineString","coordinates":[[0,1],[2,3]]}"#, #"{"type":"Point","coordinates":[]}"#,
    #"{"type":"Point","coordinates":[1,2],"bbox":[1,2,1,2]}"#,
    #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}"#,
  ]

  private func randomFeature(_ random: inout SeededGenerator) -> String {
    let keys = Self.keys.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
    let members = keys.map { key in
      let isText = Int.random(in: 0..<5, using: &random) < 3
      let value =
        isText
        ? "\"\(Self.strings.randomElement(using: &random)!)\""
        : Self.values.randomElement(using: &random)!
      return "\"\(key)\":\(value)"
    }
    let id = Bool.random(using: &random) ? ",\"id\":\(Self.ids.randomElement(using: &random)!)" : ""
    let point =
      "{\"type\":\"Point\",\"coordinates\":["
      + ["-0.1", "1.50", "1e1", "0", "180"].randomElement(using: &random)! + ","
      + ["51.5", "-90", "5.0e1", "0.000"].randomElement(using: &random)! + "]}"
    let geometry =
      Int.random(in: 0..<3, using: &random) > 0
      ? point : Self.geometries.randomElement(using: &random)!
    return
      "{\"type\":\"Feature\"\(id),\"properties\":{\(members.joined(separator: ","))},\"geometry\":\(geometry)}"
  }

  // MARK: What they mean

  private struct Meaning: Equatable {
    let id: String
    let place: String
    let members: [String]
  }

  /// By the reader of GeoJSON, in no order.
  private func meanings(_ text: String) throws -> [Meaning] {
    try TemporaryDirectory.with { folder in
      let list = JSONList(try ListStream(try folder.write(text, to: "list")), ListColumns())
      var record = ListRecord()
      var all: [Meaning] = []
      while case .record = try list.next(&record) {
        var place = "none"
        switch record.place {
        case .none: break
        case .point(let latitude, let longitude): place = "\(raw(latitude)) \(raw(longitude))"
        case .other(let geometry): place = raw(geometry)
        }
        let members = (0..<record.members.count).map { index in
          meaning("\"" + raw(record.members[index].key) + "\"") + "="
            + meaning(raw(record.members[index].value))
        }
        all.append(Meaning(id: meaning(raw(record.id)), place: place, members: members.sorted()))
      }
      return all
    }
  }

  private func raw(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text, as: UTF8.self)
  }

  /// A string by its UTF-16 code units, halves of pairs too; other values to the byte.
  private func meaning(_ token: String) -> String {
    guard token.hasPrefix("\"") else { return token }
    var units: [UInt16] = []
    var rest = Array(token.utf16)[...].dropFirst().dropLast()
    while let unit = rest.popFirst() {
      guard unit == 0x5C, let letter = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch Unicode.Scalar(letter) {
      case "u":
        units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16)!)
        rest = rest.dropFirst(4)
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      default: units.append(letter)
      }
    }
    return "\(units)"
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func everyFormAndBack(part: UInt64) throws {
    for seed in part * 40..<(part + 1) * 40 {
      var random = SeededGenerator(seed: seed)
      let features = (0..<Int.random(in: 1...8, using: &random)).map { _ in randomFeature(&random) }
      let text = collection(features)
      let expected = try meanings(text)
      var forms = ListFormat.allCases + [.csv]
      forms.shuffle(using: &random)
      var current = text
      for form in forms {
        let task = ListTask(form) {
          // Held in memory or read twice, it is the same.
          $0.output.isPacked = false
        }
        let run = try task.run(current)
        #expect(run.failure == nil && run.faults.isEmpty, "seed \(seed) \(form): \(current)")
        current = run.text
      }
      let back = try ListTask().run(current)
      #expect(try meanings(back.text) == expected, "seed \(seed) by \(forms): \(text)")
    }
  }

  /// GeoJSON to GeoJSON changes no byte of what finder wrote itself.
  @Test func geoJSONStays() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let text = collection((0..<5).map { _ in randomFeature(&random) })
      #expect(try ListTask().run(text).text == text)
    }
  }

  @Test func columnsOfCSV() throws {
    let text = collection([
      feature("2", "1", #"{"name":"A","a":1,"lat":5}"#),
      feature("2", "1", #"{"postcode":"N1","b":"x","name":7,"a":null}"#, id: "12"),
      #"{"type":"Feature","properties":{"c":{},"a":""},"geometry":{"type":"Point","coordinates":[1,2,3]}}"#,
    ])
    let expected = """
      id,name,postcode,lat,lon,a,properties.lat,b,properties.name,c,geometry
      ,A,,1,2,1,5,,,,
      12,,N1,1,2,null,,x,7,,
      ,,,2,1,"",,,,"{}","{""type"":""Point"",""coordinates"":[1,2,3]}"

      """
    #expect(try ListTask(.csv).run(text).text == expected)
    #expect(try ListTask(.csv).run(Array(text.utf8).chunks(of: 7)).text == expected)
    #expect(
      try ListTask(.csv) {
        $0.output.spreadSeed = 1
        $0.output.sorts = false
      }
      .run(collection([feature("2", "1", #"{"name":"A"}"#)])).text == "name,lat,lon\nA,1,2\n")
    #expect(try ListTask(.csv).run(collection([])).text == "lat,lon\n")
  }

  /// The last of equal keys holds, whatever kinds of values they have.
  @Test func equalKeys() throws {
    let text = collection([
      feature("2", "1", #"{"name":1,"name":"A","a":1,"a":"x"}"#),
      feature("2", "1", #"{"name":"B","name":2}"#),
    ])
    let rows = try ListTask(.csv).run(text).text
    #expect(rows == "name,lat,lon,properties.name,a\nA,1,2,,x\n,1,2,2,\n")
    #expect(
      try ListTask(.csv).run(rows).text == "name,lat,lon,a,properties.name\nA,1,2,x,\n,1,2,,2\n")
  }

  // MARK: However it comes

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

  /// A byte at a time out of a pipe is the same as the whole of a file, plain or packed.
  @Test(arguments: samples) func chunks(text: String) throws {
    let bytes = Array(text.utf8)
    for format in ListFormat.allCases {
      let whole = try ListTask(format).run(bytes)
      #expect(whole.failure == nil && !whole.output.isEmpty, "\(text)")
      for size in [1, 3, 50] {
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
  @Test(arguments: samples) func truncated(text: String) throws {
    let bytes = Array(text.utf8)
    let isJSONOrXML = text.contains("]") && !text.hasPrefix("\u{1E}") || text.hasPrefix("<")
    for length in 0..<bytes.count {
      let run = try ListTask().run(Array(bytes[..<length]))
      let isWhole = bytes[length...].allSatisfy(\.isBlank)
      if isJSONOrXML, !isWhole { #expect(run.failure != nil, "\(length) of \(text)") }
    }
  }

  /// Whatever stands there, it is read or refused; what was read is written so that it can be read.
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
      // The name, time and system in the header are not checked by anybody.
      _ = try ListTask().run(damaged)
    }
    #expect(try ListTask().run(packed + [1, 2, 3]).failure?.contains("damaged") == true)
    #expect(try ListTask().run(packed + [0, 0, 0]).failure == nil)
  }

  /// Lists too large to be held: a file is read again, a pipe kept aside, for the last row's column.
  @Test func largeLists() throws {
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
