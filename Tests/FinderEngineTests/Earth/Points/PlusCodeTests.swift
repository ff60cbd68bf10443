import TestSupport
import Testing

@testable import FinderEngine

@Suite struct PlusCodeTests {
  /// From the test data of Google's own libraries (Apache 2.0).
  @Test(arguments: [
    ("7FG49Q00+", 20.375, 2.775), ("7FG49QCJ+2V", 20.3700625, 2.7821875),
    ("7FG49QCJ+2VX", 20.3701125, 2.782234375), ("7FG49QCJ+2VXGJ", 20.3701135, 2.78223535156),
    ("8FVC2222+22", 47.0000625, 8.0000625), ("4VCPPQGP+Q9", -41.2730625, 174.7859375),
    ("62G20000+", 0.5, -179.5), ("22220000+", -89.5, -179.5),
    ("7fg49qcj+2v", 20.3700625, 2.7821875),
    // Anything after fifteen digits has no meaning.
    ("9C3XGV4C+XVFGHJM", 51.507437740000015, -0.12782208252),
    ("9C3XGV4C+XVFGHJMQQQQQ", 51.507437740000015, -0.12782208252),
  ])
  func centres(text: String, latitude: Double, longitude: Double) throws {
    let code = try #require(try PlusCode(text))
    #expect(abs(code.centre.latitude - latitude) < 1e-9, "\(code.centre)")
    #expect(abs(code.centre.longitude - longitude) < 1e-9, "\(code.centre)")
    #expect(code.code == text.uppercased())
  }

