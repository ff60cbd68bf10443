import CommandLineKit
import FinderEngine

/// What there is for a map to show: the venues that an invocation asks for, whatever part of the world it
/// looks at.
///
/// A box or a span says where the map begins, and no more. A radius leaves venues out, as everywhere.
final class MapWorld {
  private(set) var data: LoadedData
  let store: VenueStore
  let figures: ReadableFigures
  /// The point asked for.
  let point: Coordinate?
  /// Where `--to` leads.
  let target: Hit?
  private let invocation: Invocation
  private let pointName: String
  private var builder: MapSceneBuilder
  private var searcher: Searcher
  private var query: Query

  init(_ request: MapScreen.Request, _ invocation: Invocation, _ data: LoadedData) throws {
    self.invocation = invocation
    self.data = data
    store = try self.data.storeForManyQueries()
    figures = try invocation.figures()
    point = request.point
    pointName = request.given?.place?.name ?? ""
    searcher = Searcher(store)
    query = request.query
    query.match = nil
    if let chains = request.chains { query.chains = chains.filter(by: self.data.names().chains) }
    try request.visits?.limit(&query, in: store, self.data.names())
    if case .box = query.area { query.area = .everywhere }
    if query.area != .everywhere || query.chains?.isOnePerChain == true {
      // It is measured from the point asked for, and not from where the map is.
      var all = query
      all.limit = nil
      query.rows = searcher.rank(all)
      (query.area, query.chains) = (.everywhere, nil)
    }
    builder = MapSceneBuilder(store, textSize: .cells)
    builder.figures = figures
    builder.base = try invocation.baseMap()
    builder.towns = SamplePlaces(in: SampleFolders.all).map { MapTown.all(of: $0) } ?? []
    if let target = request.target, let point {
      let hit = try target.hit(from: point, in: self.data.names())
      self.target = hit
      builder.walk = (line: [point, store.venue(hit).coordinate], isRouted: false)
    } else {
      target = nil
    }
  }

  func names() -> NameDirectory { data.names() }

  /// The snapshot may have been cut or damaged while it was in use.
  func refuseDamage() throws { try data.refuseDamage() }

  // MARK: Asking

  /// The nearest to a place whose names match. Where the way leads is always the first.
  func listings(around anchor: Coordinate, filter: String) -> [MapListing] {
    var query = query
    query.point = anchor
    query.match = NameMatch(filter)
    let venues = MapVenues(hits: searcher.search(query, for: figures), target: target)
    return venues.lettered.filter { $0.letter == "*" || $0.hit.row != target?.row }.map {
      MapListing($0.hit, $0.letter, of: store)
    }
  }

  func scene(
    _ view: MapView, filter: String, _ listings: [MapListing], selected: Int?
  ) -> MapScene {
    var query = query
    query.match = NameMatch(filter)
    builder.pins = listings.reversed().filter { $0.hit.row != selected }.map { $0.pin(.venue) }
    builder.pins += listings.filter { $0.hit.row == selected }.map { $0.pin(.selected) }
    if let point {
      builder.pins.append(
        MapSceneBuilder.Pin(.point, at: point, letter: "", name: pointName))
    }
    return builder.scene(view, query)
  }

  /// Where the map begins.
  func view(_ frame: MapFrame, _ listings: [MapListing], width: Int, height: Int) -> MapView {
    let way = listings.filter { $0.letter == "*" }
    let shown = (way.isEmpty ? listings : way).map(\.coordinate)
    // A character is 8 by 16 pixels of a screen.
    return frame.view(
      of: store, showing: (point.map { [$0] } ?? []) + shown, width: width, height: height,
      pixelSize: 4)
  }

  /// From the point asked for; `nil` without one.
  func hit(ofRow row: Int) -> Hit? {
    guard let point else { return nil }
    var query = Query(from: point)
    query.rows = [row]
    return searcher.search(query, for: figures).first
  }
}

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
