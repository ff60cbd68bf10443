import Testing

@testable import FinderEngine
@testable import FinderLists

/// The answers that servers may send: each number is checked before it is used.
@Suite struct RouterAnswerTests {
  private static let here = Coordinate(latitude: 52.2, longitude: 0.12)
  private static let request = RouteRequest(
    from: here,
    to: [
      Coordinate(latitude: 52.201, longitude: 0.12), Coordinate(latitude: 52.202, longitude: 0.12),
    ])

  private func ways(
    _ text: String, _ kind: RouterAddress.Kind, status: Int = 200
  ) -> Result<[RoutedWay], RouteFault> {
    Result { () throws(RouteFault) in
      try Self.request.answer(
        in: PaddedBytes(copying: text.utf8), status: status, from: kind)
    }
  }

  private static let places =
    #""sources":[{"lat":52.2,"lon":0.12}],"targets":[{"lat":52.201,"lon":0.12},{"lat":52.202,"lon":0.12}]"#

  private func valhalla(
    _ cells: String, _ places: String = places, more: String = ""
  ) -> Result<[RoutedWay], RouteFault> {
    ways("{\"sources_to_targets\":[[\(cells)]],\(places)\(more)}", .valhalla)
  }

  private static func cell(_ place: Int, _ distance: String) -> String {
    "{\"to_index\":\(place),\"distance\":\(distance)}"
  }

