import CommandLineKit
import FinderEngine
import FinderMaps

extension MeetingAnswer {
  /// The answer for a map: the people, the venues numbered in order, and a line from each person to the first
  /// venue.
  func mapped(_ units: ReadableFigures.Units) -> MapVenues {
    var venues = MapVenues(hits: hits.map(\.hit))
    let places = question.places
    venues.people = places.enumerated().map { number, place in
      MapPerson(place.point, name: place.shownName, label: question.label(number))
    }
    // If there are many people, each of them has a number.
    venues.marks = places.count <= MeetingTable.mostColumns ? .numbers : .letters
    if let first = hits.first {
      let venue = store.venue(first.hit)
      let name = venue.name
      venues.way = MapWay(
        legsFrom: places.map(\.point), to: venue.coordinate,
        named: name.isEmpty ? "the venue" : name, units)
    }
    return venues
  }

  /// `Venues to meet at, from London, Leeds and Bath`
  var title: String {
    let names = question.places.map(\.shownName)
    guard names.count <= MeetingTable.mostColumns else {
      return "Venues to meet at, from \(names.count) points"
    }
    return "Venues to meet at, from \(names.listed())"
  }
}
