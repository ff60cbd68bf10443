import CommandLineKit
import FinderEngine
import FinderLists

/// Changes from the journal for people: one a line, aligned.
struct NewsTable {
  let point: Coordinate?
  let units: ReadableFigures.Units
  let isColoured: Bool
  /// The terminal's; `nil` where the output is not a terminal.
  let width: Int?

  private static let anywhere = TableLayout(
    headers: ["DATE", "CHANGE", "NAME", "POSTCODE", "DETAIL"], cutColumns: [2, 4],
    narrowestCut: 24, dispensableColumns: [3])
  private static let around = TableLayout(
    headers: ["DATE", "CHANGE", "DISTANCE", "DIR", "NAME", "POSTCODE", "DETAIL"],
    numberColumns: [2], cutColumns: [4, 6], narrowestCut: 24, dispensableColumns: [5, 3])

  func append(
    _ items: [(item: NewsItem, found: NewsFound)], to output: inout ByteBuffer
  ) {
    guard !items.isEmpty else { return }
    let layout = point == nil ? Self.anywhere : Self.around
    var cells = layout.cells(rows: items.count)
    for (item, _) in items { add(item, to: &cells) }
    layout.print(
      cells, width: width, isColoured: isColoured, styledColumn: 1, to: &output
    ) { row in
      switch items[row].item.kind {
      case .opened: "\u{1B}[32m"
      case .closed: "\u{1B}[31m"
      default: "\u{1B}[33m"
      }
    }
  }

  private func add(_ item: NewsItem, to cells: inout TableCells) {
    var texts = [item.day, item.kind.rawValue]
    if let point {
      let ways = [item.venue, item.before ?? item.venue].map {
        Geodesic.inverse(from: point, to: $0.place)
      }
      let way = ways[0].distance <= ways[1].distance ? ways[0] : ways[1]
      texts += [
        text { $0.append(distance: way.distance, in: units) },
        way.distance > 0 ? text { $0.append(ReadableFigures.direction(way.bearing)) } : "·",
      ]
    }
    texts += [item.venue.shownName, item.venue.postcode, detail(item)]
    for (column, text) in texts.enumerated() { cells.add(text, column: column) }
  }

  private func detail(_ item: NewsItem) -> String {
    var parts: [String] = []
    if let path = item.path {
      parts.append(
        text { output in
          output.append("by ")
          output.append(distance: path.distance, in: units)
          output.append(" ")
          output.append(ReadableFigures.direction(path.bearing))
        })
    }
    if let before = item.before, before.name != item.venue.name {
      parts.append("was \(before.shownName)")
    }
    if !item.fields.isEmpty {
      parts.append(UsageError.escape(item.fields.joined(separator: ", ")))
    }
    return parts.joined(separator: "; ")
  }

  private func text(_ write: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer(capacity: 64)
    write(&buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}

extension NewsVenue {
  var shownName: String { name.isEmpty ? "(no name)" : name }
}
