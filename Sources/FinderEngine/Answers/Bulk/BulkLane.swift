/// The answers of one part. No two threads touch it at once.
final class BulkLane: @unchecked Sendable {
  var answerer: BulkAnswerer

  init(plan: BulkPlan, store: VenueStore, writer: VenueWriter) {
    answerer = BulkAnswerer(plan: plan, store: store, writer: writer)
  }
}

/// One for each worker, so that no two threads touch it at once.
struct WorkersOwn: @unchecked Sendable {
  let own: [RenderedVenues]
}
