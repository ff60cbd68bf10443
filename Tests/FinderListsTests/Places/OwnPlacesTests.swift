import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Which place a name means if both the gazetteer and finder's own list have it, and the suggestions from
/// both.
@Suite struct OwnPlacesTests {
  private static let ofSample = PlaceBook(sample: SamplePlaces(in: ["\(Package.folder)/Data"]))

  private func with<Result>(
    _ rows: String, _ body: (Gazetteer, PlaceBook) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(rows, to: "places.csv"))
      let data = FilePath(folder.file("data"))
      try GazetteerStore(dataFolder: data).add([try GazetteerReading(path)])
      let gazetteer = try #require(try Gazetteer.open(inDataFolder: data))
      let sample = try #require(SamplePlaces(in: ["\(Package.folder)/Data"]))
      return try body(gazetteer, PlaceBook(gazetteer: gazetteer, sample: sample))
    }
  }

  private func latitude(_ choice: PlaceChoice) -> Double? {
    if case .one(let place) = choice { place.coordinate.latitude } else { nil }
  }

  /// A user who adds a place of that name means it, unless the table gives its population.
  @Test func theUsersOwnPlaceComesFirst() throws {
    try with("name,lat,lon\nBrighton,57,-4\nNewcastle,58,-4\nAshford,51.1465,0.8716\n") { _, book in
      #expect(latitude(book.choice("Brighton")) == 57)
      #expect(latitude(book.choice("brighton, highland")) == 57)
      #expect(book.choice("Brighton, East Sussex") == Self.ofSample.choice("Brighton"))
      #expect(latitude(book.choice("Newcastle")) == 58)
      #expect(latitude(book.choice("Newcastle upon Tyne")).map { $0 < 56 } == true)
      // The town itself, slightly apart.
      guard case .one(let ashford) = book.choice("Ashford") else { return #expect(Bool(false)) }
      #expect(ashford.county == "Kent" && ashford.population != nil)
    }
    for column in ["population\nBrighton,57,-4,20", "kind\nBrighton,57,-4,Village"] {
      try with("name,lat,lon,\(column)\n") { _, book in
        #expect(book.choice("Brighton") == Self.ofSample.choice("Brighton"), "\(column)")
      }
    }
  }

  // MARK: Places of one name

  @Test func placesOfOneNameAndCounty() throws {
    let rows =
      "name,lat,lon,county\nNewtown,52.1,0.1,Cambridgeshire\nNewtown,52.4,0.12345,Cambridgeshire\n"
    try with(rows) { _, book in
      for text in ["Newtown, Cambridgeshire", "Newtown Cambridgeshire"] {
        #expect(
          book.choice(text).problem(text)
            == "may be any of Newtown, Cambridgeshire at 52.1,0.1; Newtown, Cambridgeshire at "
            + "52.4,0.1235: give the latitude and longitude")
      }
    }
    try with(rows + "Newtown,55,-3,Highland\n") { _, book in
      let problem = book.choice("Newtown").problem("Newtown") ?? ""
      #expect(problem.contains("Newtown, Cambridgeshire at 52.1,0.1; "), "\(problem)")
      #expect(problem.contains("Newtown, Highland") && problem.hasSuffix("add the county"))
    }
    try with("name,lat,lon,county\nNew,52,0,Kent East\nNew,51,0,Kent West\n") { _, book in
      let problem = book.choice("New, Kent").problem("New, Kent")
      #expect(
        problem == "may be any of New, Kent East; New, Kent West: name one of them in full")
    }
  }

  /// Each was once compared with each.
  @Test func thousandsOfOneName() throws {
    var rows = "name,lat,lon,population\n"
    for row in 0..<3000 { rows += "X,\(50 + Double(row % 100) / 10),\(row / 100 * 2 - 30),5\n" }
    try with(rows + "X,58.77,-4.5,70\n") { gazetteer, book in
      let found = gazetteer.places(named: Array("x".utf8))
      #expect(found.exact.count == 1000 && found.exact[0].population == 70)
      #expect(latitude(book.choice("X")) == 58.77)
    }
  }

  // MARK: Suggestions

  @Test(arguments: [
    ("castle", ["Bishop's Castle", "Castle Acre"]), ("bish", ["Bishop's Castle"]),
    ("bishops c", ["Bishop's Castle"]), ("saint iv", ["St Ives"]), ("st. i", ["St Ives"]),
    ("Saint", ["Saintfield", "St Ives"]), ("sai", ["Saintfield", "St Ives"]), ("st ", ["St Ives"]),
    ("st", ["St Ives", "Stoke"]), ("stoke ", ["Stoke"]), ("ives", ["St Ives"]), ("astle", []),
    ("!", []),
  ])
  func suggested(text: String, names: [String]) throws {
    let rows = "name,lat,lon\nBishop's Castle,52,-3\nCastle Acre,52,0\nSaint Ives,50,-5\n"
    try with(rows.replacing("Saint", with: "St") + "Saintfield,54,-5\nStoke,53,-2\n") {
      gazetteer, _ in
      var search = PlaceSuggestions(text, from: nil, in: gazetteer)
      #expect(search.found(limit: nil).map(\.text).sorted() == names)
      var others = PlaceSuggestions(text, from: nil)
      gazetteer.forEachName { others.take($1) }
      #expect(others.found(limit: nil).map(\.text).sorted() == names)
    }
  }
}
