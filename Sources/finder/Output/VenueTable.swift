import CommandLineKit
import FinderEngine
import FinderLists

/// What is printed about venues besides name and place, if the user asked for it: whether they are open, and
/// what they serve.
///
/// A class: destroying a table that held a struct would go through its type description, which costs the
/// runtime 27,000 instructions to make.
final class VenueAdditions: Sendable {
  let open: OpenHours?
  let food: FoodAddition?

  init(open: OpenHours? = nil, food: FoodAddition? = nil) { (self.open, self.food) = (open, food) }

  var isEmpty: Bool { open == nil && food == nil }

  /// An empty column is of no use to people.
  var showsFood: Bool { food.map { !$0.isOnlyInNames } ?? false }

  /// In the order in which answers have them.
  var all: [any VenueAddition] {
    guard !isEmpty else { return [] }
    return (open.map { [$0] } ?? []) + (food.map { [$0] } ?? [])
  }

  /// All keys and columns in answers for programs.
  var names: [String] { all.flatMap { [$0.key] + $0.columns } }

  /// The headers of the last columns of a table.
  var headers: [String] { (open == nil ? [] : ["HOURS"]) + (showsFood ? ["FOOD"] : []) }

  func texts(of venue: Venue) -> [String] {
    (open.map { [$0.text(of: venue)] } ?? [])
      + (showsFood ? food.map { [$0.food(of: FieldReader(venue)).line] } ?? [] : [])
  }
}

extension VenueFood {
  /// `pub, pizza, vegan, dogs`
  var line: String {
    var all: [String] = []
    for value in FoodAspect.allCases.flatMap({ values($0) }) where !all.contains(value) {
      all.append(value)
    }
    return TidyText.string(all.map { FoodText.shown($0) }.joined(separator: ", "))
  }
}

struct VenueTable {
  let style: TableStyle
  var additions = VenueAdditions()

  private static let layout = TableLayout(
    headers: ["DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [0, 2],
    cutColumns: [3], narrowestCut: 12, dispensableColumns: [2, 1, 4], styledColumn: 3)

  func append(_ hits: [Hit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: hits.count)
    for hit in hits { cells.add(hit, store.venue(hit), style.figures, additions, from: 0) }
    layout.print(cells, style, to: &output)
  }
}

extension TableCells {
  /// The distance, direction and walk from a column on, then what `add(_:_:from:)` adds.
  @inline(__always)
  mutating func add(
    _ hit: Hit, _ venue: Venue, _ figures: ReadableFigures, _ additions: VenueAdditions,
    from first: Int,
    minutes: Int? = nil
  ) {
    add(column: first) { $0.append(distance: hit.distance, in: figures.units) }
    add(directionOf: hit, column: first + 1)
    add(column: first + 2) { cell in
      guard let minutes else { return cell.append(walk: hit.distance, by: figures) }
      cell.append(minutes: minutes)
    }
    add(venue, additions, from: first + 3)
  }

  /// A venue's name, postcode and additions.
  @inline(__always)
  mutating func add(_ venue: Venue, _ additions: VenueAdditions, from first: Int) {
    add(nameOf: venue, column: first)
    venue.withMeasuredPostcode { add($0, width: $1, column: first + 1) }
    if !additions.isEmpty { add(additions, of: venue, from: first + 2) }
  }

  @inline(never)
  private mutating func add(_ additions: VenueAdditions, of venue: Venue, from first: Int) {
    for (place, text) in additions.texts(of: venue).enumerated() {
      add(text, column: first + place)
    }
  }

  @inline(__always)
  mutating func add(nameOf venue: Venue, column: Int) {
    venue.withMeasuredName { name, width in
      if name.isEmpty { return add(column: column) { $0.append("(no name)") } }
      add(name, width: width, column: column)
    }
  }

  @inline(__always) mutating func add(directionOf hit: Hit, column: Int) {
    guard hit.distance <= 0 else {
      return add(column: column) { $0.append(ReadableFigures.direction(hit.bearing)) }
    }
    add("·", column: column)
  }
}

/// Venues for people, sorted by the walks to them: first the walk and how long it takes.
struct WalkTable {
  let style: TableStyle
  var additions = VenueAdditions()

  private static let layout = TableLayout(
    headers: ["WALK", "TIME", "DISTANCE", "DIR", "NAME", "POSTCODE"], numberColumns: [0, 1, 2],
    cutColumns: [4], narrowestCut: 12, dispensableColumns: [3, 2, 1, 5], styledColumn: 4)

