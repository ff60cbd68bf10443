import FinderEngine

/// A made-up venue of a test: the meaning of its name, and how a GeoJSON text writes that name.
package struct TestVenue: Sendable {
  package var position: ExactPosition
  package var name: String
  /// A JSON string with its quotes; `nil` if the feature has no name.
  package var nameToken: String?
  /// A JSON value; `nil` if the feature has no id of its own.
  package var idToken: String?
  package var postcode = "AB1 2CD"

  package init(_ position: ExactPosition, name: TestName = TestName.plain) {
    self.position = position
    self.name = name.meaning
    nameToken = name.token
  }

  package var coordinate: Coordinate { position.coordinate }

  var feature: String {
    let id = idToken.map { "\"id\":\($0)," } ?? ""
    let name = nameToken.map { "\"name\":\($0)," } ?? ""
    let (x, y) = (
      ExactPosition.decimal(position.longitude), ExactPosition.decimal(position.latitude)
    )
    return """
      {"type":"Feature",\(id)"properties":{\(name)"postcode":"\(postcode)"},\
      "geometry":{"type":"Point","coordinates":[\(x),\(y)]}}
      """
  }
}

extension [TestVenue] {
  /// A FeatureCollection with these venues in this order.
  package var geoJSON: String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + map(\.feature).joined(separator: ",\n") + "\n]}\n"
  }

  /// A cloud of venues, with names drawn from `TestName.all`.
  package init(_ cloud: PointCloud, count: Int, using generator: inout SeededGenerator) {
    self = cloud.positions(count: count, using: &generator).map { position in
      TestVenue(position, name: TestName.all.randomElement(using: &generator)!)
    }
  }
}

/// Names whose order by UTF-8 bytes differs from other possible orders: of the written tokens, of UTF-16, of
/// Unicode's equivalences, of letters without case.
package struct TestName: Sendable {
  package let meaning: String
  package let token: String?
  /// Whether a word of it begins with "cafe", with accents and case folded.
  package let isCafe: Bool

  package init(meaning: String, token: String?, isCafe: Bool = false) {
    self.meaning = meaning
    self.token = token
    self.isCafe = isCafe
  }

  package static let plain = TestName(meaning: "Plain", token: "\"Plain\"")

  package static let all = [
    plain,
    TestName(meaning: "", token: "\"\""),
    TestName(meaning: "", token: nil),
    TestName(meaning: "A", token: "\"A\""),
    TestName(meaning: "A", token: "\"\\u0041\""),
    TestName(meaning: "A B", token: "\"A B\""),
    TestName(meaning: "A\tB", token: "\"A\\tB\""),
    TestName(meaning: "A\"B", token: "\"A\\\"B\""),
    TestName(meaning: "A\\B", token: "\"A\\\\B\""),
    TestName(meaning: "A/B", token: "\"A\\/B\""),
    TestName(meaning: "a", token: "\"a\""),
    TestName(meaning: "B", token: "\"B\""),
    TestName(meaning: "A cafe", token: "\"A cafe\"", isCafe: true),
    TestName(meaning: "Café", token: "\"Café\"", isCafe: true),
    TestName(meaning: "Café", token: "\"Caf\\u00e9\"", isCafe: true),
    TestName(meaning: "Cafe\u{301}s", token: "\"Cafe\\u0301s\"", isCafe: true),
    TestName(meaning: "CAFETERIA", token: "\"CAFETERIA\"", isCafe: true),
    TestName(meaning: "Decafe", token: "\"Decafe\""),
    TestName(meaning: "Zoë", token: "\"Zo\\u00eb\""),
    TestName(meaning: "～", token: "\"～\""),
    TestName(meaning: "😀", token: "\"😀\""),
    TestName(meaning: "😀", token: "\"\\ud83d\\ude00\""),
    TestName(meaning: "北京", token: "\"\\u5317京\""),
    TestName(meaning: "\u{FFFD}", token: "\"\\ud800\""),
  ]
}
