import CommandLineKit
import FinderEngine

/// `finder burn`: the walk that burns a meal.
enum Burn {
  static let meal = Argument(
    "MEAL", isRequired: false, completes: .meals, joins: { _ in .perhaps },
    summary: "a meal of the menu, by the beginnings of its words, or a number of kcal")

  static let command = Command.command(
    "burn", summary: "venues as far away as a meal takes to walk off",
    otherWords: "calories kcal walk fatty meal exercise run",
    about: """
      The answer is that of 'near', but only of venues whose walk burns the meal, and at most \
      --tolerance more. A meal of a chain is looked for at that chain alone. Without a meal: the menu, \
      with the walk that each takes. With --venue: what the walk there earns.

      All figures are estimates. With --router or --route a server measures the distances walked, and \
      only the rest is estimated ('finder help routes').
      """,
    usage: ["[MEAL|KCAL] [POINT] [OPTIONS]", "--venue VENUE [POINT] [OPTIONS]"],
    examples: [
      Example("finder burn 'fish and chips' 51.5074,-0.1278", "the nearest that are far enough"),
      Example("finder burn 500 51.5074,-0.1278 --return", "500 kcal, there and back"),
      Example("finder burn 250 51.5074,-0.1278 --run --weight 82", "by running, with 82 kg"),
      Example("finder burn 'big mac' 51.5074,-0.1278 --anywhere", "not only at its own chain"),
      Example("finder burn", "the menu"),
      Example("finder burn --match pizza --json", "a part of it, for programs"),
      Example("finder burn --venue zrz7p23dmzwy 51.5,-0.1", "which meals the walk there earns"),
    ],
    options: BurnOptions.all, arguments: [meal, Options.pointArgument],
    sections: [
      HelpSection(
        "Formula",
        text: """
          An estimate by the metabolic equations of the American College of Sports Medicine: oxygen \
          in ml a kilogram and minute is 3.5 + 0.1 S walking and 3.5 + 0.2 S running, with S in \
          metres a minute, and a litre of it is 5 kcal. The 3.5 go on at rest as well; --gross counts \
          them, and else they are left out. So 70 kg burn 35 kcal a kilometre walked, or 50 gross at \
          4.8 km/h. The equations were made for walking at 3 to 6 km/h and running from 8. A walk is \
          taken to be 1.2 times the straight line, or what 'finder config' says.
          """)
    ],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    if invocation.has(BurnOptions.venue) { return try BurnVenue.run(invocation) }
    guard let text = invocation[meal] else { return try BurnMenu.run(invocation) }
    let request = try SearchRequest(invocation, limit: invocation.has(Options.count) ? 0 : 10)
    let tolerance = try invocation.share(BurnOptions.tolerance) ?? BurnOptions.usualTolerance
    let router = try request.resolvedRouter()
    let walk = try invocation.walkFigures()
    let (kilocalories, eaten) = try wanted(text, invocation)
    let burning = Burning(
      eaten, kilocalories, walk, tolerance: tolerance, isReturn: invocation.has(BurnOptions.back),
      mostFirst: invocation[BurnOptions.order] == "calories")
    let chain = eaten?.chain.flatMap { invocation.isOfItsChain(request.chains) ? $0 : nil }
    let data = SearchData(invocation)
    let (given, ruling) = try request.point.ruled(data)
    let place = SearchRequest.Place(
      area: router == nil ? .annulus(burning.annulus) : .everywhere, ruling: ruling, given: given
    ) { $0.append(key: "radius_m", number: nil) }
    let search = try request.resolve(
      in: place, data, router: router, burning: burning,
      chains: chain.map {
        ChainNarrowing(ofMeal: $0, onePerChain: invocation.has(Options.onePerChain))
      }, inputs: invocation.menuInputs)
    var answer = try search.answer(from: data)
    if !answer.isExplained {
      if answer.found == 0, let chain {
        answer.notes.append(
          "only venues of \(chain) were looked at; --anywhere takes all that are far enough")
      }
      if search.isTable { answer.notes.append(burning.note(search.style.figures.units)) }
    }
    return try data.finish(answer, to: search.output)
  }

  /// The meal that somebody means, or how many kilocalories.
  private static func wanted(
    _ text: String, _ invocation: Invocation
  ) throws -> (kilocalories: Double, meal: Meal?) {
    if let number = Quantity.kilocalories(text) {
      guard Meal.range.contains(number) else {
        throw invocation.error(meal, "\(UsageError.show(text)) is out of range (1…100000 kcal)")
      }
      if invocation.has(BurnOptions.anywhere) {
        throw invocation.error(BurnOptions.anywhere, "has no effect on a number of kcal")
      }
      if invocation.has(BurnOptions.menu) {
        throw invocation.error(BurnOptions.menu, "has no effect on a number of kcal")
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

  /// A word of the meal may be what was taken for the point: `burn big mac 51.5,-0.1`.
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
    let close = nearest(to: text, among: menu.meals) { $0.name }
    return Failure(
      .nothingFound,
      problem + (close.map { "; did you mean \(UsageError.quote($0.name))?" } ?? ""),
      hint: hint(for: text, invocation))
  }

  private static func hint(for text: String, _ invocation: Invocation) -> String {
    let hasPoint =
      !invocation.words(Options.pointArgument).isEmpty
      || Options.point.contains { invocation.has($0) }
    if !hasPoint, PointText.plainDegrees(text) != nil {
      return "  a lone argument is the meal: finder burn MEAL POINT"
    }
    let plain = text.split(separator: ",").joined()
    if plain != text, Quantity.kilocalories(plain) != nil {
      return "  a number of kcal has no comma in it, such as 1000"
    }
    return "  'finder burn' shows the menu; a number of kcal will do as well"
  }
}
