import Testing

@testable import FinderEngine

@Suite struct MapLinkTests {
  @Test(arguments: [
    "geo:51.5,-0.12", "GEO:51.5,-0.12;u=35", "geo:51.5,-0.12,17?z=11",
    "geo:0,0?q=51.5,-0.12(The%20Bar)",
    "https://www.openstreetmap.org/#map=17/51.5/-0.12",
    "https://www.openstreetmap.org/?mlat=51.5&mlon=-0.12#map=17/50/0",
    "https://www.openstreetmap.org/search?query=51.5%2C-0.12#map=5/1/1",
    "https://www.openstreetmap.org/directions?to=x#map=17/51.5/-0.12&layers=C",
    "https://www.google.com/maps/@51.5,-0.12,15z",
    "http://maps.google.co.uk/maps?q=51.5,-0.12&z=15",
    "https://www.google.com/maps/place/The+Bar/@50,1,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d51.5!4d-0.12!16s",
    "https://www.google.com/maps/search/?api=1&query=51.5%2C-0.12",
    "https://www.google.com/maps/search/51.5,+-0.12?entry=tts",
    "https://www.google.com/maps/dir/?api=1&destination=51.5,-0.12&travelmode=walking",
    "https://www.google.com/maps/dir/50.1,1.1/51.5,-0.12/@50,0,8z",
    "www.google.com/maps/@51.5,-0.12,15z", "WWW.Google.COM/maps/@51.5,-0.12,15z",
    "https://maps.google.com/?q=loc:51.5,-0.12", "geo:51.5,-0.12;crs=wgs84;u=9",
    "https://www.openstreetmap.org/directions?engine=x&route=50%2C1%3B51.5%2C-0.12#map=12/51/0",
    "https://maps.apple.com/?ll=51.5,-0.12&q=The%20Bar",
    "https://maps.apple.com/?q=51.5,-0.12",
    "https://maps.apple.com/place?coordinate=51.5,-0.12&name=x",
    "https://maps.apple.com/?daddr=51.5,-0.12&dirflg=w",
    "https://www.bing.com/maps?cp=51.5~-0.12&lvl=16",
    "https://waze.com/ul?ll=51.5%2C-0.12&navigate=yes", "https://example.org/?lat=51.5&lon=-0.12",
  ])
  func london(text: String) throws {
    #expect(try MapLink.coordinate(text) == Coordinate(latitude: 51.5, longitude: -0.12), "\(text)")
  }

  /// What is marked, in degrees as Google writes them, counts before what is in view.
  @Test func pinInDegreesAndMinutes() throws {
    let text =
      "https://www.google.com/maps/place/51%C2%B030'00.0%22N+0%C2%B007'30.0%22W/@50,1,17z"
    #expect(try MapLink.coordinate(text) == Coordinate(latitude: 51.5, longitude: -0.125))
  }

  /// OpenStreetMap's own example: near the zero meridian at Greenwich, to the width of its zoom.
  @Test func shortLinkOfOpenStreetMap() throws {
    let point = try #require(try MapLink.coordinate("https://osm.org/go/0EEQjEEb"))
    #expect(
      abs(point.latitude - 51.5110) < 0.001 && abs(point.longitude - 0.0550) < 0.001, "\(point)")
    #expect(try MapLink.coordinate("https://osm.org/go/0EEQjEEb--?m=") == point)
  }

  @Test(arguments: [
    "", "London", "51.5,-0.12", "geography", "The Bar, High Street", "SW1A 1AA", "a.b/c",
  ])
  func others(text: String) throws { #expect(try MapLink.coordinate(text) == nil) }

  @Test(arguments: [
    ("https://maps.app.goo.gl/abc", "short link"), ("https://Maps.App.GOO.GL/abc", "short link"),
    ("https://goo.gl/maps/abc", "short link"),
    ("https://www.google.com/maps/place/London", "no latitude"), ("geo:London", "no latitude"),
    ("geo:91,0", "no latitude"), ("https://example.org", "no latitude"),
    ("https://", "no latitude"),
    ("https://www.openstreetmap.org/node/1", "no latitude"), ("geo:", "no latitude"),
    ("https://www.openstreetmap.org/directions?route=50.9%2C-1%3B", "no latitude"),
    ("geo:0,0?q=Brighton", "looks for a name"), ("geo:51.5,-0.12;crs=nad27", "not on WGS 84"),
  ])
  func faults(text: String, words: String) {
    let problem = #expect(throws: PointProblem.self) { try MapLink.coordinate(text) }
    #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
  }
}
