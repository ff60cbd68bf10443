import Testing

@testable import FinderEngine
@testable import FinderLists

@Suite struct RouterAddressTests {
  private static let request = RouteRequest(
    from: Coordinate(latitude: 51.5074, longitude: -0.1278),
    to: [Coordinate(latitude: 5e-9, longitude: 179.99999999)])
  private static let points = "-0.1278,51.5074;180,0"

  @Test(arguments: [
    ("http://localhost:8002", nil as RouterAddress.Kind?, "http://localhost:8002", true),
    ("http://127.0.0.1:8002/", nil, "http://127.0.0.1:8002", true),
    ("https://[::1]:1/x/", nil, "https://[::1]:1", true),
    ("https://me:pw@example.org/v?key=abc", nil, "https://example.org", false),
    ("valhalla:https://example.org", .valhalla, "https://example.org", false),
    ("osrm:http://localhost.example.org", .osrm, "http://localhost.example.org", false),
    ("http://h/sources_to_targets", .valhalla, "http://h", false),
    ("http://h/a/sources_to_targets/?k=1", .valhalla, "http://h", false),
    ("http://h/table/v1/walking", .osrm, "http://h", false),
    ("http://h/a/table/v1", .osrm, "http://h", false),
    ("http://h/route/v1/foot", .osrm, "http://h", false),
    ("http://h/table", nil, "http://h", false),
  ])
  func kinds(text: String, kind: RouterAddress.Kind?, shown: String, isLocal: Bool) {
    let address = RouterAddress(text)
    #expect(address?.kind == kind && address?.shown == shown && address?.isLocal == isLocal)
  }

  @Test(arguments: [
    "", "localhost:8002", "valhalla:localhost:8002", "osrm:", "osrm:osrm:http://h", "ftp://h",
    "graphhopper:http://h", "http://h:8x", "valhalla: http://h", "file:///etc/passwd",
  ])
  func noAddresses(text: String) {
    #expect(RouterAddress(text) == nil)
  }

  @Test(arguments: [
    (
      "http://h:1", "http://h:1/sources_to_targets" as String?,
      "http://h:1/table/v1/foot/" as String?
    ),
    ("http://h//", "http://h/sources_to_targets", "http://h/table/v1/foot/"),
    (
      "valhalla:http://u:p@h/a", "http://u:p@h/a/sources_to_targets",
      "http://u:p@h/a/table/v1/foot/"
    ),
    ("http://h/sources_to_targets/", "http://h/sources_to_targets", nil),
    ("http://h/table/v1/x", nil, "http://h/table/v1/x/"),
    ("http://h/table/v1/", nil, "http://h/table/v1/foot/"),
  ])
  func addresses(text: String, matrix: String?, table: String?) throws {
    let router = try #require(RouterAddress(text))
    if let matrix {
      #expect(Self.request.message(to: router, as: .valhalla).address == matrix)
    }
    if let table {
      let address = Self.request.message(to: router, as: .osrm).address
      #expect(address == table + Self.points + "?sources=0&annotations=distance")
    }
  }

  @Test func keys() throws {
    let router = try #require(RouterAddress("https://h/a?key=b&c=d#top"))
    #expect(
      Self.request.message(to: router, as: .valhalla).address
        == "https://h/a/sources_to_targets?key=b&c=d")
    #expect(
      Self.request.message(to: router, as: .osrm).address
        == "https://h/a/table/v1/foot/\(Self.points)?key=b&c=d&sources=0&annotations=distance")
  }

  @Test func body() throws {
    let router = try #require(RouterAddress("http://h"))
    let body = Self.request.message(to: router, as: .valhalla).body
    #expect(
      body
        == #"{"sources":[{"lat":51.5074,"lon":-0.1278}],"targets":[{"lat":0,"lon":180}],"#
        + #""costing":"pedestrian","costing_options":{"pedestrian":{"shortest":true}},"#
        + #""units":"kilometers"}"#)
    #expect(Self.request.message(to: router, as: .osrm).body == nil)
  }

  /// From any form of address, that of ways.
  @Test(arguments: [
    ("http://h:1", "http://h:1/route", "http://h:1/route/v1/foot/"),
    ("http://h/sources_to_targets/?k=1", "http://h/route?k=1", "http://h/route/v1/foot/"),
    ("http://h/a/table/v1/x", "http://h/a/route", "http://h/a/route/v1/x/"),
    ("http://h/a/route/v1/x/", "http://h/a/route", "http://h/a/route/v1/x/"),
    ("http://h/route/v1", "http://h/route", "http://h/route/v1/foot/"),
  ])
  func ways(text: String, valhalla: String, osrm: String) throws {
    let router = try #require(RouterAddress(text))
    let request = PathRequest(from: Self.request.source, to: Self.request.targets[0])
    #expect(request.message(to: router, as: .valhalla).address == valhalla)
    let address = request.message(to: router, as: .osrm).address
    #expect(address.hasPrefix(osrm + Self.points + "?"))
    #expect(address.hasSuffix("overview=full&geometries=geojson"))
    #expect(
      request.message(to: router, as: .valhalla).body
        == #"{"locations":[{"lat":51.5074,"lon":-0.1278},{"lat":0,"lon":180}],"#
        + #""costing":"pedestrian","costing_options":{"pedestrian":{"shortest":true}},"#
        + #""units":"kilometers","directions_type":"none"}"#)
  }

  @Test func halves() {
    let targets = (0..<5).map { Coordinate(latitude: Double($0), longitude: 0) }
    let request = RouteRequest(from: targets[0], to: targets)
    #expect(request.halves.map(\.targets.count) == [2, 3])
    #expect(request.halves.flatMap(\.targets) == targets)
  }
}
