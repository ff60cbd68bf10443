import CommandLineKit
import FinderEngine
import FinderLists

extension WayWriter: ResultWriter {}

/// The answer of a search along a way.
struct WayPrinter {
  let search: Search
  let given: WayRequest.Given
  let corridor: Corridor
  let order: WaySearch.Order
  let additions: VenueAdditions
  /// In place of a list.
  let picture: AnswerPicture?

  func answer(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    if let picture { return try draw(picture, narrowed, in: store) }
    return search.countsOnly ? count(narrowed, in: store) : list(narrowed, in: store)
  }

  private func hits(_ narrowed: Search.Narrowed, in store: VenueStore) -> [WayHit] {
    WaySearch(corridor, points: given.legs, in: store).search(narrowed.query, by: order)
  }

  private func draw(
    _ picture: AnswerPicture, _ narrowed: Search.Narrowed, in store: VenueStore
  ) throws -> Answer {
    let hits = hits(narrowed, in: store)
    var buffer = ByteBuffer(capacity: 1 << 16)
    let notes = try picture.append(
      given.mapped(hits, search.style.figures.units), of: search, titled: given.title, in: store,
      to: &buffer)
    var drawn = answer(found: hits.count, buffer, narrowed, in: store)
    if !search.isQuiet { drawn.notes += notes }
    return drawn
  }

  private func count(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let all = Searcher(store).count(narrowed.query)
    let count = min(all, narrowed.query.limit ?? all)
    var buffer = ByteBuffer(capacity: 512)
    if search.format == .json {
      appendDocument(narrowed.query, count: count, to: &buffer)
    } else {
      buffer.append(integer: count)
      buffer.append("\n")
    }
    return answer(found: count, buffer, narrowed, in: store)
  }

  private func list(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let hits = hits(narrowed, in: store)
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    let fields = search.request.fields
    let venues = VenueWriter(store, fields: fields, additions: additions.all)
    let writer = WayWriter(venues)
    switch search.format {
    case .table:
      if let fields {
        FieldTable(
          fields: fields, style: search.style, additions: additions, own: WayFigures(hits: hits)
        ).append(hits.map(\.hit), by: venues, of: store, to: &buffer)
      } else {
        WayTable(style: search.style, additions: additions, showsDetour: order == .detour).append(
          hits, of: store, to: &buffer)
      }
    case .json:
      appendDocument(narrowed.query, count: hits.count, to: &buffer) {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    default:
      buffer.append(
        hits, by: writer, as: search.format, hasHeader: search.invocation.hasHeader,
        attribution: store.attribution)
    }
    return answer(found: hits.count, buffer, narrowed, in: store)
  }

  private func answer(
    found: Int, _ bytes: consuming ByteBuffer, _ narrowed: Search.Narrowed, in store: VenueStore
  ) -> Answer {
    var isExplained = narrowed.lacksChain && found == 0
    let notes = search.isQuiet ? [] : notes(narrowed, found: found, in: store, &isExplained)
    return Answer(
      found: found, bytes: bytes, notes: notes, isExplained: isExplained,
      tallies: narrowed.tallies)
  }

  private func notes(
    _ narrowed: Search.Narrowed, found: Int, in store: VenueStore, _ isExplained: inout Bool
  ) -> [String] {
    let query = narrowed.query
    var notes = narrowed.notes
    if !query.conditions.isEmpty || search.request.fields != nil {
      notes += unknownKeys(
        in: query.conditions, search.request.fields, of: store, found: found,
        columns: WayWriter.columns + additions.names)
    }
    if query.food != nil || search.open != nil {
      // What the limit cut off is not farther away: all that was left out counts.
      notes += AnswerScope(
        query, found: found, in: store, reach: AnswerScope.Reach(query: query)
      ).notes(search.open, isTable: search.isTable, &isExplained)
    }
    if case .points(let places) = given.kind,
      let note = places.note(isTable: search.isTable, isInAnswer: search.format == .json)
    {
      notes.append(note)
    }
    guard search.isTable, found == 0, !isExplained else { return notes }
    let reach = readable(corridor.reach, search.style.figures.units)
    return notes + ["no venue found within \(reach) of the way; --within sets another distance"]
  }

  // MARK: The document

  /// `venue` writes those that are not only counted.
  private func appendDocument(
    _ query: Query, count: Int, to buffer: inout ByteBuffer,
    venue: (inout ByteBuffer, Int) -> Void = { _, _ in }
  ) {
    buffer.append("{")
    buffer.append(key: "query") { buffer in
      append(wayTo: &buffer)
      buffer.append(key: "limit", integer: query.limit ?? 0)
      buffer.append(key: "match", string: search.invocation.matchText)
      if let open = search.open { buffer.append(key: "open", string: open.time.text) }
      search.request.food?.append(to: &buffer)
    }
    buffer.appendLineBreak()
    buffer.append(key: "camera") { buffer in
      var (isInside, isMoved) = (true, false)
      switch given.kind {
      case .points(let places):
        isInside = places.allSatisfy(\.ruling.isInside)
        isMoved = places.contains(where: \.ruling.isMoved)
      case .track: isInside = given.way.points.allSatisfy(Camera.bounds.contains)
      }
      buffer.append(key: "inside", bool: isInside)
      buffer.append(key: "moved", bool: isMoved)
    }
    buffer.appendLineBreak()
    buffer.append(key: "data") {
      $0.append(key: "source", string: search.source.kind.rawValue)
    }
    buffer.appendLineBreak()
    buffer.append(key: "count", integer: count)
    if !search.countsOnly {
      buffer.appendLineBreak()
      buffer.append(key: "venues", elements: count, indent: "\n  ", venue)
    }
    buffer.append("}\n")
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

/// Venues for people, by their places along a way.
struct WayTable {
  let style: TableStyle
  let additions: VenueAdditions
  let showsDetour: Bool

  func append(_ hits: [WayHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let first = showsDetour ? 4 : 3
    let layout = TableLayout(
      headers: (showsDetour ? ["DETOUR"] : []) + ["ALONG", "OFFSET", "SIDE", "NAME", "POSTCODE"],
      numberColumns: Array(0..<first - 1), cutColumns: [first], narrowestCut: 12,
      dispensableColumns: [first - 1, first + 1], styledColumn: first
    ).with(additions)
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      if showsDetour { add(hit.detour, column: 0, to: &cells) }
      add(hit.along, column: first - 3, to: &cells)
      add(hit.offset, column: first - 2, to: &cells)
      cells.add(hit.side == .on ? "·" : hit.side.rawValue, column: first - 1)
      cells.add(store.venue(hit.hit), additions, from: first)
    }
    layout.print(cells, style, to: &output)
  }

  private func add(_ metres: Double, column: Int, to cells: inout TableCells) {
    cells.add(column: column) { $0.append(distance: metres, in: style.figures.units) }
  }
}

/// The same as columns of `--fields`.
private struct WayFigures: OwnFigures {
  let hits: [WayHit]

  func isNumber(_ field: VenueFields.Field) -> Bool? { WayWriter.fact(field).map { $0 != .side } }

  func text(_ field: VenueFields.Field, row: Int, _ figures: ReadableFigures) -> String {
    let hit = hits[row]
    return switch WayWriter.fact(field) {
    case .along: readable(hit.along, figures.units)
    case .offset: readable(hit.offset, figures.units)
    case .detour: readable(hit.detour, figures.units)
    case .side: hit.side.rawValue
    case nil: ""
    }
  }
}
