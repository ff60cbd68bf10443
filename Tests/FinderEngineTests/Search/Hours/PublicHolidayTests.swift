import Testing

@testable import FinderEngine

/// The holidays of 2019 to 2027 as proclaimed, with the days themselves where another was given in their
/// place.
@Suite struct PublicHolidayTests {
  private static let englandAndWales = """
    2019 01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26
    2020 01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-26 12-28
    2021 01-01 04-02 04-05 05-03 05-31 08-30 12-25 12-26 12-27 12-28
    2022 01-01 01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-25 12-26 12-27
    2023 01-01 01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26
    2024 01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26
    2025 01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26
    2026 01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-26 12-28
    2027 01-01 03-26 03-29 05-03 05-31 08-30 12-25 12-26 12-27 12-28
    2012 01-01 01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26
    2011 01-01 01-03 04-22 04-25 04-29 05-02 05-30 08-29 12-25 12-26 12-27
    2002 01-01 03-29 04-01 05-06 06-03 06-04 08-26 12-25 12-26
    """
  private static let scotland = """
    2019 01-01 01-02 04-19 05-06 05-27 08-05 11-30 12-02 12-25 12-26
    2020 01-01 01-02 04-10 05-08 05-25 08-03 11-30 12-25 12-26 12-28
    2021 01-01 01-02 01-04 04-02 05-03 05-31 08-02 11-30 12-25 12-26 12-27 12-28
    2022 01-01 01-02 01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-25 12-26 12-27
    2023 01-01 01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26
    2024 01-01 01-02 03-29 05-06 05-27 08-05 11-30 12-02 12-25 12-26
    2025 01-01 01-02 04-18 05-05 05-26 08-04 11-30 12-01 12-25 12-26
    2026 01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-26 12-28
    2027 01-01 01-02 01-04 03-26 05-03 05-31 08-02 11-30 12-25 12-26 12-27 12-28
    """
  private static let northernIreland = """
    2019 01-01 03-17 03-18 04-19 04-22 05-06 05-27 07-12 08-26 12-25 12-26
    2020 01-01 03-17 04-10 04-13 05-08 05-25 07-12 07-13 08-31 12-25 12-26 12-28
    2021 01-01 03-17 04-02 04-05 05-03 05-31 07-12 08-30 12-25 12-26 12-27 12-28
    2022 01-01 01-03 03-17 04-15 04-18 05-02 06-02 06-03 07-12 08-29 09-19 12-25 12-26 12-27
    2023 01-01 01-02 03-17 04-07 04-10 05-01 05-08 05-29 07-12 08-28 12-25 12-26
    2024 01-01 03-17 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26
    2025 01-01 03-17 04-18 04-21 05-05 05-26 07-12 07-14 08-25 12-25 12-26
    2026 01-01 03-17 04-03 04-06 05-04 05-25 07-12 07-13 08-31 12-25 12-26 12-28
    2027 01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-25 12-26 12-27 12-28
    """
  private static let ireland = """
    2019 01-01 03-17 04-22 05-06 06-03 08-05 10-28 12-25 12-26
    2022 01-01 03-17 03-18 04-18 05-02 06-06 08-01 10-31 12-25 12-26
    2023 01-01 02-06 03-17 04-10 05-01 06-05 08-07 10-30 12-25 12-26
    2030 01-01 02-01 03-17 04-22 05-06 06-03 08-05 10-28 12-25 12-26
    """

  @Test(arguments: [
    (Nation.englandAndWales, englandAndWales), (.scotland, scotland),
    (.northernIreland, northernIreland), (.ireland, ireland),
    (.jersey, "2024 01-01 03-29 04-01 05-06 05-09 05-27 07-15 08-26 12-25 12-26"),
    (.guernsey, "2025 01-01 04-18 04-21 05-05 05-09 05-26 08-25 12-25 12-26"),
    (.isleOfMan, "2025 01-01 04-18 04-21 05-05 05-26 06-06 07-07 08-25 12-25 12-26"),
  ])
  func lists(nation: Nation, list: String) {
    for line in list.split(separator: "\n") {
      let year = Int(line.prefix(4))!
      let days = CivilDay.number(year, 1, 1)..<CivilDay.number(year + 1, 1, 1)
      let found = days.filter { nation.isHoliday(CivilDay($0)) == true }
        .map { CivilTime(day: $0, minute: 0).date.dropFirst(5) }
      #expect("\(year) " + found.joined(separator: " ") == line, "\(nation)")
    }
    #expect(Nation.elsewhere.isHoliday(CivilDay(20_000)) == nil)
  }