  @Test func wholeAnswers() {
    #expect(
      valhalla("\(Self.cell(0, "0.111")),\(Self.cell(1, "null"))")
        == .success([.whole(111), .none]))
    // As from an older server: no steps.
    #expect(
      valhalla(
        "\(Self.cell(0, "0.111")),\(Self.cell(1, "0"))",
        #""sources":[[{"lat":52.2,"lon":0.12}]],"targets":[[{"lat":52.201,"lon":0.12}]]"#)
        == .success([.streets(111), .streets(0)]))
    let waypoint = #"{"distance":2.5,"name":"\u00e9"}"#
    #expect(
      ways(
        #"{"code":"Ok","distances":[[0,100,null]],"sources":[\#(waypoint)],"#
          + #""destinations":[\#(waypoint),\#(waypoint),\#(waypoint)]}"#, .osrm)
        == .success([.whole(105), .none]))
    #expect(
      ways(#"{"code":"Ok","distances":[[0,100,1]]}"#, .osrm)
        == .success([.streets(100), .streets(1)]))
  }

  @Test("A street 10 km away does not belong to the town")
  func farStreets() {
    let far =
      #""sources":[{"lat":52.2,"lon":0.12}],"targets":[{"lat":52.3,"lon":0.12},{"lat":52.202,"lon":0.12}]"#
    #expect(
      valhalla("\(Self.cell(0, "9")),\(Self.cell(1, "1"))", far)
        == .success([.none, .whole(1000)]))
  }

  @Test(arguments: [
    "-0.001", "-1e-9", "1e400", "-1e400", "10000.1", "1e9", "NaN", "nan", "Infinity", "-Infinity",
    "\"1\"", "[1]", "{}", "true", "0x10", "", "01", "1.",
  ])
  func badDistances(text: String) {
    for (first, second) in [(text, "1"), ("1", text)] {
      let answer = valhalla("\(Self.cell(0, first)),\(Self.cell(1, second))")
      guard case .failure(.nonsense) = answer else {
        Issue.record("\(text): \(answer)")
        continue
      }
      // The same value, in metres.
      let metres = text == "10000.1" ? "10000001" : text
      let table = ways("{\"code\":\"Ok\",\"distances\":[[0,\(metres),1]]}", .osrm)
      guard case .failure(.nonsense) = table else {
        Issue.record("\(metres): \(table)")
        continue
      }
    }
  }

  @Test func wrongCountsAndOrders() {
    for cells in [
      "", Self.cell(0, "1"), "\(Self.cell(1, "1")),\(Self.cell(0, "1"))",
      (0...2).map { Self.cell($0, "1") }.joined(separator: ","), "{},{}", "1,2",
      "\(Self.cell(0, "1")),\(Self.cell(1, "1"))],[",
    ] {
      guard case .failure(.nonsense) = valhalla(cells) else {
        Issue.record("\(cells)")
        continue
      }
    }
    let cells = "\(Self.cell(0, "1")),\(Self.cell(1, "1"))"
    guard case .failure(.nonsense) = valhalla(cells, more: ",\"units\":\"miles\"") else {
      Issue.record("miles")
      return
    }
    for table in ["[[0,1]]", "[[0,1,2,3]]", "[]", "[[0,1,2],[1,2,3]]", "[0,1,2]", "null", "{}"] {
      guard case .failure(.nonsense) = ways("{\"code\":\"Ok\",\"distances\":\(table)}", .osrm)
      else {
        Issue.record("\(table)")
        continue
      }
    }
  }

  @Test(arguments: [
    #"{"lat":91,"lon":0}"#, #"{"lat":52,"lon":181}"#, #"{"lat":52}"#, #"{"lat":"52","lon":0}"#,
    #"{"lat":1e999,"lon":0}"#, #"{"lat":null,"lon":0}"#,
  ])
  func badPlaces(place: String) {
    let cells = "\(Self.cell(0, "1")),\(Self.cell(1, "1"))"
    let answer = valhalla(cells, "\"sources\":[\(place)],\"targets\":[null,null]")
    guard case .failure(.nonsense) = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test("Any part of an answer that was cut off, and garbage")
  func cutOff() {
    let whole =
      "{\"sources_to_targets\":[[\(Self.cell(0, "1")),\(Self.cell(1, "1"))]],\(Self.places)}"
    #expect(ways(whole, .valhalla) == .success([.whole(1000), .whole(1000)]))
    for length in 0..<whole.utf8.count {
      for kind in RouterAddress.Kind.allCases {
        guard case .failure = ways(String(whole.prefix(length)), kind) else {
          Issue.record("\(length)")
          return
        }
      }
    }
    for text in ["", " ", "null", "[]", "<html></html>", "\u{0}\u{1}", whole + "x", whole + whole] {
      for kind in RouterAddress.Kind.allCases {
        guard case .failure = ways(text, kind) else {
          Issue.record("\(text)")
          return
        }
      }
      #expect(ways(text + "<", .valhalla, status: 502) == .failure(.status))
    }
  }

  @Test func errors() {
    func valhalla(_ code: Int, _ text: String) -> Result<[RoutedWay], RouteFault> {
      ways(
        "{\"error_code\":\(code),\"error\":\"\(text)\",\"status_code\":400}", .valhalla, status: 400
      )
    }
    #expect(valhalla(442, "No path") == .success([.none, .none]))
    for code in [150, 154, 170, 171] { #expect(valhalla(code, "Far") == .failure(.partly("Far"))) }
    #expect(valhalla(106, "Try any of") == .failure(.refused("Try any of")))
    let osrm = #"{"code":"InvalidUrl","message":"URL string malformed"}"#
    #expect(ways(osrm, .valhalla, status: 400) == .failure(.otherLanguage))
    #expect(ways(osrm, .osrm, status: 400) == .failure(.refused("URL string malformed")))
    #expect(ways(#"{"error_code":106}"#, .osrm, status: 404) == .failure(.otherLanguage))
    for word in ["TooBig", "NoSegment"] {
      #expect(ways("{\"code\":\"\(word)\"}", .osrm, status: 400) == .failure(.partly(word)))
    }
    #expect(ways(#"{"code":"NoTable"}"#, .osrm, status: 400) == .success([.none, .none]))
    #expect(ways("{}", .osrm, status: 500) == .failure(.status))
    #expect(ways("{}", .valhalla, status: 500) == .failure(.status))
  }
}
