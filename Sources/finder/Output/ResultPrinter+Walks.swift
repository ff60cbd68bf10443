import FinderEngine

extension ResultPrinter {
  /// The venues with the walks to them, for which the router is asked if there is one.
  func walks(in store: VenueStore) throws -> Answer {
    let hits = try walkedHits(in: store)
    var buffer = ByteBuffer(capacity: 4096 + 160 * hits.count)
    let venues = writer(store)
    let writer = WalkWriter(venues, burning?.walk, isRouted: router != nil)
    switch invocation.format() {
    case .table: appendTable(hits, by: venues, writer, of: store, to: &buffer)
    case .json:
      appendDocument(count: hits.count, to: &buffer) { buffer in
        buffer.appendLineBreak()
        buffer.append(key: "venues", elements: hits.count, indent: "\n  ") {
          writer.append(jsonOf: hits[$1], to: &$0)
        }
      }
    case let format:
      buffer.append(
        hits, by: writer, as: format, hasHeader: !invocation.has(Options.noHeader),
        attribution: store.attribution)
    }
    return Answer(found: hits.count, bytes: buffer)
  }

  private func walkedHits(in store: VenueStore) throws -> [WalkedHit] {
    guard let router else { return burning?.hits(query, in: store) ?? [] }
    if let burning { return try burning.hits(query, in: store, by: router) }
    // The factor that is set is one of tables alone.
    return try router.hits(of: query, in: store, factor: style.figures.walkFactor)
  }

  private func appendTable(
    _ hits: [WalkedHit], by venues: VenueWriter, _ writer: WalkWriter, of store: VenueStore,
    to buffer: inout ByteBuffer
  ) {
    guard let fields else {
      if let burning {
        return BurnTable(burning: burning, style: style, open: open).append(
          hits, of: store, to: &buffer)
      }
      return WalkTable(style: style, open: open).append(hits, of: store, to: &buffer)
    }
    FieldTable(fields: fields, style: style).append(
      hits.map(\.hit), walks: hits.map(\.walk), walker: writer, by: venues, of: store, to: &buffer)
  }
}
