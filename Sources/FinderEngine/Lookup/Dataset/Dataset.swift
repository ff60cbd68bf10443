/// A dataset in memory, with an index, for queries from any number of threads at once.
///
///     let dataset = try Dataset(path: "venues.geojson.gz")
///     let point = Coordinate(latitude: 51.5074, longitude: -0.1278)
///     for venue in dataset.search(Query(from: point, limit: 3)) {
///       print(venue.distance, venue.name)
///     }
public struct Dataset: Sendable {
  let store: VenueStore
  private let ids: UniqueIDs

  /// Reads a GeoJSON file, plain or gzip, and builds the index. O(n log n) in the venues; the file's unpacked
  /// text stays in memory.
  public init(path: String) throws(DatasetFailure) {
    do throws(DatasetError) {
      self.init(try DatasetLoader.load(DatasetSource(kind: .option, path: FilePath(path))))
    } catch {
      throw DatasetFailure(description: error.message)
    }
  }

  /// Reads GeoJSON from memory, and keeps a copy of it.
  public init(geoJSON: some Collection<UInt8>) throws(DatasetFailure) {
    let text = PaddedBytes(copying: geoJSON)
    do throws(ParseError) {
      self.init(try VenueStore(reading: text))
    } catch {
      let place = TextPosition(of: error.offset, in: text.bytes)
      throw DatasetFailure(description: "\(place): \(error.description(in: text.bytes))")
    }
  }

  private init(_ store: VenueStore) {
    self.store = store.indexed()
    ids = UniqueIDs(self.store)
  }

  /// How many venues there are. O(1).
  public var count: Int { store.count }

  /// How many features cannot be used, such as those without a geometry. O(1).
  public var featuresLeftOut: Int { store.tally.leftOut }

  /// The venues that the query finds, in exact order, nearest first. O(log n) for a few nearest, O(found ·
  /// log found) for all in an area, O(n) with a match on names.
  public func search(_ query: Query) -> [FoundVenue] {
    var searcher = Searcher(store)
    return searcher.search(query).map { FoundVenue($0, of: store, ids) }
  }

  /// How many venues are in the query's area, whatever its limit. The time grows with the length of the
  /// area's edge, not with its contents; O(n) with a match on names.
  public func count(_ query: Query) -> Int { Searcher(store).count(query) }
}

/// Why a dataset could not be read.
public struct DatasetFailure: Error, CustomStringConvertible {
  /// One line for people: the file, the place in it, and what is wrong.
  public let description: String
}

/// A venue that a query found.
public struct FoundVenue: Sendable {
  /// The feature's own id, else one made from its name, postcode and coordinates; unique.
  public let id: String
  /// Tidied of white space and characters that could mislead a terminal; `nil` if the feature has no name.
  public let name: String?
  /// `nil` if the feature has none.
  public let postcode: String?
  public let coordinate: Coordinate
  /// Metres along the geodesic from the query's point.
  public let distance: Double
  /// Degrees clockwise from north at the query's point, in [0, 360); 0 if the two coincide.
  public let bearing: Double

  init(_ hit: Hit, of store: VenueStore, _ ids: UniqueIDs) {
    let venue = store.venue(hit)
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    self.id = String(decoding: id.bytes, as: UTF8.self)
    name = venue.name.isEmpty ? nil : venue.name
    postcode = venue.postcode
    coordinate = venue.coordinate
    distance = hit.distance
    bearing = hit.bearing
  }
}
