import CLastWords
import CPage
import CommandLineKit
import FinderEngine

/// Makes the map of a request from the venues of one try, and is not used again.
struct MapPrinter {
  private let request: MapRequest
  private let invocation: Invocation
  /// What there is to say of it on standard error.
  private var notes: [String] = []

  init(_ request: MapRequest, _ invocation: Invocation) {
    (self.request, self.invocation) = (request, invocation)
  }

  private var output: Output { request.search.output }
  private var point: Coordinate? { request.point }
  private var frame: MapFrame { request.frame }
  private var open: OpenHours? { request.search.open }
  private var pointName: String? { request.search.given?.place?.name }

  /// Tells how many venues the map or the list beside it shows.
  static func answer(
    _ request: MapRequest, _ invocation: Invocation, from data: SearchData
  ) throws -> Answer {
    // A venue to go to is looked up by its name.
    try request.search.answer(from: data, byName: request.target != nil) { store, names, narrowed in
      var maker = MapPrinter(request, invocation)
      var answer = try maker.answer(narrowed.query, in: store, names)
      answer.notes = request.notes(narrowed, found: answer.found, in: store) + maker.notes
      answer.tallies = narrowed.tallies
      return answer
    }
  }

  private mutating func answer(
    _ query: Query, in store: VenueStore, _ names: NameDirectory?
  ) throws -> Answer {
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
    if point != nil { hits = searcher.search(query, for: figures) }
    var venues = MapVenues(hits: hits)
    if let target = request.target, let point, let names {
      let hit = try target.hit(from: point, in: names)
      venues.target = hit
      venues.way = try .to(
        hit, in: store, from: point, request.search.router, figures.units, &notes)
      if let note = target.note(in: names) { notes.append(note) }
    }
    guard isDrawn else { return try list(query, venues, in: store) }
    return try draw(query, venues, in: store)
  }

  // MARK: The list alone

  /// Whether the output is one on which a drawing can be seen, or somebody wants it all the same.
  private var isDrawn: Bool {
    if invocation.chosenFormat != nil || invocation.has(MapOptions.marks) { return true }
    return output.isTerminal && environment("TERM") != "dumb" && !Terminal.asksForWords
  }

  private mutating func list(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    // It may be wrong, whether it is drawn or not.
    if invocation.has(MapOptions.base) { _ = try invocation.baseShapes() }
    notes.append(
      (output.isTerminal ? "" : "the output is no terminal: ") + "--format text draws the map")
    let style = try invocation.tableStyle(output)
    guard point != nil else { return groups(query, style, in: store) }
    let hits = venues.lettered.map(\.hit)
    var buffer = ByteBuffer(capacity: 4096)
    VenueTable(style: style, open: open).append(hits, of: store, to: &buffer)
    buffer.append(sentenceOf: venues.way)
    return Answer(found: hits.count, bytes: buffer)
  }

  /// Those that a picture of a usual size would show.
  private mutating func groups(_ query: Query, _ style: TableStyle, in store: VenueStore) -> Answer
  {
    let view = frame.view(of: store, showing: [], width: 640, height: 480, pixelSize: 1)
    let zooms = ClusterSize.zooms
    let zoom = min(max(Int(view.zoom.rounded(.down)), zooms.lowerBound), zooms.upperBound)
    var query = query
    query.limit = nil
    if query.area == .everywhere { query.area = .box(view.box) }
    notes.append("these are the groups of zoom \(zoom), which 'finder clusters' has for programs")
    let size = ClusterSize(zoom: zoom, pixels: 64)!
    return ClusterRows(query, size, in: store).answer(.table, style)
  }

  // MARK: The drawing

