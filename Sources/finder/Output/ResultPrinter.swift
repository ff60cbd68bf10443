import CommandLineKit
import FinderEngine
import FinderLists
import OpeningHoursKit

struct ResultPrinter {
  let search: Search
  let additions: VenueAdditions

  private var style: TableStyle { search.style }
  private var open: OpenHours? { search.open }

  func answer(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    if search.countsOnly { return count(narrowed, in: store) }
    guard search.router == nil, search.burning == nil else {
      return try walks(narrowed, in: store)
    }
    return list(narrowed, in: store)
  }

  /// Made in one go: setting an optional member later costs the runtime 36,000 instructions.
  private func answer(
    found: Int, _ bytes: consuming ByteBuffer, _ narrowed: Search.Narrowed,
    upTo last: AnswerScope.Last? = nil,
    in store: VenueStore, _ routerNotes: [String] = [], _ tally: FoodTally? = nil,
    _ explained: ExplainedAnswer? = nil, _ proof: AnswerProof? = nil
  ) -> Answer {
    var isExplained = narrowed.lacksChain && found == 0
    var notes = notes(narrowed, found: found, last, in: store, routerNotes, tally, &isExplained)
    // In JSON it is a member of the document.
    if let explained, search.format != .json { notes += explained.lines }
    return Answer(
      found: found, bytes: bytes, notes: notes, isExplained: isExplained,
      tallies: narrowed.tallies, proof: proof)
  }

  /// `figures` names what an answer says about a venue in addition to the usual columns.
  func notes(
    _ narrowed: Search.Narrowed, found: Int, _ last: AnswerScope.Last?, in store: VenueStore,
    _ routerNotes: [String], _ tally: FoodTally?, figures: [String] = [],
    _ isExplained: inout Bool
  ) -> [String] {
    // With --quiet no note is printed.
    if search.isQuiet { return [] }
    let query = narrowed.query
    var notes = narrowed.notes
    if !query.conditions.isEmpty || search.request.fields != nil {
      notes += unknownKeys(
        in: query.conditions, search.request.fields, of: store, found: found,
        columns: VenueWriter.columns + additions.names + figures
          + WalkWriter.facts(burns: search.burning != nil, isRouted: search.router != nil)
          .map(\.rawValue))
    }
    if query.food != nil || open != nil {
      notes += AnswerScope(estimated(query), found: found, in: store, last).notes(
        open, isTable: search.isTable, tally: tally, &isExplained)
    }
    notes += routerNotes
    if found == 0, let note = search.request.radius?.note { notes.append(note) }
    if let note = search.placeNote { notes.append(note) }
    guard search.isTable else { return notes }
    if found == 0, !isExplained { notes.append("no venue found") }
    if search.place.isTooWide { notes.append("zoom in: a map this wide shows no single venues") }
    return notes
  }

  /// If a router is used, limits the area by estimated walks, since the router was asked only about venues
  /// that pass the filters.
  private func estimated(_ query: Query) -> Query {
    guard search.router != nil else { return query }
    var query = query
    if let burning = search.burning {
      query.area = .annulus(burning.annulus)
    } else if let radius = search.request.radius {
      query.area = .circle(radius: radius.metres)
    }
    return query
  }

  private func count(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    var buffer = ByteBuffer(capacity: 512)
    let counted = counted(narrowed.query, in: store, to: &buffer) {
      appendDocument(narrowed.query, count: $0, $1, to: &$2)
    }
    return answer(
      found: counted.count, buffer, narrowed, in: store, [], counted.tally,
      counted.explained, counted.proof)
  }

