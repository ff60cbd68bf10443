import TestSupport
import Testing

@testable import FinderEngine

@Suite struct ChainListTests {
  /// Six towns, each with houses named after it, so that it is recognised as a place.
  private static let towns = ["Leeds", "Truro", "Ayr", "Dover", "Norwich", "Bangor"]

  private static var townHouses: [ChainFixture.Place] {
    towns.enumerated().flatMap { number, town in
      (0..<4).map { ("House\(number)\($0) \(town)", 50 + Double(number), -4 + Double($0) / 1000) }
    }
  }

  private func chains(_ names: [String]) throws -> ChainFixture {
    let places = names.enumerated().map { number, name -> ChainFixture.Place in
      let town = Self.towns.firstIndex { name.lowercased().contains($0.lowercased()) }
      return (name, 50 + Double(town ?? number % 7), -3 + Double(number) / 500)
    }
    return try ChainFixture(Self.townHouses + places)
  }

  @Test("All spellings of a chain's name are one chain")
  func spellings() throws {
    let names =
      Array(repeating: "McDonald's", count: 6) + [
        "McDonalds", "McDonalds Restaurant", "MCDONALD'S - LEEDS", "McDonald's Truro",
        "McDonald’s Ltd",
        "mcdonalds (Ayr)", "McDonald's Restaurants Limited", "Fala Foods Ltd t/a McDonalds",
        "McDonald's, Dover", "McDonald's @ Norwich", "Mc Donalds", "McDonalds 0021",
      ]
    let fixture = try chains(names)
    #expect(fixture.largest(1) == ["McDonald's \(names.count)"])
    for name in names { #expect(try fixture.chainName(of: name) == "McDonald's", "\(name)") }
  }

  @Test("A chain whose branches are all named after their places")
  func branchesAlone() throws {
    let fixture = try chains(Self.towns.map { "itsu \($0)" } + ["itsuki Leeds", "Not itsu"])
    #expect(fixture.largest(9) == ["itsu 6"])
  }

  @Test("Well-known chains with words in common stay apart")
  func apart() throws {
    let all = [
      "Pizza Hut", "Pizza Express", "Pizza Pilgrims", "Costa", "Costas", "Café Rouge", "Café Nero",
      "Burger King", "Burger & Lobster", "Five Guys", "Wagamama", "Papa John's", "Papa's",
      "Holiday Inn", "Holiday Inn Express",
    ]
    let names = all.flatMap { name in
      Array(repeating: name, count: 6) + Self.towns.map { "\(name) \($0)" } + [
        "\(name) - Dover Road"
      ]
    }
    let fixture = try chains(names)
    #expect(fixture.largest(99) == all.map { "\($0) 13" }.sorted())
    for name in names {
      let owner = try #require(all.filter { name.hasPrefix($0) }.max { $0.count < $1.count })
      #expect(try fixture.chainName(of: name) == owner, "\(name)")
    }
  }

  @Test("Words of trade do not join small houses, and no name is left without a word")
  func trade() throws {
    let fixture = try chains([
      "Roma Café", "Roma Café", "Roma Restaurant", "Roma Restaurant", "Roma", "Roma",
      "Coffee", "Coffee", "The Coffee House", "The Coffee House", "The Coffee House",
      "Coffee House",
      "Coffee House", "Coffee Shop", "Coffee Shop",
    ])
    #expect(fixture.largest(9) == [])
    #expect(
      fixture.largest(9, shared: true) == [
        "The Coffee House 5", "Coffee 2", "Coffee Shop 2", "Roma 2", "Roma Café 2",
        "Roma Restaurant 2",
      ])
  }

  @Test("A name that many pubs share belongs to no chain")
  func pubs() throws {
    let lions = Array(repeating: "The Red Lion", count: 8) + ["Red Lion", "Red Lion Inn"]
    let fixture = try chains(
      lions + Array(repeating: "Premier Inn Leeds", count: 1)
        + Self.towns.map { "Premier Inn \($0)" } + Array(repeating: "Kings Arms", count: 3))
    #expect(fixture.largest(9) == ["Premier Inn 7"])
    #expect(fixture.largest(9, shared: true) == ["The Red Lion 10", "Kings Arms 3"])
  }

  @Test("Neither one house entered twice nor a single venue is a chain")
  func oneSpot() throws {
    let fixture = try ChainFixture([
      ("Solo", 51, 0), ("SOLO", 51, 0), ("Duo", 51, 0), ("duo", 52, 0), ("", 51, 0), ("", 52, 0),
      ("…", 53, 0), ("Uno", 50, 0),
    ])
    #expect(fixture.list.chains.map(\.name) == ["Duo"])
    #expect(fixture.chainOfRow.filter { $0 == 0 }.count == 2)
  }

  @Test("A chain has branches in three postcode districts, or without postcodes in three places")
  func districts() throws {
    func isChain(_ postcodes: [String], _ step: Double) throws -> Bool {
      let places = postcodes.enumerated().map { number, postcode in
        (place: ("Bao Wow Leeds", 51 + step * Double(number), 0) as ChainFixture.Place, postcode)
      }
      return try ChainFixture(places).largest(9) == ["Bao Wow Leeds \(places.count)"]
    }
    #expect(try isChain(["LS1 1AA", "LS2 1AA", "LS3 1AA"], 0.001))
    #expect(try isChain(["LS1 1AA", "ls1 2aa", "LS2 1AA", "LS2", "LS22 1AA"], 0.001))
    #expect(try !isChain(["LS1 1AA", "LS1 2AA", "LS1 3AA", "LS1 4AA", "LS2 1AA"], 0.1))
    #expect(try !isChain(["LS1 1AA", "LS2 1AA"], 1))
    #expect(try isChain(["", "?", ""], 0.05))
    #expect(try !isChain(["", "", ""], 0.001))
    #expect(try !isChain(["", "", "LS1 1AA"], 0.001))
  }

