import CommandLineKit
import FinderEngine

/// What venues that match a query serve: a row for each value, with the nearest venue that has it.
struct FoodRows {
  private typealias Row = (entry: FoodCensus.Entry, hit: Hit)

  let census: FoodCensus
  private let rows: [Row]
  private let most: Int?
  private let store: VenueStore

  private static let layout = TableLayout(
    headers: ["WHAT", "COUNT", "VALUE", "NEAREST", "DISTANCE", "DIR"], numberColumns: [1, 4],
    cutColumns: [2, 3], narrowestCut: 12, dispensableColumns: [5, 4], styledColumn: 2)

  static let columns = ["what", "value", "count", "nearest_id", "nearest_name", "distance_m"]

  /// `most` limits the rows of each aspect.
  init(_ query: Query, most: Int?, in store: VenueStore, _ columns: FoodColumns) {
    census = FoodCensus(of: query, in: store, columns)
    (self.most, self.store) = (most, store)
    var counts = FoodAspect.allCases.map { _ in 0 }
    let kept = census.entries.filter { entry in
      let place = Int(entry.aspect.rawValue)
      counts[place] += 1
      return counts[place] <= most ?? .max
    }
    rows = Array(zip(kept, FoodCensus.hits(kept, from: query.point, in: store)))
  }

  func answer(_ format: ResultFormat, _ style: TableStyle, hasHeader: Bool) -> Answer {
    var bytes = ByteBuffer(capacity: 4096 + 128 * rows.count)
    if format == .table {
      append(tableTo: &bytes, style)
    } else {
      let writer = VenueWriter(store)
      bytes.append(
        rows, as: format, hasHeader: hasHeader, columns: Self.columns,
        cells: { cells(of: $0, writer) }, members: { append(membersOf: $1, writer, to: &$0) })
    }
    return Answer(found: rows.count, bytes: bytes)
  }

  private func append(membersOf row: Row, _ writer: VenueWriter, to output: inout ByteBuffer) {
    let (entry, hit) = row
    output.append(key: "what", string: entry.aspect.name.description)
    output.append(key: "value", string: entry.value)
    output.append(key: "count", integer: entry.count)
    output.append(key: "nearest") { output in
      writer.append(idAndNameOf: store.venue(hit), to: &output)
      output.append(key: "distance_m", tenths: hit.distance)
    }
  }

  private func cells(of row: Row, _ writer: VenueWriter) -> [String] {
    let (entry, hit) = row
    let venue = store.venue(hit)
    var id = ""
    writer.withText(.id, of: venue) { id = String(decoding: $0, as: UTF8.self) }
    return [
      entry.aspect.name.description, entry.value, String(entry.count), id, venue.name,
      written { $0.append(tenthsOf: hit.distance) },
    ]
  }

  /// Groups the rows by aspect.
  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !rows.isEmpty else { return }
    var cells = Self.layout.cells(rows: rows.count)
    for aspect in FoodAspect.allCases {
      for (entry, hit) in rows where entry.aspect == aspect {
        cells.add(aspect.name.description, column: 0)
        cells.add(column: 1) { $0.append(integer: entry.count) }
        cells.add(TidyText.string(FoodText.shown(entry.value)), column: 2)
        cells.add(nameOf: store.venue(hit), column: 3)
        cells.add(column: 4) { $0.append(distance: hit.distance, in: style.figures.units) }
        cells.add(directionOf: hit, column: 5)
      }
    }
    Self.layout.print(cells, style, to: &output)
  }

  // MARK: Notes

  /// What the counts leave out. `realVenues` is what to type to get venues with more data; `nil` if another
  /// note says so.
  func notes(of columns: FoodColumns, realVenues: String?) -> [String] {
    guard census.venues > 0 else { return [] }
    return (census.isOfNames ? [noteOnNames(columns, realVenues)] : noteOnUnknown) + noteOnLimit
  }

  private var noteOnUnknown: [String] {
    let (venues, unknown) = (census.venues, census.venues - census.venues(having: .cuisine))
    guard unknown > 0 else { return [] }
    if unknown < venues {
      let rest = unknown == 1 ? "has no cuisine" : "have no cuisine"
      return ["\(unknown) of \(counted(venues, "venue")) \(rest) in the data"]
    }
    return [
      venues == 1
        ? "the venue has no cuisine in the data"
        : "none of the \(venues) venues has a cuisine in the data"
    ]
  }

  private func noteOnNames(_ columns: FoodColumns, _ realVenues: String?) -> String {
    let knowsFood = FoodAspect.allCases.contains(where: columns.has)
    let silent =
      knowsFood ? "there is no data on food there" : "this dataset has only names"
    let names =
      census.entries.isEmpty
      ? ", and none of those mentions food" : "; words in names are counted instead"
    let advice = knowsFood ? nil : realVenues.map { "; for venues with more data\($0)" }
    return silent + names + (advice ?? "")
  }

  private var noteOnLimit: [String] {
    guard let most else { return [] }
    let cut = FoodAspect.allCases.compactMap { aspect in
      let count = census.entries(aspect).count
      return count > most ? "\(count) \(aspect.noun)s" : nil
    }
    return cut.isEmpty ? [] : ["there are \(cut.listed()); \(Options.limit.flag) 0 shows all"]
  }
}
