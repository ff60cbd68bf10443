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
