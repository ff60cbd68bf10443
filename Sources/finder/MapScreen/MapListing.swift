import FinderEngine
import FinderMaps

/// A venue in the list.
struct MapListing {
  let hit: Hit
  let letter: String
  let name: String
  let postcode: String
  let coordinate: Coordinate

  init(_ hit: Hit, _ letter: String, of store: VenueStore) {
    (self.hit, self.letter) = (hit, letter)
    let venue = store.venue(hit)
    name = venue.name.isEmpty ? "(no name)" : TidyName.string(venue.name)
    postcode = venue.postcode.map { TidyName.string($0) } ?? ""
    coordinate = venue.coordinate
  }

  func pin(_ kind: MapPin.Kind) -> MapSceneBuilder.Pin {
    MapSceneBuilder.Pin(kind, at: coordinate, letter: letter, name: name)
  }

  func distance(_ figures: ReadableFigures) -> String {
    var text = ByteBuffer(capacity: 64)
    text.append(distance: hit.distance, in: figures.units)
    if hit.distance > 0 {
      text.append(" ")
      text.append(ReadableFigures.direction(hit.bearing))
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
