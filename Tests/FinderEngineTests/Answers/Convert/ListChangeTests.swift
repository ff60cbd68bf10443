import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// `--precision`, `--sort`, `--dedupe`, `--spread` and `--gzip`.
@Suite struct ListChangeTests {
  // MARK: Names of columns

  /// In rows, a missing column is an error; in JSON, one object may lack a key that the next one has.
  @Test func aMissingKey() throws {
    let list = #"[{"lat":51,"lon":0,"n":"A"},{"lat":51,"lon":0}]"#
    for (name, notes) in [("n", []), ("name", []), ("m", ["no venue has a key 'm'"])] {
      for format in [ListFormat.geojson, .csv] {
        let run = try ListTask(format) { $0.input.name = name }.run(list)
        #expect(run.summary.notes == notes, "\(name) \(format)")
      }
    }
  }

  // MARK: Precision

  private func rounded(_ number: String, _ decimals: Int) -> String {
    var arena = Arena()
    let bytes = Array(number.utf8)
    return bytes.withUnsafeBufferPointer {
      String(decoding: PositionRounding(decimals: decimals).text($0, arena: &arena), as: UTF8.self)
    }
  }

  @Test func roundingOfTexts() {
    for (text, decimals, expected) in [
      ("51.50", 4, "51.50"), ("51.5074", 4, "51.5074"), ("51.50745", 4, "51.5075"),
      ("0.00005", 4, "0.0001"),
      ("-0.00005", 4, "-0.0001"), ("-0.00004", 4, "0"), ("0.00004", 4, "0"), ("51.99995", 4, "52"),
      ("99.99999", 2, "100"), ("-9.995", 2, "-10"), ("1.45", 1, "1.5"), ("51.5", 0, "52"),
      ("0.5", 0, "1"),
      ("-0.4", 0, "0"), ("51", 0, "51"), ("51.50001", 4, "51.5"), ("5.150745e1", 4, "51.5075"),
      ("1e1", 4, "10"),
    ] { #expect(rounded(text, decimals) == expected, "\(text) to \(decimals)") }
  }

  /// Against Foundation's decimal numbers, with halves rounded away from zero.
  @Test func roundingOfRandomTexts() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        ["0", "9", "5", "4", "1"].randomElement(using: &random)!
      }
      let sign = Bool.random(using: &random) ? "-" : ""
      let text = sign + String(Int.random(in: 0...180, using: &random)) + "." + digits.joined()
      let decimals = Int.random(in: 0...8, using: &random)
      var value = Decimal(string: text)!
      var expected = Decimal()
      NSDecimalRound(&expected, &value, decimals, .plain)
      let result = rounded(text, decimals)
      #expect(Decimal(string: result) == expected, "\(text) to \(decimals): \(result)")
      if digits.count <= decimals { #expect(result == text) }
      #expect(Array(result.utf8).withUnsafeBufferPointer { DecimalNumber.isNumber($0, .json) })
    }
  }

  @Test func roundingOfGeometries() throws {
    let text = collection([
      #"{"type":"Feature","properties":{"coordinates":[1.55]},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1.55,2.44,3.99]},{"type":"LineString","coordinates":[[1.55,2.44],[3.05,4]]}]}}"#
    ])
    #expect(
      try ListTask { $0.output.precision = 1 }.run(text).text
        == text.replacing("[1.55,2.44", with: "[1.6,2.4").replacing("[3.05,4]", with: "[3.1,4]"))
  }

  // MARK: Order and duplicates

  @Test func sorting() throws {
    let rows = [
      "b,N1,1,2", "a,N2,1,2", "a,N1,2,2", "a,N1,1,3", "a,N1,1,2", "A,Z,1,1", ",N1,1,2", "a,N1,,",
      "é,N1,1,2",
    ]
    let run = try ListTask(.csv) { $0.output.sorts = true }
      .run("name,postcode,lat,lon\n" + rows.joined(separator: "\n") + "\n")
    #expect(
      run.lines.dropFirst() == [
        ",N1,1,2", "A,Z,1,1", "a,N1,1,2", "a,N1,1,3", "a,N1,2,2", "a,N1,,", "a,N2,1,2", "b,N1,1,2",
        "é,N1,1,2",
      ])
  }

  @Test func sortingIsStable() throws {
    let features = (0..<50).map { feature("2", "1", "{\"name\":\"\($0 % 3)\",\"n\":\($0)}") }
    let expected = (0..<3).flatMap { name in (0..<50).filter { $0 % 3 == name } }.map {
      features[$0]
    }
    #expect(
      try ListTask { $0.output.sorts = true }.run(collection(features)).text == collection(expected)
    )
  }

  @Test func duplicates() throws {
    let kept = [
      feature("2", "1", #"{"name":"A  b","postcode":"n1 1aa"}"#),
      feature("2", "1", #"{"name":"a b","postcode":"N11AA"}"#),
      feature("2", "1", #"{"name":"A b","postcode":"N12AA"}"#),
      feature("2", "1", #"{"name":"Chain"}"#),
      feature("3", "1", #"{"name":"Chain"}"#), feature("2", "1", #"{"postcode":"N1 1AA"}"#),
      feature("2", "1", #"{"postcode":"N1 1AA"}"#), placeless(#"{"name":"Chain"}"#),
      placeless(#"{"name":"Chain"}"#),
    ]
    let dropped = [
      feature("9", "9", #"{"Name":" A b","PostCode":"N11AA","x":1}"#),
      feature("2.0", "1", #"{"name":"Chain"}"#),
    ]
    for format in [ListFormat.geojson, .csv] {
      let run = try ListTask(format) { $0.output.dropsDuplicates = true }.run(
        collection(kept + dropped))
      #expect(run.summary.tally.duplicates == 2 && run.summary.tally.written == kept.count)
      if format == .geojson { #expect(run.text == collection(kept)) }
    }
  }

  // MARK: Room

  private struct Placed {
    let text: String
    let points: [Coordinate]
  }

  private func spread(_ text: String, seed: UInt64 = 1, precision: Int? = nil) throws -> Placed {
    let run = try ListTask {
      $0.output.spreadSeed = seed
      $0.output.precision = precision
    }.run(text)
    let store = try VenueStore(reading: PaddedBytes(copying: run.output))
    return Placed(text: run.text, points: (0..<store.count).map { store.coordinate(ofRow: $0) })
  }

  private func crowd(_ spots: [(String, String)], each: Int) -> String {
    collection(
      spots.flatMap { spot in
        (0..<each).map { feature(spot.0, spot.1, "{\"name\":\"\($0)\"}") }
      })
  }

  @Test(arguments: [nil, 4, 5, 6, 8] as [Int?])
  func roomForEach(precision: Int?) throws {
    let spots = [
      ("-0.1278", "51.5074"), ("-0.1277", "51.5074"), ("0", "0"), ("179.99999", "-60"),
      ("-180", "70.5"),
      ("10", "89.9999"), ("0", "-90"), ("-3.2", "55.95"),
    ]
    let text = crowd(spots, each: 40)
    let before = try VenueStore(
      reading: PaddedBytes(
        copying: try ListTask { $0.output.precision = precision }.run(text).output))
    let after = try spread(text, precision: precision)
    var seen = Set<Coordinate>()
    for row in 0..<before.count {
      let point = after.points[row]
      let spot = before.coordinate(ofRow: row)
      #expect(seen.insert(point).inserted, "two on \(point)")
      #expect(Geodesic.distance(from: spot, to: point) <= 25, "\(spot) to \(point)")
      if row % 40 == 0 { #expect(point == spot) } else { #expect(point != spot) }
    }
    #expect(try spread(text, precision: precision).text == after.text)
    #expect(try spread(text, seed: 2, precision: precision).text != after.text)
  }

  /// Other parts of the list make no difference.
  @Test func othersChangeNothing() throws {
    let alone = try spread(crowd([("-0.1", "51.5")], each: 5)).points
    let among = try spread(crowd([("3", "3"), ("-0.1", "51.5"), ("4", "4")], each: 5)).points
    #expect(Array(among[5..<10]) == alone)
  }

  /// Not on a venue that is already there either.
  @Test func takenPlacesStayTaken() throws {
    let moved = try spread(crowd([("-0.1", "51.5")], each: 2)).points[1]
    let text = collection(
      [
        feature("-0.1", "51.5", "{}"), feature("-0.1", "51.5", "{}"),
        feature(shown(moved.longitude), shown(moved.latitude), "{}"),
      ])
    let points = try spread(text).points
    #expect(points[2] == moved && points[1] != moved)
  }

  @Test func theRestIsLeftAlone() throws {
    let line =
      #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,1],[2,3]]}}"#
    let text = collection([
      line, line, placeless("{}"), placeless("{}"), feature("1.50", "2", "{}"),
    ])
    #expect(try ListTask { $0.output.spreadSeed = 1 }.run(text).text == text)
  }

  // MARK: gzip

  @Test func packing() throws {
    var random = SeededGenerator(seed: 4)
    let features = (0..<20_000).map {
      feature("2", "1", "{\"name\":\"\(UInt64.random(in: 0...UInt64.max, using: &random)) \($0)\"}")
    }
    for text in [collection(features), collection([])] {
      for format in [ListFormat.geojson, .csv] {
        let plain = try ListTask(format).run(text)
        let packed = try ListTask(format) { $0.output.isPacked = true }.run(text)
        #expect(packed.output.starts(with: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
        let unpacked = try Gzip.unpack(PaddedBytes(copying: packed.output), named: "packed")
        #expect(unpacked.bytes.elementsEqual(plain.output))
        #expect(
          try ListTask(format) { $0.output.isPacked = true }.run(text).output == packed.output)
      }
    }
  }
}
