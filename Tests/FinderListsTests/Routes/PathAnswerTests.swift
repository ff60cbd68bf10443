import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// The answers that servers may send for a way.
@Suite struct PathAnswerTests {
  private static let request = PathRequest(
    from: Coordinate(latitude: 52.2, longitude: 0.12),
    to: Coordinate(latitude: 52.201, longitude: 0.121))

  private func path(
    _ text: String, _ kind: RouterAddress.Kind, status: Int = 200
  ) -> Result<RoutedPath?, RouteFault> {
    Result { () throws(RouteFault) in
      try Self.request.answer(in: PaddedBytes(copying: text.utf8), status: status, from: kind)
    }
  }

  /// From one end around a corner to the other.
  private static let places = [
    Coordinate(latitude: 52.2, longitude: 0.12), Coordinate(latitude: 52.2, longitude: 0.121),
    Coordinate(latitude: 52.201, longitude: 0.121),
  ]

  private static func encoded(_ places: [Coordinate]) -> String {
    var text = ""
    var last = (0, 0)
    for place in places {
      let point = (
        Int((place.latitude * 1e6).rounded()), Int((place.longitude * 1e6).rounded())
      )
      for step in [point.0 - last.0, point.1 - last.1] {
        var rest = step < 0 ? ~(step << 1) : step << 1
        repeat {
          let more = rest > 31 ? 32 : 0
          text.unicodeScalars.append(Unicode.Scalar(UInt8(rest & 31 | more) + 63))
          rest >>= 5
        } while rest > 0
      }
      last = point
    }
    return text.replacing("\\", with: "\\\\")
  }

  private static func valhalla(
    _ shape: String, length: String = "0.18", time: String = "126", more: String = ""
  ) -> String {
    #"{"trip":{"locations":[{"lat":1}],"legs":[{"shape":"\#(shape)","summary":{"length":9}}],"#
      + #""summary":{"length":\#(length),"time":\#(time)},"units":"kilometers"\#(more)}}"#
  }

  private static func osrm(
    _ coordinates: String, distance: String = "180", duration: String = "126"
  ) -> String {
    #"{"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":\#(coordinates)},"#
      + #""legs":[{"distance":1}],"distance":\#(distance),"duration":\#(duration)},{"distance":-1}],"#
      + #""waypoints":[{"location":[0,0]}]}"#
  }

  private static let coordinates = "[[0.12,52.2],[0.121,52.2],[0.121,52.201]]"

