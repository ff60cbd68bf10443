import CommandLineKit
import FinderEngine

/// Venues for people with what the walk there takes and burns.
struct BurnTable {
  let burning: Burning
  let style: TableStyle
  var open: OpenHours?

  private static let nameColumn = 5
  private static let layout = TableLayout(
    headers: ["WALK", "TIME", "KCAL", "OVER", "DIR", "NAME", "POSTCODE"],
    numberColumns: [0, 1, 2, 3], cutColumns: [nameColumn], narrowestCut: 12,
    dispensableColumns: [4, 6, 3, 1])
  private static let layoutWithHours = layout.withHours

  func append(_ hits: [WalkedHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: hits.count)
    for hit in hits { add(hit, store.venue(hit.hit), to: &cells) }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: Self.nameColumn,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  private func add(_ walked: WalkedHit, _ venue: Venue, to cells: inout TableCells) {
    let (hit, metres) = (walked.hit, walked.walk.metres)
    let burnt = burning.walk.energy.kilocalories(over: metres)
    cells.add(column: 0) { $0.append(distance: metres, in: style.figures.units) }
    let minutes = burning.walk.minutes(walking: metres)
    cells.add(column: 1) {
      if walked.walk.source == .router {
        $0.append(minutes: Int(minutes.rounded(.up)))
      } else {
        $0.append(estimated: minutes)
      }
    }
    cells.add(column: 2) { $0.append(integer: Int(burnt.rounded())) }
    cells.add(column: 3) { output in
      output.append("+")
      output.append(integer: Int((burnt - burning.kilocalories).rounded()))
    }
    cells.add(directionOf: hit, column: 4)
    cells.add(venue.name.isEmpty ? "(no name)" : venue.name, column: Self.nameColumn)
    cells.add(venue.postcode ?? "", column: 6)
    if let open { cells.add(open.text(of: venue), column: 7) }
  }
}
