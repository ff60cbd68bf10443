import CommandLineKit
import FinderEngine

/// Venues for people with the columns of `--fields`. Distances and bearings are as in the usual table.
struct FieldTable {
  let fields: VenueFields
  let style: TableStyle

  /// With the walks to the hits and what writes them, where they are known.
  func append(
    _ hits: [Hit], walks: [Walk] = [], walker: WalkWriter? = nil, by writer: VenueWriter,
    of store: VenueStore, to output: inout ByteBuffer
  ) {
    guard !hits.isEmpty else { return }
    let layout = layout(walker)
    var cells = layout.cells(rows: hits.count)
    for (row, hit) in hits.enumerated() {
      for (column, field) in fields.all.enumerated() {
        if let walker, let fact = walker.fact(field) {
          cells.add(column: column) { walker.append(fact, of: walks[row], to: &$0) }
        } else {
          add(field.fact, hit, writer, store.venue(hit), column, to: &cells)
        }
      }
    }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: nameColumn ?? -1,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  private var nameColumn: Int? {
    fields.all.firstIndex { if case .name = $0.fact { true } else { false } }
  }

  /// Of a narrow terminal one column of text is cut, the name's if there is one, and the last of the
  /// others go first.
  private func layout(_ walker: WalkWriter?) -> TableLayout {
    let cut = nameColumn ?? fields.all.firstIndex { !$0.fact.isFigure } ?? 0
    let columns = fields.all.indices
    return TableLayout(
      headers: fields.all.map {
        walker?.fact($0) != nil ? $0.name.uppercased() : Self.header($0)
      },
      numberColumns: columns.filter {
        switch fields.all[$0].fact {
        case .distance: true
        default: walker?.fact(fields.all[$0]).map { $0 != .source } ?? false
        }
      },
      cutColumns: [cut], narrowestCut: 12,
      dispensableColumns: columns.reversed().filter { $0 != cut })
  }

  private static func header(_ field: VenueFields.Field) -> String {
    switch field.fact {
    case .distance: "DISTANCE"
    case .bearing: "DIR"
    case .property: UsageError.escape(field.name)
    default: field.name.uppercased()
    }
  }

  private func add(
    _ fact: VenueFields.Fact, _ hit: Hit, _ writer: VenueWriter, _ venue: Venue, _ column: Int,
    to cells: inout TableCells
  ) {
    switch fact {
    case .distance:
      cells.add(column: column) { $0.append(distance: hit.distance, in: style.figures.units) }
    case .bearing: cells.add(directionOf: hit, column: column)
    case .latitude, .longitude:
      cells.add(column: column) { writer.append(figure: fact, of: hit, to: &$0) }
    default:
      writer.withText(fact, of: venue) { text in
        cells.add(text, width: DisplayWidth.of(text), column: column)
      }
    }
  }
}
