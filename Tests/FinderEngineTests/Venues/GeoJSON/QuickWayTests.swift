import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The reader's fast path against its general way: the same features, faults, errors and offsets.
@Suite("The reader's fast path") struct QuickWayTests {
  static let feature =
    #"{"type":"Feature","properties":{"name":"Inn","postcode":"SW1A 2AA"},"#
    + #""geometry":{"type":"Point","coordinates":[-0.1278,51.5074]}}"#

  static let spaced =
    #"{"type": "Feature", "properties": {"name": "Inn", "postcode": "SW1A 2AA"}, "#
    + #""geometry": {"type": "Point", "coordinates": [-0.1278, 51.5074]}}"#
  static let wide =
    #"{ "type": "Feature", "properties": { "name": "Inn", "postcode": "SW1A 2AA" }, "#
    + #""geometry": { "type": "Point", "coordinates": [ -0.1278, 51.5074 ] } }"#

  /// The purpose of the fast path: if these needed the general way, loading would take three times as long.
  @Test(arguments: [
    feature, spaced, wide,
    #"{"geometry":{"coordinates":[0.5,51.123456],"type":"Point"},"properties":{"postcode":"A","name":"B"},"type":"Feature"}"#,
    #"{"type":"Feature","id":"x","properties":{"name":"Café \"A\""},"geometry":{"type":"Point","coordinates":[1.5,2.5]}}"#,
    #"{"type":"Feature","bbox":[1,2,3,4],"properties":{"seats":4,"Name":"A","tags":{"a":[]}},"geometry":{"type":"Point","coordinates":[1,2,3]}}"#,
    #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
    #"{"type":"Feature","properties":{"name":"A name of more than thirty-two letters","postcode":""}}"#,
  ])
  func takes(text: String) { #expect(isReadQuickly(text)) }

  @Test(arguments: [
    "", "{", "{}", "null", #"{"type":"Feature""#, #"{"type":"feature"}"#, #"{"type":"Feature",}"#,
    #"{"type":"Feature","properties":{"name":"A",}}"#,
    #"{"type":"Feature","properties":{"name":"A"]}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[01.5,2.5]}}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1.5,2.5.5]}}"#,
    #"{"type":"Feature","properties":{"name":"\#u{1}"}}"#,
  ])
  func leaves(text: String) { #expect(!isReadQuickly(text)) }

  @Test func sampleData() throws { try check(WholeDatasetTests.sample) }

  @Test(RealDataset.needed)
  func realData() throws { try check(#require(RealDataset.path)) }

  private func check(_ path: String) throws {
    let text = try DatasetLoader.text(of: DatasetSource(kind: .option, path: FilePath(path)))
    let quick = WalkedDataset(text, takesQuickWay: true)
    #expect(quick == WalkedDataset(text, takesQuickWay: false))
    var slow = 0
    for feature in quick.features {
      var cursor = JSONCursor(text, from: feature.spans[0].start)
      var scanned = ScannedFeature()
      if !cursor.readPlainFeature(CompactSpelling.self, into: &scanned) { slow += 1 }
    }
    withExtendedLifetime(text) {}
    #expect(slow == 0 && quick.features.count > 50_000)
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64])
  func randomCollections(seed: UInt64) {
    var collections = RandomCollection(seed: seed)
    var generator = SeededGenerator(seed: seed)
    for number in 0..<1_000 {
      var text = collections.next()
      if Bool.random(using: &generator) {
        text[Int.random(in: 0..<text.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      guard let difference = disagreement(on: text) else { continue }
      Issue.record("seed \(seed), text \(number): \(difference)")
      return
    }
  }

  /// Names that say nothing are passed over for a lesser key, whatever they consist of.
  @Test(arguments: [
    "", " ", "  ", "\u{7F}", "\u{7F}\u{7F}", "\u{7F}a", " a", "\u{A0}", "\\u0020", "\\n", "~", "!",
  ])
  func namesOfLittle(name: String) {
    for key in ["name", "postcode", "Name", "Postcode"] {
      let before = Self.feature.replacingOccurrences(of: "Inn", with: name)
      let texts = [
        before, before.replacingOccurrences(of: "{\"name", with: "{\"\(key)\":\"B\",\"name"),
        before.replacingOccurrences(of: "\"},", with: "\",\"\(key)\":\"\(name)\"},"),
      ]
      let text = "{\"type\":\"FeatureCollection\",\"features\":[\(texts.joined(separator: ","))]}"
      #expect(disagreement(on: text.utf8) == nil)
    }
  }

  static let mutated: [String] = [
    feature, spaced, wide,
    #"{"geometry":{"coordinates":[0.25,9.123456],"type":"Point"},"id":7,"type":"Feature","#
      + #""properties":{"x":{"a":[]},"name":"é\n","postcode":"","Name":"N"}}"#,
  ]

  /// Each byte in turn changed to each other byte, removed, doubled, and made the last.
  @Test(.slow, arguments: mutated)
  func everyByteChanged(feature: String) {
    let before = Array("{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature),".utf8)
    let middle = Array(feature.utf8)
    let behind = Array(",\(Self.feature)]}".utf8)
    var differences: [String] = []
    func check(_ changed: [UInt8]) {
      if let difference = disagreement(on: changed) { differences.append(difference) }
    }
    for place in middle.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = middle
        changed[place] = byte
        check(before + changed + behind)
      }
      check(before + middle[..<place] + middle[(place + 1)...] + behind)
      check(before + middle[...place] + middle[place...] + behind)
      check(before + middle[...place])
    }
    #expect(differences.isEmpty, "\(differences.count), the first: \(differences.first ?? "")")
  }

  /// Errors of several bytes, which comparing whole members might miss.
  @Test func piecesPutIn() {
    let text = Array("{\"type\":\"FeatureCollection\",\"features\":[\(Self.feature),7]}".utf8)
    for piece in JSONOracleTests.pieces {
      for place in text.indices {
        for length in 0...2 where place + length <= text.count {
          var changed = text
          changed.replaceSubrange(place..<place + length, with: piece)
          guard let difference = disagreement(on: changed) else { continue }
          Issue.record("\(piece) at \(place): \(difference)")
          return
        }
      }
    }
  }

  /// Features with other spellings now and then, so that the reader switches, gives up, and starts again.
  @Test(arguments: [1, 2, 3, 4, 5, 30, 70, 200])
  func runsOfOtherSpellings(length: Int) {
    let random = Self.feature.replacingOccurrences(of: ",", with: " , ")
    let spellings = [Self.feature, random, Self.wide, Self.spaced, random, random, "{}"]
    let features = (0..<1_000).map { spellings[$0 / length % spellings.count] }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    #expect(disagreement(on: text.utf8) == nil)
  }
}