  private mutating func draw(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    var buffer = ByteBuffer(capacity: 1 << 16)
    var venues = venues
    var scene: MapScene
    switch invocation.mapFormat() {
    case .text:
      var text = try TextMap(
        invocation, output, isColoured: try invocation.tableStyle(output).isColoured)
      // A character is 8 by 16 pixels of a screen, and has 2 by 4 dots.
      // As many as there is room for, unless somebody says how many.
      if !invocation.has(Options.limit) { venues.keep(first: text.mostListed(venues)) }
      scene = try self.scene(
        query, venues, in: store, text.viewSize(venues), pixelSize: 4, textSize: .cells,
        mostTold: text.marks.mostTold)
      text.open = open
      text.append(scene, venues, of: store, to: &buffer)
    case .html: return try page(query, venues, in: store)
    case .svg, .png:
      let size = try invocation.pictureSize()
      if invocation.mapFormat() == .png {
        // A byte for each pixel that is counted, and for each that is drawn. More than this may not be kept.
        let pixels = size.view.width * size.view.height * (1 + size.scale * size.scale)
        keepFreedMemory(pixels <= 16 << 20 ? pixels : 0)
      }
      scene = try self.scene(
        query, venues, in: store, size.view, pixelSize: 1, textSize: PictureStyle.textSize)
      scene.add(store.attribution)
      append(scene, scale: size.scale, to: &buffer)
    }
    return Answer(found: max(scene.venueCount, venues.hits.count), bytes: buffer)
  }

  private func scene(
    _ query: Query, _ venues: MapVenues, in store: VenueStore, _ size: (width: Int, height: Int),
    pixelSize: Double, textSize: MapTextSize, mostTold: Int? = nil
  ) throws -> MapScene {
    let view = frame.view(
      of: store, showing: shownPoints(venues, in: store), width: size.width, height: size.height,
      pixelSize: pixelSize)
    var builder = MapSceneBuilder(store, textSize: textSize)
    if let mostTold { builder.mostTold = mostTold }
    builder.figures = try invocation.figures()
    builder.pins = venues.pins(in: store, from: point, named: pointName ?? "")
    builder.way = venues.way
    return try builder.scene(view, query) { (try invocation.baseMap(), MapTown.ofSample) }
  }

  private mutating func append(_ scene: MapScene, scale: Int, to buffer: inout ByteBuffer) {
    guard invocation.mapFormat() == .png else {
      return SVGPainter.append(scene, scale: scale, title: title, to: &buffer)
    }
    PNGPainter.append(scene, scale: scale, title: title, to: &buffer)
    let strange = scene.labels.map(\.text).filter(PictureFont.standard.lacks)
    if let first = strange.first {
      notes.append(
        "the picture's letters do not write \(counted(strange.count, "name")), such as "
          + "\(UsageError.quote(first)); an SVG has all of them")
    }
  }

  /// The venues that filters and an explicit part leave; all otherwise.
  private mutating func page(
    _ query: Query, _ venues: MapVenues, in store: VenueStore
  ) throws -> Answer {
    let base = try invocation.baseShapes()
    var contents = PageContents(title: title)
    contents.units = try invocation.figures().units
    contents.view = frame.pageView(of: store, showing: shownPoints(venues, in: store))
    contents.point = point.map {
      PageContents.Point($0, name: pointName ?? "the point")
    }
    contents.way = venues.way
    contents.target = venues.target?.row
    contents.notes = try [venues.way?.sentence].compactMap { $0 } + invocation.pageNotes()
    if let credit = store.attribution.line { contents.notes.append("Data: \(credit)") }
    (contents.base, contents.credit, contents.baseFades) = (
      base.shapes, base.credit, base.error > 0
    )
    contents.labels = MapTown.ofSample
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

  private var title: String {
    pointName.map { "Venues around \($0)" } ?? "Venues"
  }

  private func shownPoints(_ venues: MapVenues, in store: VenueStore) -> [Coordinate] {
    var points = point.map { [$0] } ?? []
    let hits = venues.target.map { [$0] } ?? venues.hits
    points += hits.map { store.venue($0).coordinate }
    return points + (venues.way?.line ?? [])
  }
}

extension Invocation {
  /// Refuses options that would have no effect, and a picture's bytes on a terminal.
  func checkMapOptions(_ output: Output) throws {
    let format = mapFormat()
    if has(MapOptions.marks), format != .text {
      throw error(MapOptions.marks, "has no effect on \(format.rawValue), only on text")
    }
    if has(MapOptions.scale), format != .svg, format != .png {
      throw error(MapOptions.scale, "has no effect on \(format.rawValue), only on svg and png")
    }
    if let path = path(MapOptions.output), chosenFormat == nil, !has(MapOptions.marks),
      "\(path.name)".dropFirst().contains(".")
    {
      throw error(
        Options.output,
        "\(UsageError.show("\(path)")) has none of the endings .txt, .svg, .png and .html; "
          + "--format says what to draw")
    }
    switch format {
    case .text: _ = try textSize()
    case .svg, .png: _ = try pictureSize()
    case .html:
      if has(MapOptions.size) {
        throw error(MapOptions.size, "has no effect on html: a page is as large as its window")
      }
    }
    if format == .png, output.isTerminal {
      throw error(
        Options.output, "is missing: a terminal shows no PNG; --output FILE.png writes it")
    }
  }

