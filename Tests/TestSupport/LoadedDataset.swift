import FinderEngine

/// A dataset as the engine loads it, its venues in the order of the text.
package struct LoadedDataset {
  package let store: VenueStore
  package let venues: [Venue]

  package init(_ bytes: some Collection<UInt8>) throws(ParseError) {
    let store = try VenueStore(reading: guarded(bytes))
    venues = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
      .map { Venue(row: $0, of: store) }
    self.store = store
  }

  package init(_ text: String) throws(ParseError) { try self.init(Array(text.utf8)) }

  /// A collection of features.
  package init(features: [String]) throws(ParseError) {
    try self.init(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}")
  }

  package var names: [String] { venues.map(\.name) }
  package var postcodes: [String?] { venues.map(\.postcode) }
  package var coordinates: [Coordinate] { venues.map(\.coordinate) }

  package var ids: [String] {
    let ids = UniqueIDs(store)
    return venues.map { venue in output { ids.append(idOf: venue, to: &$0) } }
  }

  /// Each venue as `near --format json` prints it, seen from its own position.
  package var written: [String] {
    let writer = VenueWriter(store)
    return venues.map { venue in
      output { writer.append(jsonOf: Hit(row: venue.row, distance: 0, bearing: 0), to: &$0) }
    }
  }

  package func count(of fault: FeatureFault) -> Int { store.tally.count(of: fault) }
}

/// A feature, by default at latitude 51.5, longitude -0.1.
package func feature(
  name: String? = nil, coordinates: String = "[-0.1,51.5]", id: String? = nil,
  properties: String? = nil
) -> String {
  let properties = properties ?? name.map { "{\"name\":\"\($0)\"}" } ?? "null"
  return "{\"type\":\"Feature\"," + (id.map { "\"id\":\($0)," } ?? "")
    + "\"geometry\":{\"type\":\"Point\",\"coordinates\":\(coordinates)},"
    + "\"properties\":\(properties)}"
}
