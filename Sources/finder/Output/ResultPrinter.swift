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

  /// What an answer's notes say beyond those of any search. A class, since the runtime looks up the types of
  /// arrays that are copied out of a struct: 20,000 instructions.
  final class OwnNotes {
    /// These stand before and after the search's, and the router's among them.
    let first: [String]
    let last: [String]
    let ofRouter: [String]
    /// What an answer says about a venue in addition to the usual columns.
    let figures: [String]
    let none: String

    init(
      first: [String] = [], last: [String] = [], ofRouter: [String] = [], figures: [String] = [],
      none: String = "no venue found"
    ) {
      self.first = first
      self.last = last
      self.ofRouter = ofRouter
      self.figures = figures
      self.none = none
    }
  }

  /// Made in one go: setting an optional member later costs the runtime 36,000 instructions.
  func answer(
    found: Int, _ bytes: consuming ByteBuffer, _ narrowed: Search.Narrowed,
    upTo last: AnswerScope.Last? = nil,
    in store: VenueStore, _ own: OwnNotes = OwnNotes(), _ tally: FoodTally? = nil,
    _ explained: ExplainedAnswer? = nil, _ proof: AnswerProof? = nil
  ) -> Answer {
    var isExplained = narrowed.lacksChain && found == 0
    var notes = notes(narrowed, found: found, last, in: store, own, tally, &isExplained)
    // In JSON it is a member of the document.
    if let explained, search.format != .json { notes += explained.lines }
    return Answer(
      found: found, bytes: bytes, notes: notes, isExplained: isExplained,
      tallies: narrowed.tallies, proof: proof)
  }

  private func notes(
    _ narrowed: Search.Narrowed, found: Int, _ last: AnswerScope.Last?, in store: VenueStore,
    _ own: OwnNotes, _ tally: FoodTally?, _ isExplained: inout Bool
  ) -> [String] {
    // With --quiet no note is printed.
    if search.isQuiet { return [] }
    let query = narrowed.query
    var notes = own.first
    notes += narrowed.notes
    if !query.conditions.isEmpty || search.request.fields != nil {
      notes += unknownKeys(
        in: query.conditions, search.request.fields, of: store, found: found,
        columns: VenueWriter.columns + additions.names + own.figures
          + WalkWriter.facts(burns: search.burning != nil, isRouted: search.router != nil)
          .map(\.rawValue))
    }
    if query.food != nil || open != nil {
      notes += AnswerScope(estimated(query), found: found, in: store, last).notes(
        open, isTable: search.isTable, tally: tally, &isExplained)
    }
    notes += own.ofRouter
    if found == 0, let note = search.request.radius?.note { notes.append(note) }
    if let note = search.placeNote { notes.append(note) }
    if search.isTable {
      if found == 0, !isExplained { notes.append(own.none) }
      if search.place.isTooWide { notes.append("zoom in: a map this wide shows no single venues") }
    }
    notes += own.last
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
    count(narrowed, in: store) { appendDocument(narrowed.query, count: $0, $1, to: &$2) }
  }

  /// Counts by the index and writes the count; `document` does so for programs.
  func count(
    _ narrowed: Search.Narrowed, in store: VenueStore, _ own: OwnNotes = OwnNotes(),
    document: (_ count: Int, _ explained: ExplainedAnswer?, inout ByteBuffer) -> Void
  ) -> Answer {
    let query = narrowed.query
    // If a note will say what was left out, count that in the same pass.
    let tally =
      query.food == nil || search.isQuiet ? nil : FoodTally(of: query, in: store)
    let explained = search.explains ? explainedCount(query, in: store) : nil
    let all = explained?.listed ?? tally?.fits ?? Searcher(store).count(query)
    let count = min(all, query.limit ?? all)
    var buffer = ByteBuffer(capacity: 512)
    if search.format == .json {
      document(count, explained, &buffer)
    } else {
      buffer.append(integer: count)
      buffer.append("\n")
    }
    return answer(
      found: count, buffer, narrowed, in: store, own, tally, explained,
      search.verifies ? proof(ofCount: count) : nil)
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
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    let fields = search.request.fields
    if search.format == .table, fields == nil {
      // The usual table needs no writer.
      VenueTable(style: style, additions: additions).append(hits, of: store, to: &buffer)
    } else {
      let writer = writer(store)
      append(hits, by: writer, writer, of: store, to: &buffer) { buffer in
        guard let fields else { return }
        FieldTable(fields: fields, style: style, additions: additions).append(
          hits, by: writer, of: store, to: &buffer)
      } document: {
        appendDocument(narrowed.query, count: hits.count, explained, to: &$0, venue: $1)
      } way: {
        [$0.way($1)]
      }
    }
    return answer(
      found: hits.count, buffer, narrowed, upTo: last, in: store, OwnNotes(), nil, explained,
      proof)
  }

  func writer(_ store: VenueStore) -> VenueWriter {
    VenueWriter(store, fields: search.request.fields, additions: additions.all)
  }

  /// Writes hits in any format. `document` is passed what writes one venue in it; `way` says how to get to a
  /// venue.
  @inline(__always)
  func append<Writer: HitWriter>(
    _ hits: [Writer.Result], by writer: Writer, _ venues: VenueWriter, of store: VenueStore,
    to buffer: inout ByteBuffer, table: (inout ByteBuffer) -> Void,
    document: (inout ByteBuffer, (inout ByteBuffer, Int) -> Void) -> Void,
    way: @escaping (VenueWaypoints, Writer.Result) -> [String]
  ) {
    switch search.format {
    case .table: table(&buffer)
    case .json: document(&buffer) { writer.append(jsonOf: hits[$1], to: &$0) }
    case .gpx, .kml:
      guard let form = search.format.waypoints else { return }
      let waypoints = VenueWaypoints(
        form: form, figures: style.figures, writer: venues,
        isOfFields: search.request.fields != nil, additions: additions)
      waypoints.append(hits, by: writer, of: store, to: &buffer) { way(waypoints, $0) }
    default:
      buffer.append(
        hits, by: writer, as: search.format, hasHeader: search.invocation.hasHeader,
        attribution: store.attribution)
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
    append(hits, by: writer, venues, of: store, to: &buffer) {
      appendTable(hits, by: venues, writer, of: store, to: &$0)
    } document: {
      appendDocument(query, count: hits.count, to: &$0, venue: $1)
    } way: { [burning = search.burning] waypoints, walked in
      [waypoints.way(walked, burning), walked.hit.readable(waypoints.figures.units)]
    }
    return answer(
      found: hits.count, buffer, narrowed, upTo: last(of: hits), in: store,
      OwnNotes(ofRouter: session?.notes ?? []))
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
      hits, by: venues, of: store, to: &buffer, text: .source, fact: writer.fact
    ) {
      writer.append($0, of: $1.walk, to: &$2)
    }
  }
}
