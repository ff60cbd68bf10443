import CommandLineKit
import FinderEngine

/// The venues that a map tells by letters, and the one that the way leads to.
struct MapVenues {
  let hits: [Hit]
  var target: Hit?
  /// To the target.
  var way: MapWay?

  /// At most 26, as there are no more letters.
  static let mostLetters = 26

  func letter(_ place: Int) -> String {
    place < Self.mostLetters
      ? String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place))) : ""
  }

  /// With the point last, which is over all others.
  func pins(in store: VenueStore, from point: Coordinate?, named name: String) -> [MapSceneBuilder
    .Pin]
  {
    var pins = hits.enumerated().reversed().map { place, hit in
      let venue = store.venue(hit)
      return MapSceneBuilder.Pin(
        .venue, at: venue.coordinate, letter: letter(place), name: TidyName.string(venue.name))
    }
    if let target {
      let venue = store.venue(target)
      pins.append(
        MapSceneBuilder.Pin(
          .selected, at: venue.coordinate, letter: "*", name: TidyName.string(venue.name)))
    }
    if let point { pins.append(MapSceneBuilder.Pin(.point, at: point, letter: "", name: name)) }
    return pins
  }
}

extension MapVenues {
  var isEmpty: Bool { hits.isEmpty && target == nil }

  /// In the order of the list: where the way leads comes first.
  var lettered: [(letter: String, hit: Hit)] {
    let first: [(String, Hit)] = target.map { [("*", $0)] } ?? []
    return first + hits.enumerated().map { (letter($0), $1) }
  }
}
