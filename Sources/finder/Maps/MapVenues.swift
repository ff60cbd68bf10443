import CommandLineKit
import FinderEngine
import FinderMaps

/// The venues that a map tells by letters, and the one that the way leads to.
struct MapVenues {
  private(set) var hits: [Hit]
  var target: Hit?
  /// To the target.
  var way: MapWay?

  static let targetLetter = "*"

  /// At most 26, as there are no more letters.
  static let mostLetters = 26

  init(hits: [Hit], target: Hit? = nil) { (self.hits, self.target) = (hits, target) }

  mutating func keep(first count: Int) { hits = Array(hits.prefix(count)) }

  private func letter(_ place: Int) -> String {
    place < Self.mostLetters
      ? String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place))) : ""
  }

  /// Of those with letters. Others have their dots. With the point last, which is over all others.
  func pins(in store: VenueStore, from point: Coordinate?, named name: String) -> [MapSceneBuilder
    .Pin]
  {
    var pins = lettered.prefix { !$0.letter.isEmpty }.reversed().map { letter, hit in
      let venue = store.venue(hit)
      return MapSceneBuilder.Pin(
        letter == Self.targetLetter ? .selected : .venue, at: venue.coordinate, letter: letter,
        name: TidyName.string(venue.name))
    }
    if let point { pins.append(MapSceneBuilder.Pin(.point, at: point, letter: "", name: name)) }
    return pins
  }
}

extension MapVenues {
  var isEmpty: Bool { hits.isEmpty && target == nil }

  /// In the order of the list: where the way leads comes first.
  var lettered: [(letter: String, hit: Hit)] {
    let first: [(String, Hit)] = target.map { [(Self.targetLetter, $0)] } ?? []
    let others = hits.filter { $0.row != target?.row }
    return first + others.enumerated().map { (letter($0), $1) }
  }
}
