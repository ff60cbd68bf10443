import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// The positions of postcodes, sectors and outward codes.
@Suite struct PositionTableTests {
  private func postcode(_ text: String) -> Postcode {
    guard let reading = try? PostcodeReading(Array(text.utf8)) else { fatalError(text) }
    return reading.postcode
  }

  // A noncopyable value cannot be used in a test's macro; what is found in it can.

  private func find(_ table: borrowing PositionTable, _ text: String) -> PositionTable.Position? {
    table.position(of: postcode(text))
  }

  private func best(
    _ table: borrowing PositionTable, _ text: String
  ) -> (position: PositionTable.Position, level: Postcode.Level)? {
    table.best(for: postcode(text))
  }

  private func table(_ fill: (inout PositionTable) -> Void) -> PositionTable {
    var table = PositionTable()
    table.beginTable()
    fill(&table)
    table.addMiddles()
    return table
  }

  private func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private func isNear(_ position: PositionTable.Position?, _ latitude: Double, _ longitude: Double)
    -> Bool
  {
    guard let found = position?.coordinate else { return false }
    return abs(found.latitude - latitude) < 1e-9 && abs(found.longitude - longitude) < 1e-9
  }

  @Test func levels() throws {
    let table = table { table in
      table.add(postcode("EC1A 1BB"), at: point(51, 0))
      table.add(postcode("EC1A 1AA"), at: point(51.2, 0.2))
      table.add(postcode("EC1A 2AA"), at: point(52, 1))
    }
    for (text, level, latitude, longitude) in [
      ("EC1A 1BB", Postcode.Level.postcode, 51.0, 0.0), ("EC1A 1ZZ", .sector, 51.1, 0.1),
      ("EC1A 9ZZ", .outcode, 51.4, 0.4), ("EC1A 2", .sector, 52, 1),
      ("EC1A 3", .outcode, 51.4, 0.4),
      ("EC1A", .outcode, 51.4, 0.4),
    ] {
      let known = best(table, text)
      let found = try #require(known, "\(text)")
      #expect(found.level == level && isNear(found.position, latitude, longitude), "\(text)")
    }
    #expect(best(table, "EC1B 1BB") == nil)
    #expect(best(table, "E1 1BB") == nil)
  }

  @Test func theFirstTableHoldsAndTheMiddleOfItsRows() {
    var table = PositionTable()
    table.beginTable()
    for place in [point(51, 0), point(51, 0), point(51.3, 0.3)] {
      table.add(postcode("N1 1AA"), at: place)
    }
    table.add(postcode("N1 1AB"), at: point(51.1, 0))
    table.beginTable()
    table.add(postcode("N1 1AA"), at: point(59, 3))
    table.add(postcode("N1 1AC"), at: point(51.4, 0))
    table.addMiddles()
    #expect(isNear(find(table, "N1 1AA"), 51.1, 0.1))
    #expect(isNear(find(table, "N1 1AC"), 51.4, 0))
    // Of three postcodes, each counted once.
    #expect(isNear(find(table, "N1 1"), 51.2, 0.1 / 3))
  }