  @Test(arguments: [
    "", "+", "1+2", "+447911123456", "Marks+Spencer Ltd", "9C3XGV4C", "9C3XGV4C+XV+",
    "9C3X GV4C+XV", "GV4C+XV London", "Fish+Chips Leeds", "3XGV4C+X London",
  ])
  func others(text: String) throws { #expect(try PlusCode(text) == nil) }

  @Test(arguments: [
    ("GV4C+XV", "short"), ("3XGV4C+XV", "after it, as in '3XGV4C+XV London'"),
    ("9C3XGV4C+XVFGHJMQQQQA", "'A'"),
    ("9C3XGV4C+X", "one character"), ("9C3AGV4C+XV", "'A'"),
    ("9C0X0000+", "zeros"), ("9C3X0000+XV", "zeros"), ("9C300000+", "zeros"),
    ("XC3XGV4C+XV", "poles"),
    ("00000000+", "zeros"), ("9C3XGV4C+X1", "'1'"),
  ])
  func faults(text: String, word: String) {
    let problem = #expect(throws: PointProblem.self) { try PlusCode(text) }
    #expect(problem?.problem.contains(word) == true, "\(problem?.problem ?? "")")
  }

  /// As `openlocationcode.recoverNearest` of Google's Python package (Apache 2.0) has them.
  @Test(arguments: [
    ("GV4C+XV", 51.5074, -0.1278, "9C3XGV4C+XV"),
    ("9QCJ+2VX", 51.3852125, -1.217765625, "9C3W9QCJ+2VX"),
    ("CJ+2VX", 51.3708675, -1.217765625, "9C3W9QCJ+2VX"), ("2GGG+GG", 46.976, 8.526, "8FVC2GGG+GG"),
    ("XGGG+GG", 47.026, 8.526, "8FRCXGGG+GG"), ("2222+22", 89.6, 0.0, "CFX22222+22"),
    ("XXXXXX+XX", -81.0, 0.0, "2CXXXXXX+XX"), ("GXGG+GG", 46.526, 8.026, "8FR9GXGG+GG"),
    ("22+", 42.899, 9.012, "8FJFW222+"), ("XG22+", 14.95125, -23.5001, "796RXG22+"),
    ("GV4C+XV", 51.0, 0.4, "9F22GV4C+XV"), ("CC+CC", 0.0, 179.999, "62G222CC+CC"),
    ("FC22+22", 10.2, -179.99, "7222FC22+22"), ("QVR7+RQP", 12.6591, 47.6039, "7H49QVR7+RQP"),
    ("FMFRQ3+CGV95", -39.2032, 62.2505, "4HFMFRQ3+CGV95"),
    ("84H5+9RC", 65.6225, -65.0475, "97QQ84H5+9RC"),
    ("FV+J753H", -32.3807, -52.606, "48V9J9FV+J753H"), ("54+45", 67.096, 89.0531, "9MVF4354+45"),
    ("CH88+PXQHW", 55.4689, -178.906, "9273CH88+PXQHW"),
    ("Q42Q+JH592", 7.0225, 102.658, "6PR5Q42Q+JH592"),
    ("G7+XQ34X", 78.6466, 48.4903, "CHCCJGG7+XQ34X"),
    ("MRMC+XQJ2J", 77.4453, -78.5795, "C793MRMC+XQJ2J"),
    ("57GXFX+HM", -32.8276, 164.5288, "5V57GXFX+HM"),
    ("29+4CW4W", 63.0475, 45.0236, "9HM73229+4CW4W"),
  ])
  func nearest(short: String, latitude: Double, longitude: Double, whole: String) throws {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let found = try #require(ShortPlusCode(short)).nearest(to: place)
    #expect(found.code == whole)
    // The cell of `22+` has no code of ten digits, and `PlusCode` reads no others.
    if whole.count > 9 { #expect(try PlusCode(whole) == found) }
  }

  /// The end of any code gives back the whole code for a nearby reference.
  @Test(arguments: 0..<10 as Range<UInt64>) func endsComeBack(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let letters = Array("23456789CFGHJMPQRVWX")
    for _ in 0..<200 {
      let digits = (0..<10).map { letters[Int(random.next() % ($0 == 0 ? 9 : $0 == 1 ? 18 : 20))] }
      let whole = String(digits[..<8]) + "+" + String(digits[8...])
      let code = try #require(try PlusCode(whole))
      for (missing, reach) in [(2, 9.9), (4, 0.49), (6, 0.0249)] {
        let shift = (Double(random.next() % 2001) / 1000 - 1) * reach
        var place = code.centre
        place.latitude = min(90, max(-90, place.latitude + shift))
        place.longitude -= shift
        if place.longitude > 180 { place.longitude -= 360 }
        if place.longitude < -180 { place.longitude += 360 }
        let isOverTheEdge = abs(place.longitude - code.centre.longitude) > 180
        let short = try #require(ShortPlusCode(String(whole.dropFirst(missing))))
        // The specification does not consider cells on the other side of 180°.
        if !isOverTheEdge { #expect(short.nearest(to: place) == code, "\(whole), \(place)") }
      }
    }
  }

  @Test(arguments: [
    ("GV4C+XV London", "GV4C+XV", "London"), ("gv4c+xv, London", "GV4C+XV", "London"),
    ("4C+XV SW1A 1AA", "4C+XV", "SW1A 1AA"),
    ("3XGV4C+XV Ashford, Kent", "3XGV4C+XV", "Ashford, Kent"),
    ("GV4C+XV London, UK", "GV4C+XV", "London"),
    ("GV4C+XV Ashford,Kent, United Kingdom", "GV4C+XV", "Ashford, Kent"),
    ("GV4C+XV UK", "GV4C+XV", "UK"),
  ])
  func withPlace(text: String, code: String, place: String) throws {
    let found = try #require(ShortPlusCode.withPlace(text))
    #expect(found.code.code == code && found.place == place)
    #expect(try PointForm(text) == .shortCode(found.code, near: place))
  }

  @Test(arguments: [
    "GV4C+XV", "GV4C+XV ", "GV4C+X London", "GV4C+ London", "Marks+Spencer Leeds",
    "9C3XGV4C+XV London",
    "V4C+XV London", "1+2 London", "GV4A+XV London", "London GV4C+XV", "+447911 London",
    "GV4C +XV London",
  ])
  func withoutPlace(text: String) { #expect(ShortPlusCode.withPlace(text) == nil) }
}
