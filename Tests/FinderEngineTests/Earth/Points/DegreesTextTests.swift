import TestSupport
import Testing

@testable import FinderEngine

@Suite struct DegreesTextTests {
  @Test(arguments: [
    "51.5,-0.125", "51.5, -0.125", "51.5 -0.125", "51.5N 0.125W", "51.5 N, 0.125 W", "N51.5 W0.125",
    "n 51.5, w 0.125", "0.125W 51.5N", "W0.125, N51.5", "51.5° N, 0.125° W", "51.5°, -0.125°",
    #"51°30'0"N 0°7'30"W"#, "51°30′N 0°7.5′W", "51°30’00”N, 0°07’30”W", "51°30'00''N 0°07'30''W",
    "51 30 0 N 0 7 30 W", "N 51 30 W 0 07.5", "51 30, -0 7.5", "51º30'N 0º7'30\"W", "51,5 -0,125",
    "51,5; -0,125", "51.5;-0.125", "+51.5,-0.125", "51.5,−0.125", "(51.5,-0.125)",
    "(51.5° N, 0.125° W)",
    "51.5\u{A0}-0.125", "51:30:00N 0:07:30W", "51:30N, 0:7.5W", "N51:30:0 W0:7:30",
    "0:07:30W 51:30:00N",
    "51d30m0sN 0d7m30sW", "51D30M0SN 0D7M30SW", "51d30m N, 0d7.5m W", "51.5dN 0.125dW",
    "51d 30m 0s N 0d 7m 30s W", "51d30m0s, -0d7m30s", "51.5/-0.125", "51.5 / -0.125",
    "51.5N/0.125W",
    "51°30'/-0°7.5'", "51,5° N 0,125° W", "51,5°N, 0,125°W", "51,5N 0,125W", "N 51,5 W 0,125",
    "51°30,0'N 0°7,5'W", "51°30'0,0\"N, 0°7'30,0\"W", "51,5,-0,125",
    "51,5/-0,125", "51,5N, 0.125W",
    "51.50,-.125", "515e-1,-0.125", "5.15e1 -1.25E-1", "(515e-1; -125e-3)", "51.5\t-0.125",
    "51.5, –0.125", "51.5-0.125", "51.5+-0.125".replacing("+-", with: "−"), "+51.5-.125",
    "(51.5-0.125)",
  ])
  func london(text: String) throws {
    #expect(try DegreesText.coordinate(text) == Coordinate(latitude: 51.5, longitude: -0.125))
  }