  private func text(_ literal: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  /// As spelled, if all rows agree; computed if they do not.
  @Test func spelling() {
    let spelling = PositionTable.Spelling(latitude: text("51.5000"), longitude: text("-0.10"))
    let table = table { table in
      for text in ["N1 1AA", "N1 1AB"] {
        let wasNew = table.isNew(postcode(text))
        table.add(postcode(text), at: point(51.5, -0.1), spelling: spelling)
        let isNew = table.isNew(postcode(text))
        #expect(wasNew && !isNew)
      }
      table.add(postcode("N1 1AA"), at: point(51.5, -0.1))
      table.add(postcode("N1 1AB"), at: point(51.5, -0.2))
    }
    let spelled = find(table, "N1 1AA")?.spelling
    #expect(spelled.map { Array($0.latitude) } == Array("51.5000".utf8))
    #expect(spelled.map { Array($0.longitude) } == Array("-0.10".utf8))
    #expect(find(table, "N1 1AB")?.spelling == nil)
    #expect(find(table, "N1 1")?.spelling == nil)
  }

  /// A table's own position of an outward code is used until ten postcodes are known, unless they are too far
  /// away for it to be right.
  @Test(arguments: [1, 9, 10, 11])
  func outwardCodesOfATable(postcodes: Int) {
    let table = table { table in
      table.add(postcode("N1"), at: point(51.6, -0.1))
      table.add(postcode("N2"), at: point(52.4, -0.1))
      table.add(postcode("N3"), at: point(51.5, -0.1))
      for number in 0..<postcodes {
        let unit = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
        table.add(postcode("N1 1A\(unit)"), at: point(51.5, -0.1))
        table.add(postcode("N2 1A\(unit)"), at: point(51.5, -0.1))
      }
    }
    #expect(isNear(find(table, "N1"), postcodes < 10 ? 51.6 : 51.5, -0.1))
    #expect(isNear(find(table, "N2"), postcodes < 3 ? 52.4 : 51.5, -0.1))
    #expect(isNear(find(table, "N3"), 51.5, -0.1))
  }

  @Test func postcodesOutOfUse() {
    let table = table { table in
      table.add(postcode("N1 1AA"), at: point(51, 0), isTerminated: true)
      table.add(postcode("N1 1AB"), at: point(52, 0))
      table.add(postcode("N1 1AC"), at: point(50, 0), isTerminated: true)
      table.add(postcode("N1 1AC"), at: point(53, 0))
      table.add(postcode("N1 1AB"), at: point(40, 0), isTerminated: true)
    }
    #expect(isNear(find(table, "N1 1AA"), 51, 0))
    #expect(isNear(find(table, "N1 1AB"), 52, 0))
    #expect(isNear(find(table, "N1 1AC"), 53, 0))
    #expect(isNear(find(table, "N1 1"), 52.5, 0))
  }

  @Test func indexAgainstADictionary() {
    var generator = SeededGenerator(seed: 3)
    var index = PostcodeIndex()
    var rows: [UInt64: Int] = [:]
    for _ in 0..<60_000 {
      let key = UInt64.random(in: 1...20_000, using: &generator) &* 0x0101_0000_0000
      let postcode = Postcode(key: key)
      #expect(index[postcode] == rows[key])
      let row = index.row(for: postcode)
      #expect(row == rows[key, default: rows.count])
      rows[key] = row
      #expect(index.postcodes[row] == postcode && index.count == rows.count)
    }
  }

  // MARK: Grids

  /// The eastings and northings of Northern Ireland show which grid they are on: Belfast's City Hall on both.
  @Test(arguments: [(146_300.0, 529_800.0), (333_900, 374_000)])
  func belfast(easting: Double, northing: Double) throws {
    let found = try #require(
      PositionGrid.coordinate(easting: easting, northing: northing, of: postcode("BT1 5GS")))
    #expect(Geodesic.distance(from: found, to: point(54.5965, -5.9301)) < 500)
  }

  @Test(arguments: [
    (0.0, 0.0), (0, 500_000), (500_000, 0), (9e9, 5), (.infinity, 1), (-400_000, 100_000),
  ])
  func noPosition(easting: Double, northing: Double) {
    #expect(
      PositionGrid.coordinate(easting: easting, northing: northing, of: postcode("N1 1AA")) == nil)
  }

  /// No place on the Irish grid is also in Northern Ireland on the National Grid.
  @Test func gridsAreNotMixedUp() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let easting = Double.random(in: 188_000...367_000, using: &generator)
      let northing = Double.random(in: 309_000...453_000, using: &generator)
      let irish = MapGrid.irish.coordinate(easting: easting, northing: northing)
      guard irish.latitude > 54.02, irish.latitude < 55.32, irish.longitude > -8.18,
        irish.longitude < -5.42
      else { continue }
      let found = PositionGrid.coordinate(
        easting: easting, northing: northing, of: postcode("BT1 1AA"))
      #expect(found == irish)
    }
  }
}