  @Test("Names that share their first words and differ in a place, also within one town")
  func branchesOfATown() throws {
    let quarters = ["Soho", "Camden", "Hoxton", "Wapping", "Kilburn"]
    var places: [ChainFixture.Place] = []
    for (number, quarter) in quarters.enumerated() {
      let (latitude, longitude) = (51.45 + Double(number) / 30, -0.1)
      for house in 0..<3 {
        places.append(("House\(number)\(house) \(quarter)", latitude, longitude))
      }
      places.append(("Pizza Pilgrims \(quarter)", latitude, longitude))
      places.append(("Mowgli Street Food - \(quarter)", latitude, longitude))
    }
    // Elsewhere, with other words and other towns.
    for number in 0..<200 {
      places.append(("House\(number) Lounge\(number % 20)", 52 + Double(number) / 50, -2))
    }
    let fixture = try ChainFixture(places)
    #expect(fixture.largest(9) == ["Mowgli Street Food 5", "Pizza Pilgrims 5"])
    for typed in ["mowgli", "Mowgli Street Food", "MOWGLI - Soho"] {
      let chain = try #require(fixture.chains.chain(named: typed), "\(typed)")
      #expect(fixture.chains.name(of: chain) == "Mowgli Street Food")
    }
  }

  /// With three or more houses, their name is a stem of its own.
  @Test("Names that continue with a common word are not branches, however many there are")
  func commonWordsAreNotBranches() throws {
    var places = Self.townHouses
    for number in 0..<42 {
      let town = Self.towns[number % 6]
      places.append(("Wimpy \(town) \(number)", 50 + Double(number % 6), -3 + Double(number) / 500))
    }
    for number in 0..<14 {
      let (latitude, longitude) = (50 + Double(number % 7) + Double(number) / 9, Double(number) / 3)
      places.append(("Baker\(number) Bakers", latitude, longitude - 2))
      // Names that have `Wimpy`, but not first: what follows it is not taken for a place.
      if number < 5 { places.append(("Uvex\(number) Old Wimpy", latitude, longitude - 2)) }
    }
    for houses in 1...5 {
      places.append(("Wimpy Bakers", 50 + 0.3 * Double(houses), -3.4))
      let fixture = try ChainFixture(places)
      #expect(fixture.largest(1) == ["Wimpy 47"], "\(houses)")
    }
  }

  @Test("The order of a dataset does not matter")
  func order() throws {
    let names = ["KFC", "kfc", "Kfc Leeds", "KFC - Ayr", "Subway", "SUBWAY Dover", "Subway Ayr"]
    var places = Self.townHouses
    for (number, name) in (names + names + Self.towns.map { "Mowgli \($0)" }).enumerated() {
      places.append((name, 50 + Double(number % 6), -3 + Double(number) / 100))
    }
    let first = try ChainFixture(places)
    #expect(first.list.chains.count > 2)
    for seed in 1...8 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let again = try ChainFixture(places.shuffled(using: &generator))
      #expect(again.list.chains.map(\.name) == first.list.chains.map(\.name), "seed \(seed)")
      #expect(again.list.chains.map(\.venues) == first.list.chains.map(\.venues), "seed \(seed)")
      #expect(again.list.keys.map(\.value) == first.list.keys.map(\.value), "seed \(seed)")
    }
  }

  @Test("A chain is found by the name that a user types")
  func lookUp() throws {
    let fixture = try chains(
      Array(repeating: "Costa Coffee", count: 6) + Array(repeating: "Burger King", count: 3)
        + Self.towns.map { "Costa Coffee \($0)" } + ["Nobody's"])
    func found(_ text: String) -> String? {
      fixture.chains.chain(named: text).map(fixture.chains.name(of:))
    }
    for text in [
      "costa coffee", "COSTA", "Costa Coffee - Wick", "costa coffee shop", "The Costa Ltd",
    ] {
      #expect(found(text) == "Costa Coffee", "\(text)")
    }
    for text in ["burgerking", "Burger King (Perth)"] { #expect(found(text) == "Burger King") }
    for text in ["", "…", "coffee", "burger", "king", "Costa Brava", "Nobody's", "costas"] {
      #expect(found(text) == nil, "\(text)")
    }
  }

  @Test("Hostile names are read in reasonable time, and belong to no chain")
  func hostile() throws {
    let long = String(repeating: "a b c ", count: 2000)
    var names = Array(repeating: long, count: 20) + Array(repeating: "x", count: 3000)
    names += (0..<3000).map { "n\($0 % 100) m\($0 % 1000) o\($0)" }
    names += (0..<200).map { String(repeating: "inn ", count: $0) }
    names += (0..<200).map { String(repeating: "the ", count: $0 % 30) + "t/a ltd t/a" }
    names += ["\u{0}", "\u{FEFF}", "((((", "ltd ltd ltd", "t/a t/a t/a"]
    let fixture = try ChainFixture(names: names)
    #expect(try fixture.chain(of: long) == nil)
    #expect(try fixture.chainName(of: "x") == "x")
    for chain in fixture.list.chains { #expect(!chain.name.isEmpty && chain.venues > 1) }
  }
}
