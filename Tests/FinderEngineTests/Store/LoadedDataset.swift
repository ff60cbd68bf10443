@testable import FinderEngine

/// A dataset as the engine loads it, its venues in the order of the text.
struct LoadedDataset {
  let store: VenueStore
  let venues: [Venue]

  init(_ bytes: some Collection<UInt8>) throws(ParseError) {
    let store = try VenueStore(reading: guarded(bytes))
    venues = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
      .map { Venue(row: $0, of: store) }
    self.store = store
  }

  init(_ text: String) throws(ParseError) { try self.init(Array(text.utf8)) }

  /// A collection of features.
  init(features: [String]) throws(ParseError) {
    try self.init(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}")
  }

  var names: [String] { venues.map(\.name) }
  var postcodes: [String?] { venues.map(\.postcode) }
  var coordinates: [Coordinate] { venues.map(\.coordinate) }

  var ids: [String] {
    let ids = UniqueIDs(store)
    return venues.map { venue in output { ids.append(idOf: venue, to: &$0) } }
  }

  /// Each venue as `near --format json` prints it, seen from where it stands.
  var written: [String] {
    let writer = VenueWriter(store)
    return venues.map { venue in
      output { writer.append(jsonOf: Hit(row: venue.row, distance: 0, bearing: 0), to: &$0) }
    }
  }

  func count(of fault: FeatureFault) -> Int { store.tally.count(of: fault) }
}

/// A feature at latitude 51.5, longitude -0.1, unless told otherwise.
func feature(
  name: String? = nil, coordinates: String = "[-0.1,51.5]", id: String? = nil,
  properties: String? = nil
) -> String {
  let properties = properties ?? name.map { "{\"name\":\"\($0)\"}" } ?? "null"
  return "{\"type\":\"Feature\"," + (id.map { "\"id\":\($0)," } ?? "")
    + "\"geometry\":{\"type\":\"Point\",\"coordinates\":\(coordinates)},"
    + "\"properties\":\(properties)}"
}
