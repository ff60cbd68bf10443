import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// From one form into the next and back: the same features, strings compared by meaning and everything else
/// byte for byte.
@Suite struct ListRoundTripTests {
  // MARK: Random features

  private static let keys = [
    #"name"#, "postcode", "Name", "NAME", "title", "lat", "LON", "id", "geometry", "x", "easting",
    "a b",
    #"\"q\""#, " sp", "sp ", "", "properties.x", "properties.", "properties.name", "a||b|c|||d|||e",
    "nam:e||||||j||name", #"k,;\t"#, "é",
    #"\u00e9t"#, #"\ud800"#, #"n\nl"#, #"\u0000"#, "{}", #"\""#, "type", "properties",
  ]
  private static let strings = [
    "", "1847", "true", "null", "-0", "1e5", "01", "{}", "[1]", #"{\"a\":1}"#, #"\"s\""#, #"\""#,
    "a,b",
    #"a\"b"#, #"a\r\nb"#, #"\n"#, " lead", "trail ", "é", #"\u00e9"#, #"\ud800"#, #"\ud83d\ude00"#,
    #"\u0000"#, #"\u007f"#, #"\\&"#, "a;b", #"\t"#, "[", "{", #"\"x"#, "+1", ".5", "nan", "日本",
    #"\/"#,
    #"\"\""#, "=1+1", #"\ufeff"#, " ", #"\"{}\""#, #"\"\\u0000\""#, #"\"\\\"[1]\\\"\""#,
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

  // MARK: Meanings

  private struct Meaning: Equatable {
    let id: String
    let place: String
    let members: [String]
  }

  /// Read by the GeoJSON reader, in no particular order.
  private func meanings(_ text: String) throws -> [Meaning] {
    try TemporaryDirectory.with { folder in
      let list = try JSONList(ListStream(FilePath(try folder.write(text, to: "list"))), ListInput())
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

  /// A string by its UTF-16 code units, including unpaired surrogates; other values byte for byte.
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

  @Test(.slow, arguments: 0..<8 as Range<UInt64>) func everyFormAndBack(part: UInt64) throws {
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
          // Whether held in memory or read twice, the result is the same.
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

  /// Converting finder's own GeoJSON to GeoJSON changes no byte.
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

  /// The last of equal keys counts, whatever kinds of values they have.
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

}
