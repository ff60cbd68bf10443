import CommandLineKit
import FinderEngine
import FinderLists
import FinderMaps

struct MapPrinter {
  private let request: MapRequest
  private let narrowed: Search.Narrowed
  private var notes: [String] = []
  /// The title of the picture or page, if it is not around a point.
  private var heading: String?
  private let filterNotes = FilterNotes()

  /// Notes on the filters. They may search the whole dataset, so they are kept, by the one thing they depend
  /// on: whether anything was found.
  private final class FilterNotes {
    var found: [Bool: [String]] = [:]
  }

  private var style: TableStyle { request.search.style }
  private var output: Output { request.search.output }
  private var point: Coordinate? { request.point }
  private var frame: MapFrame { request.frame }
  private var additions: VenueAdditions { request.search.additions() }
  private var pointName: String? { request.search.place.given?.place?.name }

  /// Counts the venues that the map or the list beside it shows.
  static func answer(_ request: MapRequest, from data: SearchData) throws -> Answer {
    // A venue to walk to is looked up by name.
    guard request.target != nil else {
      return try request.search.answer(from: data) { try answer(request, $1, in: $0, nil) }
    }
    return try request.search.answerByName(from: data) {
      try answer(request, $1, in: $0.store, $0)
    }
  }

  private static func answer(
    _ request: MapRequest, _ narrowed: Search.Narrowed, in store: VenueStore,
    _ names: NameDirectory?
  ) throws -> Answer {
    var printer = MapPrinter(request: request, narrowed: narrowed)
    var answer = try printer.answer(narrowed.query, in: store, names)
    answer.notes = printer.notes(found: answer.found, in: store)
    answer.tallies = narrowed.tallies
    return answer
  }

  /// The picture or page of an answer, with notes on the drawing alone.
  static func answer(
    _ request: MapRequest, _ venues: MapVenues, titled title: String, in store: VenueStore
  ) throws -> Answer {
    var query = Query(from: request.search.query.point)
    query.rows = venues.hits.map(\.row)
    var printer = MapPrinter(request: request, narrowed: Search.Narrowed(query: query))
    printer.heading = title
    var answer = try printer.draw(query, venues, in: store)
    answer.notes = printer.notes
    return answer
  }

  private init(request: MapRequest, narrowed: Search.Narrowed) {
    (self.request, self.narrowed) = (request, narrowed)
  }

  private func notes(found: Int, in store: VenueStore) -> [String] {
    let isFound = found > 0
    let filters =
      filterNotes.found[isFound] ?? request.notes(narrowed, found: isFound ? 1 : 0, in: store)
    filterNotes.found[isFound] = filters
    return filters + notes
  }

  private mutating func answer(
    _ query: Query, in store: VenueStore, _ names: NameDirectory?
  ) throws -> Answer {
    var query = query
    var searcher = Searcher(store)
    if query.chains?.isOnePerChain == true {
      // The nearest branch of each chain must be known before anything is drawn.
      var all = query
      all.limit = nil
      query.rows = searcher.rank(all)
      query.chains = nil
    }
    var hits: [Hit] = []
    if point != nil { hits = searcher.search(query, for: style.figures) }
    var venues = MapVenues(hits: hits)
    if let target = request.target, let point, let names {
      let (hit, note) = try target.hit(from: point, in: names, style.figures.units)
      venues.target = hit
      venues.way = try .to(
        hit, in: store, from: point, request.search.router, style.figures.units, &notes)
      if let note { notes.append(note) }
    }
    guard isDrawn else { return try list(query, venues, in: store) }
    return try draw(query, venues, in: store)
  }

  /// Whether the output can show a drawing, or the user asked for one anyway.
  private var isDrawn: Bool {
    if request.drawing.isAskedFor { return true }
    return output.isTerminal && environment("TERM") != "dumb" && !Terminal.asksForWords
  }

  private mutating func list(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    // The base map may be invalid, whether it is drawn or not.
    if request.base.isNamed { _ = try request.base.shapes() }
    notes.append(
      (output.isTerminal ? "" : "standard output is not a terminal: ")
        + "--format text draws the map")
    guard point != nil else { return groups(query, in: store) }
    let hits = venues.lettered.map(\.hit)
    var buffer = ByteBuffer(capacity: 4096)
    VenueTable(style: style, additions: additions).append(hits, of: store, to: &buffer)
    buffer.append(sentenceOf: venues.way)
    return Answer(found: hits.count, bytes: buffer)
  }

  /// The groups that a picture of the default size would show.
  private mutating func groups(_ query: Query, in store: VenueStore) -> Answer {
    let view = frame.view(of: store, showing: [], width: 640, height: 480, pixelSize: 1)
    let zooms = ClusterSize.zooms
    let zoom = min(max(Int(view.zoom.rounded(.down)), zooms.lowerBound), zooms.upperBound)
    var query = query
    query.limit = nil
    if query.area == .everywhere { query.area = .box(view.box) }
    notes.append("these are the groups at zoom \(zoom); 'finder clusters' has them for programs")
    let size = ClusterSize(zoom: zoom, pixels: 64)!
    return ClusterRows(query, size, in: store).answer(.table, style)
  }

  // MARK: The drawing

