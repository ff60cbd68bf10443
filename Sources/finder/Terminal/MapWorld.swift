import FinderEngine
import FinderMaps
import FinderOwn

/// The contents of a map: the venues that a command line asks for, whatever part of the world is in view.
///
/// A box or a span only decides where the map begins. A radius leaves venues out, as in other commands.
final class MapWorld {
  let store: VenueStore
  let names: NameDirectory
  /// The visited venues, to be saved.
  let tallies: VisitTallies?
  let figures: ReadableFigures
  let point: Coordinate?
  /// The venue that `--to` leads to.
  let target: Hit?
  /// Notes about the way there.
  private(set) var notes: [String] = []
  private let pointName: String
  private var builder: MapSceneBuilder
  /// The marks in the screen's cells.
  var marks = CellPainter.Marks.braille { didSet { builder.mostCounted = marks.mostCounted } }
  private var searcher: Searcher
  private let limit: Int?
  private let filtered: FilteredVenues

  init(
    _ request: MapRequest, in store: VenueStore, _ names: NameDirectory, _ food: FoodColumns
  ) throws {
    (self.store, self.names) = (store, names)
    let search = request.search
    figures = search.style.figures
    point = request.point
    pointName = search.place.given?.place?.name ?? ""
    searcher = Searcher(store)
    let narrowed = try search.narrowed(
      in: store, names: names, food, tallies: search.request.filters.visits?.kept(for: store))
    tallies = narrowed.tallies
    var query = narrowed.query
    (query.match, limit) = (nil, query.limit)
    if case .box = query.area { query.area = .everywhere }
    if query.area != .everywhere || query.chains?.isOnePerChain == true || search.open != nil {
      // The area is measured from the point asked for, not from the map's middle; and venues that are open
      // stay so.
      var all = query
      all.limit = nil
      query.rows = searcher.rank(all)
      if let open = search.open { query.conditions.removeAll { $0.isTest(open) } }
      (query.area, query.chains) = (.everywhere, nil)
    }
    filtered = FilteredVenues(
      names, food, among: query.isNarrowed ? searcher.marks(of: query) : nil)
    builder = MapSceneBuilder(store, textSize: .cells)
    builder.figures = figures
    builder.base = try request.base.map()
    builder.towns = MapTown.ofSample
    if let target = request.target, let point {
      let (hit, note) = try target.hit(from: point, in: names, figures.units)
      self.target = hit
      let way = try MapWay.to(
        hit, in: store, from: point, search.router, figures.units, &notes)
      builder.way = way
      notes.append(way.sentence)
      if let note { notes.insert(note, at: 0) }
    } else {
      target = nil
    }
  }

  /// The nearest venues to a place that match the filter. The destination always comes first.
  func listings(around anchor: Coordinate, filter: FilterText) -> [MapListing] {
    var query = Query(from: anchor, limit: limit)
    let marks = filtered.marks(matching: filter)
    if let marks, marks.count <= Self.few { query.rows = marks.rows } else { query.marks = marks }
    let venues = MapVenues(hits: searcher.search(query, for: figures), target: target)
    return venues.lettered.map { MapListing($0.hit, $0.letter, of: store) }
  }

  /// Sorting this many rows takes less time than finding the nearest marked ones with the index.
  private static let few = 4096

  /// How the typed text is read, if it is not only names.
  func reading(of typed: FilterText) -> String { filtered.reading(of: typed) }

  /// The food, in one line.
  func food(ofRow row: Int) -> String { store.venue(ofRow: row).food.line }

  func scene(
    _ view: MapView, filter: FilterText, _ listings: [MapListing], selected: Int?
  ) -> MapScene {
    scene(view, filter, pins(listings, selected), by: builder)
  }

  /// The same part of the world for a picture. A character is 8 by 16 pixels there, so each of its dots is
  /// four pixels wide and high.
  func picture(
    _ view: MapView, filter: FilterText, _ listings: [MapListing], selected: Int?
  ) -> MapScene {
    var painter = MapSceneBuilder(store, textSize: PictureStyle.textSize)
    (painter.figures, painter.base) = (figures, builder.base)
    (painter.towns, painter.way) = (builder.towns, builder.way)
    let large = MapView(
      center: view.center, worldWidth: 4 * view.worldWidth, width: 4 * view.width,
      height: 4 * view.height)
    return scene(large, filter, pins(listings, selected), by: painter)
  }

  private func scene(
    _ view: MapView, _ filter: FilterText, _ pins: [MapSceneBuilder.Pin],
    by builder: MapSceneBuilder
  ) -> MapScene {
    var builder = builder
    var query = Query(from: view.center)
    query.marks = filtered.marks(matching: filter)
    builder.pins = pins
    return builder.scene(view, query)
  }

  /// Pins drawn over others come last.
  private func pins(_ listings: [MapListing], _ selected: Int?) -> [MapSceneBuilder.Pin] {
    let lettered = listings.prefix { !$0.letter.isEmpty }
    var pins = lettered.reversed().filter { $0.hit.row != selected }.map { $0.pin(.venue) }
    pins += listings.filter { $0.hit.row == selected }.map { $0.pin(.selected) }
    if let point {
      pins.append(MapSceneBuilder.Pin(.point, at: point, letter: "", name: pointName))
    }
    return pins
  }

  func view(_ frame: MapFrame, _ listings: [MapListing], width: Int, height: Int) -> MapView {
    let way = listings.filter { $0.letter == "*" }
    let shown =
      (way.isEmpty ? listings : way).map(\.coordinate)
      + (builder.way.map { Array($0.pieces.joined()) } ?? [])
    // A character is 8 by 16 pixels of a screen.
    return frame.view(
      of: store, showing: (point.map { [$0] } ?? []) + shown, width: width, height: height,
      pixelSize: 4)
  }

  /// Measured from the point asked for; `nil` without one.
  func hit(ofRow row: Int) -> Hit? {
    guard let point else { return nil }
    var query = Query(from: point)
    query.rows = [row]
    return searcher.search(query, for: figures).first
  }
}

struct MapListing {
  let hit: Hit
  let letter: String
  let name: String
  let postcode: String
  let coordinate: Coordinate

  init(_ hit: Hit, _ letter: String, of store: VenueStore) {
    (self.hit, self.letter) = (hit, letter)
    let venue = store.venue(hit)
    (name, postcode) = (venue.shownName, venue.postcode ?? "")
    coordinate = venue.coordinate
  }

  func pin(_ kind: MapPin.Kind) -> MapSceneBuilder.Pin {
    MapSceneBuilder.Pin(kind, at: coordinate, letter: letter, name: name)
  }
}
