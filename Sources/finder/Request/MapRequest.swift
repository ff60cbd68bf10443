import CommandLineKit
import FinderEngine
import FinderLists
import FinderMaps
import FinderOwn

final class MapRequest: Sendable {
  let frame: MapFrame
  /// The point asked for, if the camera bounds allow it.
  let point: Coordinate?
  let target: MapTarget?
  let drawing: MapDrawing
  let base: MapBase
  let search: Search
  /// The folder with the record of an installed dataset, which a page quotes.
  let dataFolder: FilePath?

  /// For an answer that already exists.
  init(_ search: Search, _ drawing: MapDrawing, _ base: MapBase) throws {
    (self.search, self.drawing, self.base) = (search, drawing, base)
    (frame, point, target) = (.answer, nil, nil)
    dataFolder = search.invocation.locator.dataFolder
    try refuseTerminal()
  }

  init(_ invocation: Invocation, _ data: SearchData) throws {
    for option in RouteOptions.all where invocation.has(option) && !invocation.has(MapOptions.to) {
      throw invocation.error(option, "has no effect without --to")
    }
    let request = try SearchRequest(invocation, limit: 10)
    drawing = try MapDrawing(invocation)
    base = try MapBase(invocation)
    dataFolder = invocation.locator.dataFolder
    let place = try request.point.ruledIfGiven(data)
    point = place?.ruling.point
    frame = try .asked(invocation, around: point)
    target = try MapTarget(invocation)
    let anywhere = Coordinate(latitude: 0, longitude: 0)
    search = try Search(
      request,
      in: SearchRequest.Place(
        area: frame.area, ruling: place?.ruling ?? .allowing(anywhere), given: place?.given
      ) { _ in }, data, inputs: [base.path].compactMap { $0 })
    try refuseTerminal()
  }

  private func refuseTerminal() throws {
    guard drawing.format == .png, search.output.isTerminal else { return }
    throw search.invocation.error(
      Options.output, "is missing: a terminal cannot show a PNG; --output FILE.png writes it")
  }

  func notes(_ narrowed: Search.Narrowed, found: Int, in store: VenueStore) -> [String] {
    guard !search.isQuiet else { return [] }
    return unknownKeys(in: search.query.conditions, nil, of: store, found: found) + narrowed.notes
      + search.notes(found: found, isWhole: true, narrowed.query, in: store)
  }
}

enum MapOptions {
  static let zoom = Option(
    "zoom", value: "Z", summary: "a zoom of web maps, 0…22; a character counts as 8 by 16 pixels",
    group: "View", isEveryday: true, otherWords: "level z zoom-level")
  static let to = Option(
    "to", value: "VENUE", summary: "show the way to a venue, or to the nearest branch of a chain",
    group: "View", isEveryday: true, completes: .closest,
    otherWords: "venue destination favourite towards")
  static let size = Option(
    "size", value: "WxH", summary: "pixels of a picture, or columns and lines of text",
    group: "Picture", otherWords: "dimensions width height geometry resolution")
  static let base = Option(
    "base", value: "FILE",
    summary:
      "draw the lines and polygons of a GeoJSON file beneath, or a GPX track; 'none' for nothing",
    group: "Picture", isPath: true, completes: .datasets,
    otherWords: "basemap background outline coast layer")
  static let marks = Option(
    "marks", value: "MARKS", choices: CellPainter.Marks.allCases.map(\.rawValue),
    summary: "the characters that draw a map as text", group: "Picture",
    defaultText: "braille, where the terminal can show it",
    otherWords: "braille=braille ascii=ascii charset")

  static let scale = Option(
    "scale", value: "N", summary: "how many times larger to draw a picture, 1…8",
    group: "Picture", defaultText: "1", otherWords: "dpi retina factor hidpi")

  static let limit = Options.limit.with(
    summary: "list N venues, the first 26 with letters; 0 for all; every venue has a dot",
    defaultText: "10, or as many as there is room for")

  static let interactive = Option(
    "interactive", short: "i", summary: "a map in the terminal to move around in; ? shows the keys",
    group: "View", isEveryday: true, otherWords: "browse explore tui full-screen pan")

  // On this command `to` is an option of its own.
  static let output = Option(
    "output", short: "o", value: "FILE", summary: "write to FILE, whole or not at all",
    group: "Output", isEveryday: true, isPath: true, otherWords: "out outfile save")

  static let routes = [
    RouteOptions.router.with(
      summary: "draw the walk of --to from this Valhalla or OSRM server"),
    RouteOptions.route,
    RouteOptions.timeout,
    RouteOptions.strict.with(
      summary: "exit with 69 if the server does not answer, instead of drawing a straight line"),
  ]

  static let view = [Options.span, Options.radius, Options.box, zoom, to]
  static let format = Options.format.with(
    choices: MapFormat.allCases.map(\.rawValue), summary: "what kind of map is made",
    defaultText: "by the ending of --output, else text")
}

enum MapFormat: String, CaseIterable {
  case text, svg, png, html
}

