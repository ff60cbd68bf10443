import Testing

@testable import FinderEngine

@Suite struct MisspellingTests {
  private static let names = [
    "Bath", "Bolton", "Brighton", "Edinburgh", "Gloucester", "Home", "Leicester", "London", "Naxos",
    "Fig", "Pizza Hut", "St Ives", "Tamworth", "Ann's Bar", "distance_m",
  ]

  /// A letter, two in a long name, or the sound.
  @Test(arguments: [
    ("Brihgton", "Brighton"), ("Brigton", "Brighton"), ("brightn", "Brighton"),
    ("Lodnon", "London"),
    ("LONDON", "London"), ("Leester", "Leicester"), ("Gloster", "Gloucester"),
    ("Edinborough", "Edinburgh"), ("Lester", "Leicester"), ("figs", "Fig"), ("hom", "Home"),
    ("Bol", "Bolton"), ("St. Ives", "St Ives"), ("Pizza Hut Leeds", "Pizza Hut"),
    ("anns bra", "Ann's Bar"), ("distance", "distance_m"),
  ])
  func meant(typed: String, name: String) {
    #expect(Misspelling.closest(to: typed, among: Self.names) { $0 } == name)
  }

  /// Nothing is better than something far.
  @Test(arguments: [
    "Haworth", "Nandos", "Bathgate", "Lindum", "Penzance", "Bo", "", "!?", "Wolton Abbey", "Hum",
    String(repeating: "London", count: 100),
  ])
  func unknown(typed: String) {
    #expect(Misspelling.closest(to: typed, among: Self.names) { $0 } == nil)
  }

  @Test func theLikeliest() {
    #expect(Misspelling.closest(to: "crwon", among: ["Crowns", "Crown"]) { $0 } == "Crown")
    #expect(Misspelling.closest(to: "barn", among: ["Bard", "Born", "Barn"]) { $0 } == "Barn")
    #expect(Misspelling.closest(to: "burn", among: ["Bard", "Born", "Barn"]) { $0 } == "Born")
  }
}
