import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

struct FavouriteRows {
  /// `isThere`: the dataset has a branch of it. `branches` finds all of them, without the filters.
  private typealias Row = (favourite: Favourite, hit: Hit?, isThere: Bool, branches: Query)

  private let rows: [Row]
  /// One for each row; empty without `--explain`.
  private let explained: [ExplainedAnswer]
  private let store: VenueStore
  private let additions: VenueAdditions
  /// What a branch must satisfy, seen from the point.
  private let wanted: Query

  private static let layout = TableLayout(
    headers: ["FAVOURITE", "DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [1, 3],
    cutColumns: [0, 4], narrowestCut: 12, dispensableColumns: [3, 2, 5])

  /// Finds the nearest branch of each favourite that passes the filters by opening hours and food.
  init(
    _ favourites: [Favourite], from point: Coordinate, _ names: NameDirectory, _ food: FoodFilter?,
    _ additions: VenueAdditions, explainedBy search: Search? = nil
  ) {
    let (store, wanted) = (names.store, Self.wanted(from: point, food, additions))
    var (searcher, explained) = (Searcher(store), [ExplainedAnswer]())
    let rows = favourites.map { favourite -> Row in
      let branches = names.branches(of: favourite)
      var query = Query(from: point)
      branches.limit(&query, by: names.chains)
      let nearest = Self.nearest(branches, names, wanted)
      let hit: Hit?
      if let search {
        let (hits, explanation) = searcher.explained(nearest, for: ExactFigures())
        explained.append(
          ExplainedAnswer(
            explanation, of: nearest, listed: hits.count, ofBranches: true, search, in: store))
        hit = hits.first
      } else {
        hit = searcher.search(nearest).first
      }
      return (favourite, hit, branches.count(in: names.chains) > 0, query)
    }
    (self.store, self.additions, self.wanted) = (store, additions, wanted)
    (self.rows, self.explained) = (rows, explained)
  }

  private static func wanted(
    from point: Coordinate, _ food: FoodFilter?, _ additions: VenueAdditions
  ) -> Query {
    var wanted = Query(from: point)
    additions.open?.limit(&wanted)
    wanted.food = food
    return wanted
  }

  /// The query for the nearest branch that passes the filters.
  private static func nearest(
    _ branches: NameMeaning, _ names: NameDirectory, _ wanted: Query
  ) -> Query {
    var nearest = wanted
    nearest.limit = 1
    branches.limit(&nearest, by: names.chains)
    return nearest
  }

  /// A line for each favourite.
  var explanation: [String] {
    zip(rows, explained).map { row, explained in
      "\(UsageError.quote(row.favourite.shown)): \(explained.lines.joined(separator: "; "))"
    }
  }

  /// Each row is worked out again on its own.
  func proof(
    from point: Coordinate, _ narrowed: @escaping @Sendable (OpenedVenues) throws -> Query
  ) -> AnswerProof {
    let given = rows.map { GivenAnswer($0.hit.map { [$0] } ?? [], in: store) }
    return AnswerProof(listed: found) { [favourites = rows.map(\.favourite), additions] venues in
      let names = venues.names()
      let wanted = Self.wanted(from: point, try narrowed(venues).food, additions)
      return zip(favourites, given).map { favourite, given in
        let nearest = Self.nearest(names.branches(of: favourite), names, wanted)
        return Verification(nearest, given, in: names.store, for: TenthsRounding())
      }
    }
  }

  private var found: Int { rows.count { $0.hit != nil } }

  /// Notes on what was left out, for all favourites together: a branch of two favourites counts once.
  func notes(_ format: ResultFormat, isTable: Bool) -> [String] {
    guard !rows.isEmpty else { return [] }
    // All other formats have a row for such a favourite.
    let missing = format.waypoints == nil || found == rows.count ? [] : [missing]
    return missing + (additions.isEmpty ? [] : notesOnFilters(isTable: isTable))
  }

  private var missing: String {
    let count = rows.count - found
    let verb = count == 1 ? "is" : "are"
    return "\(counted(count, "favourite")) \(verb) left out, with no venue to mark"
  }

  private func notesOnFilters(isTable: Bool) -> [String] {
    // The branches as far as those that were found.
    var (searcher, looked) = (Searcher(store), Set<Int>())
    for row in rows {
      var branches = row.branches
      if let hit = row.hit { branches.area = .circle(radius: hit.distance) }
      looked.formUnion(searcher.rank(branches))
    }
    var query = wanted
    query.rows = looked.sorted()
    var isExplained = false
    let reach = AnswerScope.Reach(query: query, side: found == rows.count ? .nearer : .anywhere)
    return AnswerScope(query, found: found, in: store, reach: reach).notes(
      additions.open, isTable: isTable, &isExplained)
  }

  func answer(_ format: ResultFormat, _ style: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let writer = VenueWriter(store, additions: additions.all)
    if format == .table {
      append(tableTo: &bytes, style)
    } else if let form = format.waypoints {
      append(form, style.figures, writer, to: &bytes)
    } else {
      bytes.append(rows: rows.count, isNDJSON: format != .json) { output, row in
        output.append(key: "favourite", string: rows[row].favourite.shown)
        output.append(key: "venue")
        if let hit = rows[row].hit {
          writer.append(jsonOf: hit, to: &output)
        } else {
          output.append("null")
        }
        if row < explained.count { explained[row].append(to: &output) }
      }
    }
    return Answer(found: found, bytes: bytes)
  }

  /// Appends the favourites that have a venue.
  private func append(
    _ form: WaypointWriter.Form, _ figures: ReadableFigures, _ writer: VenueWriter,
    to output: inout ByteBuffer
  ) {
    let venues = VenueWaypoints(
      form: form, figures: figures, writer: writer, isOfFields: false, additions: additions)
    let waypoints = rows.compactMap { favourite, hit, _, _ in
      hit.map { hit in
        let venue = store.venue(hit)
        let name = TidyText.string(favourite.shown)
        return venues.waypoint(of: venue, [name == venue.name ? "" : name, venues.way(hit)])
      }
    }
    WaypointWriter.append(waypoints, as: form, owedTo: store.attribution, to: &output)
  }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !rows.isEmpty else { return }
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: rows.count)
    for (favourite, hit, isThere, _) in rows {
      cells.add(TidyText.string(favourite.shown), column: 0)
      guard let hit else {
        let missing =
          !isThere
          ? "(not in this dataset)" : additions.food == nil ? "(none is open)" : "(none fits)"
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
