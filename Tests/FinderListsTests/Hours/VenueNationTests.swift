import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import OpeningHoursKit

/// The nation whose holidays a venue keeps: by its postcode, else by its position.
@Suite struct VenueNationTests {
  @Test(arguments: [
    ("SW1A 1AA", Nation.englandAndWales), ("eh11ab", .scotland), ("G1 1AA", .scotland),
    ("GU1 1AA", .englandAndWales), ("BT1", .northernIreland), ("IM1 1AA", .isleOfMan),
    ("JE2 3AB", .jersey), ("GY1 1AA", .guernsey), ("CF10 1AA", .englandAndWales),
    ("PH1", .scotland),
  ])
  func postcodes(text: String, nation: Nation) { #expect(Nation(postcode: text) == nation) }

  /// Areas in two nations, Eircodes and others: the position decides.
  @Test(arguments: [
    "TD15 1AA", "CA6 5AA", "DG16", "D02 X285", "W23 X5AB", "", "GREGGS", "12345", "H91",
    "H91 E2K3", "D6W", "T12", "V94", "F75", "X1 1AA",
  ])
  func positionsDecide(text: String) {
    #expect(Nation(postcode: text) == nil)
    let dublin = Coordinate(latitude: 53.35, longitude: -6.26)
    #expect(HoursPlace(dublin, postcode: text).nation == .ireland)
  }

  /// W12 is a district of London and the routing key of Newbridge; W12 8QT is only in London.
  @Test func routingKeys() {
    let newbridge = Coordinate(latitude: 53.18, longitude: -6.8)
    #expect(HoursPlace(newbridge, postcode: "W12").nation == .ireland)
    #expect(HoursPlace(newbridge, postcode: "W12 8QT").nation == .englandAndWales)
    #expect(
      HoursPlace(Coordinate(latitude: 51.5, longitude: -0.12), postcode: "W12").nation
        == .englandAndWales)
  }
}