  private mutating func draw(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    switch request.drawing.format {
    case .text: return try drawText(query, venues, in: store)
    case .html: return try page(query, venues, in: store)
    case .svg, .png:
      var buffer = ByteBuffer(capacity: 1 << 16)
      let (size, scale) = (request.drawing.pictureSize, request.drawing.scale)
      var scene = try self.scene(
        query, venues, in: store, size, pixelSize: 1, textSize: PictureStyle.textSize)
      scene.add(store.attribution)
      append(scene, scale: scale, to: &buffer)
      return Answer(found: max(scene.venueCount, venues.hits.count), bytes: buffer)
    }
  }

  /// Everything must fit on the screen. The notes may depend on what is on the map, so if they take more
  /// lines than expected, it is drawn again.
  private func drawText(_ query: Query, _ venues: MapVenues, in store: VenueStore) throws -> Answer
  {
    var lines = linesTaken(found: 1, venues, in: store)
    while true {
      var venues = venues
      let text = TextMap(request, linesTaken: lines)
      // List as many as fit, but keep at least the nearest on the map.
      venues.keep(first: max(text.mostListed, 1))
      // A character is 8 by 16 screen pixels, and has 2 by 4 dots.
      let scene = try scene(
        query, venues, in: store, text.viewSize(venues), pixelSize: 4, textSize: .cells,
        mostCounted: text.marks.mostCounted)
      let found = max(scene.venueCount, venues.hits.count)
      let needed = linesTaken(found: found, venues, in: store)
      guard needed <= lines || !text.isFitted else {
        lines = needed
        continue
      }
      var buffer = ByteBuffer(capacity: 1 << 16)
      text.append(scene, venues, of: store, to: &buffer)
      return Answer(found: found, bytes: buffer)
    }
  }

  /// The terminal lines taken by everything but the map and its list.
  private func linesTaken(found: Int, _ venues: MapVenues, in store: VenueStore) -> Int {
    guard output.isTerminal else { return 0 }
    var lines = Diagnostics.linesOnTerminal
    lines += request.search.invocation.diagnostics.lines(ofNotes: notes(found: found, in: store))
    if let way = venues.way { lines += way.sentence(width: output.terminalWidth ?? 80).height }
    return lines + (store.attribution.line == nil ? 0 : 1)
  }

  private func scene(
    _ query: Query, _ venues: MapVenues, in store: VenueStore, _ size: (width: Int, height: Int),
    pixelSize: Double, textSize: MapTextSize, mostCounted: Int? = nil
  ) throws -> MapScene {
    let view = frame.view(
      of: store, showing: shownPoints(venues, in: store), width: size.width, height: size.height,
      pixelSize: pixelSize)
    var builder = MapSceneBuilder(store, textSize: textSize)
    if let mostCounted { builder.mostCounted = mostCounted }
    builder.figures = style.figures
    builder.pins = venues.pins(in: store, from: point, named: pointName ?? "")
    builder.way = venues.way
    var query = query
    // A pin says more than the dot or group beneath it, and the group's number might be taken for a venue's.
    if heading != nil, venues.allHavePins { query.rows = [] }
    return try builder.scene(view, query) { (try request.base.map(), MapTown.ofSample) }
  }

  private mutating func append(_ scene: MapScene, scale: Int, to buffer: inout ByteBuffer) {
    guard request.drawing.format == .png else {
      return SVGPainter.append(scene, scale: scale, title: title, to: &buffer)
    }
    PNGPainter.append(scene, scale: scale, title: title, to: &buffer)
    let strange = scene.labels.map(\.text).filter(PictureFont.standard.lacks)
    if let first = strange.first {
      notes.append(
        "the picture's font cannot write \(counted(strange.count, "name")), such as "
          + "\(UsageError.quote(first)); an SVG shows them all")
    }
  }

  /// The venues within the filters and an explicit area; otherwise all.
  private mutating func page(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    let contents = try PageContents(
      request, venues, titled: title,
      point: point.map { MapPerson($0, name: pointName ?? "the point") },
      view: frame.pageView(of: store, showing: shownPoints(venues, in: store)), in: store)
    var rows: [Int]?
    if !query.asksForAll {
      var all = query
      all.limit = nil
      var searcher = Searcher(store)
      rows = searcher.rank(all)
    }
    var buffer = ByteBuffer(capacity: 1 << 20)
    notes += PageWriter(store, rows: rows).write(contents, .own, to: &buffer).notes
    return Answer(found: rows?.count ?? store.count, bytes: buffer)
  }

  private var title: String { heading ?? pointName.map { "Venues around \($0)" } ?? "Venues" }

  private func shownPoints(_ venues: MapVenues, in store: VenueStore) -> [Coordinate] {
    var points = venues.people.map(\.coordinate) + (point.map { [$0] } ?? [])
    let hits = venues.target.map { [$0] } ?? venues.hits
    points += hits.map { store.venue($0).coordinate }
    return points + (venues.way.map { Array($0.pieces.joined()) } ?? [])
  }
}

extension MapTown {
  /// The towns that come with finder, largest first.
  static var ofSample: [MapTown] {
    var towns: [MapTown] = []
    towns.reserveCapacity(1024)
    SamplePlaces(in: SampleFolders.all)?.visitTowns { name, coordinate, people in
      towns.append(MapTown(name: name, at: coordinate, people: people))
    }
    return largestFirst(towns)
  }
}
