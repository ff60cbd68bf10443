import CommandLineKit
import FinderEngine
import FinderLists

/// The answer of a search along a way.
struct WayPrinter {
  let search: Search
  let given: WayRequest.Given
  let corridor: Corridor
  let order: WaySearch.Order
  let additions: VenueAdditions
  /// Drawn instead of a list.
  let picture: AnswerPicture?

  func answer(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    if let picture { return try draw(picture, narrowed, in: store) }
    guard search.countsOnly else { return list(narrowed, in: store) }
    return printer.count(narrowed, in: store, ownNotes()) { appendDocument(count: $0, $1, to: &$2) }
  }

  private var printer: ResultPrinter { ResultPrinter(search: search, additions: additions) }

  private func hits(_ narrowed: Search.Narrowed, in store: VenueStore) -> [WayHit] {
    WaySearch(corridor, points: given.legs, in: store).search(narrowed.query, by: order)
  }

  /// The hits of `hits`, and how they were found.
  private func explainedHits(
    _ query: Query, in store: VenueStore
  ) -> (hits: [WayHit], explained: ExplainedAnswer) {
    let (hits, explanation) = WaySearch(corridor, points: given.legs, in: store).explained(
      query, by: order)
    return (
      hits,
      ExplainedAnswer(
        explanation, of: query, listed: hits.count, by: order == .way ? .along : .detour, search,
        in: store)
    )
  }

  private func proof(of hits: [WayHit], in store: VenueStore) -> AnswerProof {
    let given = GivenAnswer(hits, in: store)
    return AnswerProof(listed: hits.count) {
      [search, corridor, order, legs = self.given.legs, figures = search.style.figures] venues in
      let (query, plain) = (try search.narrowed(in: venues).query, venues.store)
      let found = PlainWaySearch(query, corridor, points: legs, by: order, in: plain)
        .answer(like: given)
      return [
        search.format == .table
          ? Verification(given, found, in: plain, for: figures)
          : Verification(given, found, in: plain, for: TenthsRounding())
      ]
    }
  }

  private func draw(
    _ picture: AnswerPicture, _ narrowed: Search.Narrowed, in store: VenueStore
  ) throws -> Answer {
    let hits = hits(narrowed, in: store)
    var buffer = ByteBuffer(capacity: 1 << 16)
    let notes = try picture.append(
      given.mapped(hits, search.style.figures.units), of: search, titled: given.title, in: store,
      to: &buffer)
    return printer.answer(
      found: hits.count, buffer, narrowed, in: store, ownNotes(last: notes))
  }

  private func list(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let explained = search.explains ? explainedHits(narrowed.query, in: store) : nil
    let hits = explained?.hits ?? self.hits(narrowed, in: store)
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    let venues = printer.writer(store)
    printer.append(hits, by: WayWriter(venues), venues, of: store, to: &buffer) { buffer in
      let table = WayTable(style: search.style, additions: additions, order: order)
      if let fields = search.request.fields {
        table.append(hits, fields, by: venues, of: store, to: &buffer)
      } else {
        table.append(hits, of: store, to: &buffer)
      }
    } document: {
      appendDocument(count: hits.count, explained?.explained, to: &$0, venue: $1)
    } way: {
      [$0.way($1)]
    }
    return printer.answer(
      found: hits.count, buffer, narrowed, upTo: hits.last.map { .nearest(row: $0.row) },
      in: store, ownNotes(), nil, explained?.explained,
      search.verifies ? proof(of: hits, in: store) : nil)
  }

  private func ownNotes(last: [String] = []) -> ResultPrinter.OwnNotes {
    var first: [String] = []
    if case .points(let places) = given.kind,
      let note = places.note(isTable: search.isTable, isInAnswer: search.format == .json)
    {
      first = [note]
    }
    let reach = readable(corridor.reach, search.style.figures.units)
    return ResultPrinter.OwnNotes(
      first: first, last: last, figures: WayWriter.Fact.allCases.map(\.rawValue),
      none: "no venue found within \(reach) of the way; --within sets another distance")
  }

  // MARK: The document

