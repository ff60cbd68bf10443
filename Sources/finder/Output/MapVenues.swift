import FinderEngine
import FinderMaps

/// The venues that a map marks with letters, and the destination of the way.
struct MapVenues {
  private(set) var hits: [Hit]
  var target: Hit?
  var way: MapWay?
  var people: [MapPerson] = []
  var marks = Marks.letters

  /// How venues are labelled. Venues without a label have dots.
  enum Marks {
    case letters
    /// From 1 to 99: on maps with people, who may have letters.
    case numbers
    case none
  }

  static let targetLetter = "*"

  /// The letters of the alphabet.
  static let mostLetters = 26
  static let mostNumbers = 99

  /// Keeps `count` venues in the list, including the destination of the way.
  mutating func keep(first count: Int) {
    hits = Array(hits.prefix(count))
    if lettered.count > count, !hits.isEmpty { hits.removeLast() }
  }

  private func letter(_ place: Int) -> String {
    switch marks {
    case .letters where place < Self.mostLetters:
      String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place)))
    case .numbers where place < Self.mostNumbers: String(place + 1)
    default: ""
    }
  }

  /// Pins for venues with labels; others have dots. The points come last, on top of everything.
  func pins(in store: VenueStore, from point: Coordinate?, named name: String) -> [MapSceneBuilder
    .Pin]
  {
    var pins = lettered.prefix { !$0.letter.isEmpty }.reversed().map { letter, hit in
      let venue = store.venue(hit)
      return MapSceneBuilder.Pin(
        letter == Self.targetLetter ? .selected : .venue, at: venue.coordinate, letter: letter,
        name: venue.name)
    }
    // The first on top of the others.
    for person in people.reversed() {
      pins.append(
        MapSceneBuilder.Pin(
          .point, at: person.coordinate, letter: person.label, name: person.name))
    }
    if let point { pins.append(MapSceneBuilder.Pin(.point, at: point, letter: "", name: name)) }
    return pins
  }
}

extension MapVenues {
  var isEmpty: Bool { hits.isEmpty && target == nil }
  var allHavePins: Bool { lettered.allSatisfy { !$0.letter.isEmpty } }

  /// In the order of the list: the destination comes first.
  var lettered: [(letter: String, hit: Hit)] {
    let first: [(String, Hit)] = target.map { [(Self.targetLetter, $0)] } ?? []
    let others = hits.filter { $0.row != target?.row }
    return first + others.enumerated().map { (letter($0), $1) }
  }
}
