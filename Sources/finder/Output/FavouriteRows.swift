import FinderEngine
import FinderLists
import FinderOwn

struct FavouriteRows {
  private let rows: [(favourite: Favourite, hit: Hit?)]
  private let store: VenueStore
  private let additions: VenueAdditions
  private let notes: [String]

  private static let layout = TableLayout(
    headers: ["FAVOURITE", "DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [1, 3],
    cutColumns: [0, 4], narrowestCut: 12, dispensableColumns: [3, 2, 5])

  /// Of each favourite the nearest branch that is open, and that meets what is asked of food.
  init(
    _ favourites: [Favourite], from point: Coordinate, _ names: NameDirectory, _ food: FoodFilter?,
    _ additions: VenueAdditions
  ) {
    (store, self.additions) = (names.store, additions)
    var searcher = Searcher(store)
    var rows: [(favourite: Favourite, hit: Hit?)] = []
    for favourite in favourites {
      var query = Query(from: point, limit: 1)
      additions.open?.limit(&query)
      query.food = food
      names.branches(of: favourite).limit(&query, by: names.chains)
      rows.append((favourite, searcher.search(query).first))
    }
    self.rows = rows
    let found = rows.count { $0.hit != nil }
    notes =
      (food.map {
        FoodNotes(food: $0, query: Query(from: point), found: found, store: names.store).reading
      } ?? [])
      + (found < rows.count && additions.open != nil && !names.store.hasOpeningHours
        ? [HoursNotes.noHours] : [])
  }

  func answer(_ format: ResultFormat, _ style: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let writer = VenueWriter(store, additions: additions.all)
    if format == .table {
      append(tableTo: &bytes, style)
    } else {
      bytes.append(rows: rows.count, onLines: format != .json) { output, row in
        output.append(key: "favourite", string: rows[row].favourite.shown)
        output.append(key: "venue")
        guard let hit = rows[row].hit else { return output.append("null") }
        writer.append(jsonOf: hit, to: &output)
      }
    }
    return Answer(found: rows.count { $0.hit != nil }, bytes: bytes, notes: notes)
  }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !rows.isEmpty else { return }
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: rows.count)
    for (favourite, hit) in rows {
      cells.add(TidyName.string(favourite.shown), column: 0)
      guard let hit else {
        let missing =
          additions.food != nil
          ? "(none fits)"
          : additions.open == nil ? "(not in this dataset)" : "(none is open)"
        for column in 1..<layout.headers.count {
          cells.add(column == 4 ? missing : "", column: column)
        }
        continue
      }
      cells.add(hit, store.venue(hit), style.figures, additions, from: 1)
    }
    layout.print(cells, .plain(width: style.width), to: &output)
  }
}
