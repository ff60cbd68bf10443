import CommandLineKit
import FinderEngine

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
    let data = SearchData(invocation)
    // With the venue as an option, what stands in the meal's place belongs to the point.
    let words = invocation.words(Burn.meal) + invocation.words(Options.pointArgument)
    let (given, ruling) = try PointRequest(invocation, words).ruled(data)
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path] + invocation.menuInputs)
    let style = try invocation.tableStyle(output)
    let menu = try invocation.menu()
    let answer = try data.answerByName { names in
      let hit = try VenueByName(text: text, names: names).closest(to: ruling.point)
      let burnt = walk.kilocalories(hit.distance)
      var meals = Menu(match.map { menu.matching($0) } ?? menu.meals).earned(by: burnt)
      let earned = meals.count
      if let limit, meals.count > limit { meals.removeLast(meals.count - limit) }
      let rows = EarnedMeals(
        hit: hit, writer: WalkWriter(VenueWriter(names.store), walk, isRouted: false),
        store: names.store, rows: MealRows(meals: meals, walk: walk),
        isReturn: invocation.has(BurnOptions.back))
      var answer = rows.answer(invocation, style)
      if invocation.format() == .table {
        if let note = given.note { answer.notes.append(note) }
        answer.notes += notes(walk, shown: answer.found, of: earned)
      }
      return answer
    }
    return try data.finish(answer, to: output)
  }

  private static func notes(
    _ walk: WalkFigures, shown count: Int, of earned: Int
  ) -> [String] {
    let none = count == 0 ? "no meal of the menu is as small; " : ""
    let estimates = "\(none)estimates, at \(walk.energy.bodyAndPace)"
    guard earned > count else { return [estimates] }
    return [estimates, "the largest \(count) of \(earned) meals; --limit 0 shows all"]
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
