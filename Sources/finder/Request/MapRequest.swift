import CommandLineKit
import FinderEngine

/// What a map was asked to show.
final class MapRequest: Sendable {
  let frame: MapFrame
  /// The point asked for, where the camera bounds let it be.
  let point: Coordinate?
  let target: MapTarget?
  let search: Search

  init(_ invocation: Invocation, _ data: SearchData) throws {
    for option in RouteOptions.all where invocation.has(option) && !invocation.has(MapOptions.to) {
      throw invocation.error(option, "has no effect without --to")
    }
    let request = try SearchRequest(invocation, limit: 10)
    let place = try request.point.ruledIfGiven(data)
    point = place?.ruling.point
    frame = try invocation.mapFrame(point)
    target = try MapTarget(invocation)
    let anywhere = Coordinate(latitude: 0, longitude: 0)
    search = try request.resolve(
      in: SearchRequest.Place(
        area: frame.area, ruling: place?.ruling ?? .allowing(anywhere), given: place?.given
      ) { _ in }, data, router: try request.resolvedRouter(),
      inputs: try invocation.basePath().map { [$0] } ?? [])
  }

  /// What there is to say of every query.
  func notes(_ narrowed: Search.Narrowed, found: Int, in store: VenueStore) -> [String] {
    guard !search.isQuiet else { return [] }
    var notes = unknownKeys(in: search.query.conditions, nil, of: store, found: found)
    notes += narrowed.notes
    if let open = search.open {
      let isWhole = search.chains == nil && search.visits == nil
      notes += HoursNotes(open, search.query, found: found, in: store).notes(isForPeople: isWhole)
    }
    if let note = search.given?.note { notes.append(note) }
    if found == 0 { notes.append("no venue found") }
    return notes
  }
}

/// The options of `finder map` alone.
enum MapOptions {
  static let zoom = Option(
    "zoom", value: "Z", summary: "a zoom of web maps, 0…22; a character counts as 8 by 16 pixels",
    group: "View", otherWords: "level z zoom-level")
  static let to = Option(
    "to", value: "VENUE", summary: "show the way to a venue, or to the nearest branch of a chain",
    group: "View", completes: .closest, otherWords: "venue destination favourite towards")
  static let size = Option(
    "size", value: "WxH", summary: "pixels of a picture, or columns and lines of text",
    group: "Picture", otherWords: "dimensions width height geometry resolution")
  static let base = Option(
    "base", value: "FILE",
    summary:
      "draw the lines and polygons of a GeoJSON file beneath, in degrees; 'none' for nothing",
    group: "Picture", isPath: true, completes: .datasets,
    otherWords: "basemap background outline coast layer")
  static let marks = Option(
    "marks", value: "MARKS", choices: CellPainter.Marks.allCases.map(\.rawValue),
    summary: "what a map of text is drawn with", group: "Picture",
    defaultText: "braille, where the terminal can show it",
    otherWords: "braille=braille ascii=ascii charset")

  static let scale = Option(
    "scale", value: "N", summary: "how many times as large a picture is shown, 1…8",
    group: "Picture", defaultText: "1", otherWords: "dpi retina factor hidpi")

  static let limit = Options.limit.with(
    summary: "list N venues, of which 26 have letters; 0 for all; every venue has its dot",
    defaultText: "10, or as many as there is room for")

  static let interactive = Option(
    "interactive", short: "i", summary: "a map in the terminal to move around in; ? shows the keys",
    group: "View", otherWords: "browse explore tui full-screen pan")

  // 'to' is an option of its own here.
  static let output = Option(
    "output", short: "o", value: "FILE", summary: "write to FILE, whole or not at all",
    group: "Output", isPath: true, otherWords: "out outfile save")

  static let routes = [
    RouteOptions.router.with(
      summary: "draw the walk of --to as this Valhalla or OSRM server has it"),
    RouteOptions.route,
    RouteOptions.timeout,
    RouteOptions.strict.with(
      summary: "exit with 69 if the server does not answer, and draw no straight line"),
  ]

  static let view = [Options.span, Options.radius, Options.box, zoom, to]
  static let format = Options.format.with(
    choices: MapFormat.allCases.map(\.rawValue), summary: "what kind of map is made",
    defaultText: "by the ending of --output, else text")
}

enum MapFormat: String, CaseIterable {
  case text
  case svg
  case png
  case html
}

extension Invocation {
  func mapFormat() -> MapFormat { chosenFormat.flatMap(MapFormat.init(rawValue:)) ?? .text }

  /// `--size WxH`; `nil` where it is not given.
  func size(widths: ClosedRange<Int>, heights: ClosedRange<Int>) throws -> (Int, Int)? {
    guard let text = self[MapOptions.size] else { return nil }
    let parts = text.lowercased().split(omittingEmptySubsequences: false) {
      $0 == "x" || $0 == "×"
    }
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw error(
        MapOptions.size, "\(UsageError.show(text)) is not a width and a height, such as 80x24")
    }
    guard widths.contains(width), heights.contains(height) else {
      throw error(
        MapOptions.size,
        "\(UsageError.show(text)) is out of range: widths of \(widths.lowerBound)…\(widths.upperBound) "
          + "and heights of \(heights.lowerBound)…\(heights.upperBound)")
    }
    return (width, height)
  }
}

