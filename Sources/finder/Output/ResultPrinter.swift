import CommandLineKit
import FinderEngine

/// Answers `near` and `within` in the format that was asked for.
///
/// A class: what closures hold of a struct of this size is destroyed piece by piece, for which the
/// runtime makes descriptions of `[Condition]` and `VenueFields?` in 58,000 instructions.
final class ResultPrinter {
  let invocation: Invocation
  /// What is known only with the data is added to it then.
  var query: Query
  let output: Output
  let source: DatasetSource
  let ruling: CameraRuling
  /// `nil` where no point was given.
  let given: GivenPoint?
  /// Writes the member of the document's `query` that says which area was searched.
  let area: (inout ByteBuffer) -> Void
  let showsZoomHint: Bool
  let fields: VenueFields?
  /// Asked for walks, by which venues are then in order.
  var router: Router?
  let style: TableStyle
  /// Narrows the query, and is told with each venue.
  var open: OpenHours? { didSet { open?.limit(&query) } }
  /// What the walks burn, where that is asked for.
  var burning: Burning?
  /// Why no venue was found has been said.
  var isExplained = false
  /// How far the last venue is, where the nearest come first.
  private(set) var farthest: Double?

  init(
    _ query: Query, _ fields: VenueFields?, _ invocation: Invocation, output: Output,
    source: DatasetSource, ruling: CameraRuling, given: GivenPoint?, showsZoomHint: Bool = false,
    area: @escaping (inout ByteBuffer) -> Void
  ) throws {
    self.invocation = invocation
    self.query = query
    self.output = output
    self.source = source
    self.ruling = ruling
    self.given = given
    self.area = area
    self.showsZoomHint = showsZoomHint
    self.fields = fields
    style = try invocation.tableStyle(output)
  }

  /// For people, who are then told more on standard error.
  var isTable: Bool { invocation.format() == .table && !invocation.has(Options.count) }

  /// Writes the answer and what there is to say of it. Names are looked at only where something is
  /// wanted of chains, or of visits that were not looked up before.
  func answer(
    from data: inout LoadedData, _ chains: ChainWishes?, _ visits: VisitWishes?
  ) throws -> Int {
    let found: Int
    if chains == nil, visits?.isKept(for: data.store) ?? true {
      found = try data.answer(to: output) { store in
        try visits?.limit(&query, in: store, nil)
        return try answer(in: store)
      }
    } else {
      found = try data.answer(to: output) { store, names in
        query.chains = chains?.filter(by: names.chains)
        try visits?.limit(&query, in: store, names)
        return try answer(in: store)
      }
    }
    if let chains, let note = chains.note(in: data.names().chains) {
      invocation.diagnostics.note(note)
      isExplained = chains.isOfMeal && found == 0
    }
    if let note = visits?.note { invocation.diagnostics.note(note) }
    addNotes(found: found, in: data.store)
    return found
  }

  /// The venues, or with `--count` how many there are.
  func answer(in store: VenueStore) throws -> Answer {
    if invocation.has(Options.count) { return count(in: store) }
    return router == nil && burning == nil ? list(in: store) : try walks(in: store)
  }

  /// What there is to say of an answer on standard error.
  func addNotes(found: Int, in store: VenueStore) {
    let diagnostics = invocation.diagnostics
    if !query.conditions.isEmpty || fields != nil {
      diagnostics.note(
        unknownKeysIn: query.conditions, fields, of: store, found: found,
        columns: VenueWriter.columns
          + (open.map { [$0.key] + $0.columns } ?? [])
          + WalkWriter.facts(burns: burning != nil, isRouted: router != nil).map(\.rawValue))
    }
    if let open { note(open, found: found, in: store) }
    if let router { for note in router.notes { diagnostics.note(note) } }
    guard isTable else { return }
    if let note = given?.note { diagnostics.note(note) }
    if found == 0, !isExplained { diagnostics.note("no venue found") }
    if showsZoomHint { diagnostics.note("zoom in: a map this wide shows no single venues") }
  }

  private func count(in store: VenueStore) -> Answer {
    let all = Searcher(store).count(query)
    let count = min(all, query.limit ?? all)
    var buffer = ByteBuffer(capacity: 512)
    if invocation.format() == .json {
      appendDocument(count: count, to: &buffer)
    } else {
      buffer.append(integer: count)
      buffer.append("\n")
    }
    return Answer(found: count, bytes: buffer)
  }

  /// With figures as exact as the format shows them.
  private func list(in store: VenueStore) -> Answer {
    let format = invocation.format()
    var searcher = Searcher(store)
    let hits =
      format == .table
      ? searcher.search(query, for: style.figures) : searcher.search(query, for: TenthsRounding())
    farthest = hits.last?.distance
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    switch format {
    case .table where fields != nil: appendFields(hits, of: store, to: &buffer)
    case .table: VenueTable(style: style, open: open).append(hits, of: store, to: &buffer)
    case .json: appendDocument(hits, by: writer(store), to: &buffer)
    default:
      buffer.append(
        hits, by: writer(store), as: format,
        hasHeader: !invocation.has(Options.noHeader), attribution: store.attribution)
    }
    return Answer(found: hits.count, bytes: buffer)
  }

  private func appendFields(
    _ hits: [Hit], of store: VenueStore, to buffer: inout ByteBuffer
  ) {
    guard let fields else { return }
    FieldTable(fields: fields, style: style).append(
      hits, by: writer(store), of: store, to: &buffer)
  }

  func writer(_ store: VenueStore) -> VenueWriter {
    VenueWriter(store, fields: fields, addition: open)
  }

  func appendDocument(
    _ hits: [Hit], by writer: VenueWriter, to buffer: inout ByteBuffer
  ) {
    appendDocument(count: hits.count, to: &buffer) { buffer in
      buffer.appendLineBreak()
      buffer.append(key: "venues", elements: hits.count, indent: "\n  ") {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    }
  }

  func appendDocument(
    count: Int, to buffer: inout ByteBuffer, venues: (inout ByteBuffer) -> Void = { _ in }
  ) {
    // Without a list of closures, of which the first costs the runtime 30,000 instructions.
    buffer.append("{")
    buffer.append(key: "query") { buffer in
      buffer.append(placeOf: query.point)
      given?.append(to: &buffer)
      buffer.append(key: "limit", integer: query.limit ?? 0)
      area(&buffer)
      buffer.append(key: "match", string: invocation[Options.match])
      if let open { buffer.append(key: "open", string: open.moment.text) }
    }
    buffer.appendLineBreak()
    if let burning {
      buffer.append(key: "burn", object: burning.append)
      buffer.appendLineBreak()
    }
    buffer.append(key: "camera") { buffer in
      buffer.append(key: "inside", bool: ruling.isInside)
      buffer.append(key: "moved", bool: ruling.isMoved)
      if showsZoomHint { buffer.append(key: "zoom_hint", bool: true) }
    }
    buffer.appendLineBreak()
    buffer.append(key: "data") {
      $0.append(key: "source", string: source.kind.rawValue)
    }
    buffer.appendLineBreak()
    buffer.append(key: "count", integer: count)
    venues(&buffer)
    buffer.append("}\n")
  }
}
