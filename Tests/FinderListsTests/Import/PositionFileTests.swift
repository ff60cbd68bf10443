import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Tables of positions as published, and damaged ones.
@Suite struct PositionFileTests {
  private struct Read {
    let tally: PositionFileTally
    /// `postcode: latitude,longitude` as it would be written; `…` if it is computed.
    let positions: [String]
  }

  /// Reads a table and looks the postcodes up in it.
  private func read(_ bytes: [UInt8], _ postcodes: [String]) throws -> Read {
    try TemporaryDirectory.with { folder in
      var table = PositionTable()
      let tally = try PositionFile.read(
        FilePath(try folder.write(bytes, to: "table")), into: &table)
      table.addMiddles()
      let positions = try postcodes.map { text in
        let postcode = try PostcodeReading(Array(text.utf8)).postcode
        guard let position = table.position(of: postcode) else { return "\(text): none" }
        guard let spelling = position.spelling else {
          let place = position.coordinate
          return "\(text): \((place.latitude * 1e4).rounded() / 1e4),"
            + "\((place.longitude * 1e4).rounded() / 1e4)…"
        }
        return "\(text): \(String(decoding: spelling.latitude, as: UTF8.self)),"
          + String(decoding: spelling.longitude, as: UTF8.self)
      }
      return Read(tally: tally, positions: positions)
    }
  }

  private func read(_ text: String, _ postcodes: [String]) throws -> Read {
    try read(Array(text.utf8), postcodes)
  }

