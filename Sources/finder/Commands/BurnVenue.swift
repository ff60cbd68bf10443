import CommandLineKit
import FinderEngine
import FinderOwn

/// `finder burn --venue`: what the walk to a venue earns.
enum BurnVenue {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    try BurnOptions.refuseSearching(
      invocation, "with --venue",
      but: Options.point + [Options.outside, Options.limit, BurnOptions.venue])
    let text = invocation[BurnOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(BurnOptions.venue, "is empty") }
    let limit = try invocation.limit(default: 10)
    let match = try invocation.nameMatch()
    let walk = try invocation.walkFigures()
    let queryData = QueryData(invocation)
    // With the venue as an option, what stands in the meal's place belongs to the point.
    let words = invocation.words(Burn.meal) + invocation.words(Options.pointArgument)
    let point = try invocation.point(queryData, words)
    let ruling = try invocation.ruling(on: point.coordinate, invocation.diagnostics)
    let source = try queryData.source()
    let output = try Output(invocation, inputs: [source.path] + invocation.menuInputs)
    let style = try invocation.tableStyle(output)
    let menu = try invocation.menu()
    var data = try queryData.load()
    var earned = 0
    let found = try data.answer(to: output) { store, names in
      let hit = try hit(text, from: ruling.point, names)
      let burnt = walk.kilocalories(hit.distance)
      var meals = Menu(match.map { menu.matching($0) } ?? menu.meals).earned(by: burnt)
      earned = meals.count
      if let limit, meals.count > limit { meals.removeLast(meals.count - limit) }
      let rows = EarnedMeals(
        hit: hit, writer: WalkWriter(VenueWriter(store), walk, isRouted: false), store: store,
        rows: MealRows(meals: meals, walk: walk), isReturn: invocation.has(BurnOptions.back))
      return rows.answer(invocation, style)
    }
    if invocation.format() == .table {
      if let note = point.note { invocation.diagnostics.note(note) }
      addNotes(walk, shown: found, of: earned, invocation.diagnostics)
    }
    return try data.keep(closing: output, before: invocation.exitCode(found: found))
  }

  private static func addNotes(
    _ walk: WalkFigures, shown count: Int, of earned: Int, _ diagnostics: Diagnostics
  ) {
    let none = count == 0 ? "no meal of the menu is as small; " : ""
    diagnostics.note("\(none)estimates, at \(walk.energy.bodyAndPace)")
    guard earned > count else { return }
    diagnostics.note("the largest \(count) of \(earned) meals; --limit 0 shows all")
  }

  /// The venue that is meant: of several the nearest.
  private static func hit(
    _ text: String, from point: Coordinate, _ names: NameDirectory
  ) throws -> Hit {
    let wanted = VenueByName(text: text, names: names)
    let meant = wanted.meant()
    guard meant.count(in: names.chains) > 0 else { throw wanted.missing }
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: names.chains)
    var searcher = Searcher(names.store)
    guard let hit = searcher.search(query).first else { throw wanted.missing }
    return hit
  }
}

/// A venue, and the meals that the walk there is enough for.
private struct EarnedMeals {
  let hit: Hit
  let writer: WalkWriter
  let store: VenueStore
  let rows: MealRows
  let isReturn: Bool

  func answer(_ invocation: Invocation, _ style: TableStyle) -> Answer {
    let format = invocation.format()
    var bytes = ByteBuffer(capacity: 4096)
    switch format {
    case .table: append(tableTo: &bytes, style)
    case .json, .ndjson: append(documentTo: &bytes, onLines: format == .json)
    default: rows.append(to: &bytes, format, hasHeader: !invocation.has(Options.noHeader))
    }
    return Answer(found: rows.meals.count, bytes: bytes)
  }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    let venue = store.venue(hit)
    let facts = [venue.name.isEmpty ? "(no name)" : venue.name, venue.postcode ?? ""]
    var way = ByteBuffer(capacity: 64)
    way.append(distance: rows.walk.metres(hit.distance), in: style.figures.units)
    way.append(isReturn ? " there and back, " : ", ")
    way.append(estimated: rows.walk.minutes(hit.distance))
    let burnt = rows.walk.kilocalories(hit.distance)
    output.append(
      text: labelled([
        ("venue", facts.filter { !$0.isEmpty }.joined(separator: ", ")),
        ("walk", String(decoding: way.bytes, as: UTF8.self)),
        ("burns", "\(shown(burnt.inTenths)) kcal"),
      ]))
    guard !rows.meals.isEmpty else { return }
    output.append("\n")
    rows.append(tableTo: &output, style)
  }

  private func append(documentTo output: inout ByteBuffer, onLines: Bool) {
    output.appendDocument(
      onLines: onLines,
      [
        { output in
          output.append(key: "burn") {
            $0.append(energy: rows.walk.energy, isReturn: isReturn)
          }
        },
        { output in
          output.append(key: "venue")
          let walk = Walk.estimate(hit.distance, rows.walk.scale)
          writer.append(jsonOf: WalkedHit(hit: hit, walk: walk), to: &output)
        },
        { output in
          output.append(key: "meals", elements: rows.meals.count, indent: "\n  ") {
            rows.append(rows.meals[$1], to: &$0)
          }
        },
      ])
  }
}
