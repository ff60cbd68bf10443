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
    case (.ndjson, false): buffer.append(text: "{\(countMembers)}\n")
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
      buffer.append(text: "{\"type\":\"FeatureCollection\",\"counts\":{\(countMembers)},")
      buffer.append("\"features\":[")
    case .csv: buffer.append(text: ChangeWriter.columns.joined(separator: ",") + "\n")
    case .tsv: buffer.append(text: ChangeWriter.columns.joined(separator: "\t") + "\n")
    default: break
    }
    for (i, change) in changes.enumerated() {
      switch format {
      case .geojson:
        buffer.append(i == 0 ? "\n" : ",\n")
        writer.append(featureOf: change, to: &buffer)
      case .geojsonseq:
        buffer.append("\u{1E}")
        writer.append(featureOf: change, to: &buffer)
      case .csv, .tsv: writer.append(cellsOf: change, style, to: &buffer)
      default: writer.append(jsonOf: change, to: &buffer)
      }
      if format != .geojson { buffer.append("\n") }
    }
    if format == .geojson { buffer.append("]}\n") }
  }

  private var countMembers: String {
    counts.map { "\"\($0.name)\":\($0.count)" }.joined(separator: ",")
  }

  private func appendCounts(separator: String, to buffer: inout ByteBuffer) {
    buffer.append(text: "change\(separator)count\n")
    for (name, count) in counts { buffer.append(text: "\(name)\(separator)\(count)\n") }
  }

  private func appendDocument(showsChanges: Bool, to buffer: inout ByteBuffer) {
    let editions = zip(sources, stores).map { source, store in
      "{\"path\":\(json(source.kind == .stdin ? nil : source.path)),"
        + "\"features\":\(store.tally.features),\"venues\":\(store.count),"
        + "\"left_out\":\(store.tally.leftOut)}"
    }
    buffer.append(text: "{\"old\":\(editions[0]),\n \"new\":\(editions[1]),\n ")
    buffer.append(text: "\"same\":\(comparison.isSame),\n \"counts\":{\(countMembers)}")
    if showsChanges {
      let writer = ChangeWriter(comparison)
      buffer.append(",\n \"changes\":[")
      for (i, change) in comparison.changes.enumerated() {
        buffer.append(i == 0 ? "\n  " : ",\n  ")
        writer.append(jsonOf: change, to: &buffer)
      }
      buffer.append("]")
    }
    buffer.append("}\n")
  }
}
