import TestSupport
import Testing

@testable import FinderEngine

/// What is sent, to the byte.
@Suite struct FetchQueryTests {
  private static let point = Coordinate(latitude: 51.5074, longitude: -0.1278)

  @Test func overpass() throws {
    let request = FetchRequest(
      sources: [.osm],
      areas: [
        .circle(Self.point, radius: 804.672),
        .box(BoundingBox(south: 51.4, west: -0.2, north: 51.6, east: 1e-8)),
      ])
    let texts = OverpassQuery.all(request, timeout: 300).map(\.text)
    #expect(
      texts == [
        """
        [out:json][timeout:180];
        nwr["amenity"~"^(restaurant|cafe|pub|bar|fast_food)$"](around:804.67,51.5074,-0.1278);
        out count;
        out center tags;

        """,
        """
        [out:json][timeout:180];
        nwr["amenity"~"^(restaurant|cafe|pub|bar|fast_food)$"](51.4,-0.2,51.6,0);
        out count;
        out center tags;

        """,
      ])
    let one = FetchRequest(
      sources: [.osm], kinds: [.pub], areas: [.circle(Self.point, radius: 1000)])
    let query = OverpassQuery.all(one, timeout: 20.7)[0]
    #expect(query.text.hasPrefix("[out:json][timeout:20];\nnwr[\"amenity\"=\"pub\"](around:1000,"))
    let message = try #require(query.message(to: WebAddress("http://h")!))
    #expect(message.headers == ["Content-Type: application/x-www-form-urlencoded"])
    let form = try #require(message.form)
    #expect(form.hasPrefix("data=%5Bout%3Ajson%5D%5Btimeout%3A20%5D%3B%0Anwr"))
    #expect(PercentCode.decoded(form.dropFirst(5)) == query.text)
  }

  @Test(arguments: [
    ("http://h", "http://h/api/interpreter"), ("http://h/", "http://h/api/interpreter"),
    ("http://h:1/api", "http://h:1/api/interpreter"),
    ("http://h/api/interpreter", "http://h/api/interpreter"),
    ("https://u:p@h?key=1", "https://u:p@h/api/interpreter?key=1"),
    ("https://h/own/overpass?key=1", "https://h/own/overpass?key=1"),
  ])
  func overpassAddresses(server: String, address: String) throws {
    let request = FetchRequest(sources: [.osm], areas: [.circle(Self.point, radius: 1)])
    let query = OverpassQuery.all(request, timeout: 1)[0]
    let asked = query.message(to: try #require(WebAddress(server)))
    #expect(asked?.address.text == address)
  }

  @Test func hygiene() throws {
    let request = FetchRequest(
      sources: [.hygiene], areas: [.circle(Self.point, radius: 5000)], authorities: ["Lambeth"])
    let queries = HygieneQuery.all(request, authorities: [42])
    let server = try #require(WebAddress("https://me:pw@example.org/x/?key=abc#part"))
    let messages = try queries.map { try #require($0.message(page: 3, to: server)) }
    let base = "https://me:pw@example.org/x/Establishments?key=abc&"
    let area = "latitude=51.5074&longitude=-0.1278&maxDistanceLimit=4"
    #expect(
      messages.map(\.address.text)
        == [area, "localAuthorityId=42"].flatMap { place in
          [1, 7843, 7844].map {
            "\(base)\(place)&businessTypeId=\($0)&pageNumber=3&pageSize=500"
          }
        })
    #expect(
      messages.allSatisfy {
        $0.form == nil && $0.headers == ["x-api-version: 2", "Accept: application/json"]
      })
    #expect(
      HygieneQuery.authorities(of: server)?.address.text
        == "https://me:pw@example.org/x/Authorities?key=abc")
  }

  @Test("An address with all of it is still an address")
  func tooLong() throws {
    let server = try #require(WebAddress("http://h/" + String(repeating: "x", count: 8150)))
    #expect(HygieneQuery.authorities(of: server)?.address.text.hasSuffix("/Authorities") == true)
    let request = FetchRequest(sources: [.hygiene], areas: [.circle(Self.point, radius: 5)])
    #expect(HygieneQuery.all(request, authorities: [])[0].message(page: 1, to: server) == nil)
  }
}