  /// `venue` writes one listed venue.
  private func appendDocument(
    count: Int, _ explained: ExplainedAnswer?, to buffer: inout ByteBuffer,
    venue: (inout ByteBuffer, Int) -> Void = { _, _ in }
  ) {
    var (isInside, isMoved) = (true, false)
    switch given.kind {
    case .points(let places):
      isInside = places.allSatisfy(\.ruling.isInside)
      isMoved = places.contains(where: \.ruling.isMoved)
    case .track: isInside = given.way.points.allSatisfy(Camera.bounds.contains)
    }
    AnswerDocument(search: search, isInside: isInside, isMoved: isMoved, explained: explained)
      .append(count: count, to: &buffer, question: append(wayTo:), venue: venue)
  }

  private func append(wayTo buffer: inout ByteBuffer) {
    switch given.kind {
    case .points(let places):
      buffer.append(key: "points", elements: places.count) { buffer, place in
        buffer.appendObject { buffer in
          buffer.append(placeOf: places[place].point)
          places[place].given.append(to: &buffer)
        }
      }
    case .track(let name, let points):
      buffer.append(key: "track") { buffer in
        buffer.append(key: "file", string: name)
        buffer.append(key: "pieces", integer: given.whole.pieces)
        buffer.append(key: "points", integer: points)
      }
    }
    buffer.append(key: "length_m", tenths: given.whole.length)
    buffer.append(key: "within_m", number: corridor.reach)
    buffer.append(key: "order", string: order.rawValue)
    buffer.append(key: "from_m", number: given.from)
    buffer.append(key: "to_m", number: given.to)
  }
}

/// Venues for people, in order along a way.
struct WayTable {
  let style: TableStyle
  let additions: VenueAdditions
  let order: WaySearch.Order

  /// If sorted by detour, detours come first.
  func append(_ hits: [WayHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let first = order == .detour ? 1 : 0
    let name = first + 3
    let layout = TableLayout(
      headers: (order == .detour ? ["DETOUR"] : [])
        + ["ALONG", "OFFSET", "SIDE", "NAME", "POSTCODE"],
      numberColumns: Array(0..<first + 2), cutColumns: [name], narrowestCut: 12,
      dispensableColumns: [first + 2, name + 1], styledColumn: name
    ).with(additions)
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      if order == .detour { cells.add(column: 0) { add(.detour, of: hit, to: &$0) } }
      cells.add(column: first) { add(.along, of: hit, to: &$0) }
      cells.add(column: first + 1) { add(.offset, of: hit, to: &$0) }
      cells.add(column: first + 2) { add(.side, of: hit, to: &$0) }
      cells.add(store.venue(hit.hit), additions, from: name)
    }
    layout.print(cells, style, to: &output)
  }

  private func add(_ fact: WayWriter.Fact, of hit: WayHit, to cell: inout ByteBuffer) {
    switch fact {
    case .along: cell.append(distance: hit.along, in: style.figures.units)
    case .offset: cell.append(distance: hit.offset, in: style.figures.units)
    case .detour: cell.append(distance: hit.detour, in: style.figures.units)
    case .side: cell.append(text: hit.side.rawValue)
    }
  }

  /// The columns of `--fields`.
  func append(
    _ hits: [WayHit], _ fields: VenueFields, by venues: VenueWriter, of store: VenueStore,
    to output: inout ByteBuffer
  ) {
    FieldTable(fields: fields, style: style, additions: additions).append(
      hits, by: venues, of: store, to: &output, text: .side, fact: WayWriter.fact
    ) {
      add($0, of: $1, to: &$2)
    }
  }
}

extension VenueWaypoints {
  /// `12.3 km along the way, 120 m to the left`
  fileprivate func way(_ hit: WayHit) -> String {
    let place = "\(readable(hit.along, figures.units)) along the way"
    switch hit.side {
    case .on where hit.offset < 0.05: return place
    case .on: return "\(place), \(readable(hit.offset, figures.units)) off it"
    case let side:
      return "\(place), \(readable(hit.offset, figures.units)) to the \(side.rawValue)"
    }
  }
}
