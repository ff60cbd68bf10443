/// What is in a dataset, counted.
public struct DatasetSummary: Sendable {
  public let fileBytes: Int
  public let textBytes: Int
  public let isPacked: Bool
  public let tally: DatasetTally
  public let venues: Int
  public let positions: Int
  public let mostOnOnePosition: Int
  public let named: Int
  public let withPostcode: Int
  public let insideCamera: Int
  public let extent: BoundingBox?

  public init(_ source: DatasetSource) throws(DatasetError) {
    let raw = try DatasetLoader.bytes(of: source)
    let text = try DatasetLoader.unpacked(raw, source)
    let store = try DatasetLoader.store(reading: text, source)
    fileBytes = raw.count
    textBytes = text.count
    isPacked = Gzip.isGzip(raw.bytes)
    tally = store.tally
    venues = store.count
    extent = store.extent
    let crowds = store.venuesByPosition
    positions = crowds.count
    mostOnOnePosition = crowds.values.max() ?? 0
    let shown = (0..<store.count).lazy.map { Venue(row: $0, of: store) }
    (named, withPostcode) = shown.reduce(into: (0, 0)) { counts, venue in
      if !venue.name.isEmpty { counts.0 += 1 }
      if venue.postcode != nil { counts.1 += 1 }
    }
    insideCamera = (0..<store.count).reduce(into: 0) { count, row in
      if Camera.bounds.contains(store.coordinate(ofRow: row)) { count += 1 }
    }
  }
}

extension VenueStore {
  /// How many venues stand on each position.
  fileprivate var venuesByPosition: [Coordinate: Int] {
    (0..<count).reduce(into: [:]) { crowds, row in
      crowds[coordinate(ofRow: row), default: 0] += 1
    }
  }
}
