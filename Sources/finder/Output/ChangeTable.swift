import CommandLineKit
import FinderEngine
import FinderLists

/// Changes for people: one a line, aligned.
struct ChangeTable {
  let style: TableStyle

  private static let layout = TableLayout(
    headers: ["CHANGE", "NAME", "POSTCODE", "POSITION", "DETAIL"], cutColumns: [1, 4],
    narrowestCut: 24, dispensableColumns: [3, 2])

  func append(_ comparison: DatasetComparison, to output: inout ByteBuffer) {
    let changes = comparison.changes
    var cells = Self.layout.cells(rows: changes.count)
    for change in changes { add(change, comparison, to: &cells) }
    Self.layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: 0, to: &output
    ) { row in
      switch changes[row].kind {
      case .opened: "\u{1B}[32m"
      case .closed: "\u{1B}[31m"
      default: "\u{1B}[33m"
      }
    }
  }

  private func add(
    _ change: DatasetComparison.Change, _ comparison: DatasetComparison,
    to cells: inout TableCells
  ) {
    guard let venue = comparison.newVenue(change) ?? comparison.oldVenue(change) else { return }
    let texts = [
      change.kind.rawValue, venue.name.isEmpty ? "(no name)" : venue.name, venue.postcode ?? "",
      shown(venue.coordinate), detail(change, comparison),
    ]
    for (column, text) in texts.enumerated() {
      cells.add(text, column: column)
    }
  }

  private func detail(
    _ change: DatasetComparison.Change, _ comparison: DatasetComparison
  ) -> String {
    var buffer = ByteBuffer(capacity: 64)
    if let path = change.path {
      buffer.append(distance: path.distance, in: style.figures.units)
      buffer.append(" ")
      buffer.append(ReadableFigures.direction(path.bearing))
    }
    if change.isRenamed, let old = comparison.oldVenue(change) {
      buffer.append(change.path == nil ? "was " : "; was ")
      old.withName { buffer.append($0) }
    }
    let fields = change.fields.dropFirst(change.kind == .moved && change.isRenamed ? 1 : 0)
    if !fields.isEmpty {
      if change.kind != .changed { buffer.append("; ") }
      // The keys of properties come from the file.
      let fields = fields.joined(separator: ", ")
      buffer.append(text: UsageError.escape(fields))
    }
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
