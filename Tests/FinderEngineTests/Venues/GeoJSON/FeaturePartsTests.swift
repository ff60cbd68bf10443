import TestSupport
import Testing

@testable import FinderEngine

/// A text read in parts gives the same result as in one, whatever is at the parts' borders.
@Suite struct FeaturePartsTests {
  @Test(.slow, arguments: 1...8 as ClosedRange<UInt64>) func sameAsInOnePart(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var text = Self.text(using: &generator)
      if round % 2 == 0 { Self.damage(&text, using: &generator) }
      let whole = Self.read(text, leastPart: .max)
      for leastPart in [40, 150, 400, text.count / 4 + 1] {
        #expect(
          Self.read(text, leastPart: leastPart) == whole,
          "seed \(seed), round \(round), parts of \(leastPart): \(text)")
      }
    }
  }

  /// The text is really read in parts: the first of four has a quarter.
  @Test func partsAreFound() throws {
    var generator = SeededGenerator(seed: 1)
    let venues = [TestVenue](.uniform, count: 400, using: &generator)
    let bytes = PaddedBytes(copying: venues.geoJSON.utf8)
    var cursor = JSONCursor(bytes)
    cursor.position = venues.geoJSON.utf8.count - venues.geoJSON.utf8.drop { $0 != 0x5B }.count + 2
    var builder = StoreBuilder(text: bytes)
    let parts = FeatureParts.divide(cursor, for: builder, atLeast: bytes.count / 5)
    guard let parts else {
      #expect(Parallel.processors == 1)
      return
    }
    let isBehind = parts.read(&cursor, into: &builder, takesQuickWay: true)
    let built = builder.finish()
    #expect(isBehind && built.columns.count == 400 && built.tally.features == 400)
  }

  private struct Outcome: Equatable {
    var rows: [[UInt64]] = []
    var tally: DatasetTally?
    var error: String?
  }

  private static func read(_ text: String, leastPart: Int) -> Outcome {
    let bytes = PaddedBytes(copying: text.utf8)
    var builder = StoreBuilder(text: bytes)
    var reader = GeoJSONReader(bytes, leastPart: leastPart)
    do throws(ParseError) {
      try reader.read(into: &builder)
    } catch {
      return Outcome(error: "\(error.offset): \(error.description(in: bytes.bytes))")
    }
    let (columns, tally, _) = builder.finish()
    let rows = (0..<columns.count).map { row in
      [
        columns.position.latitude[row].bitPattern, columns.position.longitude[row].bitPattern,
        UInt64(columns.featureStart[row]), UInt64(columns.featureLength[row]),
        columns.idKey[row].value, unsafeBitCast(columns.text[row], to: UInt64.self),
      ]
    }
    return Outcome(rows: rows, tally: tally)
  }

  /// Text that looks like the beginning of a feature, in names, in foreign members, in geometries.
  private static func text(using generator: inout SeededGenerator) -> String {
    let point = #"{"type":"Point","coordinates":[1.5,2]}"#
    let kinds = [
      #"{"type":"Feature","properties":{"name":"a"},"geometry":\#(point)}"#,
      #"{"type":"Feature","properties":{"name":"b"},"geometry":null}"#,
      #"{"type":"Feature","properties":{"name":",{\"type\":\"Feature\""},"geometry":\#(point)}"#,
      #"{"type":"Feature","x":[1,{"type":"Feature","x":1},{"type":"Feature"}],"geometry":\#(point)}"#,
      #"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[\#(point),\#(point)]}}"#,
      #"{"id":7,"type":"Feature","properties":{},"geometry":\#(point)}"#,
      #"7"#,
    ]
    let spaces = ["", "", " ", "\n", "\r\n  "]
    let most = Bool.random(using: &generator) ? 1 : kinds.count - 1
    let features = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
      kinds[Int.random(in: 0..<most, using: &generator)]
    }
    let comma = "," + spaces.randomElement(using: &generator)!
    let end = [",\"features2\":[{\"type\":\"Feature\"},{\"type\":\"Feature\"}]", "", " "]
      .randomElement(using: &generator)!
    return #"{"type":"FeatureCollection","features":["#
      + spaces.randomElement(using: &generator)! + features.joined(separator: comma)
      + spaces.randomElement(using: &generator)! + "]" + end + "}"
  }

  private static func damage(_ text: inout String, using generator: inout SeededGenerator) {
    var bytes = Array(text.utf8)
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.removeLast(bytes.count - place)
    case 1: bytes[place] = UInt8(ascii: "]")
    case 2: bytes.insert(UInt8(ascii: ","), at: place)
    default: bytes.remove(at: place)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
