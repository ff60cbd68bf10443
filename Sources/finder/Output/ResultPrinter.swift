import CommandLineKit
import FinderEngine

/// What `near` and `within` found.
struct Results {
  let hits: [Hit]
  let store: VenueStore
  let source: DatasetSource
  /// The members of the document's `query`, in order, each with its JSON text. Only the document
  /// needs them.
  let query: () -> [(key: String, json: String)]
  let ruling: CameraRuling
  var showsZoomHint = false
}

/// What is to be written, and how many venues were found.
struct Answer: ~Copyable {
  let found: Int
  let bytes: ByteBuffer
}

/// Writes results in the format that was asked for.
struct ResultPrinter {
  let invocation: Invocation
  let output: Output

  func answer(_ results: Results) -> Answer {
    var buffer = ByteBuffer(capacity: 4096 + 128 * results.hits.count)
    let format = invocation.format()
    if format == .table {
      table.append(results.hits, of: results.store, to: &buffer)
    } else {
      append(results, format, VenueWriter(results.store), to: &buffer)
    }
    return Answer(found: results.hits.count, bytes: buffer)
  }

  private func append(
    _ results: Results, _ format: ResultFormat, _ writer: VenueWriter, to buffer: inout ByteBuffer
  ) {
    switch format {
    case .table: break
    case .json: appendDocument(results, writer, to: &buffer)
    case .ndjson:
      for hit in results.hits {
        writer.append(jsonOf: hit, to: &buffer)
        buffer.append("\n")
      }
    case .geojson: appendFeatureCollection(results, writer, to: &buffer)
    case .geojsonseq:
      for hit in results.hits {
        buffer.append("\u{1E}")
        writer.append(featureOf: hit, to: &buffer)
        buffer.append("\n")
      }
    case .csv: appendRows(results, writer, .csv, to: &buffer)
    case .tsv: appendRows(results, writer, .tsv, to: &buffer)
    }
  }

  /// The answer to a query, with figures as exact as the format shows them.
  func hits(_ query: Query, in store: VenueStore) -> [Hit] {
    var searcher = Searcher(store)
    return invocation.format() == .table
      ? searcher.search(query, for: table.rounding) : searcher.search(query, for: TenthsRounding())
  }

  private var table: VenueTable {
    VenueTable(
      rounding: ReadableFigures(units: invocation.units),
      isColoured: invocation.isColoured(output), width: output.terminalWidth)
  }

  private func appendRows(
    _ results: Results, _ writer: VenueWriter, _ style: DelimitedStyle,
    to buffer: inout ByteBuffer
  ) {
    let separator = style == .csv ? "," : "\t"
    buffer.append(text: VenueWriter.columns.joined(separator: separator) + "\n")
    for hit in results.hits {
      writer.append(cellsOf: hit, style, to: &buffer)
      buffer.append("\n")
    }
  }

  private func appendFeatureCollection(
    _ results: Results, _ writer: VenueWriter, to buffer: inout ByteBuffer
  ) {
    buffer.append("{\"type\":\"FeatureCollection\"")
    buffer.append(key: "features", array: results.hits, indent: "\n") {
      writer.append(featureOf: $1, to: &$0)
    }
    buffer.append("}\n")
  }

  // MARK: The document

  private func appendDocument(
    _ results: Results, _ writer: VenueWriter, to buffer: inout ByteBuffer
  ) {
    // Without a list of closures, of which the first costs the runtime 30,000 instructions.
    buffer.append("{")
    buffer.append(key: "query") { buffer in
      for member in results.query() {
        buffer.append(keyText: member.key)
        buffer.append(text: member.json)
      }
    }
    buffer.appendLineBreak()
    buffer.append(key: "camera") { buffer in
      buffer.append(key: "inside", bool: results.ruling.isInside)
      buffer.append(key: "moved", bool: results.ruling.isMoved)
      if results.showsZoomHint { buffer.append(key: "zoom_hint", bool: true) }
    }
    buffer.appendLineBreak()
    buffer.append(key: "data") {
      $0.append(key: "source", string: results.source.kind.rawValue)
    }
    buffer.appendLineBreak()
    buffer.append(key: "count", integer: results.hits.count)
    buffer.appendLineBreak()
    buffer.append(key: "venues", array: results.hits, indent: "\n  ") {
      writer.append(jsonOf: $1, to: &$0)
    }
    buffer.append("}\n")
  }
}

extension Invocation {
  /// Whether a table is coloured, as `--color` says.
  func isColoured(_ output: Output) -> Bool {
    switch self[Options.colour] {
    case "always": true
    case "never": false
    default: output.isTerminal && Terminal.wantsColour(on: STDOUT_FILENO)
    }
  }
}

/// A string as JSON text.
func json(_ text: String?) -> String {
  guard let text else { return "null" }
  var buffer = ByteBuffer()
  buffer.append(jsonString: text)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

func json(_ number: Double?) -> String { number.map { shown($0) } ?? "null" }
