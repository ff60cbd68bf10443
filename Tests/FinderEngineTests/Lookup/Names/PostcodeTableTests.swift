import TestSupport
import Testing

@testable import FinderEngine

/// Mean positions of postcodes, against sums over all venues.
@Suite struct PostcodeTableTests {
  private static let units = [
    "SW1A 1AA", "SW1A 1AB", "SW1A 2AA", "SW1A", "SW1 1AA", "SW11 1AA", "SW11 1AZ", "SW1A 1",
    "sw1a1aa",
    "W1 1AA", "W1A 1AA", "W11AA", "BT1 5GS", "JE2 3AB", "nonsense", "", "SW11 EZ",
  ]

  private static func venues(_ count: Int, seed: UInt64) -> [TestVenue] {
    var generator = SeededGenerator(seed: seed)
    var venues = [TestVenue](.uniform, count: count, using: &generator)
    for i in venues.indices { venues[i].postcode = units.randomElement(using: &generator)! }
    return venues
  }

  private static func postcode(_ text: String) -> Postcode? {
    text.withBytes { try? PostcodeReading($0).certain }
  }

  private typealias Located = (postcode: Postcode, point: Coordinate)

  /// The venues that have a postcode.
  private static func located(_ store: VenueStore) -> [Located] {
    (0..<store.count).compactMap { row in
      postcode(Venue(row: row, of: store).postcode ?? "").map { ($0, store.coordinate(ofRow: row)) }
    }
  }

  /// All venues whose postcode begins like this, at the first level that has any.
  private static func mean(of postcode: Postcode, _ venues: [Located]) -> PostcodeTable.Mean? {
    for level in [Postcode.Level.postcode, .sector, .outcode].dropFirst(postcode.level.rawValue) {
      let part = postcode.at(level)
      let points = venues.filter { $0.postcode.at(level) == part }.map(\.point)
      guard !points.isEmpty else { continue }
      func mean(_ values: [Double]) -> Double {
        let sum = values.reduce(0) { $0 + Int(($1 * 1e7).rounded()) }
        return (Double(sum) / Double(points.count) / 10).rounded() / 1e6
      }
      return (
        Coordinate(
          latitude: mean(points.map(\.latitude)), longitude: mean(points.map(\.longitude))),
        points.count, level
      )
    }
    return nil
  }

  @Test(arguments: [0, 1, 5, 300]) func meansOfAllLevels(count: Int) throws {
    let asked = Self.units + ["SW1A 9ZZ", "SW1A 9", "SW2 1AA", "ZE1 1AA", "W1A", "W1", "SW1A 2"]
    try NamesHarness.with("postcodes", Self.venues(count, seed: 311)) { names in
      for (kind, directory) in names.directories {
        let venues = Self.located(directory.store)
        for text in asked {
          guard let postcode = Self.postcode(text) else { continue }
          let found = directory.postcodes.mean(of: postcode)
          let right = Self.mean(of: postcode, venues)
          #expect(
            found?.coordinate == right?.coordinate && found?.venues == right?.venues
              && found?.level == right?.level,
            "\(count) venues, \(kind): \(text): \(String(describing: found)), not \(String(describing: right))"
          )
        }
      }
    }
  }

  /// `SW1` and `SW11` begin alike, but are only neighbours in the text.
  @Test func outwardCodesKeepApart() throws {
    try NamesHarness.with("postcodes", Self.venues(300, seed: 312)) { names in
      let table = names.directories[2].directory.postcodes
      let (one, eleven) = (Self.postcode("SW1")!, Self.postcode("SW11")!)
      #expect(table.range(of: one).count == 1 && table.range(of: eleven).count == 2)
      #expect(!table.range(of: one).overlaps(table.range(of: eleven)))
    }
  }

  @Test(RealDataset.needed) func realPostcodes() throws {
    let store = try RealDataset.store
    let table = PostcodeTable(store)
    let venues = Self.located(store)
    for row in stride(from: 0, to: store.count, by: 1371) {
      guard let postcode = Self.postcode(Venue(row: row, of: store).postcode ?? "") else {
        continue
      }
      for case let part? in [postcode, postcode.at(.sector), postcode.at(.outcode)] {
        let (found, right) = (table.mean(of: part), Self.mean(of: part, venues))
        #expect(
          found?.coordinate == right?.coordinate && found?.venues == right?.venues, "\(part.text)")
      }
    }
  }
}

extension Postcode {
  fileprivate func at(_ level: Level) -> Postcode? {
    switch level {
    case .postcode: self.level == .postcode ? self : nil
    case .sector: sector
    case .outcode: outcode
    }
  }
}
