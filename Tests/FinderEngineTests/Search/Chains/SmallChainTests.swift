import Testing

@testable import FinderEngine

/// Chains of a few branches, among many other names.
@Suite struct SmallChainTests {
  private static let towns = ["Leeds", "Truro", "Ayr", "Dover", "Norwich", "Bangor"]
  /// Words that end many names, so that none of them identifies an owner.
  private static let plain = [
    "Bank", "Brasserie", "Lounge", "Bun", "Blue", "Steak", "Co", "Hotel", "Grill",
  ]

  /// Names along a line.
  private static func line(
    _ names: [String], from start: (Double, Double), by step: (Double, Double)
  ) -> [ChainFixture.Place] {
    names.indices.map { number in
      let count = Double(number)
      return (names[number], start.0 + step.0 * count, start.1 + step.1 * count)
    }
  }

  /// Houses named after the towns, so that these are recognised as places, and with the plain words.
  private static var others: [ChainFixture.Place] {
    var places: [ChainFixture.Place] = []
    for (number, town) in towns.enumerated() {
      let names = (0..<4).map { "House\(number)\($0) \(town)" }
      places += line(names, from: (50 + Double(number), -4), by: (0, 0.001))
    }
    for word in plain {
      let names = (0..<40).map { "\(word)\($0) \(word)" }
      places += line(names, from: (50, -4), by: (0.14, 0.07))
    }
    return places
  }

  /// Each far from the others.
  private func apart(_ names: [String]) -> [ChainFixture.Place] {
    Self.line(names, from: (50, -3), by: (0.7, 0.37))
  }

  /// A few kilometres from each other.
  private func nearby(_ names: [String]) -> [ChainFixture.Place] {
    Self.line(names, from: (51, -1.3), by: (0.03, 0))
  }

  private func inTowns(_ name: String) -> [ChainFixture.Place] {
    Self.line(Self.towns.map { "\(name) \($0)" }, from: (50.5, -2), by: (1, 0.2))
  }

  private func chains(_ places: [ChainFixture.Place]) throws -> [String] {
    try ChainFixture(Self.others + places).largest(9)
  }

  @Test(
    "Names that begin with a unique word and continue like branches, wherever they are",
    arguments: [
      (["Zolf Leeds", "Zolf Truro", "Zolf Quince Lounge"], "Zolf 3"),
      (
        ["LFH (Woolley Grange) Limited", "LFH (Moonfleet Manor) Ltd", "LFH (The Ickworth) Ltd"],
        "LFH 3"
      ),
      (
        ["Searcys at The Pump Room", "Searcys at Blenheim Palace", "Searcys at the Lounge"],
        "Searcys 3"
      ),
    ])
  func ownWord(names: [String], chain: String) throws {
    #expect(try chains(apart(names)) == [chain])
  }

  @Test("Such names with any continuation are one chain if all are nearby")
  func nearbyNames() throws {
    let names = ["Kutis Of Wickham", "Kutis Noorani", "Kutis Brasserie"]
    #expect(try chains(nearby(names)) == ["Kutis 3"])
    #expect(try chains(apart(names)) == [])
    let hospitals = ["Blyth Lounge", "Hexham General", "Tyneside General"]
    let wards = hospitals.map { "NVS \($0) Hospital" } + ["NVS Lounge"]
    #expect(try chains(nearby(wards)) == ["NVS 4"])
  }

  @Test("Houses of one name in two regions are not a chain, not even with two in each")
  func twoRegions() throws {
    let pair = Self.line(["Zolf Grill", "Zolf Blue"], from: (54, -2), by: (0.03, 0))
    #expect(try chains(nearby(["Zolf Lounge", "Zolf Brasserie"]) + pair) == [])
    #expect(try chains(nearby(["Zolf Lounge", "Zolf Brasserie", "Zolf Grill"])) == ["Zolf 3"])
  }

  @Test("Names far from each other are one chain if they are spelled alike")
  func writtenUnlike() throws {
    #expect(try chains(apart(["Zolf", "Zolf Leeds", "Zolf Truro"])) == ["Zolf 3"])
    #expect(try chains(apart(["The Zolf", "Zolf Leeds", "Zolf Truro"])) == [])
    #expect(try chains(apart(["Zolf Quince", "Zolf Leeds", "Zolf Xylo"])) == ["Zolf 3"])
    #expect(try chains(apart(["ZOLF QUINCE", "Zolf Leeds", "Zolf Xylo"])) == [])
    #expect(try chains(nearby(["The Zolf", "ZOLF QUINCE", "Zolf Xylo"])) == ["The Zolf 3"])
  }

  @Test("A word before a park or a green is a place")
  func estates() throws {
    let names = ["Woodcote Park Lounge", "Woodcote Park Grill", "Woodcote Green Brasserie"]
    #expect(try chains(nearby(names)) == [])
  }

