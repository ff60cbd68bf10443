import FinderEngine
import FinderMaps

extension WayRequest.Given {
  /// The way for a map, and the venues along it, numbered in order. If two digits are not enough, none is
  /// numbered.
  func mapped(_ hits: [WayHit], _ units: ReadableFigures.Units) -> MapVenues {
    var venues = MapVenues(hits: hits.map(\.hit))
    venues.marks = hits.count <= MapVenues.mostNumbers ? .numbers : .none
    venues.way = MapWay(track: way.lines, metres: way.length - way.first, units)
    if case .points(let places) = kind, places.count <= MapVenues.mostLetters {
      venues.people = places.enumerated().map { number, place in
        MapPerson(
          place.point, name: place.shownName,
          label: String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number))))
      }
    }
    return venues
  }

  /// `Venues along walk.gpx`, `Venues from London to Oxford`
  var title: String {
    switch kind {
    case .track(let name, _): "Venues along \(name.split(separator: "/").last ?? "a way")"
    case .points(let places):
      "Venues from \(places.first?.shownName ?? "") to \(places.last?.shownName ?? "")"
    }
  }
}

extension PointList.Place {
  /// For maps, which do their own escaping.
  var shownName: String { TidyText.string(given.place?.name ?? text) }
}