struct MapDrawing: Sendable {
  let format: MapFormat
  /// Whatever the output is.
  let isAskedFor: Bool
  let marks: CellPainter.Marks?
  /// In columns and lines; `nil` if not given.
  let textSize: (width: Int, height: Int)?
  /// In pixels, before scaling.
  let pictureSize: (width: Int, height: Int)
  let scale: Int
  /// Lists only as many venues as fit.
  let listsWhatFits: Bool

  /// Refuses options that would have no effect.
  init(_ invocation: Invocation) throws {
    let chosen = invocation.chosenFormat
    format = chosen.flatMap(MapFormat.init(rawValue:)) ?? .text
    isAskedFor = chosen != nil || invocation.has(MapOptions.marks)
    marks = invocation[MapOptions.marks].flatMap(CellPainter.Marks.init(rawValue:))
    listsWhatFits = !invocation.has(Options.limit)
    let isPicture = format == .svg || format == .png
    for (option, hasEffect, forms) in [
      (MapOptions.marks, format == .text, "text"), (MapOptions.scale, isPicture, "svg and png"),
    ] where invocation.has(option) && !hasEffect {
      throw invocation.error(option, "has no effect on \(format.rawValue), only on \(forms)")
    }
    if let path = invocation.path(MapOptions.output), !isAskedFor,
      "\(path.name)".dropFirst().contains(".")
    {
      throw invocation.error(
        Options.output,
        "\(UsageError.show("\(path)")) has none of the endings .txt, .svg, .png and .html; "
          + "--format says what to draw")
    }
    if format == .html, invocation.has(MapOptions.size) {
      throw invocation.error(
        MapOptions.size, "has no effect on html: a page is as large as its window")
    }
    textSize =
      format == .text ? try Self.size(invocation, widths: 10...1_000, heights: 4...1_000) : nil
    // Only pictures have pixels.
    let picture = try isPicture ? Self.picture(invocation) : nil
    pictureSize = picture?.size ?? Self.usualSize
    scale = picture?.scale ?? 1
  }

  static let usualSize = (width: 1024, height: 768)

  /// `--size` and `--scale`.
  static func picture(
    _ invocation: Invocation
  ) throws -> (size: (width: Int, height: Int), scale: Int) {
    let scale = try invocation.whole(MapOptions.scale, 1...8) ?? 1
    let most = PNGPainter.largestSide
    let (width, height) = try size(invocation, widths: 16...most, heights: 16...most) ?? usualSize
    guard width * scale <= most, height * scale <= most else {
      throw invocation.error(
        MapOptions.size,
        "times --scale makes \(width * scale)x\(height * scale) pixels; at most \(most)x\(most) are drawn"
      )
    }
    return ((width, height), scale)
  }

  /// `--size WxH`; `nil` if not given.
  private static func size(
    _ invocation: Invocation, widths: ClosedRange<Int>, heights: ClosedRange<Int>
  ) throws -> (width: Int, height: Int)? {
    guard let text = invocation[MapOptions.size] else { return nil }
    let parts = text.lowercased().split(omittingEmptySubsequences: false) {
      $0 == "x" || $0 == "×"
    }
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw invocation.error(
        MapOptions.size, "\(UsageError.show(text)) is not a width and a height, such as 80x24")
    }
    guard widths.contains(width), heights.contains(height) else {
      throw invocation.error(
        MapOptions.size,
        "\(UsageError.show(text)) is out of range: widths of \(widths.lowerBound)…\(widths.upperBound) "
          + "and heights of \(heights.lowerBound)…\(heights.upperBound)")
    }
    return (width, height)
  }
}

/// The base of a map: the file named by `--base` or by the settings, else the outline that comes with finder.
/// The file is read when the map is drawn.
struct MapBase: Sendable {
  /// `none` means no base map.
  let path: FilePath?
  /// Named by the option, not by a setting.
  let isNamed: Bool

  init(_ invocation: Invocation) throws {
    isNamed = invocation.has(MapOptions.base)
    guard let given = invocation.path(MapOptions.base) else {
      path = try invocation.settings().basePath
      return
    }
    guard given != "-" else { throw invocation.error(MapOptions.base, "cannot be standard input") }
    path = given
  }

  func shapes() throws -> (shapes: [BaseShape], credit: String, error: Double) {
    if let path {
      let kind: DatasetSource.Kind = isNamed ? .option : .config
      return (path == "none" ? [] : try BaseShape.read(file: path, namedBy: kind), "", 0)
    }
    guard let path = Outline.path(in: SampleFolders.all) else { return ([], "", 0) }
    // The outline is 1 km from the coast on average, and up to 10 km in places.
    return (try Outline.read(path), "rough outline", 2_000)
  }

  func map() throws -> BaseMap {
    let base = try shapes()
    return BaseMap(base.shapes, credit: base.credit, error: base.error)
  }
}

/// The part of the world to show, before the size of the picture is known.
enum MapFrame {
  case box(BoundingBox)
  case circle(Coordinate, radius: Double)
  case zoom(Coordinate?, Double)
  /// The point and its nearest venues.
  case nearest(Coordinate)
  /// The point and one venue.
  case way(Coordinate)
  /// All venues of an answer, the people, and the way.
  case answer
  case everything