  /// Counts by the index and writes the count; `document` does so for programs.
  func counted(
    _ query: Query, in store: VenueStore, to buffer: inout ByteBuffer,
    document: (_ count: Int, _ explained: ExplainedAnswer?, inout ByteBuffer) -> Void
  ) -> Counted {
    // If a note will say what was left out, count that in the same pass.
    let tally =
      query.food == nil || search.isQuiet ? nil : FoodTally(of: query, in: store)
    let explained = search.explains ? explainedCount(query, in: store) : nil
    let all = explained?.listed ?? tally?.fits ?? Searcher(store).count(query)
    let count = min(all, query.limit ?? all)
    if search.format == .json {
      document(count, explained, &buffer)
    } else {
      buffer.append(integer: count)
      buffer.append("\n")
    }
    return Counted(
      count: count, tally: tally, explained: explained,
      proof: search.verifies ? proof(ofCount: count) : nil)
  }

  struct Counted {
    let count: Int
    let tally: FoodTally?
    let explained: ExplainedAnswer?
    let proof: AnswerProof?
  }

  private func explainedCount(_ query: Query, in store: VenueStore) -> ExplainedAnswer {
    var searcher = Searcher(store)
    let (count, explanation) = searcher.explainedCount(query)
    return ExplainedAnswer(explanation, of: query, listed: count, isCount: true, search, in: store)
  }

  private func proof(ofCount count: Int) -> AnswerProof {
    let given = GivenAnswer(count: count)
    return AnswerProof(listed: count, isCount: true) { [search] venues in
      let query = try search.narrowed(in: venues).query
      return [Verification(countOf: query, given, in: venues.store)]
    }
  }

  private func proof(of hits: [Hit], in store: VenueStore) -> AnswerProof {
    let given = GivenAnswer(hits, in: store)
    return AnswerProof(listed: hits.count) { [search, figures = style.figures] venues in
      let (query, plain) = (try search.narrowed(in: venues).query, venues.store)
      return [
        search.format == .table
          ? Verification(query, given, in: plain, for: figures)
          : Verification(query, given, in: plain, for: TenthsRounding())
      ]
    }
  }

  /// The hits of `list`, and how they were found.
  private func explainedHits(
    _ query: Query, in store: VenueStore
  ) -> (hits: [Hit], explained: ExplainedAnswer) {
    var searcher = Searcher(store)
    let (hits, explanation) =
      search.format == .table
      ? searcher.explained(query, for: style.figures)
      : searcher.explained(query, for: TenthsRounding())
    return (
      hits, ExplainedAnswer(explanation, of: query, listed: hits.count, search, in: store)
    )
  }

  /// Searches with figures as exact as the format shows them.
  private func list(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let query = narrowed.query
    var explained: ExplainedAnswer?
    let hits: [Hit]
    if search.explains {
      (hits, explained) = explainedHits(query, in: store)
    } else {
      var searcher = Searcher(store)
      hits =
        switch search.format {
        case .table: searcher.search(query, for: style.figures)
        // Waypoints show two kinds of figures: those for people, and those of --fields.
        case .gpx, .kml: searcher.search(query)
        default: searcher.search(query, for: TenthsRounding())
        }
    }
    return list(
      hits, upTo: hits.last.map { .nearest(row: $0.row) }, narrowed, in: store, explained,
      search.verifies ? proof(of: hits, in: store) : nil)
  }

