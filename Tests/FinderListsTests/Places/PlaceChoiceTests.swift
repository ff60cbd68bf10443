import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// What names of places mean, by the file that ships with finder.
@Suite struct PlaceChoiceTests {
  static let book = PlaceBook(sample: SamplePlaces(in: ["\(Package.folder)/Data"]))

  @Test(arguments: [
    ("Brighton", "Brighton, East Sussex"), ("brighton", "Brighton, East Sussex"),
    ("  BRIGHTON ", "Brighton, East Sussex"), ("Ashford, Kent", "Ashford, Kent"),
    ("Ashford Kent", "Ashford, Kent"), ("Bangor, Gwynedd", "Bangor, Gwynedd"),
    ("Bangor, Wales", "Bangor, Gwynedd"), ("Bangor, NI", "Bangor, County Down"),
    ("Bangor, Co. Down", "Bangor, County Down"), ("Bangor (County Down)", "Bangor, County Down"),
    ("Newport, Isle of Wight", "Newport, Isle of Wight"),
    ("Newport, IoW", "Newport, Isle of Wight"),
    ("Newport, Salop", "Newport, Shropshire"), ("Newport, Wales", "Newport, Gwent"),
    ("Newport, Monmouthshire", "Newport, Gwent"), ("Newport Shropshire", "Newport, Shropshire"),
    ("St Ives, Cambs", "St Ives, Cambridgeshire"), ("st. ives, cambs.", "St Ives, Cambridgeshire"),
    ("Saint Ives, Cornwall", "St Ives, Cornwall"), ("St Albans", "St Albans, Hertfordshire"),
    ("saint albans", "St Albans, Hertfordshire"), ("St. Albans, Herts", "St Albans, Hertfordshire"),
    ("Kings Lynn", "King's Lynn, Norfolk"), ("King’s Lynn", "King's Lynn, Norfolk"),
    ("stoke on trent", "Stoke-on-Trent, Staffordshire"), ("Stoke", "Stoke-on-Trent, Staffordshire"),
    ("Southend", "Southend-on-Sea, Essex"), ("Wells", "Wells, Somerset"),
    ("Chester", "Chester, Cheshire"), ("Stratford", "Stratford, Greater London"),
    ("Croydon, Surrey", "Croydon, Greater London"), ("Bolton, Lancs", "Bolton, Greater Manchester"),
    ("Richmond, North Yorks", "Richmond, North Yorkshire"),
    ("Perth, Scotland, UK", "Perth, Perthshire"),
    ("Edinburgh", "Edinburgh"), ("Newcastle, Tyne & Wear", "Newcastle upon Tyne, Tyne and Wear"),
    ("ÁSHFORD", "Ashford, Kent"), ("Betws y coed", "Betws-y-Coed, Conwy"),
  ])
  func oneIsMeant(text: String, name: String) {
    guard case .one(let place) = Self.book.choice(text) else {
      Issue.record("\(text): \(Self.book.choice(text))")
      return
    }
    #expect(place.fullName == name)
    #expect(place.origin == .places)
  }

  @Test(arguments: [
    ("Newport", ["Newport, Gwent", "Newport, Isle of Wight", "Newport, Shropshire"]),
    ("Bangor", ["Bangor, County Down", "Bangor, Gwynedd"]),
    ("Richmond", ["Richmond, Greater London", "Richmond, North Yorkshire"]),
    ("Gillingham", ["Gillingham, Kent", "Gillingham, Dorset"]),
    ("St Ives", ["St Ives, Cambridgeshire", "St Ives, Cornwall"]),
    (
      "Newcastle",
      [
        "Newcastle upon Tyne, Tyne and Wear", "Newcastle-under-Lyme, Staffordshire",
        "Newcastle, County Down",
      ]
    ),
  ])
  func severalMayBeMeant(text: String, names: [String]) {
    guard case .several(let places) = Self.book.choice(text) else {
      Issue.record("\(text): \(Self.book.choice(text))")
      return
    }
    #expect(places.map(\.fullName) == names)
    #expect(Self.book.choice(text).problem(text)?.contains(names.joined(separator: "; ")) == true)
  }

  @Test func aCountyThatDoesNotFitListsWhatThereIs() {
    guard case .elsewhere(let places) = Self.book.choice("Ashford, Devon") else {
      Issue.record("\(Self.book.choice("Ashford, Devon"))")
      return
    }
    #expect(places.map(\.fullName) == ["Ashford, Kent"])
  }

  @Test(arguments: [
    "", " ", ",", ",,,", "()", "(Kent)", "Atlantis", "Atlantis, Kent", "name", "lat", "51.5", "🍕",
    "Brigh", "\u{202E}notthgirB", String(repeating: "Ashford ", count: 30),
    String(repeating: "x ", count: 99), String(repeating: ",", count: 99),
  ])
  func noPlace(text: String) { #expect(Self.book.choice(text) == .none) }

  /// Each place in the file is found by its name and county, and by its name alone if it has ten times the
  /// population of any other.
  @Test func everyPlaceIsFound() throws {
    let sample = try #require(SamplePlaces(in: ["\(Package.folder)/Data"]))
    var all: [Place] = []
    sample.visit { all.append($0) }
    #expect(all.count == 950)
    #expect(all.allSatisfy { $0.county != nil && $0.population != nil })
    for place in all {
      #expect(Self.book.choice("\(place.name), \(place.county!)") == .one(place))
      let others = all.filter { $0.name == place.name && $0 != place }.map { $0.population! }
      guard others.allSatisfy({ place.population! >= 10 * $0 }) else { continue }
      // Newcastle and similar names, which are short for a larger place.
      guard case .one(let found) = Self.book.choice(place.name) else {
        #expect(all.contains { $0.name.hasPrefix(place.name + " ") })
        continue
      }
      #expect(found == place)
    }
  }

  /// Ten times the population is decisive, one person less is not.
  @Test(arguments: [(1000, true), (1001, false)])
  func tenTimesThePeople(smaller: Int, isClear: Bool) {
    let text = """
      name,lat,lon,population,postcode_area,county
      Twin,51,0,10000,TN,Kent
      Twin,53,0,\(smaller),LN,Lincolnshire
      """
    guard case .one = PlaceBook(sample: SamplePlaces(text)).choice("twin") else {
      #expect(!isClear)
      return
    }
    #expect(isClear)
  }

  @Test(arguments: [
    "", "\n\n\n", "name,lat,lon\nA,1,2\n", "A,51,0,,,", "A,51,0,x,KT,\u{1B}[2J",
    ",51,0,5,KT,Kent\nA,91,0,5,KT,Kent\nA,nan,0,5,KT,Kent\nA", "\u{0}\u{0},,,,",
  ])
  func damagedLinesAreSkipped(text: String) {
    let choice = PlaceBook(sample: SamplePlaces(text)).choice("a")
    if case .one(let place) = choice {
      #expect(place.coordinate == Coordinate(latitude: 51, longitude: 0))
      #expect(place.county?.contains("\u{1B}") != true)
    } else {
      #expect(choice == .none)
    }
  }

  @Test func withoutTheFileNothingIsKnown() {
    #expect(SamplePlaces(in: ["/nonexistent", "/dev"]) == nil)
    #expect(PlaceBook(sample: nil).choice("London") == .none)
  }
}
