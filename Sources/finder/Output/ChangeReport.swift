import CommandLineKit
import FinderEngine

/// What a comparison found: the counts first, then each change.
struct ChangeReport {
  let comparison: DatasetComparison
  /// Of the old edition and of the new one.
  let sources: [DatasetSource]

  private var stores: [VenueStore] { [comparison.old, comparison.new] }

  private var counts: [(name: String, count: Int)] {
    [("unchanged", comparison.unchanged)]
      + DatasetComparison.Kind.allCases.map { ($0.rawValue, comparison.count(of: $0)) }
  }

  // MARK: For people

  func table(_ invocation: Invocation, _ output: Output, showsChanges: Bool) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: 4096 + (showsChanges ? 128 * comparison.changes.count : 0))
    for (name, (source, store)) in zip(["old", "new"], zip(sources, stores)) {
      let text = "\(source.displayName): \(counted(store.count, "venue"))"
      buffer.append(text: Self.line(name, UsageError.escape(text)))
    }
    for (name, count) in counts { buffer.append(text: Self.line(name, String(count))) }
    if showsChanges, !comparison.changes.isEmpty {
      buffer.append("\n")
      ChangeTable(
        units: invocation.units, isColoured: invocation.isColoured(output),
        width: output.terminalWidth
      ).append(comparison, to: &buffer)
    }
    return buffer
  }

  private static func line(_ name: String, _ text: String) -> String {
    name + String(repeating: " ", count: 11 - name.utf8.count) + text + "\n"
  }

  // MARK: For programs

  func document(_ format: ResultFormat, showsChanges: Bool) -> ByteBuffer {
    let changes = showsChanges ? comparison.changes[...] : []
    var buffer = ByteBuffer(capacity: 4096 + 512 * changes.count)
    switch (format, showsChanges) {
    case (.ndjson, false): buffer.appendDocument(onLines: false, [{ $0.append(counts: counts) }])
    case (.csv, false): appendCounts(separator: ",", to: &buffer)
    case (.tsv, false): appendCounts(separator: "\t", to: &buffer)
    case (.json, _): appendDocument(showsChanges: showsChanges, to: &buffer)
    default: append(changes, ChangeWriter(comparison), format, to: &buffer)
    }
    return buffer
  }

  private func append(
    _ changes: ArraySlice<DatasetComparison.Change>, _ writer: ChangeWriter,
    _ format: ResultFormat, to buffer: inout ByteBuffer
  ) {
    let style: DelimitedStyle = format == .csv ? .csv : .tsv
    switch format {
    case .geojson:
      buffer.append("{\"type\":\"FeatureCollection\"")
      buffer.append(key: "counts", object: { $0.append(counts: counts) })
      buffer.append(key: "features", array: changes, indent: "\n") {
        writer.append(featureOf: $1, to: &$0)
      }
      return buffer.append("}\n")
    case .csv: buffer.append(text: ChangeWriter.columns.joined(separator: ",") + "\n")
    case .tsv: buffer.append(text: ChangeWriter.columns.joined(separator: "\t") + "\n")
    default: break
    }
    for change in changes {
      switch format {
      case .geojsonseq:
        buffer.append("\u{1E}")
        writer.append(featureOf: change, to: &buffer)
      case .csv, .tsv: writer.append(cellsOf: change, style, to: &buffer)
      default: writer.append(jsonOf: change, to: &buffer)
      }
      buffer.append("\n")
    }
  }

  private func appendCounts(separator: String, to buffer: inout ByteBuffer) {
    buffer.append(text: "change\(separator)count\n")
    for (name, count) in counts { buffer.append(text: "\(name)\(separator)\(count)\n") }
  }

  private func appendDocument(showsChanges: Bool, to buffer: inout ByteBuffer) {
    var parts: [(inout ByteBuffer) -> Void] = [
      { $0.append(key: "old", object: { append(edition: 0, to: &$0) }) },
      { $0.append(key: "new", object: { append(edition: 1, to: &$0) }) },
      { $0.append(key: "same", bool: comparison.isSame) },
      { $0.append(key: "counts", object: { $0.append(counts: counts) }) },
    ]
    if showsChanges {
      let writer = ChangeWriter(comparison)
      parts.append { buffer in
        buffer.append(key: "changes", array: comparison.changes, indent: "\n  ") {
          writer.append(jsonOf: $1, to: &$0)
        }
      }
    }
    buffer.appendDocument(onLines: true, parts)
  }

  private func append(edition: Int, to buffer: inout ByteBuffer) {
    let (source, store) = (sources[edition], stores[edition])
    buffer.append(key: "path", string: source.kind == .stdin ? nil : source.path)
    buffer.append(key: "features", integer: store.tally.features)
    buffer.append(key: "venues", integer: store.count)
    buffer.append(key: "left_out", integer: store.tally.leftOut)
  }
}
