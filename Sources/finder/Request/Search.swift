import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// A search that is ready to run: what to look for, from where, in which dataset, and how to write the
/// answer. It is immutable, so it can be run twice (see `SearchData`).
///
/// A class: when closures capture a struct of this size, it is destroyed field by field, for which the
/// runtime makes descriptions of `[Condition]` and `VenueFields?`, at 58,000 instructions.
final class Search: Sendable {
  let request: SearchRequest
  let place: SearchRequest.Place
  /// Narrowed by everything that does not need the venues.
  let query: Query
  let chains: ChainNarrowing?
  let name: NameNarrowing?
  let router: Router?
  let source: DatasetSource
  let output: Output
  /// What the walks burn, if asked for.
  let burning: Burning?
  let style: TableStyle
  let format: ResultFormat

  /// `inputs` must not be overwritten, and neither must the dataset.
  init(
    _ request: SearchRequest, in place: SearchRequest.Place, _ data: SearchData,
    burning: Burning? = nil, chains: ChainNarrowing? = nil, name: NameNarrowing? = nil,
    inputs: [FilePath] = []
  ) throws {
    (self.request, self.place, self.burning, self.name) = (request, place, burning, name)
    self.chains = chains ?? request.filters.chains
    router = try request.router?.router(request.invocation)
    source = try data.source()
    output = try Output(request.invocation, inputs: [source.path] + inputs)
    style = try request.invocation.tableStyle(output)
    format = request.invocation.format()
    query = request.filters.query(
      from: place.ruling.point, area: place.area, limit: request.limit)
    if let note = request.filters.openNote { request.diagnostics.note(note) }
  }

  /// The same search in another place.
  init(_ search: Search, in place: SearchRequest.Place) {
    (request, self.place, query) = (search.request, place, search.query)
    (chains, name, burning) = (search.chains, search.name, search.burning)
    (source, output, style) = (search.source, search.output, search.style)
    (router, format) = (search.router, search.format)
  }

  var invocation: Invocation { request.invocation }
  /// Narrows the query; also printed for each venue.
  var open: OpenHours? { request.filters.open }
  /// What is printed for each venue besides the dataset's data. Uses the food columns of the narrowed query,
  /// if it has them.
  func additions(_ narrowed: Query? = nil) -> VenueAdditions {
    VenueAdditions(
      open: open, food: request.filters.food == nil ? nil : FoodAddition(narrowed?.food?.columns))
  }
  var countsOnly: Bool { invocation.has(Options.count) }
  var explains: Bool { invocation.has(Options.explain) }
  var verifies: Bool { invocation.has(Options.verify) }
  var isQuiet: Bool { request.diagnostics.isQuiet }

  /// For people, who get notes on standard error.
  var isTable: Bool { format == .table && !countsOnly }

  /// A JSON document has the place in its `query`.
  var placeNote: String? { place.given?.note(isTable: isTable, isInAnswer: format == .json) }

  /// The query with the filters that need the venues.
  struct Narrowed {
    var query: Query
    var notes: [String] = []
    var tallies: VisitTallies?
    /// The dataset has no chain of that name.
    var lacksChain = false
  }

  /// `nil` for a box or a polygon, since the user is not at its middle, and for a search without a point,
  /// which starts from 0, 0.
  private var pointOfSearch: Coordinate? {
    guard place.given != nil else { return nil }
    return switch query.area {
    case .everywhere, .circle, .annulus: query.point
    case .box, .polygon, .together, .corridor: nil
    }
  }