  /// The Ordnance Survey's, without a header.
  @Test func codePointOpen() throws {
    let rows = """
      "AB10 1AB",10,394235,806529,"S92000003","","S08000020","","S12000033","S13002842"
      "AB101AF",10,394181,806429,"S92000003","","S08000020","","S12000033","S13002842"
      "AB99 9ZZ",90,0,0,"S92000003","","","","",""

      """
    let found = try read(rows, ["AB10 1AB", "AB10 1AF", "AB99 9ZZ"])
    #expect(
      found.positions == [
        "AB10 1AB: 57.1496,-2.0969…", "AB10 1AF: 57.1487,-2.0978…", "AB99 9ZZ: none",
      ])
    #expect(found.tally.rows == 3 && found.tally.used == 2 && found.tally.withoutPosition == 1)
  }

  /// That of the Office for National Statistics: some postcodes are out of use, some lack a position, and
  /// Northern Ireland's are on its own grid.
  @Test(arguments: [
    "pcds,doterm,oseast1m,osnrth1m,osgrdind,lat,long",
    "PCDS,DOTERM,EAST1M,NORTH1M,GRIDIND,LAT,LONG",
  ])
  func statistics(header: String) throws {
    let rows = """
      \(header)
      AB10 1AB,,394235,806529,1,57.149606,-2.096916
      AB10 1AA,199606,394251,806376,1,57.148233,-2.096648
      BT1 5GS,,333900,374000,1,54.5965,-5.9290
      GY1 1AA,,,,9,99.999999,0.000000
      JE2 3AB,,392192,-77560,1,99.999999,0.000000
      IM1 1AA,,0,0,9,99.999999,0.000000

      """
    let found = try read(
      rows, ["AB10 1AB", "AB10 1AA", "AB10 1", "BT1 5GS", "GY1 1AA", "JE2 3AB", "IM1 1AA"])
    #expect(
      found.positions == [
        "AB10 1AB: 57.1496,-2.0969…", "AB10 1AA: 57.1482,-2.0966…", "AB10 1: 57.1496,-2.0969…",
        "BT1 5GS: 54.5965,-5.929…", "GY1 1AA: none", "JE2 3AB: 49.2026,-2.1085…", "IM1 1AA: none",
      ])
    #expect(found.tally.used == 4 && found.tally.withoutPosition == 2)
    #expect(found.tally.contradictory == 0)
  }

  @Test func degreesAreUnchanged() throws {
    let rows = """
      name;post code;Latitude;LNG
      "a;b";n1 1aa;51.50;-0.100
      c;N1 1AB; 51.5 ;+0.1
      d;N1 1AC;51.5;
      e;N1 1AD;95;0
      f;N1 1AE;0;0
      g;nowhere;51;0
      h
      "i";N1 1AF;"51.60";"1e-1"
      """
    let found = try read(rows, ["N1 1AA", "N1 1AB", "N1 1AC", "N1 1AD", "N1 1AE", "N1 1AF"])
    #expect(
      found.positions == [
        "N1 1AA: 51.50,-0.100", "N1 1AB: 51.5,0.1…", "N1 1AC: none", "N1 1AD: none",
        "N1 1AE: none", "N1 1AF: 51.60,1e-1",
      ])
    #expect(found.tally.rows == 8 && found.tally.used == 3)
    #expect(found.tally.withoutPostcode == 2 && found.tally.withoutPosition == 3)
  }

  /// As in outcodes.csv: E20's degrees are 6.9 km from its eastings and northings.
  @Test func eastingsAndNorthingsArePreferred() throws {
    let rows = """
      postcode,eastings,northings,latitude,longitude,town
      AB10,392900,804900,57.13514,-2.11731,Aberdeen
      E20,538350,184500,51.54593,0.09248,Queen Elizabeth Olympic Park
      E21,,,51.5,0.1,No grid
      """
    let found = try read(rows, ["AB10", "E20", "E21"])
    #expect(
      found.positions == ["AB10: 57.135,-2.1189…", "E20: 51.5424,-0.0064…", "E21: 51.5,0.1"])
    #expect(found.tally.contradictory == 1 && found.tally.firstContradictory?.text == "E20")
    #expect((6_800...6_900).contains(found.tally.firstDistance))
  }

  @Test func geojson() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"postcode":"n1 1aa"},"geometry":{"type":"Point","coordinates":[-0.10,51.500,7]}},
      {"type":"Feature","geometry":{"coordinates":[1e-1,51.5E0],"type":"Point"},"properties":{"addr:postcode":"N1 1AB"}},
      {"type":"Feature","properties":{"PostCode":"N1 1AC"},"geometry":{"type":"LineString","coordinates":[[0,51],[1,52]]}},
      {"type":"Feature","properties":{"postcode":"N1 1AD"},"geometry":null},
      {"type":"Feature","properties":{"postcode":"SW11 EZ"},"geometry":{"type":"Point","coordinates":[0,51]}},
      {"type":"Feature","properties":{"name":"x"},"geometry":{"type":"Point","coordinates":[0,51]}}
      ]}
      """
    let postcodes = ["N1 1AA", "N1 1AB", "N1 1AC", "N1 1AD", "SW1 1EZ", "SW11"]
    let expected = [
      "N1 1AA: 51.500,-0.10", "N1 1AB: 51.5E0,1e-1", "N1 1AC: 51.5,0.5…", "N1 1AD: none",
      "SW1 1EZ: none", "SW11: none",
    ]
    let packed = GzipArchive().pack(Array(text.utf8))
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for bytes in [Array(text.utf8), packed, marked] {
      let found = try read(bytes, postcodes)
      #expect(found.positions == expected)
      #expect(found.tally.rows == 6 && found.tally.used == 3)
      #expect(found.tally.withoutPostcode == 2 && found.tally.withoutPosition == 1)
    }
  }

  // MARK: Files that are not tables

  private func error(_ bytes: [UInt8]) throws -> String {
    do {
      _ = try read(bytes, [])
      return "none"
    } catch let error as ListError {
      let hint = error.hint.map { "\n\($0)" } ?? ""
      return (error.message + hint).replacing(/^\S*\/table/, with: "table")
    } catch let error as FileError {
      return error.message.replacing(/^\S*\/table/, with: "table")
    } catch let error as DatasetError {
      return error.message.replacing(/^\S*\/table/, with: "table")
    }
  }

  @Test(arguments: [
    ("", "table: line 1: expected a list, but there is nothing but white space"),
    (" \n\n", "table: line 1: expected a list, but there is nothing but white space"),
    (
      "name,lat,lon\na,1,2\n",
      "table: line 1: expected columns for a postcode and its position\n"
        + "  postcode (or pcds, outcode), and easting and northing or lat and lon"
    ),
    (
      "postcode,lat\nN1,1\n",
      "table: line 1: expected columns for a postcode and its position\n"
        + "  postcode (or pcds, outcode), and easting and northing or lat and lon"
    ),
    (
      "postcode,easting,lat\nN1,1,1\n",
      "table: line 1: expected columns for a postcode and its position\n"
        + "  postcode (or pcds, outcode), and easting and northing or lat and lon"
    ),
    ("<a/>", "table: expected CSV or GeoJSON, found XML"),
    ("[1,2]", "table: byte 0: expected a GeoJSON object ('{'), found '[1,2]'"),
    ("\"a\nb", "table: line 1: a quoted cell does not end"),
  ])
  func hostile(text: String, expected: String) throws {
    #expect(try error(Array(text.utf8)) == expected)
  }

  @Test func binaries() throws {
    #expect(try error(Array("PK\u{3}\u{4}zip".utf8)).contains("zip archive"))
    let packed = GzipArchive().pack(Array("postcode,lat,lon\nN1 1AA,51,0\n".utf8))
    #expect(try error(Array(packed.dropLast(9))).contains("it ends too early"))
    var broken = packed
    broken[broken.count - 6] ^= 1
    #expect(try error(broken).contains("gzip data is damaged"))
  }

  /// Rows that cannot be read are left out and counted; the rest is used. A town in Latin-1 does not matter.
  @Test func badRows() throws {
    let rows: [[UInt8]] = [
      Array("postcode,town,lat,lon\nN1 1AA,a,51,0\n".utf8), [0x4E, 0x31, 0x2C, 0xE9, 0x2C],
      Array("52,0\n\"N1 1AB\"x,b,51,0\n\"N1 1AC,c,51,0\nN1 1AD,d,53,0\n".utf8),
    ]
    let found = try read(rows.flatMap { $0 }, ["N1 1AA", "N1", "N1 1AB", "N1 1AC", "N1 1AD"])
    #expect(
      found.positions == [
        "N1 1AA: 51,0", "N1: 52,0", "N1 1AB: none", "N1 1AC: none", "N1 1AD: 53,0",
      ])
    #expect(found.tally.rows == 5 && found.tally.withoutPostcode == 2)
  }
}
