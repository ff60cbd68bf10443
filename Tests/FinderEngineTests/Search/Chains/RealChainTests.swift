import TestSupport
import Testing

@testable import FinderEngine

/// The resolver on the real dataset, without knowing any brand beforehand.
@Suite(RealDataset.needed) struct RealChainTests {
  private static let fixture = Result { ChainFixture(try RealDataset.storeAsRead) }

  @Test(
    "All spellings of each of ten chains are one chain",
    arguments: [
      (
        "McDonald's",
        [
          "McDonald's", "McDonalds", "McDonald’s", "MCDONALD'S", "McDonald's Restaurants Ltd",
          "P A Crocker Ltd t/a McDonalds", "Galms Ltd (McDonald's)", "McDonald's Bordesley Green",
          "MCDONALD'S RESTAURANT LIMITED-CROYDON COLONNADES",
          "1240 Worle McDonalds - Lambtrad Ltd T/A McDonalds",
          "Aberystwyth McDonald's", "Upper Gornal McDonald's", "McDonald's Long Sutton",
        ]
      ),
      (
        "Subway",
        [
          "Subway", "SUBWAY", "Subway Restaurant", "NA Aberdeen Ltd T/A Subway", "Subway Aldershot",
          "Subway ta Soul Feet Ltd", "Subway (Abbeywood)", "Queens Subway", "Subway Park Royal",
        ]
      ),
      (
        "Costa Coffee",
        [
          "Costa Coffee", "COSTA COFFEE", "COSTA COFFEE - BEARSTED", "Ancoats - Costa Coffee",
          "Aimes Ltd t/a Costa Coffee Dereham", "Costa Coffee Penrith",
          "COSTA COFFEE - HORNCHURCH 2", "Costa Coventry", "Costa Beeston",
        ]
      ),
      (
        "KFC",
        [
          "KFC", "kfc", "KFC - ASHTON", "PLV ENTERPRISES LTD t/a KFC", "Bexleyheath KFC Store",
          "KFC - 102 St James Mill Rd Northampton", "KFC Trowbridge Bradley Road",
          "KFC New Addington", "KFC Mile End",
        ]
      ),
      (
        "Starbucks",
        [
          "Starbucks", "STARBUCKS", "Starbucks (Cathedral Square)",
          "Starbucks Exeter Alphington Road",
          "Starbucks Basingstoke - Festival Place ", "Starbucks Aberystwyth",
          "Starbucks White Lion Walk",
        ]
      ),
      (
        "Burger King",
        [
          "Burger King", "Burgerking", "Burger King - Cardiff 5", "BURGER KING-Beacon Way Hull",
          "BURGER KING-Earls Court",
        ]
      ),
      (
        "Papa John's",
        [
          "Papa John's", "Papa Johns", "Papa Johns - ACTON", "Papa Johns - LONDON - Putney",
          "Papa Johns - WEST EALING", "Papajohns- Streatham Hill",
        ]
      ),
      (
        "Creams Cafe",
        ["Creams Cafe", "creams cafe", "Creams", "Creams Reading", "Creams Cafe Southend On Sea"]
      ),
      ("Wimpy", ["Wimpy", "WIMPY", "Wimpy Restaurant ", "Wimpy Resturant", "Wimpy Teddington"]),
      (
        "Muffin Break",
        ["Muffin Break Dundee", "MT COFFEE LTD T/A MUFFIN BREAK", "Muffin Break Cafe"]
      ),
      ("itsu", ["itsu Leeds", "itsu Kings Road", "itsu Victoria Street 163"]),
    ])
  func together(chain: String, names: [String]) throws {
    let fixture = try Self.fixture.get()
    for name in names { #expect(try fixture.chainName(of: name) == chain, "\(name)") }
  }

  @Test(
    "Different houses are not joined",
    arguments: [
      ["Pizza hut", "Domino's Pizza", "Nero Pizza", "Pizzeria bella italia", "Bella Italia"],
      [
        "Costa Coffee", "Esquires Coffee House", "The Coffee House", "Coffee Shop",
        "Costa travelines",
      ],
      ["Burger King", "Taco Bell", "The Bell"],
      ["McDonald's", "mcdonalds bakers"],
      ["Papa John's", "Papas Fish and Chips"], ["LEON", "Leonardo's", "Cafe Leon"],
      ["Domino's Pizza", "Domino Printing Sciences"], ["Pret A Manger", "Preto"],
      ["Holiday Inn Fareham", "Holiday Inn Express Antrim", "The Village Inn"],
      ["Hilton Aberdeen", "DoubleTree by Hilton Leeds City Centre", "Hilton House Hotel"],
      ["Pepe's Piri Piri", "ROOSTERS PIRI PIRI"],
      ["Wagamama", "Wagamamas"], ["The Red Lion", "The White Lion", "The Golden Lion"],
    ])
  func apart(names: [String]) throws {
    let fixture = try Self.fixture.get()
    // Some of them are only in the data under a longer name.
    let chains = names.compactMap { name in (try? fixture.chain(of: name)).flatMap { $0 } }
    #expect(Set(chains).count == chains.count, "\(chains.map { fixture.list.chains[$0].name })")
  }

  @Test("The ten largest chains, and the ten names that most houses share")
  func largest() throws {
    let fixture = try Self.fixture.get()
    #expect(
      fixture.largest(10) == [
        "Subway 1065", "McDonald's 936", "Costa Coffee 515", "KFC 494", "Starbucks 216",
        "Burger King 94", "Pepe's Piri Piri 62", "Papa John's 61", "Creams Cafe 52",
        "Holiday Inn 51",
      ])
    #expect(
      fixture.largest(10, shared: true) == [
        "The Red Lion 154", "The Crown Inn 142", "The Royal Oak 135", "The White Hart 116",
        "The White Horse 105", "The Swan Inn 95", "The Plough Inn 93", "The Kings Arms 90",
        "The Bell Inn 87", "The Ship Inn 77",
      ])
  }

  @Test(
    "Chains whose branches are named after their places, found by typed names",
    arguments: [
      ("pizza pilgrims", 13), ("five guys", 3), ("mowgli", 12), ("kaspa's", 44),
      ("Kaspas Desserts", 44),
      ("esquires", 26), ("Esquires Coffee House", 26),
      // One company has two chains of that name, with nearly equal numbers of hotels.
      ("holiday inn", 51), ("Holiday Inn Express", 44),
      // What follows is not a place in other names, but all are near each other.
      ("kuti's", 3), ("NVS", 5), ("steak & co", 4),
      ("apex", 10), ("hoburne", 5), ("searcys", 4), ("lfh", 4), ("topgolf", 3),
    ])
  func typed(name: String, venues: Int) throws {
    let chains = try Self.fixture.get().chains
    let chain = try #require(chains.chain(named: name))
    #expect(
      chains.venueCount(of: chain) >= venues && !chains.isShared(chain), "\(chains.name(of: chain))"
    )
  }

  @Test(
    "A common name is not a chain",
    arguments: [
      "The Red Lion", "Cafe", "Chinese Takeaway", "The Kings Arms", "Spice Lounge", "Coffee Shop",
      "Taj Mahal", "Village Cafe", "La Dolce Vita", "Ye Olde Bell",
      // Three or four houses with one name.
      "Prima", "Lean", "Longhouse", "Woodcote",
    ])
  func common(name: String) throws {
    let chains = try Self.fixture.get().chains
    if let chain = chains.chain(named: name) { #expect(chains.isShared(chain), "\(name)") }
  }

  @Test("The order of the dataset does not matter")
  func order() throws {
    let read = try Self.fixture.get()
    let indexed = ChainFixture(try RealDataset.store)
    #expect(read.list.chains.map(\.name) == indexed.list.chains.map(\.name))
    #expect(read.list.chains.map(\.venues) == indexed.list.chains.map(\.venues))
  }
}
