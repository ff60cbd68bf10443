import CommandLineKit
import FinderEngine
import FinderLists

/// Venues for people: one a line, aligned, the distance first.
struct VenueTable {
  let style: TableStyle
  /// Hours are told in a last column.
  var open: OpenHours?

  private static let nameColumn = 3
  private static let layout = TableLayout(
    headers: ["DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [0, 2],
    cutColumns: [nameColumn], narrowestCut: 12, dispensableColumns: [2, 1, 4])
  private static let layoutWithHours = layout.withHours

  func append(_ hits: [Hit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      let venue = store.venue(hit)
      add(hit, venue, to: &cells)
      if let open { cells.add(open.text(of: venue), column: 5) }
    }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: Self.nameColumn,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  @inline(__always)
  private func add(_ hit: Hit, _ venue: Venue, to cells: inout TableCells) {
    cells.add(column: 0) { $0.append(distance: hit.distance, in: style.figures.units) }
    cells.add(directionOf: hit, column: 1)
    cells.add(column: 2) { $0.append(walk: hit.distance, by: style.figures) }
    venue.withMeasuredName { name, width in
      if name.isEmpty { return cells.add(column: Self.nameColumn) { $0.append("(no name)") } }
      cells.add(name, width: width, column: Self.nameColumn)
    }
    venue.withMeasuredPostcode { cells.add($0, width: $1, column: 4) }
  }
}

extension TableCells {
  @inline(__always) mutating func add(directionOf hit: Hit, column: Int) {
    guard hit.distance <= 0 else {
      return add(column: column) { $0.append(ReadableFigures.direction(hit.bearing)) }
    }
    let text: StaticString = "·"
    add(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), width: 1,
      column: column)
  }
}

/// Venues for people in the order of the walks to them: the walk first, and how long it takes.
struct WalkTable {
  let style: TableStyle
  var open: OpenHours?

  private static let nameColumn = 4
  private static let layout = TableLayout(
    headers: ["WALK", "TIME", "DISTANCE", "DIR", "NAME", "POSTCODE"], numberColumns: [0, 1, 2],
    cutColumns: [nameColumn], narrowestCut: 12, dispensableColumns: [3, 2, 1, 5])
  private static let layoutWithHours = layout.withHours

  func append(_ hits: [WalkedHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = open == nil ? Self.layout : Self.layoutWithHours
    var cells = layout.cells(rows: hits.count)
    for hit in hits { add(hit, to: &cells, store) }
    layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: Self.nameColumn,
      to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  /// An estimate has a mark.
  private func add(_ walked: WalkedHit, to cells: inout TableCells, _ store: VenueStore) {
    let (hit, walk, venue) = (walked.hit, walked.walk, store.venue(walked.hit))
    cells.add(column: 0) { cell in
      if walk.source == .estimate { cell.append("~") }
      cell.append(distance: walk.metres, in: style.figures.units)
    }
    cells.add(column: 1) { cell in
      if walk.source == .estimate { cell.append("~") }
      cell.append(minutes: style.figures.minutes(walking: walk.metres))
    }
    cells.add(column: 2) { $0.append(distance: hit.distance, in: style.figures.units) }
    cells.add(directionOf: hit, column: 3)
    cells.add(venue.name.isEmpty ? "(no name)" : venue.name, column: Self.nameColumn)
    cells.add(venue.postcode ?? "", column: 5)
    if let open { cells.add(open.text(of: venue), column: 6) }
  }
}

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
