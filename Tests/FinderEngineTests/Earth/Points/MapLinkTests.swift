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
    "https://waze.com/ul?ll=51.5%2C-0.12&navigate=yes", "https://osm.org/?lat=51.5&lon=-0.12",
    "https://www.openstreetmap.org/#12/51.5/-0.12", "openstreetmap.org/#12/51.5/-0.12",
    "https://maps.google.com/?q=Pub@51.5,-0.12", "geo:?q=51.5,-0.12",
    "geo:?q=51.5,-0.12(The%20Bar)",
    "geo:50,1?q=Pub@51.5,-0.12", "https://www.google.com:443/maps/@51.5,-0.12,15z",
    "https://www.google.co.uk/maps/dir/A/B/@50,0,8z/data=!4m14!4m13!1m5!1m1!1s0x0:0x1!2m2!1d1.5!2d52!1m5!1m1!1s0x0:0x2!2m2!1d-0.12!2d51.5!3e0",
    "https://www.bing.com/maps?cp=50~1&sp=point.51.5_-0.12_The%20Bar",
    // Longitude first.
    "https://yandex.com/maps/?ll=-0.12,51.5&z=15",
    "https://yandex.ru/maps/213/moscow/?ll=-0.12%2C51.5&z=10",
    "https://yandex.com.tr/harita/?ll=1%2C50&pt=-0.12,51.5,pm2rdm",
    "https://maps.yandex.ru/?ll=1,50&whatshere%5Bpoint%5D=-0.12,51.5&whatshere[zoom]=16",
    "https://yandex.com/maps/?ll=1,50&rtext=50,1~51.5,-0.12&rtt=pd",
    "https://2gis.ru/moscow/geo/4504/-0.12,51.5",
    "https://2gis.ae/dubai/geo/-0.12%2C51.5?m=1%2C50%2F16",
    "https://2gis.com/?m=-0.12%2C51.5%2F16",
    "https://2gis.com.cy/cyprus/firm/7/-0.12,51.5?m=1,50/17",
    "https://2gis.ru/directions/points/1%2C50%3B45%7C-0.12%2C51.5%3B70",
    "https://mapy.com/en/zakladni?x=-0.12&y=51.5&z=17",
    "https://en.mapy.cz/zakladni?x=-0.12&y=51.5",
    // HERE writes the latitude first, and the name after it.
    "https://share.here.com/l/51.5,-0.12,The%20Bar?z=16&t=normal",
    "https://share.here.com/r/50,1,A/51.5,-0.12,B?m=w",
    "https://wego.here.com/?map=51.5,-0.12,15,normal",
    "https://osmand.net/map?pin=51.5,-0.12#15/50/1",
    "https://citymapper.com/directions?endcoord=51.5,-0.12",
    "https://explore.osmaps.com/pin?lat=51.5&lon=-0.12&zoom=16",
    "https://mapy.cz/zakladni?source=coor&id=-0.12%2C51.5&x=-0.2&y=51.6&z=17",
    "https://mapy.cz/zakladni?source=firm&id=51.6&x=-0.12&y=51.5",
    "https://www.openstreetmap.org/directions?from=&to=51.5,-0.12#map=10/52/1",
    "https://www.openstreetmap.org/directions?from=50%2C1&to=51.5%2C-0.12",
    "https://wego.here.com/directions/drive/Start:51.4,-0.1/End:51.5,-0.12",
    "https://wego.here.com/directions/mix/A:50,1/51.5,-0.12?map=52,1,9,normal",
    "https://www.bing.com/maps?rtp=adr.A~pos.51.5_-0.12_X",
    "https://www.bing.com/maps?rtp=pos.50_1~pos.51.5_-0.12&cp=52~1",
    "https://www.waze.com/ul?to=ll.51.5,-0.12",
    "https://waze.com/live-map/directions?to=ll.51.5%2C-0.12",
  ])
  func london(text: String) throws {
    #expect(try MapLink.coordinate(text) == Coordinate(latitude: 51.5, longitude: -0.12), "\(text)")
  }

  /// A marked place, in Google's spelling of degrees, counts before the view.
  @Test func pinInDegreesAndMinutes() throws {
    let text =
      "https://www.google.com/maps/place/51%C2%B030'00.0%22N+0%C2%B007'30.0%22W/@50,1,17z"
    #expect(try MapLink.coordinate(text) == Coordinate(latitude: 51.5, longitude: -0.125))
    let query = "https://maps.google.com/?q=51%C2%B030'N+0%C2%B07'30%22W"
    #expect(try MapLink.coordinate(query) == Coordinate(latitude: 51.5, longitude: -0.125))
  }

  /// OpenStreetMap's own example: near the zero meridian at Greenwich, to the precision of its zoom.
  @Test func shortLinkOfOpenStreetMap() throws {
    let point = try #require(try MapLink.coordinate("https://osm.org/go/0EEQjEEb"))
    #expect(
      abs(point.latitude - 51.5110) < 0.001 && abs(point.longitude - 0.0550) < 0.001, "\(point)")
    #expect(try MapLink.coordinate("https://osm.org/go/0EEQjEEb--?m=") == point)
  }

  @Test(arguments: [
    "", "pineapple.com/?q=51.5,-0.12", "example.org/51.5,-0.12", "google.com", "London",
    "51.5,-0.12", "geography", "The Bar, High Street", "SW1A 1AA", "a.b/c",
  ])
  func others(text: String) throws { #expect(try MapLink.coordinate(text) == nil) }

  @Test(arguments: [
    ("https://maps.app.goo.gl/abc", "short link"), ("https://Maps.App.GOO.GL/abc", "short link"),
    ("https://goo.gl/maps/abc", "short link"),
    ("https://www.google.com/maps/place/London", "no position that finder can read"),
    ("geo:London", "not begin with a latitude"),
    ("geo:91,0", "not begin with a latitude"), ("geo:?q=Brighton", "searches for a name"),
    ("geo:0,0?q=Brighton@home", "searches for a name"),
    ("https://www.openstreetmap.org/#a/51.5/-0.12", "no position that finder can read"),
    ("https://www.google.com/maps/place/12,14+High+Street", "no position that finder can read"),
    ("https://maps.google.com/?q=12,14+High+Street", "no position that finder can read"),
    ("https://yandex.com/maps/?ll=-0.12,91", "no position that finder can read"),
    ("https://yandex.com/maps/-/CCU", "short link"),
    ("https://go.2gis.com/7muvw", "short link"), ("her.is/abc", "short link"),
    (
      "https://example.org",
      "how example.org writes positions: type the latitude and the longitude, as in"
    ),
    ("https://example.org/?ll=51.5,-0.12", "how example.org writes positions"),
    ("https://example.org/?lat=51.5&lng=-0.12", "longitude, perhaps 51.5,-0.12"),
    ("https://google.com.evil.org/maps/@51.5,-0.12,15z", "how google.com.evil.org writes"),
    ("https://pineapple.com/?ll=51.5,-0.12", "how pineapple.com writes"),
    ("https://maps.baidu.com/@-0.12,51.5,15z", "how maps.baidu.com writes"),
    ("https://", "no position that finder can read"),
    ("https://www.openstreetmap.org/node/1", "no position that finder can read"),
    ("geo:", "not begin with a latitude"),
    (
      "https://www.openstreetmap.org/directions?route=50.9%2C-1%3B",
      "no position that finder can read"
    ),
    ("geo:0,0?q=Brighton", "searches for a name"), ("geo:51.5,-0.12;crs=nad27", "not on WGS 84"),
  ])
  func faults(text: String, words: String) {
    let problem = #expect(throws: PointProblem.self) { try MapLink.coordinate(text) }
    #expect(problem?.problem.contains(words) == true, "\(problem?.problem ?? "")")
  }
}