  /// Towns on both sides of each border.
  @Test(arguments: [
    (
      Nation.englandAndWales,
      """
      54.895,-2.934 55.009,-2.970 54.953,-3.212 54.643,-3.545 55.771,-2.007
      55.646,-2.219 55.719,-2.162 55.234,-2.581 53.309,-4.633 51.882,-5.269
      49.914,-6.315 51.129,1.313 52.48,1.75 50.914,0.976
      """
    ),
    (
      .scotland,
      """
      54.996,-3.067 54.987,-3.256 54.69,-4.893 54.842,-5.117 55.652,-2.253
      55.871,-2.089 55.547,-2.274 55.08,-2.948 55.178,-2.813 55.424,-5.605
      55.629,-6.19 60.155,-1.145 57.81,-8.57
      """
    ),
    (
      .northernIreland,
      """
      54.997,-7.321 54.827,-7.463 54.708,-7.594 54.479,-8.09 54.295,-7.868
      54.183,-7.359 54.239,-7.168 54.35,-6.838 54.076,-6.608 54.176,-6.34
      54.063,-5.993 54.64,-5.537 55.293,-6.195 54.412,-6.976
      """
    ),
    (
      .ireland,
      """
      55.068,-7.27 54.95,-7.734 54.832,-7.483 54.477,-8.281 54.291,-7.878
      54.192,-7.704 54.18,-7.232 54.249,-6.968 54.321,-6.894 54.119,-6.736
      54.004,-6.4 54.089,-6.253 55.203,-6.985 53.35,-6.26 52.25,-6.34
      """
    ),
    (
      .elsewhere,
      """
      50.951,1.859 50.726,1.614 49.925,1.08 49.633,-1.616 48.85,2.35
      0,0 -51.5,-0.1
      """
    ),
    (
      .isleOfMan,
      """
      54.15,-4.48 54.222,-4.698
      """
    ),
    (
      .jersey,
      """
      49.187,-2.107
      """
    ),
    (
      .guernsey,
      """
      49.455,-2.537 49.714,-2.205 49.433,-2.36
      """
    ),
  ])
  func borders(nation: Nation, towns: String) {
    for town in towns.split(whereSeparator: \.isWhitespace) {
      let numbers = town.split(separator: ",").map { Double($0)! }
      let place = HoursPlace(Coordinate(latitude: numbers[0], longitude: numbers[1]))
      #expect(place.nation == nation, "\(town)")
    }
  }

  @Test(arguments: [
    ("SW1A 1AA", Nation.englandAndWales), ("eh11ab", .scotland), ("G1 1AA", .scotland),
    ("GU1 1AA", .englandAndWales), ("BT1", .northernIreland), ("IM1 1AA", .isleOfMan),
    ("JE2 3AB", .jersey), ("GY1 1AA", .guernsey), ("CF10 1AA", .englandAndWales),
    ("PH1", .scotland),
  ])
  func postcodes(text: String, nation: Nation) { #expect(Nation(postcode: text) == nation) }

  /// Areas in two nations, Eircodes and others: the position tells.
  @Test(arguments: [
    "TD15 1AA", "CA6 5AA", "DG16", "D02 X285", "W23 X5AB", "", "GREGGS", "12345", "H91",
    "H91 E2K3", "D6W", "T12", "V94", "F75", "X1 1AA",
  ])
  func positionsDecide(text: String) {
    #expect(Nation(postcode: text) == nil)
    let dublin = Coordinate(latitude: 53.35, longitude: -6.26)
    #expect(HoursPlace(dublin, postcode: text).nation == .ireland)
  }

  /// W12 is a district of London and the routing key of Newbridge; W12 8QT is in London alone.
  @Test func routingKeys() {
    let newbridge = Coordinate(latitude: 53.18, longitude: -6.8)
    #expect(HoursPlace(newbridge, postcode: "W12").nation == .ireland)
    #expect(HoursPlace(newbridge, postcode: "W12 8QT").nation == .englandAndWales)
    #expect(HoursPlace(london.coordinate, postcode: "W12").nation == .englandAndWales)
  }
}
