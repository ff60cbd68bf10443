import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

@Suite struct FetchRequestTests {
  private static let request = FetchRequest(
    sources: [.hygiene, .osm], kinds: [.pub, .cafe],
    areas: [
      .circle(Coordinate(latitude: 51.5, longitude: -0.12), radius: 5000),
      .box(BoundingBox(south: 50, west: -1e-7, north: 50.1, east: 0.5)),
    ], authorities: ["Brighton & Hove", "Rhondda=100%", "Café"],
    servers: [.osm: WebAddress("http://me:secret@localhost:1/x?y=1&z")!])

  @Test func comesBack() throws {
    let text = Self.request.text
    #expect(
      text == "osm&hygiene&kinds=cafe,pub&circle=51.5,-0.12,5000&box=-0.0000001,50,0.5,50.1"
        + "&authority=Brighton%20%26%20Hove&authority=Rhondda%3D100%25&authority=Caf%C3%A9"
        + "&osm-server=http%3A%2F%2Flocalhost%3A1%2Fx%3Fy%3D1%26z")
    let back = try #require(FetchRequest(text: text))
    #expect(
      back.text == text && back.areas == Self.request.areas && back.sources == [.osm, .hygiene])
    #expect(back.server(.osm).text == "http://localhost:1/x?y=1&z")
    #expect(back.server(.hygiene).text == FetchSource.hygiene.standardServer)
    #expect(
      back.description == "OpenStreetMap and the Food Standards Agency, within 5 km of 51.5,-0.12; "
        + "in the box -0.0000001,50,0.5,50.1; Brighton & Hove and 2 more")
  }

  @Test(arguments: [
    "", "osm", "osm&kinds=pub", "kinds=pub&circle=1,2,3", "osm&osm&kinds=pub&circle=1,2,3",
    "osm&kinds=pub&authority=Lambeth", "osm&kinds=pubs&circle=1,2,3", "osm&kinds=&circle=1,2,3",
    "osm&kinds=pub&circle=1,2", "osm&kinds=pub&circle=91,2,3", "osm&kinds=pub&circle=1,2,-3",
    "osm&kinds=pub&circle=1,2,inf", "osm&kinds=pub&circle=1,2,1e9", "osm&kinds=pub&box=0,50,1,50",
    "osm&kinds=pub&box=-180,-90,180,90", "osm&kinds=pub&circle=1,2,3&x=1",
    "osm&kinds=pub&circle=1,2,3&osm-server=ftp%3A%2F%2Fh", "osm&kinds=pub&circle=1,2,%3",
    "hygiene&kinds=pub&authority=%FF", "hygiene&kinds=pub&authority=",
    "osm&&kinds=pub&circle=1,2,3",
    "osm&kinds=pub&circle=1,2,3&osm-server=http%3A%2F%2Fme%3Apw%40h%2F",
    "hygiene&kinds=pub&authority=%0A%0D&hygiene-server=http%3A%2F%2Fme%40h",
    "osm&kinds=pub" + String(repeating: "&circle=1,2,3", count: 21),
    "osm&kinds=pub&circle=1,2,3&authority=" + String(repeating: "x", count: 20_000),
  ])
  func forged(text: String) {
    #expect(FetchRequest(text: text) == nil)
  }

  @Test(arguments: [UInt64](1...20))
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(Self.request.text.utf8)
    for _ in 0..<200 {
      let place = bytes.indices.randomElement(using: &generator)!
      bytes[place] = "&=%,0-.o".utf8.randomElement(using: &generator)!
      guard let request = FetchRequest(text: String(decoding: bytes, as: UTF8.self)) else {
        continue
      }
      #expect(FetchRequest(text: request.text) == request, "\(request)")
    }
  }

  /// Also with line breaks of any kind at any place.
  @Test(arguments: ["X\n", "\r\n", "\n\r", "\u{B}", "a\rb", "\u{2028}", "%0A", "&=\n"])
  func authoritiesComeBack(name: String) {
    let request = FetchRequest(sources: [.hygiene], authorities: [name, "Y"])
    #expect(FetchRequest(text: request.text) == request)
  }

  @Test func percentCode() {
    let text = "a-._~ \u{0}\n&=+%é🍺"
    let code = PercentCode.encoded(text)
    #expect(code == "a-._~%20%00%0A%26%3D%2B%25%C3%A9%F0%9F%8D%BA")
    #expect(PercentCode.decoded(code[...]) == text)
    for bad in ["%", "%4", "%GG", "%C3"] { #expect(PercentCode.decoded(bad[...]) == nil) }
  }
}

@Suite struct FetchWaitsTests {
  @Test(arguments: [
    ("0", 0.0 as Double?), ("120", 120), ("99999999999999999999", 1e9),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 97), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
    ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("Sun, 06 Non 1994 08:49:37 GMT", nil),
    ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
  ])
  func retryAfter(text: String, seconds: Double?) {
    #expect(RetryAfter.seconds(text, now: 784_111_680) == seconds)
  }

  @Test func waits() {
    var waits = FetchWaits()
    #expect(
      [nil, 0, 30, nil, 2, nil, nil].map { waits.next(askedFor: $0) } == [1, 2, 30, 8, 16, 32, 60])
    #expect(waits.next(askedFor: nil) == nil && waits.tries == FetchWaits.mostTries)
  }
}
