import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// A search that is ready: what to look for, from where, in what, and how the answer is written. It does
/// not change any more, so that it can be run twice (see `SearchData`).
///
/// A class: what closures hold of a struct of this size is destroyed piece by piece, for which the
/// runtime makes descriptions of `[Condition]` and `VenueFields?` in 58,000 instructions.
final class Search: Sendable {
  let request: SearchRequest
  let place: SearchRequest.Place
  /// Narrowed by everything that can be known without the venues.
  let query: Query
  let chains: ChainNarrowing?
  let name: NameNarrowing?
  let router: Router?
  let source: DatasetSource
  let output: Output
  /// What the walks burn, where that is asked for.
  let burning: Burning?
  let style: TableStyle
  let format: ResultFormat

  /// `inputs` are not to be written over, nor is the dataset.
  init(
    _ request: SearchRequest, in place: SearchRequest.Place, _ data: SearchData,
    burning: Burning? = nil, chains: ChainNarrowing? = nil, name: NameNarrowing? = nil,
    inputs: [FilePath] = []
  ) throws {
    (self.request, self.place, self.burning, self.name) = (request, place, burning, name)
    self.chains = chains ?? request.chains
    router = try request.router?.router(request.invocation)
    source = try data.source()
    output = try Output(request.invocation, inputs: [source.path] + inputs)
    style = try request.invocation.tableStyle(output)
    format = request.invocation.format()
    var query = Query(
      from: place.ruling.point, area: place.area, limit: request.limit, match: request.match,
      conditions: request.conditions)
    request.open?.limit(&query)
    self.query = query
    if let note = request.openNote { request.diagnostics.note(note) }
  }

  /// The same search in another place.
  init(_ search: Search, in place: SearchRequest.Place) {
    (request, self.place, query) = (search.request, place, search.query)
    (chains, name, burning) = (search.chains, search.name, search.burning)
    (source, output, style) = (search.source, search.output, search.style)
    (router, format) = (search.router, search.format)
  }

  var invocation: Invocation { request.invocation }
  /// Narrows the query; each venue is printed with its hours.
  var open: OpenHours? { request.open }
  /// What is printed of each venue beside the dataset.
  /// With the columns of the narrowed query, where it has them.
  func additions(_ narrowed: Query? = nil) -> VenueAdditions {
    VenueAdditions(
      open: open, food: request.food == nil ? nil : FoodAddition(narrowed?.food?.columns))
  }
  var countsOnly: Bool { invocation.has(Options.count) }
  var isQuiet: Bool { request.diagnostics.isQuiet }

  /// For people, who then get notes on standard error.
  var isTable: Bool { format == .table && !countsOnly }

  /// A JSON document has the place in its query.
  var placeNote: String? { place.given?.note(isTable: isTable, isInAnswer: format == .json) }

  /// A query with everything that is known only with the venues.
  struct Narrowed {
    var query: Query
    var notes: [String] = []
    var tallies: VisitTallies?
    /// The dataset has no chain of that name.
    var lacksChain = false
  }

  /// `nil` for a box or a polygon, whose middle is not where the user is, and for a search without a point,
  /// which looks from 0, 0.
  private var pointOfSearch: Coordinate? {
    guard place.given != nil else { return nil }
    return switch query.area {
    case .everywhere, .circle, .annulus: query.point
    case .box, .polygon, .corridor, .together: nil
    }
  }

  /// The query for these venues. Rows are of `store` and `names`; `names` are there if chains or names are
  /// needed, or visits without `tallies`.
  func narrowed(
    in store: VenueStore, names: NameDirectory?, _ food: FoodColumns?,
    tallies: VisitTallies? = nil
  ) throws -> Narrowed {
    var narrowed = Narrowed(query: query, tallies: tallies)
    if let food { narrowed.query.food = request.food.map { FoodFilter($0.request, food) } }
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
    if let visits = request.visits {
      if let names, tallies == nil { narrowed.tallies = try visits.tallies(names) }
      visits.narrow(&narrowed.query, by: narrowed.tallies, in: store)
      if let note = VisitNarrowing.note(narrowed.tallies) { narrowed.notes.append(note) }
    }
    return narrowed
  }

  /// Notes on an answer that is not a list from the nearest on. `isWhole`: it covers all venues that fit.
  func notes(
    found: Int, isWhole: Bool, _ narrowed: Query, in store: VenueStore
  ) -> [String] {
    // Nothing is cut off.
    var (all, isExplained) = (narrowed, false)
    all.limit = nil
    var notes = AnswerScope(all, found: found, in: store).notes(
      open, isTable: isTable, counts: isWhole, &isExplained)
    if found == 0, let note = request.radius?.note { notes.append(note) }
    if let note = placeNote { notes.append(note) }
    return notes + (found == 0 && isTable && !isExplained ? ["no venue found"] : [])
  }

  /// What `work` makes of the narrowed query. Names and food are looked at only where they are needed.
  func answer<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (VenueStore, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let narrowed = try narrowed(in: venues)
      return try work(venues.store, narrowed)
    }
  }

  /// The same, where `work` looks up names. Rows are those of their store.
  func answerByName<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (NameDirectory, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let names = venues.names()
      return try work(names, try narrowed(in: venues))
    }
  }

  /// The same, where `work` looks at what all venues say of food. Rows are those of their store.
  func answerByFood<Result: ~Copyable>(
    from data: SearchData, _ work: @Sendable (FoodColumns, Narrowed) throws -> Result
  ) throws -> Result {
    try data.answer { venues in
      let food = venues.food()
      return try work(food, try narrowed(in: venues))
    }
  }

  /// Rows are those of `venues.store` once this returns: looking up names may replace the store.
  private func narrowed(in venues: OpenedVenues) throws -> Narrowed {
    let kept = request.visits?.kept(for: venues.store)
    let needsTallies = kept == nil && request.visits?.hasFolder ?? false
    let names = chains != nil || name != nil || needsTallies ? venues.names() : nil
    let food = request.food == nil ? nil : venues.food()
    return try narrowed(in: venues.store, names: names, food, tallies: kept)
  }

  func answer(from data: SearchData) throws -> Answer {
    try answer(from: data) { store, narrowed in
      try ResultPrinter(search: self, additions: additions(narrowed.query)).answer(
        narrowed, in: store)
    }
  }

  /// Members of a document's `query`: how many, where, and what the venues are to be.
  func append(filtersTo buffer: inout ByteBuffer) {
    buffer.append(key: "limit", integer: query.limit ?? 0)
    place.member(&buffer)
    buffer.append(key: "match", string: invocation.matchText)
    if let open { buffer.append(key: "open", string: open.time.text) }
    request.food?.append(to: &buffer)
  }

  func run(on data: SearchData) throws -> ExitCode {
    try data.finish(try answer(from: data), to: output)
  }
}
