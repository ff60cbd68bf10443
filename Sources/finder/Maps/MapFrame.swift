import CommandLineKit
import FinderEngine
import FinderMaps

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