  /// `--size` in columns and lines; `nil` where it is not given.
  func textSize() throws -> (Int, Int)? { try size(widths: 10...1_000, heights: 4...1_000) }

  /// `--size` and `--scale`.
  func pictureSize() throws -> (view: (width: Int, height: Int), scale: Int) {
    let scale = try whole(MapOptions.scale, 1...8) ?? 1
    let most = PNGPainter.largestSide
    let (width, height) = try size(widths: 16...most, heights: 16...most) ?? (1024, 768)
    guard width * scale <= most, height * scale <= most else {
      throw error(
        MapOptions.size,
        "times --scale makes \(width * scale)x\(height * scale) pixels; at most \(most)x\(most) are drawn"
      )
    }
    return ((width, height), scale)
  }
}

extension Invocation {
  /// The file that `--base` or the setting names; `none` is for none at all.
  func basePath() throws -> FilePath? {
    guard let path = path(MapOptions.base) else {
      return try settings().base.map { FilePath(homeExpanded($0)) }
    }
    guard path != "-" else { throw error(MapOptions.base, "cannot be standard input") }
    return path
  }

  /// What lies beneath: that file, else the outline that comes with finder.
  func baseShapes() throws -> (shapes: [BaseShape], credit: String, error: Double) {
    if let path = try basePath() {
      return (path == "none" ? [] : try BaseShape.read(file: path), "", 0)
    }
    guard let path = Outline.path(in: SampleFolders.all) else { return ([], "", 0) }
    // It is 1 km from the coast in the mean, and here and there 10.
    return (try Outline.read(path), "rough outline", 2_000)
  }

  func baseMap() throws -> BaseMap {
    let base = try baseShapes()
    return BaseMap(base.shapes, credit: base.credit, error: base.error)
  }

  private func homeExpanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return "\(home)\(path.dropFirst())"
  }
}

extension MapTown {
  /// The towns that come with finder, the largest first.
  static var ofSample: [MapTown] {
    SamplePlaces(in: SampleFolders.all).map { all(of: $0) } ?? []
  }
}

extension Invocation {
  /// What a page says of its venues: where they are from, and how old that is. Only the file's name: who is
  /// sent a page need not know the folders of whoever made it.
  func pageNotes() throws -> [String] {
    let source = try dataSource()
    switch source.kind {
    case .stdin: return []
    case .sample: return ["These venues are made up: they are the sample that comes with finder."]
    case .installed:
      guard let folder = locator.dataFolder,
        let record = InstalledDataset.record(ofFile: source.path, in: folder)
      else { return [] }
      let name = record.source.split(separator: "/").last.map { $0 == "-" ? "" : $0 } ?? ""
      return [
        "From \(name.isEmpty ? "a dataset" : name), installed on \(record.installed.prefix(10))."
      ]
    case .option, .environment:
      let day = source.modified.map { " of \(Timestamp.day($0))" } ?? ""
      return ["From \(source.path.name)\(day)."]
    }
  }
}

extension PageReport {
  private static let largeBase = 5_000_000

  /// What whoever makes the page should know of it.
  var notes: [String] {
    var notes: [String] = []
    if venuesCutShort > 0 {
      notes.append(
        "the page lacks the other properties of \(counted(venuesCutShort, "venue")): it holds "
          + "\(shown(bytes: mostPropertyBytes)) of them; filters make a page of fewer venues")
    }
    if baseBytes > Self.largeBase {
      notes.append(
        "the base map takes \(shown(bytes: baseBytes)) of the page; a smaller file opens sooner")
    }
    return notes
  }
}

extension PageAssets {
  /// The files of `Sources/CPage`, out of the binary.
  static var own: PageAssets {
    PageAssets(
      body: bytes(pageBody()), style: bytes(pageStyle()), script: bytes(pageScript()))
  }

  private static func bytes(_ file: PageFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
