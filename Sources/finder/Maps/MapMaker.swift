import CommandLineKit
import FinderEngine

/// Makes the map of an invocation from its data. A class: what closures hold of a large struct is
/// destroyed piece by piece.
final class MapMaker {
  private let invocation: Invocation
  private let output: Output
  private let frame: MapFrame
  private let point: Coordinate?
  private let given: GivenPoint?
  private let target: MapTarget?
  /// What there is to say on standard error.
  private(set) var notes: [String] = []

  init(
    _ invocation: Invocation, _ output: Output, frame: MapFrame, point: Coordinate?,
    given: GivenPoint?, target: MapTarget?
  ) {
    (self.invocation, self.output, self.frame) = (invocation, output, frame)
    (self.point, self.given, self.target) = (point, given, target)
  }

  /// Returns how many venues the map shows; of a list how many it has.
  func answer(
    from data: inout LoadedData, _ query: Query, _ chains: ChainWishes?, _ visits: VisitWishes?
  ) throws -> Int {
    guard target != nil || chains != nil || !(visits?.isKept(for: data.store) ?? true) else {
      return try data.answer(to: output) { store in
        var query = query
        try visits?.limit(&query, in: store, nil)
        return try answer(query, in: store, nil)
      }
    }
    return try data.answer(to: output) { store, names in
      var query = query
      query.chains = chains?.filter(by: names.chains)
      try visits?.limit(&query, in: store, names)
      return try answer(query, in: store, names)
    }
  }

  private func answer(
    _ query: Query, in store: VenueStore, _ names: NameDirectory?
  ) throws -> Answer {
    notes = []
    var query = query
    var searcher = Searcher(store)
    if query.chains?.isOnePerChain == true {
      // Which is each chain's nearest has to be known before anything is drawn.
      var all = query
      all.limit = nil
      query.rows = searcher.rank(all)
      query.chains = nil
    }
    let figures = try invocation.figures()
    var hits: [Hit] = []
    if point != nil || !isDrawn {
      var nearest = query
      if point == nil { nearest.point = middle(of: store) }
      hits = searcher.search(nearest, for: figures)
    }
    guard isDrawn else { return try list(hits, in: store) }
    var venues = MapVenues(hits: hits)
    if let target, let point, let names { venues.target = try target.hit(from: point, in: names) }
    return try draw(query, venues, in: store)
  }

  private func middle(of store: VenueStore) -> Coordinate {
    if case .box(let box) = frame { return box.center }
    return (store.extent ?? Camera.bounds).center
  }

  // MARK: The list alone

  /// Whether the output is one on which a drawing can be seen, or somebody wants it all the same.
  private var isDrawn: Bool {
    if invocation.chosenFormat != nil || invocation.has(MapOptions.marks) { return true }
    return output.isTerminal && environment("TERM") != "dumb" && !Terminal.asksForWords
  }

  private func list(_ hits: [Hit], in store: VenueStore) throws -> Answer {
    var buffer = ByteBuffer(capacity: 4096)
    VenueTable(style: try invocation.tableStyle(output)).append(hits, of: store, to: &buffer)
    notes.append(
      (output.isTerminal ? "" : "the output is no terminal: ") + "--format text draws the map")
    return Answer(found: hits.count, bytes: buffer)
  }

  // MARK: The drawing

  private func draw(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    let text = try TextMap(
      invocation, output, isColoured: try invocation.tableStyle(output).isColoured)
    let size = text.viewSize(venues)
    let shown = shownPoints(venues, in: store)
    // A character is 8 by 16 pixels of a screen.
    let view = frame.view(
      of: store, showing: shown, width: size.width, height: size.height, pixelSize: 4)
    var builder = MapSceneBuilder(store, textSize: .cells)
    builder.figures = text.figures
    builder.base = try invocation.baseMap()
    builder.towns = SamplePlaces(in: SampleFolders.all).map { MapTown.all(of: $0) } ?? []
    builder.pins = venues.pins(in: store, from: point, named: given?.place?.name ?? "")
    if let point, let target = venues.target {
      let end = store.venue(target).coordinate
      builder.walk = (line: [point, end], isRouted: false)
      notes.append("the way is a straight line; --route asks a router for one along the streets")
    }
    let scene = builder.scene(view, query)
    var buffer = ByteBuffer(capacity: 1 << 16)
    text.append(scene, venues, of: store, to: &buffer)
    return Answer(found: scene.dots.isEmpty ? venues.hits.count : scene.dots.count, bytes: buffer)
  }

  private func shownPoints(_ venues: MapVenues, in store: VenueStore) -> [Coordinate] {
    var points = point.map { [$0] } ?? []
    let hits = venues.target.map { [$0] } ?? venues.hits
    points += hits.map { store.venue($0).coordinate }
    return points
  }
}
