import CommandLineKit
import FinderChanges
import FinderEngine

struct ChangeReport {
  let comparison: DatasetComparison
  /// Of the old edition and the new one.
  let sources: [DatasetSource]

  private var stores: [VenueStore] { [comparison.old, comparison.new] }

  private var counts: [(name: String, count: Int)] {
    [("unchanged", comparison.unchanged)]
      + DatasetComparison.Kind.allCases.map { ($0.rawValue, comparison.count(of: $0)) }
  }

  func table(_ style: TableStyle, showsChanges: Bool) -> ByteBuffer {
    var buffer = ByteBuffer(capacity: 4096 + (showsChanges ? 128 * comparison.changes.count : 0))
    let editions = zip(["old", "new"], zip(sources, stores)).map { name, edition in
      (name, "\(edition.0.displayName): \(counted(edition.1.count, "venue"))")
    }
    buffer.append(text: labelled(editions + counts.map { ($0.name, String($0.count)) }))
    if showsChanges, !comparison.changes.isEmpty {
      buffer.append("\n")
      let rows = comparison.changes.compactMap { texts($0, style.figures.units) }
      Self.layout.append(rows, style, to: &buffer) { comparison.changes[$0].kind.colour }
    }
    return buffer
  }

  func document(_ invocation: Invocation, showsChanges: Bool) -> ByteBuffer {
    let format = invocation.format()
    var buffer = ByteBuffer(capacity: 4096 + (showsChanges ? 512 * comparison.changes.count : 0))
    if format == .json {
      appendDocument(showsChanges: showsChanges, to: &buffer)
    } else if showsChanges {
      buffer.append(
        comparison.changes, by: ChangeWriter(comparison), as: format,
        hasHeader: invocation.hasHeader, counts: counts)
    } else if let style = format.delimited {
      if invocation.hasHeader { buffer.append(row: ["change", "count"], style) }
      for (name, count) in counts { buffer.append(row: [name, String(count)], style) }
    } else {
      buffer.appendDocument(onLines: false, [{ $0.append(counts: counts) }])
    }
    return buffer
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
        buffer.append(key: "changes", elements: comparison.changes.count, indent: "\n  ") {
          writer.append(jsonOf: comparison.changes[$1], to: &$0)
        }
      }
    }
    buffer.appendDocument(onLines: true, parts)
  }

  private func append(edition: Int, to buffer: inout ByteBuffer) {
    let (source, store) = (sources[edition], stores[edition])
    buffer.append(key: "path", string: source.kind == .stdin ? nil : "\(source.path)")
    buffer.append(key: "features", integer: store.tally.features)
    buffer.append(key: "venues", integer: store.count)
    buffer.append(key: "left_out", integer: store.tally.leftOut)
  }

  private static let layout = TableLayout(
    headers: ["CHANGE", "NAME", "POSTCODE", "POSITION", "DETAIL"], cutColumns: [1, 4],
    narrowestCut: 24, dispensableColumns: [3, 2], styledColumn: 0)

  private func texts(
    _ change: DatasetComparison.Change, _ units: ReadableFigures.Units
  ) -> [String]? {
    guard let venue = comparison.newVenue(change) ?? comparison.oldVenue(change) else { return nil }
    return [
      change.kind.rawValue, venue.shownName, venue.postcode ?? "", shown(venue.coordinate),
      detail(change, units),
    ]
  }

  private func detail(
    _ change: DatasetComparison.Change, _ units: ReadableFigures.Units
  ) -> String {
    var parts: [String] = []
    if let path = change.path {
      parts.append(readable(path.distance, towards: path.bearing, units))
    }
    if change.isRenamed, let old = comparison.oldVenue(change) { parts.append("was \(old.name)") }
    let fields = change.fields.dropFirst(change.kind == .moved && change.isRenamed ? 1 : 0)
    if !fields.isEmpty {
      // Property names come from the file, so escape them.
      parts.append(UsageError.escape(fields.joined(separator: ", ")))
    }
    return parts.joined(separator: "; ")
  }
}

extension DatasetComparison.Kind {
  /// The colour in tables.
  var colour: StaticString {
    switch self {
    case .opened: "\u{1B}[32m"
    case .closed: "\u{1B}[31m"
    default: "\u{1B}[33m"
    }
  }
}
