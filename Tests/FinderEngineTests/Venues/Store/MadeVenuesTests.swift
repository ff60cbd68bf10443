import Testing

@testable import FinderEngine

/// A store of venues made in memory equals the one from reading their text.
@Suite struct MadeVenuesTests {
  private static let venues: [(name: String, postcode: String, at: Coordinate)] = [
    ("The Crown", "WC1B 2JS", Coordinate(latitude: 51.5, longitude: -0.125)),
    ("", "", Coordinate(latitude: -90, longitude: 180)),
    ("Say \"cheese\" \\ \n Zoë’s 🍕", "N1\t1AA", Coordinate(latitude: 1.0 / 3, longitude: -1e-9)),
    (String(repeating: "x", count: 3_000), "N1 1AA", Coordinate(latitude: 0, longitude: -0.0)),
    ("n", String(repeating: "\"", count: 1_100), Coordinate(latitude: 55, longitude: 1)),
  ]

  @Test func equalsReadingItsText() throws {
    var made = MadeVenues()
    for (name, postcode, place) in Self.venues {
      made.append(name: name, postcode: postcode, at: place)
    }
    let store = made.store()
    #expect(store.count == Self.venues.count)
    for (row, given) in Self.venues.enumerated() {
      let text = PaddedBytes(copying: store.featureBytes(ofRow: row))
      let read = try VenueStore(reading: text)
      let (venue, again) = (Venue(row: row, of: store), Venue(row: 0, of: read))
      #expect(read.count == 1)
      #expect(venue.name == again.name && venue.postcode == again.postcode)
      #expect(venue.name == TidyText.string(given.name))
      #expect(venue.postcode ?? "" == TidyText.string(given.postcode))
      #expect(venue.coordinate == again.coordinate && venue.coordinate == given.at)
      #expect(venue.idKey == again.idKey)
    }
  }

  @Test func none() { #expect(MadeVenues().store().count == 0) }
}
