import CommandLineKit
import FinderEngine

/// Answers `near` and `within` in the format that was asked for.
struct ResultPrinter {
  let invocation: Invocation
  let output: Output
  let source: DatasetSource
  let ruling: CameraRuling
  /// Writes the member of the document's `query` that says which area was searched.
  let area: (inout ByteBuffer) -> Void
  var showsZoomHint = false

  /// With figures as exact as the format shows them.
  func answer(_ query: Query, in store: VenueStore) -> Answer {
    let format = invocation.format()
    let figures = ReadableFigures(units: invocation.units)
    var searcher = Searcher(store)
    let hits =
      format == .table
      ? searcher.search(query, for: figures) : searcher.search(query, for: TenthsRounding())
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    switch format {
    case .table:
      let table = VenueTable(
        rounding: figures, isColoured: invocation.isColoured(output), width: output.terminalWidth)
      table.append(hits, of: store, to: &buffer)
    case .json: appendDocument(query, hits, VenueWriter(store), to: &buffer)
    default: buffer.append(hits, by: VenueWriter(store), as: format)
    }
    return Answer(found: hits.count, bytes: buffer)
  }

  private func appendDocument(
    _ query: Query, _ hits: [Hit], _ writer: VenueWriter, to buffer: inout ByteBuffer
  ) {
    // Without a list of closures, of which the first costs the runtime 30,000 instructions.
    buffer.append("{")
    buffer.append(key: "query") { buffer in
      buffer.append(placeOf: query.point)
      buffer.append(key: "limit", integer: query.limit ?? 0)
      area(&buffer)
      buffer.append(key: "match", string: invocation[Options.match])
    }
    buffer.appendLineBreak()
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
    buffer.append(key: "count", integer: hits.count)
    buffer.appendLineBreak()
    buffer.append(key: "venues", array: hits, indent: "\n  ") {
      writer.append(jsonOf: $1, to: &$0)
    }
    buffer.append("}\n")
  }
}

extension Invocation {
  func isColoured(_ output: Output) -> Bool {
    switch self[Options.colour] {
    case "always": true
    case "never": false
    default: output.isTerminal && Terminal.wantsColour(on: STDOUT_FILENO)
    }
  }
}