  /// The query for these venues. Rows are those of `store` and `names`. `names` is needed for chains and
  /// names, and for visits without `tallies`.
  func narrowed(
    in store: VenueStore, names: NameDirectory?, _ food: FoodColumns?,
    tallies: VisitTallies? = nil
  ) throws -> Narrowed {
    var narrowed = Narrowed(query: query, tallies: tallies)
    if let food { narrowed.query.food = request.filters.food.map { FoodFilter($0.request, food) } }
    if let chains, let names {
      narrowed.query.chains = try chains.filter(by: names.chains)
      if !isQuiet {
        narrowed.notes = chains.notes(in: names, from: pointOfSearch, style.figures.units)
        narrowed.lacksChain = chains.isOfMeal && !narrowed.notes.isEmpty
      }
    }
    if let name, let names,
      let note = try name.narrow(&narrowed.query, by: names, style.figures.units)
    {
      narrowed.notes.append(note)
    }
    if let visits = request.filters.visits {
      if let names, tallies == nil { narrowed.tallies = try visits.tallies(names) }
      visits.narrow(&narrowed.query, by: narrowed.tallies, in: store)
      if let note = VisitNarrowing.note(narrowed.tallies) { narrowed.notes.append(note) }
    }
    return narrowed
  }

  /// Notes on an answer that is not a list of the nearest venues: `first`, those on keys that no venue has,
  /// `then`, and all others. `isWhole`: it covers all venues that match.
  func notes(
    found: Int, isWhole: Bool = true, _ narrowed: Query, in store: VenueStore,
    first: [String] = [], then: [String] = []
  ) -> [String] {
    if isQuiet { return [] }
    let keys = unknownKeys(in: query.conditions, nil, of: store, found: found)
    // No limit applies.
    var (all, isExplained) = (narrowed, false)
    all.limit = nil
    var notes = AnswerScope(all, found: found, in: store).notes(
      open, isTable: isTable, counts: isWhole, &isExplained)
    if found == 0, let note = request.radius?.note { notes.append(note) }
    if let note = placeNote { notes.append(note) }
    if found == 0, isTable, !isExplained { notes.append("no venue found") }
    return first + keys + then + notes
  }

  /// Runs `work` with the narrowed query. Names and food are read only if needed.
  func answer<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (VenueStore, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let narrowed = try narrowed(in: venues)
      return try work(venues.store, narrowed)
    }
  }

  /// The same, if `work` looks up names. Rows are those of their store.
  func answerByName<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (NameDirectory, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let names = venues.names()
      return try work(names, try narrowed(in: venues))
    }
  }

  /// The same, if `work` reads the food data of all venues. Rows are those of their store.
  func answerByFood<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (FoodColumns, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let food = venues.food()
      return try work(food, try narrowed(in: venues))
    }
  }

  /// The same, if `work` runs on many threads: everything that it may read is verified first, and the store
  /// has an index.
  func answerOnThreads<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (VenueStore, Narrowed) throws -> Result
  ) throws -> Result {
    let needsNames = chains != nil || request.filters.visits != nil
    return try data.answerMany(byName: needsNames, byFood: request.filters.food != nil) { venues in
      let narrowed = try narrowed(in: venues)
      return try work(venues.store, narrowed)
    }
  }

  /// Rows are those of `venues.store` after this returns: looking up names may replace the store.
  func narrowed(in venues: OpenedVenues) throws -> Narrowed {
    let kept = request.filters.visits?.kept(for: venues.store)
    let needsTallies = kept == nil && request.filters.visits?.hasFolder ?? false
    let names = chains != nil || name != nil || needsTallies ? venues.names() : nil
    let food = request.filters.food == nil ? nil : venues.food()
    return try narrowed(in: venues.store, names: names, food, tallies: kept)
  }

  func answer(from data: SearchData) throws -> Answer {
    try answer(from: data) { store, narrowed in
      try ResultPrinter(search: self, additions: additions(narrowed.query)).answer(
        narrowed, in: store)
    }
  }

  /// Members of a document's `query`: the limit, the area, and the filters.
  func append(filtersTo buffer: inout ByteBuffer) {
    buffer.append(key: "limit", integer: query.limit ?? 0)
    place.member(&buffer)
    append(matchTo: &buffer)
  }

  /// The filters on what a venue is.
  func append(matchTo buffer: inout ByteBuffer) {
    buffer.append(key: "match", string: invocation.matchText)
    if let open { buffer.append(key: "open", string: open.time.text) }
    request.filters.food?.append(to: &buffer)
  }

  func run(on data: SearchData) throws -> ExitCode {
    try data.finish(try answer(from: data), to: output)
  }
}
