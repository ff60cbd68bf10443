import CommandLineKit
import FinderEngine
import FinderLists

/// What `finder news` found, in the formats that it offers.
struct NewsRows {
  let point: Coordinate?
  private(set) var items: [(item: NewsItem, found: NewsFound)] = []
  private(set) var hasMore = false

  init(point: Coordinate?) { self.point = point }

  mutating func search(_ journal: NewsJournal, _ query: NewsQuery) {
    let (found, hasMore) = journal.search(query)
    self.hasMore = hasMore
    items = found.compactMap { found in journal.item(found.entry).map { ($0, found) } }
  }

  func answer(_ invocation: Invocation, _ look: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096 + 256 * items.count)
    let format = invocation.format()
    switch format {
    case .table:
      NewsTable(
        point: point, units: look.figures.units, isColoured: look.isColoured, width: look.width
      ).append(items, to: &bytes)
    case .json:
      bytes.appendArray(items.count, indent: "\n ") { append(items[$1], to: &$0) }
      bytes.append("\n")
    default:
      if let style = format.delimited {
        if !invocation.has(Options.noHeader) { bytes.append(row: NewsItem.columns, style) }
        bytes.appendLines(items) {
          $1.item.append(cellsTo: &$0, style, distance: distance($1.found))
        }
      } else {
        bytes.appendLines(items) { append($1, to: &$0) }
      }
    }
    return Answer(found: items.count, bytes: bytes)
  }

  private func append(_ row: (item: NewsItem, found: NewsFound), to output: inout ByteBuffer) {
    row.item.append(jsonTo: &output, distance: distance(row.found))
  }

  private func distance(_ found: NewsFound) -> Double? { point == nil ? nil : found.distance }
}