  func append(_ hits: [WalkedHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: hits.count)
    for hit in hits { add(hit, to: &cells, store) }
    layout.print(cells, style, to: &output)
  }

  /// Estimates are marked.
  private func add(_ walked: WalkedHit, to cells: inout TableCells, _ store: VenueStore) {
    let (hit, walk) = (walked.hit, walked.walk)
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
    cells.add(store.venue(hit), additions, from: 4)
  }
}

/// Venues for people with the columns of `--fields`. Distances and bearings look as in the usual table.
struct FieldTable {
  let fields: VenueFields
  let style: TableStyle
  var additions = VenueAdditions()

  func append(
    _ hits: [Hit], by writer: VenueWriter, of store: VenueStore, to output: inout ByteBuffer
  ) {
    append(hits, by: writer, of: store, to: &output) { _ -> Never? in
      nil
    } cell: { _, _, _ in
    }
  }

  /// `fact` finds the figure that a field names, if it is not the venue's own; `cell` writes it. All of them
  /// are numbers but `text`.
  func append<Found: VenueHit, Fact: Equatable>(
    _ hits: [Found], by writer: VenueWriter, of store: VenueStore, to output: inout ByteBuffer,
    text: Fact? = nil, fact: (VenueFields.Field) -> Fact?,
    cell: (Fact, Found, inout ByteBuffer) -> Void
  ) {
    guard !hits.isEmpty else { return }
    let facts = fields.all.map(fact)
    let layout = layout(isOwn: { facts[$0] != nil }, isNumber: { facts[$0] != text })
    var cells = layout.cells(rows: hits.count)
    for hit in hits {
      let reader = FieldReader(store.venue(hit.hit))
      for (column, field) in fields.all.enumerated() {
        if let fact = facts[column] {
          cells.add(column: column) { cell(fact, hit, &$0) }
        } else {
          add(field.fact, hit.hit, writer, reader, column, to: &cells)
        }
      }
    }
    layout.print(cells, style, to: &output)
  }

  private var nameColumn: Int? {
    fields.all.firstIndex { if case .name = $0.fact { true } else { false } }
  }

  /// On a narrow terminal one text column is cut, the name if there is one, and other columns are dropped
  /// from the last. Columns of a command's own figures have their names as headers.
  private func layout(isOwn: (Int) -> Bool, isNumber: (Int) -> Bool) -> TableLayout {
    let cut = nameColumn ?? fields.all.firstIndex { !$0.fact.isFigure } ?? 0
    let columns = fields.all.indices
    return TableLayout(
      headers: columns.map {
        isOwn($0) ? fields.all[$0].name.uppercased() : Self.header(fields.all[$0])
      },
      numberColumns: columns.filter {
        switch fields.all[$0].fact {
        case .distance, .walkMetres, .walkMinutes: true
        default: isOwn($0) && isNumber($0)
        }
      },
      cutColumns: [cut], narrowestCut: 12,
      dispensableColumns: columns.reversed().filter { $0 != cut }, styledColumn: nameColumn)
  }

  private static func header(_ field: VenueFields.Field) -> String {
    switch field.fact {
    case .distance: "DISTANCE"
    case .bearing, .direction: "DIR"
    case .walkMinutes: "WALK"
    case .property: UsageError.escape(field.name)
    default: field.name.uppercased()
    }
  }

  private func add(
    _ fact: VenueFields.Fact, _ hit: Hit, _ writer: VenueWriter, _ reader: FieldReader,
    _ column: Int, to cells: inout TableCells
  ) {
    switch fact {
    case .distance:
      cells.add(column: column) { $0.append(distance: hit.distance, in: style.figures.units) }
    case .bearing, .direction: cells.add(directionOf: hit, column: column)
    case .walkMetres:
      cells.add(column: column) { cell in
        cell.append("~")
        cell.append(distance: hit.distance * style.figures.walkFactor, in: style.figures.units)
      }
    case .walkMinutes:
      cells.add(column: column) { $0.append(walk: hit.distance, by: style.figures) }
    case .spelled(.hours, _) where additions.open != nil:
      cells.add(additions.open?.text(of: reader.venue) ?? "", column: column)
    case .food where additions.food != nil:
      cells.add(additions.food?.food(of: reader).line ?? "", column: column)
    case .food(let key) where reader.property(named: key.text) == nil:
      cells.add(reader.food().line, column: column)
    case .latitude, .longitude:
      cells.add(column: column) { writer.append(figure: fact, of: hit, to: &$0) }
    default:
      writer.withText(fact, of: reader) { text in
        cells.add(text, width: DisplayWidth.of(text), column: column)
      }
    }
  }
}
