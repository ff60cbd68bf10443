import FinderEngine
import FinderOwn

/// Meals with the walk that burns each.
struct MealRows {
  let meals: [Meal]
  let walk: WalkFigures

  private static let columns = [
    "name", "chain", "kcal", "country", "year", "source", "walk_m", "walk_min",
  ]

  private func metres(_ meal: Meal) -> Double { walk.energy.metres(burning: meal.kilocalories) }

  // MARK: For people

  private static let layout = TableLayout(
    headers: ["KCAL", "WALK", "TIME", "MEAL", "CHAIN"], numberColumns: [0, 1, 2],
    cutColumns: [3, 4], narrowestCut: 12, dispensableColumns: [2])

  func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !meals.isEmpty else { return }
    var cells = Self.layout.cells(rows: meals.count)
    for meal in meals {
      let metres = metres(meal)
      cells.add(column: 0) { $0.append(integer: Int(meal.kilocalories.rounded())) }
      cells.add(column: 1) { $0.append(distance: metres, in: style.figures.units) }
      cells.add(column: 2) { $0.append(estimated: walk.minutes(walking: metres)) }
      cells.add(meal.name, column: 3)
      cells.add(meal.chain ?? "", column: 4)
    }
    Self.layout.print(
      cells, width: style.width, isColoured: style.isColoured, styledColumn: 3, to: &output
    ) { _ in
      "\u{1B}[1m"
    }
  }

  // MARK: For programs

  /// Rows in any format but a table.
  func append(to output: inout ByteBuffer, _ format: ResultFormat, hasHeader: Bool) {
    guard let style = format.delimited else {
      guard format == .json else { return output.appendLines(meals) { append($1, to: &$0) } }
      output.appendArray(meals.count, indent: "\n ") { append(meals[$1], to: &$0) }
      return output.append("\n")
    }
    if hasHeader { output.append(row: Self.columns, style) }
    for meal in meals { output.append(row: cells(meal), style) }
  }

  func append(_ meal: Meal, to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "name", string: meal.name)
      output.append(key: "chain", string: meal.chain)
      output.append(key: "kcal", number: meal.kilocalories)
      output.append(key: "country", string: meal.country)
      output.append(key: "year", integer: meal.year)
      output.append(key: "source", string: meal.source)
      output.append(key: "walk_m", tenths: metres(meal))
      output.append(key: "walk_min", tenths: walk.minutes(walking: metres(meal)))
    }
  }

  private func cells(_ meal: Meal) -> [String] {
    [
      meal.name, meal.chain ?? "", shown(meal.kilocalories), meal.country ?? "",
      meal.year.map { String($0) } ?? "", meal.source ?? "", shown(metres(meal).inTenths),
      shown(walk.minutes(walking: metres(meal)).inTenths),
    ]
  }
}
