/// One part's worth of answers. Never touched by two threads at once.
final class BulkLane: @unchecked Sendable {
  var answerer: BulkAnswerer

  init(plan: BulkPlan, store: VenueStore, writer: VenueWriter) {
    answerer = BulkAnswerer(plan: plan, store: store, writer: writer)
  }
}

/// One a worker, and so never touched by two threads at once.
struct WorkersOwn: @unchecked Sendable {
  let own: [RenderedVenues]

  init(_ own: [RenderedVenues]) { self.own = own }
}
