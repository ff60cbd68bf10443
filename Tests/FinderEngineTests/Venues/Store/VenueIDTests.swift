import TestSupport
import Testing

@testable import FinderEngine

/// The ids of venues, which stay the same in all runs, on all machines and in all editions of a dataset.
@Suite("Ids") struct VenueIDTests {
  /// These are in users' files, so they never change. Computed by a second implementation.
  @Test(arguments: [
    (#"{"name":"The Inn","postcode":"SW1A 2AA"}"#, "[-0.1278,51.5074]", "yw4f9t54jvw4"),
    (#"{"name":"The Inn"}"#, "[-0.1278,51.5074]", "zzjbc273zspc"),
    (#"{"postcode":"SW1A 2AA"}"#, "[-0.1278,51.5074]", "rtp5qv9rhbef"),
    ("null", "[0,0]", "g3n3fsbsqp3v"),
    (#"{"name":"Café 北京 twelve","postcode":"x"}"#, "[-180,90]", "jn39qfjdehp4"),
  ])
  func pinned(properties: String, coordinates: String, id: String) throws {
    let dataset = try LoadedDataset(
      features: [feature(coordinates: coordinates, properties: properties)])
    #expect(dataset.ids == [id])
  }

  /// However a feature is written, and whatever else it has.
  @Test(arguments: [
    #"{"postcode":"E1 6AN","name":"Café"}"#, #"{"name":"Caf\u00e9","postcode":"E1 6AN","x":[1]}"#,
    #"{"title":"Café","PostCode":"E1 6AN"}"#,
    #"{"n\u0061me":"Café","addr:postcode":"\u00451 6AN"}"#,
  ])
  func theSame(properties: String) throws {
    let first = try LoadedDataset(
      features: [feature(properties: #"{"name":"Café","postcode":"E1 6AN"}"#)])
    for coordinates in ["[-0.1,51.5]", "[-1e-1,51.50,12]", "[-0.10000,515E-1]"] {
      let other = try LoadedDataset(
        features: [
          "null", feature(name: "before"),
          feature(coordinates: coordinates, properties: properties),
        ])
      #expect(other.ids.last == first.ids[0])
    }
  }

  @Test func zeroHasOneSign() throws {
    let ids = try ["[0,0]", "[-0,0.0]", "[0,-0.0]", "[-0e5,-0]"].map {
      try LoadedDataset(features: [feature(name: "A", coordinates: $0)]).ids[0]
    }
    #expect(Set(ids).count == 1)
  }

  /// Changing the name, the postcode or the place changes the id, and so does moving text from one into
  /// another.
  @Test func idsDistinguishVenues() throws {
    let features =
      [
        "{}", #"{"name":"A"}"#, #"{"name":"B"}"#, #"{"name":"a"}"#, #"{"name":"A "}"#,
        #"{"postcode":"A"}"#, #"{"name":"A","postcode":"B"}"#, #"{"name":"AB"}"#,
        #"{"name":"AB","postcode":"B"}"#, #"{"name":"A","postcode":"BB"}"#, #"{"name":"A\u0000"}"#,
        #"{"name":"12345678"}"#, #"{"name":"123456789"}"#, #"{"name":"12345678\u0000"}"#,
      ].map { feature(properties: $0) }
      + ["[51.5,-0.1]", "[-0.1,51.50000001]", "[-0.10000001,51.5]", "[0.1,51.5]", "[-0.1,-51.5]"]
      .map { feature(name: "A", coordinates: $0) }
    let ids = try LoadedDataset(features: features).ids
    #expect(Set(ids).count == features.count)
    #expect(ids.allSatisfy { !$0.contains("~") && $0.utf8.count == 12 })
    let alphabet = Set("0123456789abcdefghjkmnpqrstvwxyz")
    #expect(ids.allSatisfy { $0.allSatisfy(alphabet.contains) })
  }

  // MARK: Own ids

  @Test(
    arguments: [
      ("7", "7"), ("-0", "-0"), ("1.50", "1.50"), ("1e5", "1e5"), ("1E+5", "1E+5"),
      (
        "12345678901234567890123456789012345678901234567890",
        "12345678901234567890123456789012345678901234567890"
      ),
      ("9007199254740993", "9007199254740993"),
      ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
      (#""node/123""#, "node/123"), (#""""#, nil), ("null", nil), ("true", nil), ("false", nil),
      ("{}", nil), (#"["a"]"#, nil), (#"" ""#, " "), (#""  a  b ""#, "  a  b "),
      (#""Caf\u00e9\n\"\\""#, "Café\n\"\\"), (#""\ud800""#, "\u{FFFD}"), (#""0""#, "0"),
    ] as [(String, String?)])
  func own(id: String, meaning: String?) throws {
    let dataset = try LoadedDataset(features: [feature(name: "A", id: id)])
    let derived = try LoadedDataset(features: [feature(name: "A")])
    #expect(dataset.ids == [meaning ?? derived.ids[0]])
  }

  @Test(arguments: [
    ("7", #""id":"7""#), (#""7""#, #""id":"7""#), ("1.50", #""id":"1.50""#),
    (#""a\"\\\u0001\n\u007f/é""#, #""id":"a\"\\\u0001\n\u007f/é""#),
  ])
  func writtenAsJSONStrings(id: String, member: String) throws {
    let dataset = try LoadedDataset(features: [feature(name: "A", id: id)])
    #expect(dataset.written[0].hasPrefix("{\(member),"))
    #expect(jsonError(dataset.written[0]) == nil)
  }

  /// The last of several counts.
  @Test(arguments: [
    (#""id":1,"id":2"#, "2"), (#""id":"x","id":2"#, "2"), (#""id":{},"id":2"#, "2"),
    (#""id":2,"\u0069d":"3""#, "3"),
  ])
  func duplicatedKeys(members: String, id: String) throws {
    let text = feature(name: "A").replacing(
      #""type":"Feature""#, with: #""type":"Feature",\#(members)"#)
    #expect(try LoadedDataset(text).ids == [id])
    let none = text.replacing(members, with: "\(members),\"id\":null")
    #expect(try LoadedDataset(none).ids == LoadedDataset(feature(name: "A")).ids)
  }

  // MARK: The same id twice

  @Test func duplicatesAreNumbered() throws {
    let ids = try LoadedDataset(features: Array(repeating: feature(name: "A"), count: 4)).ids
    #expect(ids == ["", "~2", "~3", "~4"].map { ids[0] + $0 })
  }

  @Test(arguments: [
    (["1", "1", "1"], ["1", "1~2", "1~3"]),
    // A number and a string of its digits are one id, since ids are written as strings.
    (["1", "\"1\"", "1.0"], ["1", "1~2", "1.0"]),
    ([#""é""#, #""\u00e9""#], ["é", "é~2"]),
    // A feature's own id is never given to another, before or after it.
    ([#""x""#, #""x~2""#, #""x""#], ["x", "x~2", "x~3"]),
    ([#""x~2""#, #""x""#, #""x""#], ["x~2", "x", "x~3"]),
    ([#""x""#, #""x""#, #""x~2""#], ["x", "x~3", "x~2"]),
    ([#""x""#, #""x""#, #""x~2""#, #""x~2""#], ["x", "x~3", "x~2", "x~2~2"]),
    (
      [#""x~2""#, #""x~2""#, #""x""#, #""x""#, #""x~2~2""#], ["x~2", "x~2~3", "x", "x~3", "x~2~2"]
    ),
    ([#""a""#, #""b""#, #""a""#, #""b""#, #""a""#], ["a", "b", "a~2", "b~2", "a~3"]),
  ])
  func ownDuplicates(ids: [String], unique: [String]) throws {
    let dataset = try LoadedDataset(features: ids.map { feature(id: $0) })
    #expect(dataset.ids == unique)
  }

  /// A dataset that finder wrote and reads again: its ids are own ones now.
  @Test func ownIDsInTheFormOfDerivedOnes() throws {
    let derived = try LoadedDataset(features: [feature(name: "A")]).ids[0]
    let own = { (id: String) in feature(name: "B", id: "\"\(id)\"") }
    let first = try LoadedDataset(features: [own(derived), feature(name: "A")])
    #expect(first.ids == [derived, "\(derived)~2"])
    let last = try LoadedDataset(features: [feature(name: "A"), own(derived)])
    #expect(last.ids == [derived, "\(derived)~2"])
    let numbered = try LoadedDataset(
      features: [own("\(derived)~2"), feature(name: "A"), feature(name: "A")])
    #expect(numbered.ids == ["\(derived)~2", derived, "\(derived)~3"])
    // Nearly of that form.
    let others = [
      derived + "0", String(derived.dropLast()), derived.uppercased() + "_",
      // Long ids with the same letters that differ only at the beginning.
      "01arz3ndektsv4rrffq69g5fav", "11arz3ndektsv4rrffq69g5fav",
    ]
    let apart = try LoadedDataset(features: [feature(name: "A")] + others.map(own))
    #expect(apart.ids == [derived] + others)
  }

  /// Features that are left out neither give ids to others nor take any.
  @Test func leftOutFeaturesDoNotCount() throws {
    let dataset = try LoadedDataset(
      features: [feature(coordinates: "[0,99]", id: "1"), feature(id: "1"), "null"])
    #expect(dataset.ids == ["1"])
  }

  /// Against a plain second implementation, on datasets where nearly every id is shared.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func manyDuplicates(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let choices = ["1", "\"1~2\"", "\"1~3\"", "\"x\"", "\"x~2\"", "\"x~2~2\"", "\"~2\"", "\"\""]
    for _ in 0..<200 {
      let count = Int.random(in: 1...60, using: &generator)
      let features = (0..<count).map { _ in
        feature(
          name: ["A", "B"].randomElement(using: &generator)!,
          coordinates: "[\(Int.random(in: 0...1, using: &generator)),51]",
          id: choices.randomElement(using: &generator)!)
      }
      let dataset = try LoadedDataset(features: features)
      let alone = try features.map { try LoadedDataset($0).ids[0] }
      let ids = dataset.ids
      #expect(ids == numbered(alone), "seed \(seed): \(features)")
      #expect(Set(ids).count == count)
    }
  }

  private func numbered(_ ids: [String]) -> [String] {
    var taken = Set(ids)
    var seen: [String: Int] = [:]
    return ids.map { id in
      guard let last = seen[id] else {
        seen[id] = 1
        return id
      }
      let number = ((last + 1)...).first { taken.insert("\(id)~\($0)").inserted }!
      seen[id] = number
      return "\(id)~\(number)"
    }
  }
}