  /// The same way in both languages, with the points at its ends.
  @Test func wholeAnswers() throws {
    let ends = [Self.request.source] + Self.places + [Self.request.target]
    for answer in [
      path(Self.valhalla(Self.encoded(Self.places)), .valhalla),
      path(Self.osrm(Self.coordinates), .osrm),
    ] {
      let found = try #require(try answer.get())
      #expect(found.line == ends)
      #expect(abs(found.metres - 180) < 1e-6 && abs(found.minutes - 2.1) < 1e-6, "\(found)")
    }
    // As the shortest possible walk is a straight line, including the steps to the street.
    let short = try #require(try path(Self.osrm(Self.coordinates, distance: "1"), .osrm).get())
    #expect(short.metres == Geodesic.distance(from: ends[0], to: ends[4]))
    let aside = try #require(
      try path(Self.osrm("[[0.12,52.201],[0.121,52.201]]"), .osrm).get())
    let step = Geodesic.distance(from: ends[0], to: Coordinate(latitude: 52.201, longitude: 0.12))
    #expect(abs(aside.metres - 180 - step) < 1e-6)
    #expect(abs(aside.minutes - 2.1 - step / 80) < 1e-6)
    // From a map of another country.
    #expect(path(Self.osrm("[[0.12,53.2],[0.121,53.2]]"), .osrm) == .success(nil))
  }

  @Test func noWays() {
    #expect(path(#"{"error_code":442,"error":"No path"}"#, .valhalla, status: 400) == .success(nil))
    #expect(path(#"{"code":"NoRoute","message":"x"}"#, .osrm, status: 400) == .success(nil))
    #expect(
      path(#"{"error_code":171,"error":"Far"}"#, .valhalla, status: 400) == .failure(.partly("Far"))
    )
    #expect(
      path(#"{"error_code":106,"error":"Try"}"#, .valhalla, status: 400)
        == .failure(.refused("Try")))
    #expect(path(#"{"code":"InvalidUrl"}"#, .valhalla, status: 400) == .failure(.otherLanguage))
  }

  @Test(arguments: [
    "NaN", "-1", "1e300", "null", "\"1\"", "[]", "1e9999", "",
  ])
  func lengths(text: String) {
    for (answer, kind) in [
      (Self.valhalla(Self.encoded(Self.places), length: text), RouterAddress.Kind.valhalla),
      (Self.valhalla(Self.encoded(Self.places), time: text), .valhalla),
      (Self.osrm(Self.coordinates, distance: text), .osrm),
      (Self.osrm(Self.coordinates, duration: text), .osrm),
    ] {
      guard case .failure(.nonsense) = path(answer, kind) else {
        Issue.record("\(answer)")
        continue
      }
    }
  }

  @Test func lines() {
    let deep = String(repeating: "[", count: 100_000)
    for coordinates in [
      "[]", "null", "[[0.12]]", "[[0.12,91]]", "[[181,52]]", "[[0.12,52,3]]", "[0.12,52.2]",
      "[[NaN,52]]",
      "[[\"0\",52]]", "{}", deep, "[\(deep)",
      "[" + String(repeating: "[0,52],", count: RouterPath.mostPoints) + "[0,52]]",
    ] {
      guard case .failure(.nonsense) = path(Self.osrm(coordinates), .osrm) else {
        Issue.record("\(coordinates.prefix(40))")
        continue
      }
    }
    for shape in [
      "", "_", "\\u0000", "~~~~~~~~~~~~~~", String(Self.encoded(Self.places).dropLast()),
      String(repeating: "?", count: 2 * RouterPath.mostPoints + 2),
    ] {
      guard case .failure(.nonsense) = path(Self.valhalla(shape), .valhalla) else {
        Issue.record("\(shape.prefix(40))")
        continue
      }
    }
    for text in [
      "{}", #"{"trip":{}}"#, #"{"trip":{"legs":[{"shape":7}],"summary":{"length":1,"time":1}}}"#,
      Self.valhalla(Self.encoded(Self.places), more: #","units":"miles""#),
      #"{"trip":"# + String(repeating: #"{"a":"#, count: 10_000),
    ] {
      guard case .failure(.nonsense) = path(text, .valhalla) else {
        Issue.record("\(text.prefix(60))")
        continue
      }
    }
    guard case .failure(.nonsense) = path(#"{"code":"Ok","routes":[]}"#, .osrm) else {
      Issue.record("no route")
      return
    }
  }

  @Test("Cut off anywhere, or with any byte changed")
  func damaged() {
    var random = SeededGenerator(seed: 12)
    for (whole, kind) in [
      (Self.valhalla(Self.encoded(Self.places)), RouterAddress.Kind.valhalla),
      (Self.osrm(Self.coordinates), .osrm),
    ] {
      for length in 0..<whole.utf8.count {
        guard case .failure = path(String(whole.prefix(length)), kind) else {
          Issue.record("\(kind), \(length)")
          return
        }
      }
      for _ in 0..<2000 {
        var bytes = Array(whole.utf8)
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        let answer = Result { () throws(RouteFault) in
          try Self.request.answer(in: PaddedBytes(copying: bytes), status: 200, from: kind)
        }
        guard case .success(let found?) = answer else { continue }
        #expect(found.metres.isFinite && found.minutes.isFinite && found.line.count > 2)
        #expect(
          found.line.allSatisfy {
            Coordinate(validLatitude: $0.latitude, longitude: $0.longitude) != nil
          })
      }
    }
  }
}