  @Test("Neither a landowner's pubs nor a first name are a chain")
  func namesakes() throws {
    for pub in ["Chandos Arms", "Chandos Hall Hotel"] {
      #expect(try chains(nearby([pub, "Chandos Quince", "Chandos Brasserie"])) == [])
    }
    let first = ["Judy", "Wilf", "Emily", "Debbie", "Lottie", "Henry", "Iris", "Hattie", "Elsie"]
    let houses = (first + Self.towns.prefix(1)).map { "Chez \($0)" }
    #expect(try chains(apart(houses)) == [])
    #expect(try chains(nearby(["Tony Macaroni", "Tony Macaroni Blue", "Tony Lounge"])) == [])
  }

  @Test(
    "Several common words, as names of branches",
    arguments: [
      (
        [
          "Casa Brasil (Lounge) Ltd", "Casa Brasil (Port Solent) Ltd", "Casa Brasil (Quay) Ltd",
        ], "Casa Brasil 3"
      ),
      (
        [
          "Jamaica Blue", "Jamaica Blue", "Jamaica Blue Leeds", "Jamaica Blue Truro",
          "Jamaica Blue Next Lounge",
        ], "Jamaica Blue 5"
      ),
    ])
  func severalWords(names: [String], chain: String) throws {
    let namesakes = ["Casa Lounge", "The Brasil", "Brasil Grill", "Jamaica Grill", "Jamaica Bank"]
    #expect(try chains(apart(names + namesakes)) == [chain])
  }

  @Test("Several common words that continue with places nearby")
  func severalWordsNearby() throws {
    let names = ["Yum Bun Leeds", "Yum Bun Bank Market", "Yum Bun Lounge Market"]
    let namesakes = apart(["Yum Lounge", "Yum Grill", "Yum Bank", "Yum Blue"])
    #expect(try chains(nearby(names) + namesakes) == ["Yum Bun 3"])
    #expect(try chains(apart(names) + namesakes) == [])
  }

  @Test("Plain words that four houses nearby spell alike are one chain")
  func writtenAlike() throws {
    let names = Array(repeating: "Steak & Co", count: 4)
    #expect(try chains(nearby(names)) == ["Steak & Co 4"])
    #expect(try chains(apart(names)) == [])
    let written = ["Steak & Co", "STEAK & CO", "Steak & Co", "steak & co"]
    #expect(try chains(nearby(written)) == [])
  }

  @Test("The branches of a hotel chain are not joined to the pubs of that name")
  func hotelsAndPubs() throws {
    let pubs = apart(Array(repeating: "The Britannia", count: 9))
    #expect(try chains(pubs + inTowns("Britannia Hotel")) == ["Britannia Hotel 6"])
  }

  @Test("A name with a different letter, or without its spaces, belongs to the large chain")
  func misspelt() throws {
    let alone = Array(repeating: "Pepes Piri Piri", count: 12)
    let house = ["Pepes Peri Peri", "Pepes Pizza Peri"]
    #expect(
      try chains(apart(alone) + inTowns("Pepes Piri Piri") + nearby(house))
        == ["Pepes Piri Piri 19"])
    let many = Self.line(
      Array(repeating: "Papa Johns", count: 40), from: (50, -3), by: (0.1, 0.05))
    let branches = ["2", "3"].flatMap { number in
      Self.line(
        Self.towns.map { "Papa Johns \($0) \(number)" }, from: (50.5, -2), by: (1, 0.2))
    }
    let oneWord = nearby(["Papajohns - Streatham Hill"])
    #expect(
      try chains(many + inTowns("Papa Johns") + branches + oneWord) == ["Papa Johns 59"])
  }

  @Test("A kind of food in the names of all houses of one town is not a place")
  func places() throws {
    let quarters = ["Soho", "Camden", "Hoxton", "Wapping"]
    var places: [ChainFixture.Place] = []
    for number in 0..<3 {
      let houses = quarters.map { "House\($0)\(number) \($0)" }
      places += Self.line(houses, from: (51.5, -0.1), by: (0.03, 0))
    }
    let branches = quarters.map { "Island Poke \($0)" }
    places += Self.line(branches, from: (51.5, -0.11), by: (0.03, 0))
    places += Self.line(["Honi Poke", "Ahi Poke", "Oka Poke"], from: (51.5, -0.11), by: (0.03, 0))
    let islands = ["Lounge", "Grill", "Brasserie", "Bun", "Steak", "Blue"].map { "Island \($0)" }
    #expect(try chains(places + apart(islands)) == ["Island Poke 4"])
  }

  @Test("A number is not a name")
  func numbers() throws {
    #expect(try chains(apart(["No1 Leeds", "No1 Truro", "No1 Dover", "No1 Ayr"])) == [])
  }
}
