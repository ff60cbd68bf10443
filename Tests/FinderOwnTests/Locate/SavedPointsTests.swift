import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

@Suite struct SavedPointsTests {
  @Test(arguments: [
    ("", "is not a name"), ("\u{200B}", "is not a name"),
    ("Here", "stands for what 'finder locate' knows"),
    ("-x", "begins like an option"), ("geo:1,2", "has a colon, as prefixes and links have"),
    ("12", "is a number"), ("51.5 -0.12", "is a number"), ("TQ 30 80", "reads as a grid reference"),
    ("9C3XGV4C+XV", "reads as a plus code"), ("sw1a1aa", "reads as a postcode"),
    ("SE24", "reads as a postcode"), ("TQ308", "reads as a grid reference"),
    (String(repeating: "x", count: 201), "is longer than 200 bytes"),
  ])
  func refusedNames(name: String, problem: String) {
    #expect(SavedPoints.problem(withName: name) == problem)
  }

  @Test(arguments: ["home", "Mum’s", "🏠", "Brighton", "12 High Street", "work 2", "飯店"])
  func goodNames(name: String) { #expect(SavedPoints.problem(withName: name) == nil) }

  @Test func savedAndForgotten() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      func save(_ name: String, _ latitude: Double) throws {
        let point = KeptPoint(
          name: name, Coordinate(latitude: latitude, longitude: 1), text: "x", kept: 7)
        try SavedPoints.change(in: folder, whenWaiting: {}) {
          $0.save(point)
          return true
        }
      }
      try save("Home", 1)
      try save("work", 2)
      try save("HOME", 3)
      var points = try SavedPoints(in: folder)
      #expect(points.points.map(\.name) == ["HOME", "work"])
      #expect(points.point(named: "hóme")?.coordinate.latitude == 3)
      let forgotten = (points.forget("x"), points.forget("Work"))
      #expect(forgotten == (false, true) && points.points.count == 1)
      #expect(
        try Files.text(place.file("saved.json")) == """
          {"version":1,
           "points":[
            {"name":"HOME","lat":3,"lon":1,"text":"x","kept_s":7},
            {"name":"work","lat":2,"lon":1,"text":"x","kept_s":7}]}

          """)
    }
  }

  @Test(arguments: [
    #"{"version":1,"points":[{"name":"a","lat":95,"lon":0}]}"#,
    #"{"version":1,"points":[{"name":"a","lat":"51","lon":0}]}"#,
    #"{"version":1,"points":[{"lat":51,"lon":0}]}"#, #"{"version":1,"points":{}}"#,
    #"{"points":[{"name":"a","lat":1,"lon":0},{"name":"A","lat":2,"lon":0}]}"#,
    #"{"points":[{"name":"a","lat":1,"lat":2,"lon":0}]}"#, #"{"points":[],"points":[]}"#,
  ])
  func damaged(text: String) throws {
    try TemporaryDirectory.with { place in
      try place.write(text, to: "saved.json")
      #expect(throws: OwnFileError.self) { try SavedPoints(in: FilePath(place.path)) }
    }
  }

  @Test(arguments: [
    #"{"version":1,"program":["a\u0000b"]}"#, #"{"version":1,"program":[""]}"#,
    #"{"version":1,"program":"x"}"#, #"{"version":1,"point":{"lat":1}}"#,
    #"{"version":1,"off":"true"}"#, #"{"version":1,"off":1}"#, #"{"version":1,"off":null}"#,
  ])
  func damagedSettings(text: String) throws {
    try TemporaryDirectory.with { place in
      try place.write(text, to: "locate.json")
      #expect(throws: OwnFileError.self) { try LocateSettings(in: FilePath(place.path)) }
    }
  }
}
