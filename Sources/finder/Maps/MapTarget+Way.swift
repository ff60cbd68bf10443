import CommandLineKit
import FinderEngine
import FinderMaps

extension Invocation {
  /// The router to be asked for the way that `--to` asks for.
  func wayRouter() throws -> Router? {
    for option in RouteOptions.all where has(option) && !has(MapOptions.to) {
      throw error(option, "has no effect without --to")
    }
    return try router()
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
    defer { notes += router?.notes ?? [] }
    if let path = try router?.path(from: point, to: venue.coordinate, named: name) {
      return MapWay(
        line: path.line, metres: path.metres, minutes: path.minutes, to: name, units)
    }
    return MapWay(straightFrom: point, to: venue.coordinate, named: name, units)
  }
}
