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
  /// Drawn instead of a list.
  let picture: AnswerPicture?

  func answer(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    if let picture { return try draw(picture, narrowed, in: store) }
    return search.countsOnly ? count(narrowed, in: store) : list(narrowed, in: store)
  }

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
    var drawn = answer(found: hits.count, buffer, narrowed, in: store)
    if !search.isQuiet { drawn.notes += notes }
    return drawn
  }

  private func count(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let printer = ResultPrinter(search: search, additions: additions)
    var buffer = ByteBuffer(capacity: 512)
    let counted = printer.counted(narrowed.query, in: store, to: &buffer) {
      appendDocument(count: $0, $1, to: &$2)
    }
    var printed = answer(
      found: counted.count, buffer, narrowed, in: store, nil, counted.tally,
      counted.explained)
    printed.proof = counted.proof
    return printed
  }

  private func list(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let explained = search.explains ? explainedHits(narrowed.query, in: store) : nil
    let hits = explained?.hits ?? self.hits(narrowed, in: store)
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    let fields = search.request.fields
    let venues = VenueWriter(store, fields: fields, additions: additions.all)
    let writer = WayWriter(venues)
    switch search.format {
    case .table:
      let table = WayTable(style: search.style, additions: additions, order: order)
      if let fields {
        table.append(hits, fields, by: venues, of: store, to: &buffer)
      } else {
        table.append(hits, of: store, to: &buffer)
      }
    case .json:
      appendDocument(count: hits.count, explained?.explained, to: &buffer) {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    default:
      if let form = search.format.waypoints {
        VenueWaypoints(
          form: form, figures: search.style.figures, writer: venues, isOfFields: fields != nil,
          additions: additions
        ).append(hits, by: writer, of: store, to: &buffer)
      } else {
        buffer.append(
          hits, by: writer, as: search.format, hasHeader: search.invocation.hasHeader,
          attribution: store.attribution)
      }
    }
    var listed = answer(
      found: hits.count, buffer, narrowed, in: store, hits.last.map { .nearest(row: $0.row) }, nil,
      explained?.explained)
    if search.verifies { listed.proof = proof(of: hits, in: store) }
    return listed
  }

  private func answer(
    found: Int, _ bytes: consuming ByteBuffer, _ narrowed: Search.Narrowed, in store: VenueStore,
    _ last: AnswerScope.Last? = nil, _ tally: FoodTally? = nil,
    _ explained: ExplainedAnswer? = nil
  ) -> Answer {
    var isExplained = narrowed.lacksChain && found == 0
    var notes: [String] = []
    if !search.isQuiet {
      if case .points(let places) = given.kind,
        let note = places.note(isTable: search.isTable, isInAnswer: search.format == .json)
      {
        notes.append(note)
      }
      notes += self.notes(narrowed, found: found, last, in: store, tally, &isExplained)
    }
    // In JSON it is a member of the document.
    if let explained, search.format != .json { notes += explained.lines }
    return Answer(
      found: found, bytes: bytes, notes: notes, isExplained: isExplained,
      tallies: narrowed.tallies)
  }

  private func notes(
    _ narrowed: Search.Narrowed, found: Int, _ last: AnswerScope.Last?, in store: VenueStore,
    _ tally: FoodTally?, _ isExplained: inout Bool
  ) -> [String] {
    let notes = ResultPrinter(search: search, additions: additions).notes(
      narrowed, found: found, last, in: store, [], tally,
      figures: WayWriter.Fact.allCases.map(\.rawValue), &isExplained)
    let none = "no venue found"
    guard found == 0, notes.last == none else { return notes }
    let reach = readable(corridor.reach, search.style.figures.units)
    return notes.dropLast() + ["\(none) within \(reach) of the way; --within sets another distance"]
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
    guard !hits.isEmpty else { return }
    let table = FieldTable(fields: fields, style: style, additions: additions)
    let layout = table.layout {
      WayWriter.fact($0) != nil
    } isNumber: {
      WayWriter.fact($0) != .side
    }
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      let reader = FieldReader(store.venue(hit.hit))
      for (column, field) in fields.all.enumerated() {
        if let fact = WayWriter.fact(field) {
          cells.add(column: column) { add(fact, of: hit, to: &$0) }
        } else {
          table.add(field.fact, hit.hit, venues, reader, column, to: &cells)
        }
      }
    }
    layout.print(cells, style, to: &output)
  }
}

extension VenueWaypoints {
  func append(
    _ hits: [WayHit], by writer: WayWriter, of store: VenueStore, to output: inout ByteBuffer
  ) {
    let waypoints = hits.lazy.map { hit in
      let venue = store.venue(hit.hit)
      return isOfFields
        ? waypoint(of: venue, fields: writer.lines(ofFieldsOf: hit))
        : waypoint(of: venue, [way(hit)])
    }
    WaypointWriter.append(waypoints, as: form, owedTo: store.attribution, to: &output)
  }

  /// `12.3 km along the way, 120 m to the left`
  private func way(_ hit: WayHit) -> String {
    let place = "\(readable(hit.along, figures.units)) along the way"
    switch hit.side {
    case .on where hit.offset < 0.05: return place
    case .on: return "\(place), \(readable(hit.offset, figures.units)) off it"
    case let side:
      return "\(place), \(readable(hit.offset, figures.units)) to the \(side.rawValue)"
    }
  }
}
