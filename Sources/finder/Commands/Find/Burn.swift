import CommandLineKit
import FinderEngine
import FinderOwn

enum Burn {
  static let meal = Argument(
    "MEAL", isRequired: false, completes: .meals, joins: { _ in .perhaps },
    summary: "a meal on the menu (the beginnings of its words will do), or a number of kcal")

  static let command = Command.command(
    "burn", summary: "venues as far away as a meal takes to walk off",
    otherWords: "calories kcal walk fatty meal exercise run",
    heading: CommandHeading.own, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Answers like 'near', but lists only venues whose walk burns off the meal, and at most \
      --tolerance more. A chain's meal is looked for only at that chain. Without a meal, 'burn' lists \
      the menu and the walk that each meal takes. With --venue, it lists the meals that the walk to \
      that venue earns.

      All figures are estimates. With --router or --route, a server measures the distances and finder \
      estimates the rest ('finder help routes').
      """,
    usage: ["[MEAL|KCAL] [POINT] [OPTIONS]", "--venue VENUE [POINT] [OPTIONS]"],
    examples: """
      finder burn 'fish and chips' London # the nearest that are far enough
      finder burn 500 'WC1B 2JS' --return # 500 kcal, there and back
      finder burn 250 Leeds --run --weight 82 # running, at 82 kg
      finder burn 'big mac' London --anywhere # not only at its own chain
      finder burn # the menu
      finder burn --match pizza --json # the pizzas on it, for programs
      finder burn --venue zrz7p23dmzwy 'Covent Garden' # which meals the walk there earns
      """,
    options: BurnOptions.all, arguments: [meal, Options.pointArgument],
    sections: [
      HelpSection(
        "Formula",
        text: """
          The estimate follows the metabolic equations of the American College of Sports Medicine. \
          Per kilogram and minute, walking takes 3.5 + 0.1 S ml of oxygen and running 3.5 + 0.2 S, \
          where S is the speed in metres a minute. A litre of oxygen is 5 kcal. The body takes the \
          3.5 at rest too, so only --gross counts it. A person of 70 kg burns 35 kcal per kilometre \
          walked, or 50 gross at 4.8 km/h. The equations hold for walking at 3 to 6 km/h and for \
          running at 8 or more. A walk is estimated as 1.2 times the straight line, or by the \
          factor set with 'finder config'.
          """)
    ],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    if invocation.has(BurnOptions.venue) { return try BurnVenue.run(invocation) }
    guard let text = invocation[meal] else { return try BurnMenu.run(invocation) }
    let request = try SearchRequest(invocation, limit: try invocation.usualLimit(10))
    let tolerance = try invocation.share(BurnOptions.tolerance) ?? BurnOptions.usualTolerance
    let walk = try invocation.walkFigures()
    let (kilocalories, eaten) = try mealOrNumber(text, invocation)
    let burning = Burning(
      eaten, kilocalories, walk, tolerance: tolerance, isReturn: invocation.has(BurnOptions.back),
      mostFirst: invocation[BurnOptions.order] == "calories")
    let chain = eaten?.chain.flatMap {
      invocation.looksOnlyAtItsChain(request.filters.chains) ? $0 : nil
    }
    let data = SearchData(invocation)
    let (given, ruling) = try request.point.ruled(data)
    let place = SearchRequest.Place(
      area: request.router == nil ? .annulus(burning.annulus) : .everywhere, ruling: ruling,
      given: given
    ) { $0.append(key: "radius_m", number: nil) }
    let search = try Search(
      request, in: place, data, burning: burning,
      chains: chain.map {
        ChainNarrowing(ofMeal: $0, onePerChain: invocation.has(Options.onePerChain))
      }, inputs: invocation.menuInputs)
    var answer = try search.answer(from: data)
    if !answer.isExplained {
      if answer.found == 0, let chain {
        answer.notes.append(
          "only venues of \(chain) were considered; --anywhere includes all that are far enough")
      }
      if search.isTable { answer.notes.append(burning.note(search.style.figures.units)) }
    }
    return try data.finish(answer, to: search.output)
  }

  /// The meal that the user meant, or a number of kilocalories.
  private static func mealOrNumber(
    _ text: String, _ invocation: Invocation
  ) throws -> (kilocalories: Double, meal: Meal?) {
    if let number = Quantity.kilocalories(text) {
      guard Meal.range.contains(number) else {
        throw invocation.error(meal, "\(UsageError.show(text)) is out of range (1…100000 kcal)")
      }
      for option in [BurnOptions.anywhere, BurnOptions.menu] where invocation.has(option) {
        throw invocation.error(option, "has no effect with a number of kcal")
      }
      return (number, nil)
    }
    let menu = try invocation.menu()
    switch menu.choice(text) {
    case .one(let meal): return (meal.kilocalories, meal)
    case .several(let meals): throw ambiguous(text, meals, menu, invocation)
    case .none: throw missing(text, menu, invocation)
    }
  }

  /// Part of the meal's name may have been taken for the point: `burn big mac 51.5,-0.1`.
  private static func adviceToQuote(_ invocation: Invocation, _ menu: Menu) -> String? {
    let rest = invocation.words(Options.pointArgument).map(\.text)
    guard !rest.isEmpty, !PointText.isPair(rest.joined(separator: " ")) else { return nil }
    let words = invocation.arguments
    for count in stride(from: words.count, to: 1, by: -1) {
      if case .none = menu.choice(words.prefix(count).joined(separator: " ")) { continue }
      return invocation.adviceToQuote(asFirst: count)
    }
    return rest.count > 1 ? invocation.adviceToQuote : nil
  }

  private static func ambiguous(
    _ text: String, _ meals: [Meal], _ menu: Menu, _ invocation: Invocation
  ) -> Failure {
    if let advice = adviceToQuote(invocation, menu) {
      return Failure(.usage, "\(UsageError.quote(text)) may be \(meals.count) meals; \(advice)")
    }
    let most = 20
    let shown = meals.prefix(most).map { "  \(UsageError.escape($0.fullName))\n" }
    let more = meals.count > most ? "  … and \(meals.count - most) more\n" : ""
    return Failure(
      .usage, "\(UsageError.quote(text)) may be \(meals.count) meals: give more of the name",
      hint: shown.joined() + more)
  }

  private static func missing(_ text: String, _ menu: Menu, _ invocation: Invocation) -> Failure {
    let problem = "no meal is called \(UsageError.quote(text))"
    if let advice = adviceToQuote(invocation, menu) {
      return Failure(.usage, "\(problem); \(advice)")
    }
    let close = Misspelling.closest(to: text, among: menu.meals) { $0.name }
    return Failure(
      .nothingFound, problem + didYouMean(close?.name), hint: hint(for: text, invocation))
  }

  private static func hint(for text: String, _ invocation: Invocation) -> String {
    let hasPoint =
      !invocation.words(Options.pointArgument).isEmpty
      || Options.point.contains { invocation.has($0) }
    if !hasPoint, PointText.plainDegrees(text) != nil {
      return "  a single argument is the meal: finder burn MEAL POINT"
    }
    let plain = text.split(separator: ",").joined()
    if plain != text, Quantity.kilocalories(plain) != nil {
      return "  write a number of kcal without a comma, such as 1000"
    }
    return "  'finder burn' shows the menu; a number of kcal also works"
  }
}

enum BurnMenu {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    try BurnOptions.refuseSearchOptions(invocation, "without a meal", but: [BurnOptions.order])
    let match = try invocation.nameMatch()
    let walk = try invocation.walkFigures()
    let output = try Output(invocation, inputs: invocation.inputs(nil) + invocation.menuInputs)
    let style = try invocation.tableStyle(output)
    let menu = try invocation.menu()
    let meals = match.map { menu.matching($0) } ?? menu.meals
    let order = invocation[BurnOptions.order]
    let rows = MealRows(
      meals: order.map { Menu(meals).ordered(largestFirst: $0 == "calories") } ?? meals, walk: walk)
    let format = invocation.format()
    var bytes = ByteBuffer(capacity: 1 << 14)
    if format == .table {
      rows.append(tableTo: &bytes, style)
    } else {
      rows.append(to: &bytes, format, hasHeader: invocation.hasHeader)
    }
    try output.finish(with: bytes)
    if format == .table {
      invocation.diagnostics.note(
        rows.meals.isEmpty
          ? "no meal found"
          : "estimates, at \(walk.energy.bodyAndPace)")
    }
    return invocation.exitCode(found: rows.meals.count)
  }
}

enum BurnVenue {
  static func run(_ invocation: Invocation) throws -> ExitCode {
    try BurnOptions.refuseSearchOptions(
      invocation, "with --venue",
      but: Options.point + [Options.outside, Options.limit, BurnOptions.venue])
    let text = invocation[BurnOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(BurnOptions.venue, "is empty") }
    let limit = try invocation.limit(default: 10)
    let match = try invocation.nameMatch()
    let walk = try invocation.walkFigures()
    let data = SearchData(invocation)
    // With the venue given as an option, the words in the meal's place belong to the point.
    let words = invocation.words(Burn.meal) + invocation.words(Options.pointArgument)
    let (given, ruling) = try PointRequest(invocation, words).ruled(data)
    let source = try data.source()
    let output = try Output(invocation, inputs: [source.path] + invocation.menuInputs)
    let style = try invocation.tableStyle(output)
    let menu = try invocation.menu()
    let answer = try data.answerByName { names in
      let wanted = VenueByName(
        text: text, names: names, point: ruling.point, units: style.figures.units)
      let hit = try wanted.closest(to: ruling.point)
      let burnt = walk.kilocalories(hit.distance)
      var meals = Menu(match.map { menu.matching($0) } ?? menu.meals).earned(by: burnt)
      let earned = meals.count
      if let limit, meals.count > limit { meals.removeLast(meals.count - limit) }
      let rows = EarnedMeals(
        hit: hit, writer: WalkWriter(VenueWriter(names.store), walk, isRouted: false),
        store: names.store, rows: MealRows(meals: meals, walk: walk),
        isReturn: invocation.has(BurnOptions.back))
      var answer = rows.answer(invocation, style)
      if let note = wanted.note { answer.notes.append(note) }
      let isTable = invocation.format() == .table
      if let note = given.note(isTable: isTable) { answer.notes.append(note) }
      if isTable { answer.notes += notes(walk, shown: answer.found, of: earned) }
      return answer
    }
    return try data.finish(answer, to: output)
  }

  private static func notes(_ walk: WalkFigures, shown count: Int, of earned: Int) -> [String] {
    let none = count == 0 ? "no meal on the menu is that small; " : ""
    let estimates = "\(none)estimates, at \(walk.energy.bodyAndPace)"
    guard earned > count else { return [estimates] }
    return [estimates, "the largest \(count) of \(earned) meals; --limit 0 shows all"]
  }
}

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
    default: rows.append(to: &bytes, format, hasHeader: invocation.hasHeader)
    }
    return Answer(found: rows.meals.count, bytes: bytes)
  }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    let venue = store.venue(hit)
    let facts = [venue.shownName, venue.postcode ?? ""]
    let walk = written {
      $0.append(distance: rows.walk.metres(hit.distance), in: style.figures.units)
      $0.append(isReturn ? " there and back, " : ", ")
      $0.append(estimated: rows.walk.minutes(hit.distance))
    }
    let burnt = rows.walk.kilocalories(hit.distance)
    output.append(
      text: labelled([
        ("venue", facts.filter { !$0.isEmpty }.joined(separator: ", ")),
        ("walk", walk),
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
            let meal = rows.meals[$1]
            $0.appendObject { rows.append(membersOf: meal, to: &$0) }
          }
        },
      ])
  }
}
