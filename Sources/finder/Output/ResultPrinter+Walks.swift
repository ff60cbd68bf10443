import FinderEngine

extension ResultPrinter {
  /// The venues in the order of the walks to them, which the router is asked for.
  func walks(in store: VenueStore, by router: Router) throws -> Answer {
    let hits =
      try burning?.hits(query, in: store, by: router) ?? router.hits(of: query, in: store)
    var buffer = ByteBuffer(capacity: 4096 + 160 * hits.count)
    let venues = VenueWriter(store, fields: fields)
    let writer = WalkWriter(venues, burning?.walk)
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
        hits, by: writer, as: format, hasHeader: !invocation.has(Options.noHeader))
    }
    return Answer(found: hits.count, bytes: buffer)
  }

  private func appendTable(
    _ hits: [WalkedHit], by venues: VenueWriter, _ writer: WalkWriter, of store: VenueStore,
    to buffer: inout ByteBuffer
  ) {
    guard let fields else {
      if let burning {
        return BurnTable(burning: burning, style: style).append(hits, of: store, to: &buffer)
      }
      return WalkTable(style: style).append(hits, of: store, to: &buffer)
    }
    FieldTable(fields: fields, style: style).append(
      hits.map(\.hit), walks: hits.map(\.walk), walker: writer, by: venues, of: store, to: &buffer)
  }
}
