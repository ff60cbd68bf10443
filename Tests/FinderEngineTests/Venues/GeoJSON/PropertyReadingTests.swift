import TestSupport
import Testing

@testable import FinderEngine

/// A feature's name, and where it is found.
@Suite("Properties") struct PropertyReadingTests {
  @Test(
    arguments: [
      ("{}", "", nil), ("null", "", nil), (#"{"name":"Inn"}"#, "Inn", nil),
      (#"{"Name":"Inn"}"#, "Inn", nil), (#"{"title":"Inn"}"#, "Inn", nil),
      (#"{"BusinessName":"Inn"}"#, "Inn", nil), (#"{"NAME":"Inn","label":"x"}"#, "", nil),
      (#"{"postcode":"E1 6AN"}"#, "", "E1 6AN"), (#"{"Postcode":"E1 6AN"}"#, "", "E1 6AN"),
      (#"{"PostCode":"E1 6AN"}"#, "", "E1 6AN"), (#"{"addr:postcode":"E1 6AN"}"#, "", "E1 6AN"),
      (#"{"POSTCODE":"E1","post_code":"E1"}"#, "", nil),
      // The best key wins, wherever it is.
      (#"{"name":"A","Name":"B","title":"C","BusinessName":"D"}"#, "A", nil),
      (#"{"BusinessName":"D","title":"C","Name":"B","name":"A"}"#, "A", nil),
      (#"{"BusinessName":"D","title":"C","Name":"B"}"#, "B", nil),
      (#"{"BusinessName":"D","title":"C"}"#, "C", nil),
      (#"{"addr:postcode":"4","PostCode":"3","Postcode":"2","postcode":"1"}"#, "", "1"),
      (#"{"Postcode":"2","PostCode":"3","addr:postcode":"4"}"#, "", "2"),
      (#"{"addr:postcode":"4","PostCode":"3"}"#, "", "3"),
      // Unless it says nothing.
      (#"{"name":"","Name":"B"}"#, "B", nil), (#"{"Name":"B","name":null}"#, "B", nil),
      (#"{"name":false,"title":"C"}"#, "C", nil), (#"{"name":{"en":"A"},"title":"C"}"#, "C", nil),
      (#"{"name":["A"],"title":"C"}"#, "C", nil), (#"{"name":"","postcode":""}"#, "", nil),
      (#"{"postcode":null,"addr:postcode":"4"}"#, "", "4"),
      // The last of several equal keys counts, unless it says nothing.
      (#"{"name":"A","name":"B"}"#, "B", nil), (#"{"name":"A","title":"C","name":"B"}"#, "B", nil),
      (#"{"name":"A","name":""}"#, "A", nil), (#"{"name":"A","name":null}"#, "A", nil),
      // Numbers, digit for digit.
      (#"{"name":1234567890123456789012,"postcode":1010}"#, "1234567890123456789012", "1010"),
      (#"{"name":-0.50,"postcode":1e5}"#, "-0.50", "1e5"),
      // Escapes, in keys and values.
      (#"{"\u006eame":"Inn"}"#, "Inn", nil), (#"{"n\u0061m\u0065":"Inn"}"#, "Inn", nil),
      (#"{"addr\u003apostcode":"E1"}"#, "", "E1"),
      (#"{"name":"Caf\u00e9 \"\u5317\""}"#, "Café \"北\"", nil),
      (#"{"name":"\ud83d\ude00\ud83d"}"#, "😀\u{FFFD}", nil), (#"{"name\u0000":"x"}"#, "", nil),
      // Tidied for display.
      (#"{"name":"  The\tInn\n ","postcode":" "}"#, "The Inn", nil),
      (#"{"name":"\u0001\u202e","postcode":" e1\u0000 6an "}"#, "", "e1 6an"),
      // Only members of the properties themselves count.
      (#"{"tags":{"name":"Inn","postcode":"E1"}}"#, "", nil),
    ] as [(String, String, String?)])
  func nameAndPostcode(properties: String, name: String, postcode: String?) throws {
    let dataset = try LoadedDataset(features: [feature(properties: properties)])
    #expect(dataset.names == [name])
    #expect(dataset.postcodes == [postcode])
    // The text that is searched is the one shown, before it is tidied.
    let searched = dataset.store.withName(ofRow: 0) { TidyText.string($0) }
    #expect(searched == name)
  }

  @Test func longNamesAndManyMembers() throws {
    let name = String(repeating: "Ye Olde Inn é ", count: 10_000) + "x"
    let members = (0..<1_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let dataset = try LoadedDataset(
      features: [feature(properties: "{\(members),\"name\":\"\(name)\"}")])
    #expect(dataset.names == [name])
  }

  /// `name` of a feature, of a geometry or of the collection is foreign, and not the venue's name.
  @Test func namesElsewhere() throws {
    let dataset = try LoadedDataset(
      #"{"name":"list","type":"FeatureCollection","features":[{"name":"x","type":"Feature","#
        + #""geometry":{"name":"y","type":"Point","coordinates":[1,2]},"properties":{}}]}"#)
    #expect(dataset.names == [""])
  }

  @Test(
    arguments: [
      (#"{"name":"A","n":1.50,"s":"x\/\u00e9"}"#, #"{"n":1.50,"s":"x\/\u00e9"}"#),
      (#"{"name":"A","postcode":"B"}"#, nil), ("{}", nil), ("null", nil),
      (#"{"name":"A","title":"Dr"}"#, #"{"title":"Dr"}"#),
      (#"{"name":"A","name":"B","x":[]}"#, #"{"x":[]}"#),
      (#"{"name":"","title":"C"}"#, nil),
      (#"{"\u006eame":"A","\u0078":1}"#, #"{"\u0078":1}"#),
      (#"{"x":1,"x":2}"#, #"{"x":1,"x":2}"#),
      ("{ \"x\" :\r\n { \"y\" :\n [ 1 ,\n 2 ] } }", "{\"x\":{ \"y\" : [ 1 , 2 ] }}"),
      (#"{"distance_m":5}"#, #"{"distance_m":5}"#),
    ] as [(String, String?)])
  func otherPropertiesComeBackUnchanged(properties: String, written: String?) throws {
    let dataset = try LoadedDataset(features: [feature(properties: properties)])
    let tail = dataset.written[0].split(separator: ",\"bearing_deg\":0", maxSplits: 1)[1]
    #expect(tail == (written.map { ",\"properties\":\($0)}" } ?? "}"))
  }

  @Test func duplicatedProperties() throws {
    let text = { (first: String, second: String) in
      #"{"type":"Feature","properties":\#(first),"geometry":{"type":"Point","coordinates":[0,51]},"#
        + #""properties":\#(second)}"#
    }
    let named = #"{"name":"A","postcode":"E1"}"#
    for other in ["null", "{}", #"{"Name":"B"}"#, "[]", "7"] {
      #expect(try LoadedDataset(text(other, named)).names == ["A"])
    }
    #expect(try LoadedDataset(text(named, "null")).names == [""])
    #expect(try LoadedDataset(text(named, #"{"BusinessName":"B"}"#)).names == ["B"])
    #expect(try LoadedDataset(text(named, #"{"BusinessName":"B"}"#)).postcodes == [nil])
    #expect(try LoadedDataset(text(named, "[]")).count(of: .malformedProperties) == 1)
  }

  // MARK: Left out

  @Test(arguments: ["[]", "\"\"", "0", "true", "[{\"name\":\"A\"}]"])
  func malformedProperties(properties: String) throws {
    let dataset = try LoadedDataset(
      features: [feature(name: "A"), feature(properties: properties), feature(name: "B")])
    #expect(dataset.names == ["A", "B"])
    #expect(dataset.count(of: .malformedProperties) == 1 && dataset.store.tally.leftOut == 1)
  }

  @Test func noPropertiesAtAll() throws {
    let bare = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,51]}}"#
    #expect(try LoadedDataset(bare).names == [""])
    #expect(try LoadedDataset(bare).store.tally.leftOut == 0)
  }

  @Test(arguments: [
    "null", "7", "\"Feature\"", "[]", "true", "{}", #"{"type":null}"#, #"{"type":"feature"}"#,
    #"{"type":"Point","coordinates":[0,51]}"#, #"{"type":"FeatureCollection","features":[]}"#,
    #"{"geometry":{"type":"Point","coordinates":[0,51]},"properties":{"name":"x"}}"#,
    #"{"type":"Feature","type":"Other","geometry":{"type":"Point","coordinates":[0,51]}}"#,
    #"{"type":["Feature"],"geometry":{"type":"Point","coordinates":[0,51]}}"#,
    // Other faults of it do not count then.
    #"{"type":"Item","geometry":null,"properties":7}"#,
  ])
  func notAFeature(element: String) throws {
    let dataset = try LoadedDataset(features: [feature(name: "A"), element, feature(name: "B")])
    #expect(dataset.names == ["A", "B"])
    #expect(dataset.count(of: .notAFeature) == 1 && dataset.store.tally.leftOut == 1)
  }

  @Test func typeMayBeEscaped() throws {
    let text = feature(name: "A").replacing("\"Feature\"", with: #""\u0046eature""#)
    #expect(try LoadedDataset(features: [text]).names == ["A"])
    #expect(try LoadedDataset(text).names == ["A"])
  }

  /// Keys that the reader excludes by their last letter are never those of a name or a postcode.
  @Test func keysEndAlike() {
    var keys: [StaticString] = []
    func ask(_ key: StaticString) -> Bool {
      keys.append(key)
      return false
    }
    #expect(VenueKeys.nameRank(ask) == nil && VenueKeys.postcodeRank(ask) == nil)
    #expect(keys.count == 8)
    #expect(keys.allSatisfy { $0.bytes.last == VenueKeys.lastByte })
  }
}
