import FinderEngine
import FinderLists

/// Links to a venue in other programs. Text from a dataset is percent-encoded, except letters, digits and
/// `-._~`, so that none of it is taken for part of the link or a command.
struct VenueLinks {
  /// RFC 5870, with the label in the form that map apps understand.
  let geo: String
  let openStreetMap: String
  let appleMaps: String
  let googleMaps: String
  /// Walking directions, from the point if there is one.
  let walk: String
  let search: String

  init(to venue: Venue, from point: Coordinate?) {
    let (latitude, longitude) = (
      Self.degrees(venue.coordinate.latitude), Self.degrees(venue.coordinate.longitude)
    )
    let place = "\(latitude),\(longitude)"
    let (name, postcode) = (venue.name, venue.postcode)
    let words = postcode.map { name.isEmpty ? $0 : "\(name) \($0)" } ?? name
    let label = PercentCode.encoded(name)
    geo = "geo:\(place)?q=\(place)" + (name.isEmpty ? "" : "(\(label))")
    openStreetMap =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=19/\(latitude)/\(longitude)"
    appleMaps = "https://maps.apple.com/?ll=\(place)" + (name.isEmpty ? "" : "&q=\(label)")
    googleMaps = "https://www.google.com/maps/search/?api=1&query=\(latitude)%2C\(longitude)"
    let origin = point.map {
      "&origin=\(Self.degrees($0.latitude))%2C\(Self.degrees($0.longitude))"
    }
    walk =
      "https://www.google.com/maps/dir/?api=1\(origin ?? "")"
      + "&destination=\(latitude)%2C\(longitude)&travelmode=walking"
    search = "https://www.google.com/search?q=" + PercentCode.encoded(words.isEmpty ? place : words)
  }

  var all: [(key: StaticString, link: String)] {
    [
      ("geo", geo), ("openstreetmap", openStreetMap), ("apple_maps", appleMaps),
      ("google_maps", googleMaps), ("walk", walk), ("search", search),
    ]
  }

  /// Without an exponent, which links do not allow.
  static func degrees(_ value: Double) -> String {
    let text = shown(value)
    // A damaged snapshot may hold any number; the answer is then made again from the source.
    guard abs(value) < 1, text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return text
    }
    // Numbers with an exponent are below 1, so only decimals are needed: to a tenth of a millimetre.
    let digits = String(Int((abs(value) * 1e9).rounded()))
    var fraction = Substring(String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits)
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "0" : (value < 0 ? "-0." : "0.") + fraction
  }
}
