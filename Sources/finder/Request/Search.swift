import CommandLineKit
import FinderEngine
import FinderOwn

/// A search that is ready: what to look for, from where, in what, and how the answer is written. Nothing of
/// it changes any more, so that it can be run twice (see `SearchData`).
///
/// A class: what closures hold of a struct of this size is destroyed piece by piece, for which the
/// runtime makes descriptions of `[Condition]` and `VenueFields?` in 58,000 instructions.
final class Search: Sendable {
  /// Narrowed by everything that can be known without the venues.
  let query: Query
  let chains: ChainNarrowing?
  let visits: VisitNarrowing?
  let name: NameNarrowing?
  /// Narrows the query, and is told with each venue.
  let open: OpenHours?
  let ruling: CameraRuling
  /// `nil` where no point was given.
  let given: GivenPoint?
  let source: DatasetSource
  let output: Output
  let fields: VenueFields?
  /// Asked for walks, by which venues are then in order.
  let router: Router?
  /// What the walks burn, where that is asked for.
  let burning: Burning?
  let style: TableStyle
  let format: ResultFormat
  let hasHeader: Bool
  let countsOnly: Bool
  /// As it was typed.
  let match: String?
  /// Writes the member of the document's `query` that says which area was searched.
  let area: @Sendable (inout ByteBuffer) -> Void
  let showsZoomHint: Bool
  let isQuiet: Bool

  init(
    _ request: SearchRequest, _ query: Query, _ place: SearchRequest.Place,
    _ source: DatasetSource, _ output: Output, _ style: TableStyle, _ router: Router?,
    _ burning: Burning?, _ chains: ChainNarrowing?, _ name: NameNarrowing?
  ) {
    var query = query
    request.open?.limit(&query)
    self.query = query
    (visits, open, fields) = (request.visits, request.open, request.fields)
    (self.chains, self.name, self.router, self.burning) = (chains, name, router, burning)
    (ruling, given, area) = (place.ruling, place.given, place.member)
    showsZoomHint = place.isTooWide
    (self.source, self.output, self.style) = (source, output, style)
    let invocation = request.invocation
    format = invocation.format()
    hasHeader = invocation.hasHeader
    countsOnly = invocation.has(Options.count)
    match = invocation[Options.match]
    isQuiet = request.diagnostics.isQuiet
  }

  /// The same search from another point, of which the document says `area`.
  init(
    _ search: Search, _ ruling: CameraRuling, area: @escaping @Sendable (inout ByteBuffer) -> Void
  ) {
    (query, chains, visits) = (search.query, search.chains, search.visits)
    (name, open, fields) = (search.name, search.open, search.fields)
    (router, burning, style) = (search.router, search.burning, search.style)
    (self.ruling, given, self.area) = (ruling, nil, area)
    showsZoomHint = false
    (source, output) = (search.source, search.output)
    (format, hasHeader, countsOnly) = (search.format, search.hasHeader, search.countsOnly)
    (match, isQuiet) = (search.match, search.isQuiet)
  }

  /// For people, who are then told more on standard error.
  var isTable: Bool { format == .table && !countsOnly }

  // MARK: Narrowing

  /// A query with everything that is known only with the venues.
  struct Narrowed {
    var query: Query
    /// What there is to say of what it was narrowed by.
    var notes: [String] = []
    var tallies: VisitTallies?
    /// The dataset has no chain of that name.
    var lacksChain = false
  }

  /// The query for these venues. Rows are those of `store`, and of `names`, which are there where anything
  /// is wanted of chains or names, or of visits without `tallies`.
  func narrowed(
    in store: VenueStore, names: NameDirectory?, tallies: VisitTallies? = nil
  ) throws -> Narrowed {
    var narrowed = Narrowed(query: query, tallies: tallies)
    if let chains, let names {
      narrowed.query.chains = chains.filter(by: names.chains)
      if !isQuiet, let note = chains.note(in: names.chains) {
        narrowed.notes.append(note)
        narrowed.lacksChain = chains.isOfMeal
      }
    }
    if let name, let names, let note = try name.narrow(&narrowed.query, by: names) {
      narrowed.notes.append(note)
    }
    if let visits {
      if let names, tallies == nil { narrowed.tallies = try visits.tallies(names) }
      visits.narrow(&narrowed.query, by: narrowed.tallies, in: store)
      if let note = VisitNarrowing.note(narrowed.tallies) { narrowed.notes.append(note) }
    }
    return narrowed
  }

  // MARK: Answering

  /// What `work` makes of the narrowed query. Names are looked at only where they are needed.
  func answer<Result: ~Copyable>(
    from data: SearchData, byName: Bool = false,
    _ work: @Sendable (VenueStore, NameDirectory?, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let kept = visits?.kept(for: venues.store)
      let needsTallies = kept == nil && visits?.hasFolder ?? false
      guard byName || chains != nil || name != nil || needsTallies else {
        let store = venues.store
        return try work(store, nil, try narrowed(in: store, names: nil, tallies: kept))
      }
      let names = venues.names()
      let narrowed = try narrowed(in: names.store, names: names, tallies: kept)
      return try work(names.store, names, narrowed)
    }
  }

  /// The answer of `near` and of all that print the same.
  func answer(from data: SearchData) throws -> Answer {
    try answer(from: data) { store, _, narrowed in
      try ResultPrinter(self).answer(narrowed, in: store)
    }
  }

  /// Writes it, and gives back how finder ends.
  func run(on data: SearchData) throws -> ExitCode {
    try data.finish(try answer(from: data), to: output)
  }
}
