import TestSupport
import Testing

@testable import FinderEngine

/// `NameDirectory.marks(of:among:)`, against testing each row's own name.
@Suite struct NamesOfMatchesTests {
  private static let typed = [
    "e", "s", "fish", "fish chips", "cafe joes", "McDonald's", "ze", "the the", "北京", "bar", "zzz",
    "ﬁsh",
    "İ", "ß", "o’neill",
  ]

  private static let odd = [
    "Fish & Chips", "Joe’s Café", "JOES CAFE", "北京飯店Bar", "🍕🍕", "", " ", "ﬁsh", "straße", "O'Neill",
    "İstanbul", "e\u{301}", "\u{301}e", "bar\u{200D}bar", "ＦＩＳＨ",
    String(repeating: "fish ", count: 300), String(repeating: "long ", count: 199) + "zebra",
    String(repeating: "x", count: 994) + " bar", String(repeating: "x", count: 996) + " bar",
  ]

  private func expectSame(_ store: VenueStore, _ typed: [String], _ label: String) throws {
    let names = NameDirectory(of: store)
    let odds = RowMarks(rows: store.count, keepsMarked: true)
    for row in stride(from: 1, to: store.count, by: 2) { odds.mark(row) }
    odds.countRows()
    for text in typed {
      let match = try #require(NameMatch(text))
      for marks in [nil, odds] {
        let wanted = (0..<store.count).filter { row in
          (marks?.accepts(row) ?? true) && store.withName(ofRow: row) { match.matches($0) }
        }
        let found = names.marks(of: match, among: marks)
        #expect(found.rows == wanted, "\(label), \(text), of half: \(marks != nil)")
        #expect(found.count == wanted.count, "\(label), \(text)")
      }
    }
  }

  @Test func oddNames() throws {
    var random = SeededGenerator(seed: 5)
    let names = (0..<2_000).map { _ in Self.odd.randomElement(using: &random)! }
    let venues = names.map { name in
      TestVenue(
        ExactPosition(nearestTo: 51.5, -0.1), name: TestName(meaning: name, token: "\"\(name)\""))
    }
    let store = try VenueStore(reading: PaddedBytes(copying: Array(venues.geoJSON.utf8)))
    try expectSame(store.indexed(), Self.typed, "odd")
    try expectSame(store, Self.typed, "odd, as read")
  }

  @Test(.slow, RealDataset.needed) func realNames() throws {
    try expectSame(try RealDataset.store, Self.typed, "real")
  }
}