  /// Lists hits in the order given. `last` says where the query's limit cut them off.
  func list(
    _ hits: [Hit], upTo last: AnswerScope.Last?, _ narrowed: Search.Narrowed, in store: VenueStore,
    _ explained: ExplainedAnswer? = nil, _ proof: AnswerProof? = nil
  ) -> Answer {
    let query = narrowed.query
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    switch search.format {
    case .table:
      if let fields = search.request.fields {
        FieldTable(fields: fields, style: style, additions: additions).append(
          hits, by: writer(store), of: store, to: &buffer)
      } else {
        VenueTable(style: style, additions: additions).append(hits, of: store, to: &buffer)
      }
    case .json:
      let writer = writer(store)
      appendDocument(query, count: hits.count, explained, to: &buffer) {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    case .gpx, .kml: waypoints(store)?.append(hits, of: store, to: &buffer)
    default:
      buffer.append(
        hits, by: writer(store), as: search.format, hasHeader: search.invocation.hasHeader,
        attribution: store.attribution)
    }
    return answer(
      found: hits.count, buffer, narrowed, upTo: last, in: store, [], nil, explained, proof)
  }

  private func writer(_ store: VenueStore) -> VenueWriter {
    VenueWriter(store, fields: search.request.fields, additions: additions.all)
  }

  /// `nil` in formats without waypoints.
  private func waypoints(_ store: VenueStore) -> VenueWaypoints? {
    search.format.waypoints.map {
      VenueWaypoints(
        form: $0, figures: style.figures, writer: writer(store),
        isOfFields: search.request.fields != nil, additions: additions)
    }
  }

  /// `venue` writes one listed venue.
  private func appendDocument(
    _ query: Query, count: Int, _ explained: ExplainedAnswer? = nil, to buffer: inout ByteBuffer,
    venue: (inout ByteBuffer, Int) -> Void = { _, _ in }
  ) {
    let ruling = search.place.ruling
    AnswerDocument(
      search: search, isInside: ruling.isInside, isMoved: ruling.isMoved, explained: explained
    ).append(
      count: count, to: &buffer,
      question: { buffer in
        buffer.append(placeOf: query.point)
        search.place.given?.append(to: &buffer)
      }, venue: venue)
  }

  private func walks(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    let query = narrowed.query
    let session = search.router.map { RouterSession($0) }
    let hits = try walkedHits(query, in: store, session)
    var buffer = ByteBuffer(capacity: 4096 + 160 * hits.count)
    let venues = writer(store)
    let writer = WalkWriter(venues, search.burning?.walk, isRouted: session != nil)
    switch search.format {
    case .table: appendTable(hits, by: venues, writer, of: store, to: &buffer)
    case .json:
      appendDocument(query, count: hits.count, to: &buffer) {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    case .gpx, .kml:
      waypoints(store)?.append(hits, by: writer, search.burning, of: store, to: &buffer)
    case let format:
      buffer.append(
        hits, by: writer, as: format, hasHeader: search.invocation.hasHeader,
        attribution: store.attribution)
    }
    return answer(
      found: hits.count, buffer, narrowed, upTo: last(of: hits), in: store, session?.notes ?? [])
  }

  /// By straight-line distance, since nothing else is known of a venue that was left out.
  private func last(of hits: [WalkedHit]) -> AnswerScope.Last? {
    func isNearer(_ one: WalkedHit, _ other: WalkedHit) -> Bool {
      one.hit.distance < other.hit.distance
    }
    return search.burning?.mostFirst == true
      ? hits.min(by: isNearer).map { .farthest(row: $0.hit.row) }
      : hits.max(by: isNearer).map { .nearest(row: $0.hit.row) }
  }

  private func walkedHits(
    _ query: Query, in store: VenueStore, _ session: RouterSession?
  ) throws -> [WalkedHit] {
    guard let session else { return search.burning?.hits(query, in: store) ?? [] }
    if let burning = search.burning { return try burning.hits(query, in: store, by: session) }
    guard let walk = search.request.radius?.walk else {
      // The factor in the settings applies to tables only.
      return try session.hits(of: query, in: store, factor: style.figures.walkFactor)
    }
    return try session.hits(of: query, in: store, lengths: 0...walk.metres, factor: walk.factor)
  }

  private func appendTable(
    _ hits: [WalkedHit], by venues: VenueWriter, _ writer: WalkWriter, of store: VenueStore,
    to buffer: inout ByteBuffer
  ) {
    guard let fields = search.request.fields else {
      if let burning = search.burning {
        return BurnTable(burning: burning, style: style, additions: additions).append(
          hits, of: store, to: &buffer)
      }
      return WalkTable(style: style, additions: additions).append(
        hits, of: store, to: &buffer)
    }
    FieldTable(fields: fields, style: style, additions: additions).append(
      hits.map(\.hit), walks: hits.map(\.walk), walker: writer, by: venues, of: store, to: &buffer)
  }
}

/// How many of the existing properties a note names.
private let mostNamed = 6

/// The option for food that a key was meant for: `with=wifi` is `--with wifi`. `nil` if the option does not
/// take the value, or no venue has data on it under another key.
private func foodOption(_ key: String, _ values: [String], in store: VenueStore) -> String? {
  guard var option = Options.food.first(where: { $0.name == key.lowercased() }),
    SpelledFact(rawValue: option.name).map(store.has) ?? true
  else { return nil }
  // Several diets or features, separated by commas, must all hold.
  let takesAny = [Options.kind.name, Options.cuisine.name].contains(option.name)
  if values.count > 1, !takesAny { option = Options.wanted }
  let value = values.joined(separator: takesAny ? "," : " or ")
  var request = FoodRequest()
  guard (try? request.add(value, of: option)) != nil else { return nil }
  return "\(option.flag) \(Invocation.quoted(value))"
}

/// Keys that no venue has, since a misspelt key would look like an answer; and if nothing was found, values
/// that were meant differently. If every venue found must have a key, it is not looked up. `columns` are
/// known without a look-up.
func unknownKeys(
  in conditions: [Condition], _ fields: VenueFields?, of store: VenueStore, found: Int,
  columns: [String] = VenueWriter.columns
) -> [String] {
  // Looked up once, if there is anything to note.
  lazy var properties = store.propertyNames.filter { !["name", "postcode"].contains($0) }
  func note(_ key: PropertyKey, or columns: [String]) -> String {
    let lacks = "no venue in this dataset has \(UsageError.quote(key.text))"
    let known = (["name", "postcode", "id"] + columns + properties).filter { $0 != key.text }
    if let close = Misspelling.closest(to: key.text, among: known, by: { $0 }) {
      return lacks + didYouMean(close)
    }
    let shown = properties.prefix(mostNamed).map { UsageError.show($0) }
    guard !shown.isEmpty else { return "\(lacks), only names and postcodes" }
    let list = (shown + (properties.count > shown.count ? ["…"] : [])).joined(separator: ", ")
    return "\(lacks); its \(properties.count == 1 ? "only property is" : "properties are") \(list)"
  }
  let required = conditions.filter { found == 0 || $0.acceptsMissing }.compactMap(\.property)
  var looked: Set<String> = []
  var notes: [String] = []
  for key in required where looked.insert(key.text).inserted && !store.hasProperty(key) {
    let limit = conditions.lazy.filter { $0.property === key }.compactMap(\.upperLimit).first
    if let limit, ["distance_m", "distance"].contains(key.text), Quantity.metres(limit) != nil {
      notes.append(
        "no venue in this dataset has \(UsageError.quote(key.text)); for those within a distance: "
          + "\(Options.radius.flag) \(DecimalNumber.parse(limit) == nil ? limit : limit + "m")")
    } else if let option = conditions.lazy.filter({ $0.property === key })
      .compactMap({ $0.wantedValues.flatMap { foodOption(key.text, $0, in: store) } }).first
    {
      notes.append("no venue in this dataset has \(UsageError.quote(key.text)); try \(option)")
    } else {
      notes.append(note(key, or: []))
    }
  }
  if found == 0 {
    for text in conditions.compactMap({ $0.withAlternatives(in: store) }) {
      notes.append("\(UsageError.quote(text)) takes either")
    }
    if notes.isEmpty {
      for (key, value) in conditions.compactMap({ $0.valueOfNone(in: store) }) {
        notes.append("no venue in this dataset has \(key) \(UsageError.quote(value))")
      }
    }
  }
  for key in fields?.unknownKeys(of: store) ?? []
  where !columns.contains(key.text) && looked.insert(key.text).inserted {
    notes.append(note(key, or: VenueFields.names + columns))
  }
  return notes
}