  @Test(arguments: [
    "", "London", "51.5", "51.5N", "51 30 0", "51 30 0 0 7 30", "TQ 30 80", "51.5,-0.125,10", "N E",
    "° °",
    "51.5.5,0", "(51.5,-0.125", "((51.5,-0.125))", "()",
    "18:30", "51:30:26N", "51:30:26", "51::30N 0:7W", "51:30:N 0:7W", ":51N :0W", "1:2:3:4N 0W",
    "51:30 26N 0:7W", "51:30'N 0:7'W", "15m", "15m 20s", "51m30d 0m7d", "1/2/3", "12/51.5/-0.12",
    "51.5/",
    "/51.5", "12,13, 4", "51,5,5 0,1", "1,2,3", "1,2,3,4", "51,5 0,1 0,2", "51d30mX 0W", "M25 d4",
    "51.5 30'N 0W", "51°30°N 0°W", "N51.5N 0W", "51'30 N 0 W", "SW1A 1AA", "12-13, 4",
  ])
  func others(text: String) throws { #expect(try DegreesText.coordinate(text) == nil) }

  @Test(arguments: [
    ("51.5e,-0.12", "only one"), ("51.5N, -0.125", "only one"), ("51.5, 0.125W", "only one"),
    ("51.5N 0.1N", "two latitudes"), ("51.5W 0.1E", "two longitudes"),
    ("51°60'N 0°W", "60 minutes"),
    ("51°30'60\"N 0°W", "60 minutes"), ("-51.5S 0W", "both a minus"),
    ("91N 0E", "latitude 91 is out of range (-90…90)"),
    ("51N 181E", "longitude 181 is out of range (-180…180)"),
    ("95,0", "latitude 95 is out of range (-90…90)"), ("1e3 0", "latitude 1000 is out of range"),
    ("51.5,-1.9e2", "longitude -190 is out of range"),
    ("12:30 14:00", "times of day"), ("12:30-14:00", "times of day"),
    ("10:00,18:30", "times of day"), ("51:30:26 -0:07:40", "times of day"),
    ("51:30:26N -0:07:40", "only one"), ("51:60:00N 0:0:0W", "60 minutes"),
    ("51d30m26s 0d7m40sW", "only one"), ("33d52m10S 151d12m30s", "only one"),
    ("12/14", "only a slash"), ("24/7", "only a slash"), ("51/-0.12", "only a slash"),
    ("51.5/0", "only a slash"), ("12-14", "nothing between"),
    ("12–14", "nothing between"),
    ("12.5-14", "nothing between"),
    ("12-14.5", "nothing between"), ("+12-14", "nothing between"),
    ("020-7946", "nothing between"), ("(1+2)", "nothing between"),
  ])
  func faults(text: String, words: String) throws {
    let problem = #expect(throws: PointProblem.self) { try DegreesText.coordinate(text) }
    #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
  }

  /// The same letter means south and seconds.
  @Test(arguments: ["33d52m30sS 151d12m0sE", "33d52m30SS 151d12m0SE", "33d52m30S 151d12m0E"])
  func sydney(text: String) throws {
    #expect(try DegreesText.coordinate(text) == Coordinate(latitude: -33.875, longitude: 151.2))
  }

  /// Only if they would do the other way round, and no letters say which is which.
  @Test(arguments: [
    ("100,51", Coordinate(latitude: 51, longitude: 100)),
    ("-1.2e2 5", Coordinate(latitude: 5, longitude: -120)),
    ("100°,51°", Coordinate(latitude: 51, longitude: 100)), ("100,181", nil), ("100N 51E", nil),
    ("51,181", nil),
  ])
  func swapped(text: String, swapped: Coordinate?) throws {
    let problem = try #require(throws: PointProblem.self) { try DegreesText.coordinate(text) }
    #expect(problem.swapped == swapped)
    let hint = "; latitude and longitude swapped? \(swapped.map(shown) ?? "") is in range"
    #expect(problem.explanation().hasSuffix(hint) == (swapped != nil))
    #expect(!problem.explanation { _ in false }.hasSuffix(hint))
  }

  /// Written as navigators do, and read back.
  @Test(arguments: 0..<20) func degreesMinutesSeconds(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    for _ in 0..<200 {
      let latitude = Written(below: 90, "N", "S", &random)
      let longitude = Written(below: 180, "E", "W", &random)
      for text in [
        "\(latitude.signs) \(longitude.signs)", "\(latitude.letterFirst) \(longitude.letterFirst)",
        "\(latitude.plain), \(longitude.plain)", "\(longitude.signs), \(latitude.signs)",
      ] {
        let point = try #require(try DegreesText.coordinate(text), "\(text)")
        #expect(abs(point.latitude - latitude.value) < 1e-12, "\(text)")
        #expect(abs(point.longitude - longitude.value) < 1e-12, "\(text)")
      }
    }
  }

  private struct Written {
    let value: Double
    let signs: String
    let letterFirst: String
    let plain: String

    init(below most: UInt64, _ above: String, _ below: String, _ random: inout SplitMix64) {
      let degrees = Int(random.next() % most)
      let minutes = Int(random.next() % 60)
      let tenths = Int(random.next() % 600)
      let isBelow = random.next() % 2 == 0
      let seconds = "\(tenths / 10).\(tenths % 10)"
      let size: Double = (Double(tenths) / 600 + Double(minutes)) / 60 + Double(degrees)
      value = isBelow ? -size : size
      let letter = isBelow ? below : above
      signs = "\(degrees)°\(minutes)'\(seconds)\"\(letter)"
      letterFirst = "\(letter) \(degrees) \(minutes) \(seconds)"
      plain = "\(isBelow ? "-" : "")\(degrees) \(minutes) \(seconds)"
    }
  }
}
