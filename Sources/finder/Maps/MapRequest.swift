import CommandLineKit
import FinderEngine

/// What a map was asked to show.
struct MapRequest {
  let frame: MapFrame
  let given: GivenPoint?
  /// The point asked for, where the camera bounds let it be.
  let point: Coordinate?
  let query: Query
  let chains: ChainWishes?
  let visits: VisitWishes?
  let open: OpenHours?
  let target: MapTarget?
  let router: Router?

  init(_ invocation: Invocation, _ data: QueryData) throws {
    let limit = try invocation.limit(default: 10)
    let match = try invocation.nameMatch()
    let conditions = try invocation.conditions()
    chains = try invocation.chainWishes()
    visits = try invocation.visitWishes()
    open = try invocation.openHours()
    given = try invocation.optionalPoint(data)
    point = try given.map { try invocation.ruling(on: $0.coordinate, invocation.diagnostics).point }
    frame = try invocation.mapFrame(point)
    target = try MapTarget(invocation)
    router = try invocation.wayRouter()
    var query = Query(
      from: point ?? Coordinate(latitude: 0, longitude: 0), area: frame.area, limit: limit,
      match: match, conditions: conditions)
    open?.limit(&query)
    self.query = query
  }

  /// The notes that every query has.
  func addNotes(
    to diagnostics: Diagnostics, found: Int, in data: inout LoadedData
  ) {
    diagnostics.note(unknownKeysIn: query.conditions, nil, of: data.store, found: found)
    if let note = chains?.note(in: data.names().chains) { diagnostics.note(note) }
    if let note = visits?.note { diagnostics.note(note) }
    let isWhole = chains == nil && visits == nil
    open?.note(query, found: found, in: data.store, isForPeople: isWhole, diagnostics)
    if let note = given?.note { diagnostics.note(note) }
    if found == 0 { diagnostics.note("no venue found") }
  }
}
