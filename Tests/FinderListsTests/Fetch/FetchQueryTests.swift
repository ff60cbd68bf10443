import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// The request, byte for byte.
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
        nwr["amenity"~"^(restaurant|cafe|pub|bar|fast_food)$"](around:810.5,51.5074,-0.1278);
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
    #expect(query.text.hasPrefix("[out:json][timeout:20];\nnwr[\"amenity\"=\"pub\"](around:1007,"))
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
    ("http://h/api/interpreter//?k=/", "http://h/api/interpreter?k=/"),
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

  @Test("The address of a list is replaced by that of the API")
  func hygieneAddresses() throws {
    for server in ["http://u:p@h/x/Establishments/?a=b", "http://u:p@h/x/authorities?a=b"] {
      let address = try #require(WebAddress(server))
      #expect(
        HygieneQuery.authorities(of: address)?.address.text == "http://u:p@h/x/Authorities?a=b")
    }
    let bare = try #require(WebAddress("http://h/Establishments"))
    #expect(HygieneQuery.authorities(of: bare)?.address.text == "http://h/Authorities")
  }

  /// Overpass measures on a sphere of 6,371 km.
  @Test(
    "No venue at the edge of a circle is left out by a server",
    arguments: [-60, -30, 0, 1.3, 45, 60, 89])
  func edges(latitude: Double) throws {
    let center = Coordinate(latitude: latitude, longitude: 103.8)
    for radius in [1.0, 1000, 5000, 28_000] {
      for bearing in stride(from: 0.0, to: 360, by: 15) {
        let (x, y) = (sin(bearing * .pi / 180), cos(bearing * .pi / 180))
        var (near, far) = (0.0, 2.0)
        func place(_ share: Double) -> Coordinate {
          Coordinate(
            latitude: latitude + share * y * radius / 111_000,
            longitude: 103.8 + share * x * radius / 111_000 / cos(latitude * .pi / 180))
        }
        for _ in 0..<60 {
          let middle = (near + far) / 2
          if Geodesic.distance(from: center, to: place(middle)) <= radius {
            near = middle
          } else {
            far = middle
          }
        }
        let edge = place(near)
        let (a, b) = (latitude * .pi / 180, edge.latitude * .pi / 180)
        let turn = (edge.longitude - 103.8) * .pi / 180
        let haversine =
          sin((b - a) / 2) * sin((b - a) / 2) + cos(a) * cos(b) * sin(turn / 2) * sin(turn / 2)
        let metres = 2 * 6_371_000 * asin(haversine.squareRoot())
        #expect(metres <= FetchArea.asked(radius), "\(bearing) degrees, \(radius) m")
      }
    }
  }

  @Test("Repeated requests are sent once")
  func doubles() {
    let area = FetchArea.circle(Self.point, radius: 1000)
    let request = FetchRequest(
      sources: [.hygiene], areas: [area, area], authorities: ["Bath", "Bath"])
    #expect(request.areas == [area] && request.authorities == ["Bath"])
  }

  @Test("An address with everything in it is still an address")
  func tooLong() throws {
    let server = try #require(WebAddress("http://h/" + String(repeating: "x", count: 8150)))
    #expect(HygieneQuery.authorities(of: server)?.address.text.hasSuffix("/Authorities") == true)
    let request = FetchRequest(sources: [.hygiene], areas: [.circle(Self.point, radius: 5)])
    #expect(HygieneQuery.all(request, authorities: [])[0].message(page: 1, to: server) == nil)
  }
}
