import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// A choice as an edition's record keeps it.
@Suite struct VenueChoiceTests {
  private static let area = PaddedBytes(
    copying: Array(
      #"{"type":"Polygon","coordinates":[[[0,51],[1,51],[1,52],[0,52],[0,51]]]}"#.utf8))

  @Test func thereAndBack() throws {
    var choice = VenueChoice()
    #expect(choice.text(isOpenStreetMap: true) == "osm&kinds=restaurant,cafe,pub,bar,fast_food")
    #expect(choice.text(isOpenStreetMap: false) == "kinds=restaurant,cafe,pub,bar,fast_food")
    choice.kinds = [.pub, .cafe]
    choice.box = BoundingBox(south: 51.4, west: -0.2, north: 51.6, east: 0)
    (choice.polygon, choice.polygonText) = (try Polygon.read(Self.area), Self.area)
    choice.includesPrivate = true
    for isOSM in [true, false] {
      let text = choice.text(isOpenStreetMap: isOSM)
      let hash = SHA256.hex(of: Self.area.bytes).prefix(32)
      #expect(
        text == (isOSM ? "osm&" : "")
          + "kinds=cafe,pub&box=-0.2,51.4,0,51.6&polygon=\(hash)&private")
      let again = try #require(VenueChoice(text: text, polygon: Self.area))
      #expect(again.text(isOpenStreetMap: isOSM) == text && again.box == choice.box)
      #expect(again.contains(Coordinate(latitude: 51.5, longitude: 0)))
      #expect(!again.contains(Coordinate(latitude: 51.5, longitude: -0.1)))
      // The polygon is gone, or another one.
      #expect(VenueChoice(text: text, polygon: nil) == nil)
      let other = PaddedBytes(copying: Array(Self.area.bytes) + [0x20])
      #expect(VenueChoice(text: text, polygon: other) == nil)
    }
  }

  @Test(arguments: [
    "", "osm", "kinds=", "kinds=pubs", "kinds=pub&", "kinds=pub&box=1,2,3",
    "kinds=pub&box=0,52,1,51",
    "kinds=pub&private=1", "kinds=pub&polygon=", "pub", "kinds=pub&box=0,0,nan,1",
  ])
  func invalidChoices(text: String) {
    #expect(VenueChoice(text: text, polygon: Self.area) == nil)
  }

  @Test func columnsThereAndBack() throws {
    #expect(ReadingOptions().text == nil)
    var reading = ReadingOptions()
    reading.columns.name = "Pub & Bar=é%"
    #expect(reading.text == "name=Pub%20%26%20Bar%3D%C3%A9%25")
    reading.columns.position = PositionNames(latitude: "y", longitude: "")
    reading.columns.postcode = "PLZ"
    reading.columns.businessTypes = ["Pub/bar/nightclub", "Mobile caterer"]
    reading.columns.hasEscapes = true
    reading.encoding = .latin1
    let text = try #require(reading.text)
    let again = try #require(ReadingOptions(text: text))
    #expect(again.text == text && again.columns.name == "Pub & Bar=é%")
    #expect(again.columns.position.longitude == "" && again.columns.hasEscapes)
    #expect(again.columns.businessTypes.count == 2 && again.encoding == .latin1)
    for text in ["", "name", "name=%", "name=a&", "encoding=utf7", "escapes=1", "escapes=%", "x=1"]
    {
      #expect(ReadingOptions(text: text) == nil, "\(text)")
    }
  }

  @Test func ofAnEdition() {
    var edition = EditionRecord(
      file: "editions/x", source: "a", sha256: "1", bytes: 1, features: 1, venues: 1,
      installed: Timestamp.text(0))
    let pubs = VenueChoice(kinds: [.pub])
    // From a file that has only venues, all are taken.
    #expect(pubs.isThat(of: edition) && VenueChoice().isThat(of: edition))
    for isOSM in [true, false] {
      edition.choice = pubs.text(isOpenStreetMap: isOSM)
      #expect(pubs.isThat(of: edition) && !VenueChoice().isThat(of: edition))
    }
    // The same, read differently.
    var named = pubs
    named.reading.columns.name = "Pub"
    #expect(!named.isThat(of: edition))
    edition.reading = "name=Pub"
    #expect(named.isThat(of: edition) && !pubs.isThat(of: edition))
  }
}