/// Which part of the world was asked for, before the size of the picture is known.
enum MapFrame {
  case box(BoundingBox)
  case circle(Coordinate, radius: Double)
  case zoom(Coordinate?, Double)
  /// The point and the venues nearest to it.
  case nearest(Coordinate)
  /// The point and one venue.
  case way(Coordinate)
  /// All venues.
  case everything

  /// The query's area: what lies beyond an explicit part is not asked for.
  var area: Query.Area {
    switch self {
    case .box(let box): .box(box)
    case .circle(_, let radius): .circle(radius: radius)
    default: .everywhere
    }
  }

  /// For a picture of so many pixels, of which each stands for `pixelSize` pixels of a web map.
  func view(
    of store: VenueStore, showing points: [Coordinate], width: Int, height: Int, pixelSize: Double
  ) -> MapView {
    switch self {
    case .box(let box): return MapView(showing: box, width: width, height: height)
    case .circle(let point, let radius):
      return MapView(around: point, radius: radius, width: width, height: height)
    case .zoom(let point, let zoom):
      let center = point ?? Self.middle(of: store)
      return MapView(
        center: center, zoom: zoom - log2(pixelSize), width: width, height: height)
    case .nearest, .way: return MapView(fitting: points, width: width, height: height)
    case .everything:
      guard let box = store.narrowestExtent else {
        return MapView(showing: Camera.bounds, width: width, height: height)
      }
      return MapView(showing: box, margin: 0.1, width: width, height: height)
    }
  }

  /// The same for a page, which knows its size only when it is shown.
  func pageView(of store: VenueStore, showing points: [Coordinate]) -> PageContents.View {
    switch self {
    case .box(let box): return .box(box)
    case .zoom(let point, let zoom): return .around(point ?? Self.middle(of: store), zoom: zoom)
    case .everything: return .everything
    case .circle(let point, let radius):
      return .box(MapView(around: point, radius: radius, width: 256, height: 256).box)
    case .nearest, .way: return .box(MapView(fitting: points, width: 256, height: 256).box)
    }
  }

  private static func middle(of store: VenueStore) -> Coordinate {
    (store.narrowestExtent ?? Camera.bounds).center
  }
}

extension Invocation {
  /// Of the options of the view at most one, and what goes with a point only with one.
  func mapFrame(_ point: Coordinate?) throws -> MapFrame {
    let given = MapOptions.view.filter(has)
    if given.count > 1 {
      throw error("expected only one of \(given[0].flag) and \(given[1].flag)")
    }
    if let box = try box() {
      if Camera.looksSwapped(box) { diagnostics.note(swapped: box) }
      return .box(box)
    }
    if let zoom = try number(MapOptions.zoom) {
      guard (0...22).contains(zoom) else {
        throw error(MapOptions.zoom, "\(shown(zoom)) is out of range (0…22)")
      }
      return .zoom(point, zoom)
    }
    guard let point else {
      guard let option = given.first else { return .everything }
      throw error(option, "needs a point")
    }
    if let span = try span() { return .box(span.visibleBox(around: point)) }
    if let radius = try distance(Options.radius) {
      guard radius > 0 else { throw error(Options.radius, "must be more than 0 on a map") }
      return .circle(point, radius: radius)
    }
    return has(MapOptions.to) ? .way(point) : .nearest(point)
  }
}

/// `--to`: a venue's id or name, a chain, or a favourite or its place in their list.
struct MapTarget {
  private let text: String
  private let favourite: Favourite?

  /// `nil` where no way was asked for.
  init?(_ invocation: Invocation) throws {
    guard let text = invocation[MapOptions.to] else { return nil }
    guard !text.isEmpty else { throw invocation.error(MapOptions.to, "is empty") }
    self.text = text
    favourite = try Favourites.ofUser(invocation)?.meant(by: text)
  }

  /// That a lone house was meant, where a chain is spelt nearly alike.
  func note(in names: NameDirectory) -> String? {
    favourite == nil ? VenueByName(text: text, names: names).likelyChain : nil
  }

  /// The nearest that is meant.
  func hit(from point: Coordinate, in names: NameDirectory) throws -> Hit {
    let wanted = VenueByName(text: favourite?.shown ?? text, names: names)
    let meant = favourite.map { VenueByName.branches(of: $0, in: names) } ?? wanted.meant()
    return try wanted.closest(of: meant, to: point)
  }
}

extension MapWay {
  /// As the router tells, or else in a straight line; the notes then say why.
  static func to(
    _ hit: Hit, in store: VenueStore, from point: Coordinate, _ router: Router?,
    _ units: ReadableFigures.Units, _ notes: inout [String]
  ) throws -> MapWay {
    let venue = store.venue(hit)
    let tidy = TidyName.string(venue.name)
    let name = tidy.isEmpty ? "the venue" : tidy
    let session = router.map { RouterSession($0) }
    defer { notes += session?.notes ?? [] }
    if let path = try session?.path(from: point, to: venue.coordinate, named: name) {
      return MapWay(
        line: path.line, metres: path.metres, minutes: path.minutes, to: name, units)
    }
    return MapWay(straightFrom: point, to: venue.coordinate, named: name, units)
  }
}