  /// The area of the query. Venues outside an explicit part are not wanted.
  var area: Query.Area {
    switch self {
    case .box(let box): .box(box)
    case .circle(_, let radius): .circle(radius: radius)
    default: .everywhere
    }
  }

  /// The view for a picture of this many pixels, each as large as `pixelSize` pixels of a web map.
  func view(
    of store: VenueStore, showing points: [Coordinate], width: Int, height: Int, pixelSize: Double
  ) -> MapView {
    switch self {
    case .box(let box): return MapView(showing: box, width: width, height: height)
    case .circle(let point, let radius):
      return MapView(around: point, radius: radius, width: width, height: height)
    case .zoom(let point, let zoom):
      let center = point ?? Self.middle(of: store)
      return MapView(center: center, zoom: zoom - log2(pixelSize), width: width, height: height)
    case .nearest, .way, .answer: return MapView(fitting: points, width: width, height: height)
    case .everything:
      guard let box = store.narrowestExtent else {
        return MapView(showing: Camera.bounds, width: width, height: height)
      }
      return MapView(showing: box, margin: 0.1, width: width, height: height)
    }
  }

  /// The view for a page, whose size is not known until it is shown.
  func pageView(of store: VenueStore, showing points: [Coordinate]) -> PageContents.View {
    switch self {
    case .box(let box): return .box(box)
    case .zoom(let point, let zoom): return .around(point ?? Self.middle(of: store), zoom: zoom)
    case .everything: return .everything
    case .circle(let point, let radius):
      return .box(MapView(around: point, radius: radius, width: 256, height: 256).box)
    case .nearest, .way, .answer:
      return .box(MapView(fitting: points, width: 256, height: 256).box)
    }
  }

  private static func middle(of store: VenueStore) -> Coordinate {
    (store.narrowestExtent ?? Camera.bounds).center
  }
}

extension MapFrame {
  /// Accepts at most one of the view options, and those that need a point only with one.
  static func asked(_ invocation: Invocation, around point: Coordinate?) throws -> MapFrame {
    let given = MapOptions.view.filter(invocation.has)
    if given.count > 1 {
      throw invocation.error("expected only one of \(given[0].flag) and \(given[1].flag)")
    }
    if let box = try invocation.box() {
      invocation.diagnostics.note(ifOdd: box)
      return .box(box)
    }
    if let zoom = try invocation.number(MapOptions.zoom) {
      guard (0...22).contains(zoom) else {
        throw invocation.error(MapOptions.zoom, "\(shown(zoom)) is out of range (0…22)")
      }
      return .zoom(point, zoom)
    }
    guard let point else {
      guard let option = given.first else { return .everything }
      throw invocation.error(option, "needs a point")
    }
    if let span = try invocation.span() { return .box(span.visibleBox(around: point)) }
    if let radius = try invocation.radius()?.metres {
      guard radius > 0 else {
        throw invocation.error(Options.radius, "must be more than 0 on a map")
      }
      return .circle(point, radius: radius)
    }
    return invocation.has(MapOptions.to) ? .way(point) : .nearest(point)
  }
}

/// `--to`: a venue's id or name, a chain, or a favourite by name or number.
struct MapTarget {
  private let text: String
  private let favourite: Favourite?

  /// `nil` if no way was asked for.
  init?(_ invocation: Invocation) throws {
    guard let text = invocation[MapOptions.to] else { return nil }
    guard !text.isEmpty else { throw invocation.error(MapOptions.to, "is empty") }
    self.text = text
    favourite = try Favourites.ofUser(invocation)?.meant(by: text)
  }

  /// The nearest venue that the text may mean, with a note if need be.
  func hit(
    from point: Coordinate, in names: NameDirectory, _ units: ReadableFigures.Units
  ) throws -> (hit: Hit, note: String?) {
    let wanted = VenueByName(
      text: favourite?.shown ?? text, names: names, point: point, units: units)
    let meant = favourite.map { names.branches(of: $0) } ?? names.meaning(of: text)
    return (try wanted.closest(of: meant, to: point), wanted.note(on: meant))
  }
}

extension MapWay {
  /// The way by the router, or else a straight line; the notes then say why.
  static func to(
    _ hit: Hit, in store: VenueStore, from point: Coordinate, _ router: Router?,
    _ units: ReadableFigures.Units, _ notes: inout [String]
  ) throws -> MapWay {
    let venue = store.venue(hit)
    let tidy = TidyText.string(venue.name)
    let name = tidy.isEmpty ? "the venue" : tidy
    let session = router.map { RouterSession($0) }
    defer { notes += session?.notes ?? [] }
    if let path = try session?.path(from: point, to: venue.coordinate, named: name) {
      return MapWay(line: path.line, metres: path.metres, minutes: path.minutes, to: name, units)
    }
    return MapWay(straightFrom: point, to: venue.coordinate, named: name, units)
  }
}
